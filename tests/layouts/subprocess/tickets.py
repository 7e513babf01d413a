import json
import sys

from core import answer
from facts import ALPHA, records


def execute_tool(name, args, context, records):
    return answer(name, args, context, records)


if __name__ == "__main__":
    print(json.dumps(execute_tool("search_tickets", json.loads(sys.argv[1]), ALPHA, records())))

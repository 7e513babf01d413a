from functools import partial

from core import answer


def run(tools, name, args, context, records):
    return answer(name, args, context, records)


execute_tool = partial(run, ["search_tickets"])

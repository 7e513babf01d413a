from core import answer


def parse_limit(args):
    limit = args.get("limit", 5)
    return limit if 1 <= limit <= 10 else None


def execute_tool(name, args, context, records):
    return answer(name, args, context, records)

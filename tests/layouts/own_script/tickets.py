from core import answer


def execute_tool(name, args, context, records):
    return answer(name, args, context, records)

from core import answer


def execute_tool(tool, arguments, *, context, records):
    return answer(tool, arguments, context, records)

"""Returns half a character."""


def execute_tool(name, args, context, records):
    return "\ud800"

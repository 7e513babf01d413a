"""Returns a list that holds itself."""


def execute_tool(name, args, context, records):
    own = []
    own.append(own)
    return own

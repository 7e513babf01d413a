"""Returns the form that the wire uses for a set."""


def execute_tool(name, args, context, records):
    return {"$": "set", "v": [1]}

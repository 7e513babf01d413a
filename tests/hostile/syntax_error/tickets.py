"""Is no Python."""


def execute_tool(name, args, context, records):
    return (

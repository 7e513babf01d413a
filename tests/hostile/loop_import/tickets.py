"""Never finishes loading."""

while True:
    pass


def execute_tool(name, args, context, records):
    return None

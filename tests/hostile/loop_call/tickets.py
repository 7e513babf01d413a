"""Never answers."""


def execute_tool(name, args, context, records):
    while True:
        pass

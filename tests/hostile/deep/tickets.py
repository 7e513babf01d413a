"""Returns 100,000 lists in each other."""


def execute_tool(name, args, context, records):
    own = []
    for _ in range(100_000):
        own = [own]
    return own

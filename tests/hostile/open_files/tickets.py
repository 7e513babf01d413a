"""Opens two thousand files."""


def execute_tool(name, args, context, records):
    return len([open("/dev/null") for _ in range(2000)])

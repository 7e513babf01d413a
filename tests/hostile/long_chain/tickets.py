"""Twenty thousand causes."""


def execute_tool(name, args, context, records):
    error = None
    for number in range(20_001):
        try:
            raise ValueError(number) from error
        except ValueError as raised:
            error = raised
    raise error

"""Prints much, and answers right."""


def execute_tool(name, args, context, records):
    for number in range(20_000):
        print("line", number)
    return "right"

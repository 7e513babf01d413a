"""Loops inside C, where no alarm in the process could stop it."""


def execute_tool(name, args, context, records):
    return 10 ** 10 ** 9 > 0

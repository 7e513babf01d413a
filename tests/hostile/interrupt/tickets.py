"""Pretends that somebody pressed Ctrl-C."""


def execute_tool(name, args, context, records):
    raise KeyboardInterrupt

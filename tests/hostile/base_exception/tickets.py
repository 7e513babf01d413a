"""Raises what no `except Exception` catches."""


class Own(BaseException):
    pass


def execute_tool(name, args, context, records):
    raise Own("mine")

"""An exception whose message raises."""


class Own(Exception):
    def __str__(self):
        raise SystemExit


def execute_tool(name, args, context, records):
    raise Own

"""An exception whose message never ends."""


class Own(Exception):
    def __str__(self):
        while True:
            pass


def execute_tool(name, args, context, records):
    raise Own

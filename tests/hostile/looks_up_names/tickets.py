"""Asks the network for a name."""

import socket


def execute_tool(name, args, context, records):
    return socket.getaddrinfo("example.com", 80)

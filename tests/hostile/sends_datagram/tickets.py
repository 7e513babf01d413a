"""Sends a datagram to the network."""

import socket


def execute_tool(name, args, context, records):
    try:
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", 9))
        return "escaped"
    except OSError:
        return "kept in"

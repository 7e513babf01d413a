"""Reads where nothing is."""

import ctypes


def execute_tool(name, args, context, records):
    ctypes.string_at(0)

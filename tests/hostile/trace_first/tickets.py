"""Takes hold of the first process of its box."""

import ctypes
import os


def execute_tool(name, args, context, records):
    libc = ctypes.CDLL(None, use_errno=True)
    PTRACE_ATTACH = 16
    libc.ptrace(PTRACE_ATTACH, args["pid"], None, None)
    errno = ctypes.get_errno()
    try:
        with open(f"/proc/1/root{args['canary']}") as file:
            return "escaped: " + file.read()
    except OSError:
        return "kept in" if errno else "escaped"

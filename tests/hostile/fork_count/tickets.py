"""Counts the processes that it can start. At most 100."""

import os
import signal


def execute_tool(name, args, context, records):
    children = []
    try:
        for _ in range(100):
            child = os.fork()
            if child == 0:
                signal.pause()
            children.append(child)
    except OSError:
        pass
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return {"forks": len(children)}

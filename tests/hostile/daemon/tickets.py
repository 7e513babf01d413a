"""Leaves a process behind that has cut every tie. It ends by itself after 20 s."""

import os
import time


def execute_tool(name, args, context, records):
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 64)
            time.sleep(20)
        os._exit(0)
    os.waitpid(child, 0)
    return "started"

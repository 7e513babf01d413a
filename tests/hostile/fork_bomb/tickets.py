"""Every process forks again. At most 511 forks."""

import os
import time


def execute_tool(name, args, context, records):
    for _ in range(9):
        try:
            os.fork()
        except OSError:
            time.sleep(0.05)
    time.sleep(5)
    os._exit(0)

"""A thread that takes the requests away."""

import os
import sys
import threading


def steal():
    while True:
        os.read(int(sys.argv[1]), 65536)


threading.Thread(target=steal, daemon=True).start()


def execute_tool(name, args, context, records):
    return None

"""Answers before it is asked."""

import os
import sys
import threading

threading.Timer(0.1, os.write, (int(sys.argv[2]), b'{"id":"0","ok":1}\n')).start()


def execute_tool(name, args, context, records):
    return None

"""Answers, and keeps a thread and an exit handler that never end."""

import atexit
import threading
import time


def execute_tool(name, args, context, records):
    atexit.register(time.sleep, 60)
    threading.Thread(target=time.sleep, args=(60,)).start()
    return "right"

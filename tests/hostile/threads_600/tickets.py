"""Starts six hundred threads."""

import threading
import time


def execute_tool(name, args, context, records):
    for _ in range(600):
        threading.Thread(target=time.sleep, args=(5,), daemon=True).start()

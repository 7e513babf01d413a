"""Leaves another program behind. It ends by itself after 20 s."""

import subprocess


def execute_tool(name, args, context, records):
    subprocess.Popen(["sleep", "20"], start_new_session=True, stdin=-3, stdout=-3, stderr=-3)
    return "started"

"""Writes noise to the answer pipe."""

import os
import sys


def execute_tool(name, args, context, records):
    os.write(int(sys.argv[2]), b"\x00\xff noise\n")

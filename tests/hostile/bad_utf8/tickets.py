"""Writes what is no UTF-8."""

import os
import sys


def execute_tool(name, args, context, records):
    os.write(int(sys.argv[2]), b'{"id":"\xff\xfe"}\n')

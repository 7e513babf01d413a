import sys

from facts import ALPHA, FIRST, INVALID, records
from tickets import execute_tool

WRONG = []


def check(args, due):
    if execute_tool("search_tickets", args, ALPHA, records()) != due:
        WRONG.append(args)


check({}, FIRST)
check({"limit": 11}, INVALID)
sys.exit(f"wrong: {WRONG}" if WRONG else 0)

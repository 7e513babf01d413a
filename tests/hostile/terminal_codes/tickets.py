"""Raises text that a terminal or a page would obey."""


def execute_tool(name, args, context, records):
    print("\x1b[2J")
    raise ValueError("\x1b]8;;http://x\x07\u202e<script>alert(1)</script>\u2028\x00\u200b")

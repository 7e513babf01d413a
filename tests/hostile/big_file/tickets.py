"""Writes a file of 40 MB."""


def execute_tool(name, args, context, records):
    with open("/tmp/big", "wb") as file:
        file.write(b"x" * 40 * 1024**2)

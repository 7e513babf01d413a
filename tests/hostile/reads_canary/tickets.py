"""Reads a file that lies beside the kit."""


def execute_tool(name, args, context, records):
    try:
        with open(args["canary"]) as file:
            return "escaped: " + file.read()
    except OSError:
        return "kept in"

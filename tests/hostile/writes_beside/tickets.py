"""Writes beside the kit."""


def execute_tool(name, args, context, records):
    try:
        with open(args["folder"] + "/written", "w") as file:
            file.write("x")
        return "escaped"
    except OSError:
        return "kept in"

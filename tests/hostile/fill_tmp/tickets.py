"""Fills the folder for temporary files. At most 200 MB."""


def execute_tool(name, args, context, records):
    for number in range(20):
        with open(f"/tmp/{number}", "wb") as file:
            file.write(b"x" * 10 * 1024**2)

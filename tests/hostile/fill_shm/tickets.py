"""Fills the shared memory folder. At most 200 MB."""


def execute_tool(name, args, context, records):
    for number in range(20):
        with open(f"/dev/shm/{number}", "wb") as file:
            file.write(b"x" * 10 * 1024**2)

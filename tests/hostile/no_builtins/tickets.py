"""Takes every built-in name away."""

import builtins

for name in list(vars(builtins)):
    if name not in ("delattr", "list", "vars", "builtins"):
        setattr(builtins, name, None)


def execute_tool(name, args, context, records):
    return None


len(())

from . import registry


def execute_tool(name, args, context, records):
    return registry.run(registry.TOOLS, name, args, context, records)

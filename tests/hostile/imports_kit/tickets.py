"""Imports the grader, and looks for it among all objects."""

import gc
import sys


def execute_tool(name, args, context, records):
    try:
        from grader.exercise import load
    except ImportError:
        modules = [name for name in sys.modules if name.startswith("grader")]
        objects = [type(each) for each in gc.get_objects() if type(each).__module__.startswith("grader")]
        return {"kept in": not modules and not objects}
    return "escaped: " + load.__module__

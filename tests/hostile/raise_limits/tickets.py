"""Raises its own limits."""

import resource


def execute_tool(name, args, context, records):
    raised = []
    for limit in (resource.RLIMIT_DATA, resource.RLIMIT_NPROC, resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU):
        try:
            resource.setrlimit(limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            raised.append(limit)
        except (ValueError, OSError):
            pass
    return "escaped" if raised else "kept in"

import functools

from core import answer


def logged(function):
    @functools.wraps(function)
    def inner(*values, **named):
        return function(*values, **named)

    return inner


@logged
def execute_tool(name, args, context, records):
    return answer(name, args, context, records)

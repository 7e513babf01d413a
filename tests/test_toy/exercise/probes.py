"""Every slip of three shelves for every reader; the library has no pages to walk."""

from grader.checks.cases import single
from grader.exercise import Call


def enumerated(exercise):
    for context in exercise.contexts:
        for shelf in ("S1", "S2", "S9", ""):
            call = Call("find_book", {"shelf": shelf}, context)
            rule = exercise.decides(call, exercise.store)
            yield single(rule, exercise.rules[rule].check, call)


def pages(exercise):
    return ()


def walks(exercise):
    return ()


def made_up(exercise, seed, count=0):
    return ()

def find(args, branch, records):
    row = records.get(f"{branch}:{args['shelf']}")
    return {"done": True, "book": book(row)} if row else {"done": False, "why": "no_such_book"}


def listed(args, branch, records):
    return {"done": True, "books": [book(row) for key, row in records.items() if key.startswith(branch + ":")]}


def book(row):
    return row


DESKS = {"find_book": ({"shelf"}, find), "list_books": (set(), listed)}


def run_desk(name, args, context, records):
    if not isinstance(name, str) or name not in DESKS:
        return {"done": False, "why": "no_such_desk"}
    _wanted, desk = DESKS[name]
    if not isinstance(args, dict):
        return {"done": False, "why": "bad_slip"}
    if not context["may_lend"]:
        return {"done": False, "why": "no_card"}
    return desk(args, context["branch"], records)

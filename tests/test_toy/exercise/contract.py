"""What the library owes each call, and which rule decides it."""


def answer(call, context, rows):
    reply = _reply(call, context, rows)
    return {"done": False, "why": reply[0]} if isinstance(reply, tuple) else {"done": True, **reply}


def decides(call, context, rows):
    reply = _reply(call, context, rows)
    return reply[1] if isinstance(reply, tuple) else "slip.shelf"


def owns(context, key):
    return key.startswith(f"{context['branch']}:")


def keeps_out(call, key, ticket):
    return None


def _reply(call, context, rows):
    if call.tool not in ("find_book", "list_books"):
        return "no_such_desk", "desk.known"
    wanted = {"shelf"} if call.tool == "find_book" else set()
    args = call.args
    if not isinstance(args, dict) or set(args) != wanted or any(type(value) is not str for value in args.values()):
        return "bad_slip", "slip.shelf"
    if not context["may_lend"]:
        return "no_card", "card.needed"
    own = {key: {"shelf": row["shelf"], "name": row["name"]} for key, row in rows.items() if owns(context, key)}
    if call.tool == "list_books":
        return {"books": list(own.values())}
    book = own.get(f"{context['branch']}:{call.args['shelf']}")
    return {"book": book} if book else ("no_such_book", "book.found")

from core import answer


def build(tools):
    def run(name, args, context, records):
        return answer(name, args, context, records) if tools else None

    return run


execute_tool = build(["search_tickets"])

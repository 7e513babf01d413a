from core import answer

TOOLS = ["get_ticket", "search_tickets"]


def run(tools, name, args, context, records):
    return answer(name, args, context, records)

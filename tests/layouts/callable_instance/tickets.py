from core import answer


class Desk:
    tools = ("get_ticket", "search_tickets")

    def __call__(self, name, args, context, records):
        return answer(name, args, context, records)


execute_tool = Desk()

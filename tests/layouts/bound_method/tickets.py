from core import answer


class Desk:
    def answer(self, name, args, context, records):
        return answer(name, args, context, records)


execute_tool = Desk().answer

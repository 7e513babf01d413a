"""A refusal: how any station of a call ends it with one of the four codes of the contract."""


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """Ends a call with `code`; the executor turns it into the reply."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

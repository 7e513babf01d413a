"""A report as a browser has opened it, with all that the browser complained of and asked for."""

from __future__ import annotations

import io
from typing import Any

SHAPE = """() => [...document.querySelectorAll("*")].map((one) => [
  one.tagName, one.parentElement?.tagName, one.getAttribute("class"), ...[...one.attributes].map((each) => each.name)
])"""
"""Every element with its place, the names of its attributes and its class; no text."""


class Opened:
    """One page; `complaints` are the console's messages and errors, `asked` the addresses that it wanted."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.asked: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        page.goto(address)

    def run(self, script: str, *given: Any) -> Any:
        """What a script gives in the page."""
        return self.page.evaluate(script, *given)

    def unfold(self) -> None:
        """Open all that is folded."""
        self.run("""() => document.querySelectorAll("details").forEach((one) => { one.open = true; })""")

    def seen(self, where: str) -> list[str]:
        """The ids of the elements that can be seen, once the page has drawn what was asked of it last."""
        self.page.wait_for_timeout(100)
        return [one.get_attribute("id") for one in self.page.locator(where).all() if one.is_visible()]

    @property
    def focused(self) -> str:
        """The id of the element that has the focus."""
        return str(self.run("document.activeElement.id"))

    def wider(self) -> int:
        """How far the page can be pushed sideways, in pixels."""
        return int(self.run("document.documentElement.scrollWidth - innerWidth"))

    def printed(self) -> str:
        """The text of the page's PDF, on one line."""
        from pypdf import PdfReader  # noqa: PLC0415 - it is not there without the extra `dev`

        pages = PdfReader(io.BytesIO(self.page.pdf())).pages
        return " ".join(" ".join(page.extract_text() for page in pages).split())

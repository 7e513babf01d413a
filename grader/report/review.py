"""The page of a review's score: what was run, what came back, and what is still to be tried, as one HTML file."""

from __future__ import annotations

from typing import Any

from grader.report import difference, html, words


def page(score: dict[str, Any]) -> str:
    """The page of a `review/1` object, in the style of the report; it loads nothing."""
    template = html.environment().get_template("review.html")
    return template.render(score=score, told=told, input_steps=input_steps, to_try=to_try(score), more=more)


def to_try(score: dict[str, Any]) -> list[dict[str, Any]]:
    """The missed defects, once a comment holds; before that their inputs would give the review away."""
    return score["missed"] if any(comment["shown"] for comment in score["comments"]) else []


def more(missed: list[dict[str, Any]]) -> str:
    """The words above what is to try."""
    return "One more to try" if len(missed) == 1 else "More to try"


def told(ran: dict[str, Any]) -> tuple[difference.Side | None, difference.Side | None]:
    """What was due and what came of a call, the differing parts marked."""
    return difference.replies({"tool": "", **ran})


def input_steps(asked: dict[str, Any]) -> list[str]:
    """An input in words, a text a call; a later step says only what it changes."""
    steps = asked.get("steps") or [asked["call"]]
    first = words.step({"tool": "", "args": {}, **steps[0]})
    later = [", ".join(f"{key} {words.brief(value)}" for key, value in step.items()) for step in steps[1:]]
    return [first, *(each or "the same again" for each in later)]

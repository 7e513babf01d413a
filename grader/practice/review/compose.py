"""A fresh flawed hand-in, composed from a seed: some mutants in one base, retold and laid out anew, with its key."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import Template
from typing import Any

from grader.checks.mutants import FROM, folder
from grader.exercise import Exercise, kit_folder
from grader.practice.review.hunks import hunks
from grader.practice.review.ingredients import Flaw, Ingredients, read_ingredients
from grader.shapes import TIERS


@dataclass(frozen=True, slots=True)
class Composed:
    """A fresh sample: its files by path, the data of its key, its flaws by name and which layout and words it took."""

    files: Mapping[str, str]
    key: Mapping[str, Any]
    flaws: tuple[str, ...]
    layout: tuple[int, int]


def compose(exercise: Exercise, language: str, seed: int, attempt: int = 0) -> Composed:
    """The sample of this seed; another `attempt` draws again."""
    made_of = read_ingredients(exercise, language)
    chance = random.Random(f"{exercise.name} {language} {seed} {attempt}")  # noqa: S311 - no secret: the same again
    base = _Base(exercise, language, made_of)
    flaws = _drawn(base, made_of, chance)
    return _Sample(exercise, language, made_of, base, flaws, chance).composed()


class _Base:
    """The correct adapter that is edited."""

    def __init__(self, exercise: Exercise, language: str, made_of: Ingredients) -> None:
        text = (folder(exercise, language) / FROM / made_of.data["base"]).read_text(encoding="utf-8")
        opening = made_of.data["opening"]
        self._text: str = opening["text"] + "\n" + text[text.index(opening["until"]) :]

    def with_flaws(self, flaws: Iterable[Flaw]) -> str | None:
        """The text with these flaws; None when their edits get into each other's way."""
        text = self._text
        for flaw in flaws:
            for old, new in flaw.mutant.edit:
                if text.count(old) != 1:
                    return None
                text = str(text.replace(old, new))
        return text


def _drawn(base: _Base, made_of: Ingredients, chance: random.Random) -> tuple[Flaw, ...]:
    """Two or more flaws that go together, one of them of the worst tier."""
    worst = [flaw for flaw in made_of.flaws if flaw.mutant.tier == TIERS[0]]
    while True:
        first = chance.choice(worst)
        others = chance.sample([flaw for flaw in made_of.flaws if flaw not in worst], made_of.data["at_most"] - 1)
        drawn = {first.name, *(flaw.name for flaw in others[: chance.randint(1, len(others))])}
        flaws = tuple(flaw for flaw in made_of.flaws if flaw.name in drawn)
        if made_of.go_together(flaws) and _each_can_be_mended(base, flaws):
            return flaws


def _each_can_be_mended(base: _Base, flaws: tuple[Flaw, ...]) -> bool:
    texts = [base.with_flaws(flaws), *(base.with_flaws(_without(flaws, flaw)) for flaw in flaws)]
    return all(texts)


def _without(flaws: tuple[Flaw, ...], flaw: Flaw) -> tuple[Flaw, ...]:
    return tuple(each for each in flaws if each is not flaw)


class _Sample:
    """One sample in the making."""

    def __init__(
        self,
        exercise: Exercise,
        language: str,
        made_of: Ingredients,
        base: _Base,
        flaws: tuple[Flaw, ...],
        chance: random.Random,
    ) -> None:
        self.exercise, self.language, self.data, self.base, self.flaws = exercise, language, made_of.data, base, flaws
        self.at = chance.randrange(len(self.data["layouts"])), chance.randrange(len(self.data["words"]))
        self.layout: Mapping[str, Any] = self.data["layouts"][self.at[0]]
        self.words: Mapping[str, str] = self.data["words"][self.at[1]]
        self.belied = chance.choice(flaws)
        fitting = [test for test in self.data["suite"]["tests"] if not {*test.get("not_with", ())} & self.names]
        chosen = chance.sample(range(len(fitting)), self.data["suite"]["of_them"])
        self.tests = [fitting[n]["text"] for n in sorted(chosen)]
        self.code = self.retold(flaws)

    @property
    def names(self) -> set[str]:
        return {flaw.name for flaw in self.flaws}

    def retold(self, flaws: tuple[Flaw, ...]) -> str:
        """The code with these flaws, in this sample's words."""
        text = self.base.with_flaws(flaws)
        assert text is not None
        return self.in_words(text)

    def in_words(self, text: str) -> str:
        """A piece of code in this sample's words; a name in quotes stays."""
        for old, new in self.words.items():
            text = re.sub(rf"""(?<![\w"'.]){old}(?![\w"'])""", new, text)
        return text

    def filled(self, text: str) -> str:
        """A text with the names of this sample's files."""
        return Template(text).safe_substitute(
            entry=self.layout["entry"],
            command=self.data["command"],
            claim=self.belied.row["claim"],
            entry_module=_dotted(self.layout["entry"]),
            store_module=_dotted(self.layout["store"]),
        )

    def composed(self) -> Composed:
        store = kit_folder("sample_submission", self.exercise.name) / self.language / self.data["store"]
        suite = [self.data["suite"]["head"], *self.tests]
        files = {
            "README.md": self.filled(self.data["readme"]),
            self.layout["entry"]: self.code,
            self.layout["store"]: store.read_text(encoding="utf-8"),
            self.layout["tests"]: self.filled("\n\n".join(suite)),
            **dict.fromkeys(self.layout.get("empty", ()), ""),
        }
        return Composed(files, self.key(files["README.md"]), tuple(flaw.name for flaw in self.flaws), self.at)

    def key(self, readme: str) -> dict[str, Any]:
        """The data of the key: flaws worst first, then the tests, then the claim."""
        tests = {part: self.data[part] for part in ("command", "overlay", "env") if part in self.data}
        flaws = sorted(self.flaws, key=lambda flaw: TIERS.index(flaw.mutant.tier))
        good = self.data["good"]
        return {
            "tests": {**tests, "file": self.layout["tests"]},
            "defects": [*map(self.defect, flaws), self.thin_tests(), self.untrue_claim(readme)],
            "good": {
                "place": self.place(_lines_with(self.code, good["at"])),
                "says": good["says"],
                "call": good["call"],
            },
        }

    def defect(self, flaw: Flaw) -> dict[str, Any]:
        whole = self.retold(_without(self.flaws, flaw))
        mend = [{"file": self.layout["entry"], **hunk} for hunk in hunks(self.code, whole)]
        spans = [_span(self.code, hunk["old"]) for hunk in mend]
        asked = {part: flaw.row[part] for part in ("call", "steps") if part in flaw.row}
        test = {"test": self.filled(flaw.row["test"])} if "test" in flaw.row else {}
        row = {"id": flaw.name, "tier": flaw.mutant.tier, "says": flaw.mutant.says, "place": self.place(spans)}
        return {**row, **asked, **test, "mend": mend}

    def thin_tests(self) -> dict[str, Any]:
        survivor, file = self.data["survivor"], self.layout["tests"]
        lines = self.code[self.code.index(self.in_words(survivor["within"])) :].splitlines()
        end = next(n for n, line in enumerate(lines) if self.in_words(survivor["old"]) == line)
        changed = [*lines[:end], self.in_words(survivor["new"])]
        edit = {"file": self.layout["entry"], "old": "\n".join(lines[: end + 1]), "new": "\n".join(changed)}
        row = {
            "id": "thin-tests",
            "tier": "evidence",
            "says": self.data["says"],
            "place": f"{file}:1-{self.test_lines}",
        }
        return {**row, "survivor": edit, "test": self.filled(self.data["survivor_test"])}

    @property
    def test_lines(self) -> int:
        return len(self.filled("\n\n".join([self.data["suite"]["head"], *self.tests])).splitlines())

    def untrue_claim(self, readme: str) -> dict[str, Any]:
        flaw, claim = self.belied, self.belied.row["claim"]
        line = _lines_with(readme, claim)[0][0]
        asked = {part: flaw.row[part] for part in ("call", "steps") if part in flaw.row}
        row = {"id": "untrue-claim", "tier": "documents", "says": self.data["claim_says"], "place": f"README.md:{line}"}
        return {**row, **asked, "claim": claim, "by": [flaw.name]}

    def place(self, spans: Iterable[tuple[int, int]]) -> str:
        return ", ".join(f"{self.layout['entry']}:{first}-{last}" for first, last in spans)


def _span(text: str, part: str) -> tuple[int, int]:
    first = text[: text.index(part)].count("\n") + 1
    return first, first + part.rstrip("\n").count("\n")


def _lines_with(text: str, part: str) -> list[tuple[int, int]]:
    return [(n, n) for n, line in enumerate(text.splitlines(), 1) if part in line]


def _dotted(file: str) -> str:
    """The file as an import names it where modules are dotted."""
    return file.rpartition(".")[0].replace("/", ".")

"""What a command for tests on Node comes down to, what is said when it cannot run, and what is told of its calls."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from boxes import proved_box
from test_suite_javascript import LAYOUTS, laid, suite
from the_node import node, script

from grader.checks.own_tests import Options, judge
from grader.checks.suite_acceptance import acceptance, is_made, mark
from grader.exercise import Exercise
from grader.submission.handin import HandIn, take_in
from grader.submission.sandbox import Open
from grader.submission.suite_told import Told, told
from grader.submission.suites import Adapter

SAMPLE = Path(__file__).parents[1] / "sample_submission/search_tickets/typescript"
TICKETS = "export const executeTool = () => null;\n"


@pytest.fixture(autouse=True)
def _node() -> None:
    node()


@pytest.fixture
def taken(exercise: Exercise, tmp_path: Path) -> Iterator[Callable[..., HandIn]]:
    """Takes in a hand-in of these files."""
    with ExitStack() as stack:

        def take(**files: str) -> HandIn:
            for name, text in {"tickets.js": TICKETS, **files}.items():
                (tmp_path / "handed_in" / name).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / "handed_in" / name).write_text(text)
            return stack.enter_context(take_in(tmp_path / "handed_in", exercise))

        yield take


def manifest(test: str, **more: Any) -> str:
    return json.dumps({"type": "module", "scripts": {"test": test, "build": "node build.js"}, **more})


COMMANDS = {
    "node --test": ("node", [], [], 0),
    "node --import tsx --test test/*.test.ts": ("node", ["--import", "tsx"], ["test/*.test.ts"], 0),
    "npx tsx --test test/a.test.ts": ("node", ["--import", "tsx"], ["test/a.test.ts"], 0),
    "node --test --test-reporter=spec --test-name-pattern scope": ("node", ["--test-name-pattern", "scope"], [], 0),
    "npm run build && node --test dist/": ("node", [], ["dist/"], 1),
    "npm ci && c8 --all node --test": ("node", [], [], 0),
    "NODE_OPTIONS=--no-warnings jest --coverage --config x.json": ("jest", [], ["--config", "x.json"], 0),
    "node --experimental-vm-modules node_modules/jest/bin/jest.js -i": ("jest", ["--experimental-vm-modules"], [], 0),
    "vitest run --coverage tests/": ("vitest", [], ["tests/"], 0),
    "mocha -R dot --parallel --jobs=2 -r tsx tests": ("mocha", [], ["-r", "tsx", "tests"], 0),
    "ava tests": ("whole", [], [], 0),
    "node tests.js": ("node", [], ["tests.js"], 0),
    "node plain.js": ("whole", [], [], 0),
}  # fmt: skip


@pytest.mark.parametrize("text", COMMANDS)
def test_a_script_of_package_json_is_read(text: str, taken: Callable[..., HandIn]) -> None:
    handin = taken(**{"package.json": manifest(text), "tests.js": 'import "node:test";', "plain.js": ""})
    found, _, command = suite(handin)

    words = vars(found)["read"](handin.root, command)

    assert command == ["npm", "test"]
    assert (words.kind, words.flags, words.arguments, len(words.before)) == COMMANDS[text]


def test_settings_stand_in_the_environment(taken: Callable[..., HandIn]) -> None:
    found, _, command = suite(handin := taken(**{"package.json": manifest("A=1 cross-env B=2 jest")}))
    assert vars(found)["read"](handin.root, command).test.env == {"A": "1", "B": "2"}


def test_without_a_script_the_names_of_files_decide(taken: Callable[..., HandIn]) -> None:
    assert suite(taken(**{"tests/a.test.js": ""}))[2] == ["node", "--test"]


def test_without_either_there_is_a_reason(taken: Callable[..., HandIn]) -> None:
    with pytest.raises(AssertionError, match="no file is called"):
        suite(taken(**{"package.json": manifest('echo "Error: no test specified" && exit 1')}))


# ---- what is not installed ----


def test_a_folder_for_an_older_node_does_not_block(exercise: Exercise, tmp_path: Path) -> None:
    path = laid("files_apart", exercise, tmp_path)
    files = [file.name for file in path.glob("*.test.*")]
    assert files
    (path / "test").mkdir()
    for name in files:
        text = (path / name).read_text().replace('"./', '"../')
        (path / "test" / name).write_text(text)
        (path / name).unlink()
    (path / "package.json").write_text(manifest("node --test test/"))
    with take_in(path, exercise) as handin:
        own = judge(handin, exercise, Options(only=("scope-missing",)))

    [said] = [each for each in own.remarks if each.rule == "tests.run"]
    assert said.says.endswith("takes files and patterns, no folders; write it as 'test/**/*.test.*'.")
    assert "tests.run" not in [each.rule for each in own.blocking]


LISTED = {"devDependencies": {"jest": "^30"}}
MISSING = {
    "a runner": ("jest", {**LISTED}, {"package-lock.json": "{}"}, "jest (install with `npm ci`)"),
    "a hook": (
        "node --import tsx --test",
        {**LISTED},
        {"package-lock.json": "{}", "a.test.js": ""},
        "tsx (install with `npm ci`)",
    ),
    "a module": ("node --test", {}, {"a.test.js": 'import "chai";'}, "chai (install with `npm install chai`)"),
    "no lock": ("vitest", {**LISTED}, {}, "vitest (install with `npm install`)"),
}


@pytest.mark.parametrize("case", MISSING)
def test_what_is_not_installed_is_named(case: str, exercise: Exercise, taken: Callable[..., HandIn]) -> None:
    text, more, files, says = MISSING[case]
    handin = taken(**{"package.json": manifest(text, **more), **files})

    section = judge(handin, exercise).to_json()

    assert (section["judged"], section["why_not"]) == (False, f"`npm test` needs what is not installed here: {says}")


def installed(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / "node_modules" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)


CHECKER = """#!/usr/bin/env node
import("../checker/check.mjs");
"""
CHECK = """import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
writeFileSync("node_modules/.notes", "tools keep notes there");
try {
  writeFileSync("node_modules/checker/own.txt", "");
  if (process.env.HOME === "/tmp") console.log(process.cwd(), "could be written to");
} catch {}
await import(pathToFileURL("check.js").href);
"""


@pytest.mark.parametrize("boxed", [False, True])
def test_installed_packages_are_shown_and_their_folder_is_left_alone(
    boxed: bool, exercise: Exercise, tmp_path: Path
) -> None:
    path = laid("as_a_whole", exercise, tmp_path)
    (path / "package.json").write_text(manifest("checker"))
    installed(path, {".bin/checker": CHECKER, "checker/check.mjs": CHECK})
    with take_in(path, exercise) as handin:
        found, bench, command = suite(handin)
        bench = vars(found)["replace"](bench, sandbox=proved_box() if boxed else Open())

        ran = found.run(bench, command)

        assert (ran["status"], ran["missing"]) == (0, []), ran
        turns = [{"name": "own", "kind": "own", "observe": True}, {"name": "raises", "kind": "raises"}]
        shown = told(found.play(bench, command, turns, {}))
    assert (shown.turn("own").red, list(shown.turn("raises").red)) == ({}, ["npm test (as a whole)"])
    assert not (path / "node_modules" / ".notes").exists()


RUNNER = """import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
const words = process.argv.slice(3);
const after = words[words.indexOf("--silent") + 1];
if (words.includes("--silent") && !(after ?? "-").startsWith("-")) throw new TypeError(`--silent=${after}`);
const state = {};
globalThis.expect = { getState: () => state };
const files = words.filter((word) => !word.startsWith("-"));
const testResults = [];
for (const file of files.length > 0 ? files : readdirSync(".").filter((name) => name.endsWith(".test.js"))) {
  const assertionResults = [];
  globalThis.it = (title, run) => {
    Object.assign(state, { testPath: resolve(file), currentTestName: title });
    let status = "passed";
    try { run(); } catch { status = "failed"; }
    assertionResults.push({ ancestorTitles: [], title, status, failureMessages: [] });
  };
  await import(pathToFileURL(resolve(file)).href);
  const failed = assertionResults.some(({ status }) => status === "failed");
  testResults.push({ name: resolve(file), status: failed ? "failed" : "passed", assertionResults });
}
const output = words.find((word) => word.startsWith("--outputFile="))?.slice("--outputFile=".length);
if (output !== undefined) writeFileSync(output, JSON.stringify({ testResults }));
"""
"""It reads its words as Vitest does, for which a word after `--silent` is that flag's value."""
ONE = """import { executeTool } from "./tickets.js";
it("A", () => { if (executeTool("a", {}, {}, new Map()) !== null) throw new Error("no"); });
"""


def test_files_named_to_a_runner_are_no_values_of_its_flags(taken: Callable[..., HandIn], tmp_path: Path) -> None:
    handin = taken(
        **{"package.json": manifest("vitest run"), "one.test.js": ONE, "two.test.js": 'it("B", () => {});\n'}
    )
    installed(tmp_path / "handed_in", {"vitest/vitest.mjs": RUNNER, ".bin/vitest": "#!/bin/sh\n"})
    found, bench, command = suite(handin)
    own = {"name": "own", "kind": "own", "observe": True}
    spoiled = {"name": "spoiled", "kind": "own", "mark": "A", "spoiled": {"ok": False}}

    shown = told(found.play(bench, command, [own, spoiled], {"A": [["a", {}, {}], {}]}))

    assert (shown.turn("own").red, shown.turn("spoiled").end) == ({}, "done"), shown.printed
    assert list(shown.turn("spoiled").red) == ["one.test.js > A"]


MOCHA = """const { EventEmitter } = require("node:events");
const { resolve } = require("node:path");
const runner = new EventEmitter();
const Reporter = require(process.argv[process.argv.indexOf("--reporter") + 1]);
new Reporter(runner);
const group = { titlePath: () => ["group"] };
const file = resolve("spec/a.js");
const made = (title, more) => ({ titlePath: () => ["group", title], file, parent: group, ...more });
const run = (test, body) => {
  try { body(); runner.emit("pass", test); } catch (error) { runner.emit("fail", test, error); return false; }
  return true;
};
globalThis.step = (title, body) => {
  const test = made(title);
  runner.emit("test", test);
  if (body === undefined) runner.emit("pending", test);
  else run(test, body);
  runner.emit("test end", test);
};
globalThis.step.skip = (title) => globalThis.step(title);
globalThis.hook = (body, rest) => {
  try { body(); } catch (error) { return void runner.emit("fail", made("hook", { type: "hook" }), error); }
  rest();
};
require(file);
runner.emit("end");
"""
"""It tells a reporter what Mocha tells it: a hook that fails takes the tests after it along."""
STEPS = """const { executeTool } = require("../tickets.cjs");
step("A", () => { if (executeTool("a", {}, {}, new Map()) !== null) throw new Error("no"); });
step.skip("left out"); // no time
hook(() => { if (executeTool("b", {}, {}, new Map()) !== null) throw new Error("no"); }, () => {
  step("B", () => {});
});
"""


def test_a_reporter_of_ours_tells_the_tests_of_mocha_apart(taken: Callable[..., HandIn], tmp_path: Path) -> None:
    files = {"tickets.cjs": "exports.executeTool = () => null;\n", "spec/a.js": STEPS, "package.json": "{}"}
    text = json.dumps({"main": "tickets.cjs", "scripts": {"test": "mocha spec"}})
    handin = taken(**{**files, "package.json": text, "tickets.js": ""})
    installed(tmp_path / "handed_in", {"mocha/bin/mocha.js": MOCHA, ".bin/mocha": "#!/bin/sh\n"})
    found, bench, command = suite(handin)
    turns = [{"name": "own", "kind": "own", "observe": True}, {"name": "raises", "kind": "raises"}]

    shown = told(found.play(bench, command, turns, {}))

    assert shown.collected == ("spec/a.js > group > A", "spec/a.js > group > left out", "spec/a.js > group > B")
    assert shown.turn("own").skipped == {"spec/a.js > group > left out": "no time"}
    assert list(shown.turn("raises").red) == ["spec/a.js > group > A", "spec/a.js > group > B"]
    assert [(made.test, made.call[0]) for made in shown.made] == [("spec/a.js > group > A", "a"), ("spec/a.js", "b")]


# ---- what is told ----


def test_the_calls_of_the_sample_are_told(exercise: Exercise) -> None:
    with take_in(SAMPLE, exercise) as handin:
        found, bench, command = suite(handin)
        marks = {
            name: mark(exercise, handin.language, case) for name, case in acceptance(exercise, handin.language).items()
        }
        page = {"ok": True, "tickets": [], "next_cursor": None}
        turns = [
            {"name": "own", "kind": "own", "observe": True},
            {"name": "spoiled", "kind": "own", "mark": "A2", "spoiled": page},
            {"name": "not made", "kind": "raises", "mark": "A9", "spoiled": page},
        ]
        shown = told(found.play(bench, command, turns, marks))
    assert [name for name, seen in marks.items() if any(is_made(seen, made, shown.stores) for made in shown.made)] == [
        "A2"
    ]
    assert shown.calls["tests/search.test.ts > second page"] == 2
    assert sorted(shown.turn("spoiled").red) == [
        "tests/search.test.ts > first page",
        "tests/search.test.ts > second page",
    ]
    assert (shown.turn("not made").end, shown.turn("not made").red) == ("done", {})
    second = next(made for made in shown.made if "cursor" in made.call[1])
    assert second.call[0] == "search_tickets"
    assert second.reply["next_cursor"] is None


def test_what_stays_between_files_is_found_by_playing_each_apart(exercise: Exercise, tmp_path: Path) -> None:
    path = laid("files_apart", exercise, tmp_path)
    (path / "limit.test.js").write_text((path / "limit.test.js").read_text().replace("await Promise.resolve();", ""))
    with take_in(path, exercise) as handin:
        found, bench, command = suite(handin)
        shown = told(found.play(bench, command, [{"name": "own", "kind": "own"}], {}))
    assert (shown.turn("own").end, shown.turn("own").red, len(shown.collected)) == ("done", {}, 2)


def test_a_file_that_cannot_be_loaded_is_told(exercise: Exercise, tmp_path: Path) -> None:
    path = laid("esm", exercise, tmp_path)
    (path / "broken.test.js").write_text('import "./nowhere.js";')
    with take_in(path, exercise) as handin:
        found, bench, command = suite(handin)
        shown = told(found.play(bench, command, [{"name": "own", "kind": "own"}], {}))
    assert [file for file, _ in shown.errors] == ["broken.test.js"]
    assert "nowhere.js" in shown.errors[0][1]
    assert len(shown.collected) == 2


def test_every_layout_lies_here() -> None:
    assert len([path for path in LAYOUTS.iterdir() if path.name != "shared"]) == 28


ODD = """
import vm from "node:vm";
import { encode } from "./suite_encode.cjs";

const rows = new Map([["k", new Set([1])]]);
const plain = { b: [undefined, NaN, -0, 5n], a: rows, c: new (class { x = 1 })(), d: Object(3) };
const other = vm.runInNewContext("({ y: [1] })");
const getter = { get z() { throw new Error("run"); } };
const more = { e: other, f: Object.create(null), g: getter, h: () => 1, $: 1 };
process.stdout.write(`[${encode(plain)},${encode(more)}]`);
"""


def test_odd_values_are_told_in_the_words_of_calls_files(tmp_path: Path) -> None:
    shutil.copy(LAYOUTS.parents[1] / "grader/submission/drivers/javascript/suite_encode.cjs", tmp_path)

    plain, more = script(tmp_path, ODD, None)

    assert plain == {
        "a": {"$": "map", "v": [["k", {"$": "set", "v": [1]}]]},
        "b": [{"$": "undefined"}, {"$": "number", "v": "nan"}, {"$": "number", "v": "-0"}, {"$": "bigint", "v": "5"}],
        "c": {"$": "object", "v": {"x": 1}},
        "d": {"$": "boxed", "v": 3},
    }
    assert dict(more["v"]) == {
        "$": 1,
        "e": {"y": [1]},
        "f": {"$": "nullproto", "v": {}},
        "g": {"z": {"$": "object", "v": "a getter"}},
        "h": {"$": "object", "v": "a function"},
    }


# ---- adapters of the tests' own ----

ASKS = """import assert from "node:assert/strict";
import { test } from "node:test";

import { executeTool } from "./tickets.js";

"""
ONCE = ASKS + 'test("asked once", () => assert.equal(executeTool("", {}, {}, new Map()), 1));\n'
MANY = ASKS + "for (const name of executeTool('', {}, {}, new Map())) test(name, () => {});\n"
OWN = {"name": "own", "kind": "own"}
OTHER = {"name": "other", "kind": "adapter", "adapter": "other"}


def answered(handin: HandIn, folder: Path, adapter: str) -> Told:
    """What the tests show on an adapter of this text."""
    folder.mkdir()
    (folder / "adapter.mjs").write_text(adapter)
    found, bench, command = suite(handin, adapters={"other": Adapter(folder, "adapter.mjs")})
    return told(found.play(bench, command, [OWN, OTHER], {}))


def test_what_an_adapter_keeps_ends_with_the_file(taken: Callable[..., HandIn], tmp_path: Path) -> None:
    own = "export const executeTool = () => 1;\n"
    handin = taken(**{"package.json": manifest("node --test"), "tickets.js": own, "a.test.js": ONCE, "b.test.js": ONCE})

    shown = answered(
        handin, tmp_path / "other", "let asked = 0;\nexport function executeTool() { return (asked += 1); }\n"
    )

    assert (shown.turn("other").end, shown.turn("other").red, len(shown.collected)) == ("done", {}, 2)


def test_fewer_tests_and_none_red_is_no_survival(taken: Callable[..., HandIn], tmp_path: Path) -> None:
    own = "export const executeTool = () => ['one', 'two', 'three'];\n"
    handin = taken(**{"package.json": manifest("node --test"), "tickets.js": own, "a.test.js": MANY})

    shown = answered(handin, tmp_path / "other", "export const executeTool = () => ['one'];\n")

    assert shown.turn("other").end == "ran 1 of its 3 tests"

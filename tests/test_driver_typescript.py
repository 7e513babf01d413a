"""The driver for TypeScript, through a real worker: it loads what the compilers take, without any of them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grader.exercise import load
from grader.submission.handin import NotJudged, take_in
from grader.submission.languages import languages
from grader.submission.runtime import runtime
from grader.submission.sandbox import Open
from grader.submission.worker import Worker
from grader.values import Tagged

EXERCISE = load("search_tickets")
LANGUAGE = next(language for language in languages() if language.name == "typescript")
ALPHA = {"tenant": "alpha", "can_read_tickets": True}
PARAMETERS = "name: unknown, args: unknown, context: object, records: Map<string, object>"
NAMED = f"function executeTool({PARAMETERS}): unknown"
FN = f"export {NAMED} {{ return name; }}\n"
JS = "export function executeTool(name) { return 'built'; }\n"


@pytest.fixture(autouse=True, scope="module")
def _node():
    try:
        runtime(LANGUAGE)
    except NotJudged as reason:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(reason))


@contextlib.contextmanager
def working(folder: Path, files: dict[str, str]) -> Iterator[Worker]:
    for name, text in files.items():
        path = folder / "handed" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with take_in(folder / "handed", EXERCISE) as handin, Worker(handin, sandbox=Open()) as worker:
        yield worker


def answered(folder: Path, files: dict[str, str]):
    """What the function answers to a call by the name `n`."""
    with working(folder, files) as worker:
        assert worker.loaded.kind == "ok", worker.loaded.says
        assert worker.loaded.printed == ""
        worker.store("s", {"a:1": {"id": "1"}})
        reply = worker.call("n", {"x": 1}, ALPHA, "s")
        assert reply.kind == "ok", reply.says
        return reply.value


def using(imports: str, value: str) -> str:
    return f"{imports}\nexport {NAMED} {{ return {value}; }}\n"


LAYOUTS = {
    "function": ({"a.ts": FN}, "n"),
    "typed constant": (
        {"a.ts": f"type Run = ({PARAMETERS}) => unknown;\nexport const executeTool: Run = (name) => name;\n"},
        "n",
    ),
    "comments before exports": ({"a.ts": f"/** Of a file. */\n\nexport interface Gone {{}}\n\n/** It. */\n{FN}"}, "n"),
    "generic": ({"a.ts": "export function executeTool<T>(name: T): T { return name; }\n"}, "n"),
    "overloads": ({"a.ts": "export function executeTool(name: string): string;\n" + FN}, "n"),
    "default": ({"a.ts": f"export default {NAMED} {{ return name; }}\n"}, "n"),
    "list": ({"a.mts": f"{NAMED} {{ return name; }}\nexport {{ executeTool }};\n"}, "n"),
    "export equals": ({"a.cts": f"{NAMED} {{ return name; }}\nexport = {{ executeTool }};\n"}, "n"),
    "CommonJS": ({"a.cts": f"{NAMED} {{ return name; }}\nmodule.exports = {{ executeTool }};\n"}, "n"),
    "ES syntax in a CommonJS package": (
        {
            "package.json": '{"type": "commonjs"}',
            "a.ts": using("import { x } from './b';", "x"),
            "b.ts": "export const x = 2;",
        },
        2,
    ),
    "enum": ({"a.ts": using("enum Code { Bad = 'bad' }", "Code.Bad")}, "bad"),
    "const enum from another file": (
        {"a.ts": using("import { Code } from './b';", "Code.Two"), "b.ts": "export const enum Code { One = 1, Two }\n"},
        2,
    ),
    "namespace": ({"a.ts": using("namespace Deep { export const x = 3; }", "Deep.x")}, 3),
    "parameter properties": (
        {
            "a.ts": using(
                "class A { constructor(private readonly x: number) {} get() { return this.x; } }", "new A(4).get()"
            )
        },
        4,
    ),
    "extensionless": (
        {"src/a.ts": using("import { x } from './lib/b';", "x"), "src/lib/b.ts": "export const x: number = 5;"},
        5,
    ),
    "with .js": ({"src/a.ts": using("import { x } from './b.js';", "x"), "src/b.ts": "export const x = 6;"}, 6),
    "with .ts": ({"src/a.ts": using("import { x } from './b.ts';", "x"), "src/b.ts": "export const x = 6;"}, 6),
    "the source before what was built beside it": (
        {
            "src/a.ts": using("import { x } from './b.js';", "x"),
            "src/b.ts": "export const x = 7;",
            "src/b.js": "export const x = 0;",
        },
        7,
    ),
    "a folder": ({"src/a.ts": using("import { x } from './lib';", "x"), "src/lib/index.ts": "export const x = 8;"}, 8),
    "the folder itself": (
        {"src/lib/a.ts": using("import { x } from '.';", "x"), "src/lib/index.ts": "export const x = 8;"},
        8,
    ),
    "a JavaScript file": (
        {"src/a.ts": using("import { x } from './b.js';", "x"), "src/b.js": "export const x = 9;"},
        9,
    ),
    "require": ({"src/a.ts": using("import b = require('./b');", "b.x"), "src/b.ts": "export const x = 10;"}, 10),
    "JSON": ({"a.ts": using("import data from './b.json';", "data"), "b.json": '{"x": [11]}'}, {"x": [11]}),
    "keys of JSON by name": (
        {"a.ts": using("import { x, default as whole } from './b.json';", "[x, whole]"), "b.json": '\ufeff{"x": 11}'},
        [11, {"x": 11}],
    ),
    "paths": (
        {
            "tsconfig.json": '{\n  // where our own lies\n  "compilerOptions": {"paths": {\n'
            '    "@b": ["./src/b.ts"], "~/*": ["./src/*"],\n  },},\n}',
            "src/a.ts": using("import { x } from '@b';\nimport { y } from '~/lib/c.js';", "[x, y]"),
            "src/b.ts": "export const x = 1;",
            "src/lib/c.ts": "export const y = 2;",
        },
        [1, 2],
    ),
    "the longest pattern of paths that is inherited": (
        {
            "tsconfig.base.json": '{"compilerOptions": {"baseUrl": "./src",'
            ' "paths": {"*": ["no/*"], "lib/*": ["deep/*"]}}}',
            "tsconfig.json": '{"extends": "./tsconfig.base"}',
            "src/a.ts": using("import { x } from 'lib/b';\nimport { y } from 'c';", "[x, y]"),
            "src/deep/b.ts": "export const x = 1;",
            "src/c.ts": "export const y = 2;",
        },
        [1, 2],
    ),
    "a JavaScript file without its suffix": (
        {
            "src/a.ts": using("import { x } from './b';", "x"),
            "src/b.js": "exports.x = 9;",
            "src/b.d.ts": "export const x: number;",
        },
        9,
    ),
    "an instance as the default": (
        {"a.ts": f"class Desk {{ executeTool({PARAMETERS}) {{ return name; }} }}\nexport default new Desk();\n"},
        "n",
    ),
    "export equals a name": (
        {"a.cts": f"{NAMED} {{ return name; }}\nconst desk = {{ executeTool }};\nexport = desk;\n"},
        "n",
    ),
    "types among values": (
        {
            "a.ts": using("import { Ticket, make } from './b';\nconst made: Ticket = make();", "made"),
            "b.ts": "export interface Ticket { id: string }\nexport function make(): Ticket { return { id: '1' }; }\n",
        },
        {"id": "1"},
    ),
    "types alone": (
        {
            "a.ts": using(
                "import { Ticket } from './b';\nimport { Gone } from 'not-installed';\nlet t: Ticket | Gone;", "1"
            ),
            "b.ts": "export type Ticket = { id: string };\n",
        },
        1,
    ),
    "a type alone as the default": (
        {
            "a.ts": using("import Ticket from './b';\nimport * as all from './b';\nlet t: Ticket | all.Name;", "13"),
            "b.ts": "export default interface Ticket { id: string }\nexport type Name = string;\n",
        },
        13,
    ),
    "types passed on": (
        {
            "a.ts": using("import { type Ticket, Name, x } from './lib';", "'Name' + x"),
            "lib/index.ts": "export { Ticket, Name } from './b';\nexport { x } from './b';\n",
            "lib/b.ts": "export interface Ticket { id: 1 }\ntype Name = string;\nconst x = 1;\nexport { Name, x };",
        },
        "Name1",
    ),
    "a type and a value of one name": (
        {
            "a.ts": using("import { Status } from './b';\nconst s: Status = 'open';", "[s, Status.Open]"),
            "b.ts": "export const Status = { Open: 'open' } as const;\nexport type Status = typeof Status.Open;\n",
        },
        ["open", "open"],
    ),
    "satisfies, assertions and generics": (
        {"a.ts": using("const x = <const T,>(v: T) => v satisfies T;", "(x([1]) as unknown)!")},
        [1],
    ),
    "passed on whole": ({"src/index.ts": "export * from './a';", "src/a.ts": FN}, "n"),
}


@pytest.mark.parametrize(("files", "value"), LAYOUTS.values(), ids=LAYOUTS)
def test_what_the_compilers_take_is_loaded_and_called(tmp_path, files, value):
    assert answered(tmp_path, files) == value


WHICH = {
    "the source": ({"src/a.ts": FN, "dist/a.js": JS}, "n"),
    "the source before an index": ({"src/a.ts": FN, "dist/index.js": JS}, "n"),
    "what package.json names": (
        {"package.json": '{"type": "module", "main": "dist/a.js"}', "src/a.ts": FN, "dist/a.js": JS},
        "built",
    ),
    "the source when what it names is not there": ({"package.json": '{"main": "dist/a.js"}', "src/a.ts": FN}, "n"),
    "no file of declarations": ({"a.d.ts": f"export {NAMED};", "b/c.ts": FN}, "n"),
}


@pytest.mark.parametrize(("files", "value"), WHICH.values(), ids=WHICH)
def test_of_source_and_built_file_one_is_read(tmp_path, files, value):
    assert answered(tmp_path, files) == value


def test_values_and_state_are_those_of_javascript(tmp_path):
    body = "(args as { x: number }).x = 2; records.clear(); return Promise.resolve([undefined, -0, new Map()]);"
    with working(tmp_path, {"a.ts": f"export {NAMED} {{ {body} }}"}) as worker:
        worker.store("s", {"a:1": {"id": "1"}})
        reply = worker.call("n", {"x": 1}, ALPHA, "s")
    assert reply.value == [Tagged("undefined"), Tagged("number", "-0"), Tagged("map", [])]
    assert (reply.awaited, reply.args, reply.rows) == ("promise", {"x": 2}, {})


def test_the_place_is_a_line_of_the_source(tmp_path):
    files = {
        "a.ts": "import {\n  Ticket,\n  Code,\n} from './b';\nexport interface A {\n  x: string;\n}\nenum E { A }\n\n"
        f"export {NAMED} {{\n  const t: Ticket | A | E | null = null;\n\n  throw new Error(Code.Bad);\n}}\n",
        "b.ts": "export interface Ticket { id: string }\nexport enum Code { Bad = 'bad' }\n",
    }
    with working(tmp_path, files) as worker:
        worker.store("s", {})
        reply = worker.call("n", {}, ALPHA, "s")
    assert (reply.says, reply.where) == ("raised Error: bad", "a.ts:13")


LOADING = [
    ({"a.ts": f"{FN}\nconst x: number = ;\n"}, "did not load: a.ts:3: SyntaxError"),
    ({"a.ts": f"import {{ x }} from './b';\n{FN}export const y = x;"}, "Cannot find module 'b' imported from a.ts"),
    ({"a.ts": f"import {{ x }} from '/etc/b.ts';\n{FN}export const y = x;"}, "Cannot find module '/etc/b.ts'"),
    (
        {"a.ts": f"import {{ x }} from './b';\n{FN}export const y = x;", "b.ts": "export const z = 1;"},
        "does not provide an export",
    ),
    ({"a.ts": f"{FN}\nthrow new Error('at load');\n"}, "did not load: a.ts:3: Error: at load"),
]


@pytest.mark.parametrize(("files", "says"), LOADING, ids=[says for _, says in LOADING])
def test_why_it_did_not_load_is_one_sentence(tmp_path, files, says):
    with working(tmp_path, files) as worker:
        assert (worker.loaded.kind, says in worker.loaded.says) == ("load", True), worker.loaded.says
        assert "\n" not in worker.loaded.says


@pytest.mark.parametrize(
    ("version", "fits"),
    [("20.20.0", False), ("22.17.9", False), ("22.18.0", True), ("24.3.0", True), ("25.9.0", True), ("26.0.0", False)],
)
def test_only_a_version_that_can_read_it_runs_it(tmp_path, version, fits):
    node = tmp_path / "node"
    node.write_text(f"#!/bin/sh\necho v{version}\n")
    node.chmod(0o755)
    language = replace(LANGUAGE, runtime=replace(LANGUAGE.runtime, candidates=(str(node),)))
    if fits:
        assert runtime(language).command[0] == str(node)
    else:
        with pytest.raises(NotJudged, match=r"from version 22.18 to 25 .* pip install 'takehome-kit\[node\]'"):
            runtime(language)

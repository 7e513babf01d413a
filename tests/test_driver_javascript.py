"""The driver for JavaScript, through a real worker: where the function is found, what goes in and out, how it fails."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grader.exercise import load
from grader.submission.handin import NotJudged, take_in
from grader.submission.languages import languages
from grader.submission.runtime import runtime
from grader.submission.sandbox import Open
from grader.submission.wire import UNCHANGED
from grader.submission.worker import Worker
from grader.values import Tagged

EXERCISE = load("search_tickets")
LANGUAGE = next(language for language in languages() if language.name == "javascript")
ALPHA = {"tenant": "alpha", "can_read_tickets": True}
ROWS = {"a:2": {"id": "2", "n": [1, 2]}, "a:1": {"id": "1", "n": []}, "b:1": None}
NAMED = "function executeTool(name, args, context, records)"
BODY = "{ return name; }\n"
FN = f"export {NAMED} {BODY}"
COMMON = f"{NAMED} {BODY}module.exports = {{ executeTool }};\n"


@pytest.fixture(autouse=True, scope="module")
def _node():
    try:
        runtime(LANGUAGE)
    except NotJudged as reason:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(reason))


def laid(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / "handed" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "handed"


@contextlib.contextmanager
def working(folder: Path, files: dict[str, str], **how) -> Iterator[Worker]:
    with take_in(laid(folder, files), EXERCISE) as handin, Worker(handin, sandbox=Open(), **how) as worker:
        yield worker


def one_call(folder: Path, body: str, args: object = None, timeout: float = 2.0, before: str = ""):
    """The reply of a function with this body."""
    with working(folder, {"tickets.mjs": f"{before}\nexport {NAMED} {{\n{body}\n}}"}) as worker:
        assert worker.loaded.kind == "ok", worker.loaded.says
        worker.store("s", ROWS)
        return worker.call("tool", args, ALPHA, "s", timeout=timeout)


LAYOUTS = {
    "ES module": ({"tickets.mjs": FN}, "tickets.mjs"),
    "ES module by its syntax": ({"tickets.js": FN}, "tickets.js"),
    "ES module by package.json": ({"package.json": '{"type": "module"}', "src/a.js": FN}, "src/a.js"),
    "async": ({"a.mjs": FN.replace("function", "async function")}, "a.mjs"),
    "constant": ({"a.mjs": f"export const executeTool = (name, args) => {BODY}"}, "a.mjs"),
    "taken apart": (
        {
            "a.mjs": f"const tools = {{ {NAMED.split(' ')[1]} args) {BODY} }};\n"
            "export const { other, executeTool } = tools;\n"
        },
        "a.mjs",
    ),
    "list": ({"a.mjs": f"{NAMED} {BODY}export {{\n  executeTool,\n}};\n"}, "a.mjs"),
    "renamed": ({"a.mjs": f"const run = (name) => {BODY}export {{ run as executeTool }};\n"}, "a.mjs"),
    "default function": ({"a.mjs": f"export default {NAMED} {BODY}"}, "a.mjs"),
    "default name": (
        {
            "a.mjs": f"const executeTool = make(); function make() {{ return (name) => {BODY}}}\n"
            "export default executeTool;\n"
        },
        "a.mjs",
    ),
    "default object": ({"a.mjs": f"export default {{ word: '', executeTool(name) {BODY} }};\n"}, "a.mjs"),
    "CommonJS": ({"tickets.js": COMMON}, "tickets.js"),
    "CommonJS function": ({"a.cjs": f"module.exports = {NAMED} {BODY}"}, "a.cjs"),
    "CommonJS name": ({"a.js": f"const executeTool = (name) => {BODY}module.exports = executeTool;\n"}, "a.js"),
    "CommonJS key": ({"a.js": f"exports.executeTool = (name) => {BODY}"}, "a.js"),
    "CommonJS method": (
        {"a.js": f"const tools = {{ executeTool(name) {BODY} }};\nmodule.exports.executeTool = tools.executeTool;\n"},
        "a.js",
    ),
    "passed on": ({"index.mjs": "export { executeTool } from './lib/a.mjs';", "lib/a.mjs": FN}, "index.mjs"),
    "passed on whole": ({"src/index.mjs": "export * from './a.mjs';", "src/a.mjs": FN}, "src/index.mjs"),
    "passed on by require": ({"index.js": 'module.exports = require("./lib");', "lib/index.js": COMMON}, "index.js"),
    "a list that passes on something else": (
        {"src/index.mjs": "export * from './other.mjs';", "src/other.mjs": "export const x = 1;", "src/z.mjs": FN},
        "src/z.mjs",
    ),
    "main": ({"package.json": '{"main": "lib/run"}', "lib/run.js": COMMON, "a.js": COMMON}, "lib/run.js"),
    "main folder": ({"package.json": '{"main": "./lib/"}', "lib/index.js": COMMON, "a.js": COMMON}, "lib/index.js"),
    "exports": (
        {
            "package.json": '{"main": "a.mjs", "exports": {".": {"import": "./lib/b.mjs"}}}',
            "a.mjs": FN,
            "lib/b.mjs": FN,
        },
        "lib/b.mjs",
    ),
    "after another statement": ({"a.mjs": f"{NAMED} {BODY.strip()} export {{ executeTool }};\n"}, "a.mjs"),
    "default under another name": (
        {"a.mjs": f"const tools = {{ executeTool(name) {BODY} }};\nexport default tools;\n"},
        "a.mjs",
    ),
    "default among a list": ({"a.mjs": f"{NAMED} {BODY}export {{ executeTool as default }};\n"}, "a.mjs"),
    "a name in quotes": ({"a.mjs": f"const run = (name) => {BODY}export {{ run as 'executeTool' }};\n"}, "a.mjs"),
    "second constant": ({"a.mjs": f"export const A = 1,\n  executeTool = (name) => {BODY}"}, "a.mjs"),
    "CommonJS key in quotes": ({"a.js": f"exports['executeTool'] = (name) => {BODY}"}, "a.js"),
    "CommonJS behind an object": (
        {"a.js": f"{NAMED} {BODY}module.exports = {{ words: {{ a: 1 }}, executeTool }};\n"},
        "a.js",
    ),
    "CommonJS assigned": ({"a.js": f"{NAMED} {BODY}Object.assign(exports, {{ executeTool }});\n"}, "a.js"),
    "CommonJS instance": (
        {"a.js": f"class Desk {{ executeTool(name) {BODY} }}\nmodule.exports = new Desk();\n"},
        "a.js",
    ),
    "CommonJS in a wrapper": (
        {
            "a.js": "(function (root, make) {\n  if (typeof module === 'object') module.exports = make();\n"
            f"  else root.desk = make();\n}})(this, () => {{\n  {NAMED} {BODY}  return {{ executeTool }};\n}});\n"
        },
        "a.js",
    ),
    "exports in a list": (
        {"package.json": '{"exports": {".": ["./lib/b.mjs"]}}', "a.mjs": FN, "lib/b.mjs": FN},
        "lib/b.mjs",
    ),
    "a manifest with a byte order mark": (
        {"package.json": '\ufeff{"main": "lib/b.mjs"}', "a.mjs": FN, "lib/b.mjs": FN},
        "lib/b.mjs",
    ),
    "a folder around it": (
        {"take-home/package.json": '{"main": "lib/b.mjs"}', "take-home/a.mjs": FN, "take-home/lib/b.mjs": FN},
        "lib/b.mjs",
    ),
    "only mentioned": (
        {
            "a.mjs": f"// export function executeTool() {{}}\n/*\n{FN}*/\nconst s = `\n{FN}`;\nexport {{ s }};",
            "b/c.mjs": FN,
        },
        "b/c.mjs",
    ),
    "tests and configuration aside": ({"test/a.mjs": FN, "a.test.mjs": FN, "lib/b.mjs": FN}, "lib/b.mjs"),
}


@pytest.mark.parametrize(("files", "file"), LAYOUTS.values(), ids=LAYOUTS)
def test_the_function_is_found_and_called(tmp_path, files, file):
    with take_in(laid(tmp_path, files), EXERCISE) as handin, Worker(handin, sandbox=Open()) as worker:
        assert (handin.language.name, handin.entry.file) == ("javascript", file)
        assert worker.loaded.kind == "ok", worker.loaded.says
        assert worker.loaded.printed == ""
        worker.store("s", ROWS)
        assert worker.call("a name", {}, ALPHA, "s").value == "a name"


def test_a_method_keeps_its_object(tmp_path):
    text = "class Tools { x = 7; run() { return this.x; } }\nmodule.exports = { tools: new Tools() };\n"
    folder = laid(tmp_path, {"a.js": text})
    with take_in(folder, EXERCISE, entry="a.js:tools.run") as handin, Worker(handin, sandbox=Open()) as worker:
        worker.store("s", {})
        assert worker.call("n", {}, ALPHA, "s").value == 7


NOT_FOUND = [
    ({"a.js": "function executeTool() {}\n"}, "executeTool in a.js, but not among the exports of it"),
    ({"a.mjs": "export function executeTools() {}\n"}, "Near it: executeTools in a.mjs"),
    ({"a.mjs": "export { executeTool as run };\n"}, "no function executeTool among the exports of a.mjs"),
]


@pytest.mark.parametrize(("files", "says"), NOT_FOUND, ids=[says for _, says in NOT_FOUND])
def test_what_is_not_exported_is_not_found(tmp_path, files, says):
    with pytest.raises(NotJudged, match=says), take_in(laid(tmp_path, files), EXERCISE):
        pass


def test_without_a_fitting_runtime_nothing_is_judged_and_one_line_installs_it(tmp_path):
    old = tmp_path / "node"
    old.write_text("#!/bin/sh\necho v18.20.0\n")
    old.chmod(0o755)
    need = replace(LANGUAGE.runtime, candidates=("{packages[no_such_package]}/bin/node", str(old)))
    with pytest.raises(NotJudged, match=r"pip install 'takehome-kit\[node\]'"):
        runtime(replace(LANGUAGE, runtime=need))


def test_a_call_gets_its_four_parameters_and_answers(tmp_path):
    reply = one_call(tmp_path, "return [name, args, context, [...records], records instanceof Map]", {"x": 1})
    context = {"tenant": "alpha", "canReadTickets": True}
    assert (reply.kind, reply.value) == ("ok", ["tool", {"x": 1}, context, [[*row] for row in ROWS.items()], True])
    assert (reply.args, reply.rows, reply.awaited, reply.subclass) == (UNCHANGED, None, None, False)


IN = [
    (Tagged("undefined"), "args === undefined"),
    ({"limit": Tagged("undefined")}, "'limit' in args && args.limit === undefined"),
    (Tagged("number", "nan"), "Number.isNaN(args)"),
    (Tagged("number", "-inf"), "args === -Infinity"),
    (Tagged("number", "-0"), "Object.is(args, -0)"),
    (5.0, "args === 5"),
    (Tagged("bigint", "5"), "args === 5n"),
    (Tagged("map", [["limit", 2]]), "args instanceof Map && args.get('limit') === 2"),
    (Tagged("set", [1]), "args instanceof Set && args.has(1)"),
    (Tagged("date", "2024-01-01T00:00:00.000Z"), "args instanceof Date && args.getUTCFullYear() === 2024"),
    (Tagged("bytes", "01ff"), "args instanceof Uint8Array && args[1] === 255"),
    (Tagged("boxed", 3), "args instanceof Number && args + 0 === 3"),
    (Tagged("getter", {"limit": 2}), "Object.getOwnPropertyDescriptor(args, 'limit').get && args.limit === 2"),
    (Tagged("proxy", {"limit": 2}), "util.types.isProxy(args) && args.limit === 2"),
    (
        Tagged("symbolkey", {"limit": 2}),
        "Object.keys(args).length === 1 && Object.getOwnPropertySymbols(args).length === 1",
    ),
    (
        Tagged("hiddenkey", {"limit": 2}),
        "Object.keys(args).length === 1 && Object.getOwnPropertyNames(args).length === 2",
    ),
    (Tagged("foreignrealm", {"limit": 2}), "!(args instanceof Object) && args.limit === 2"),
    (Tagged("nullproto", {"limit": 2}), "Object.getPrototypeOf(args) === null && args.limit === 2"),
    (Tagged("object", {"limit": 2}), "args.constructor.name === 'Instance' && args.limit === 2"),
    ({"__proto__": {"x": 1}}, "Object.hasOwn(args, '__proto__') && args.x === undefined"),
    ({"__proto__": {"x": Tagged("undefined")}}, "Object.hasOwn(args, '__proto__') && !('x' in args)"),
    ({"$": "set", "v": [1]}, "args.$ === 'set' && args.v[0] === 1"),
]


@pytest.mark.parametrize(("args", "test"), IN, ids=[test for _, test in IN])
def test_each_value_goes_in_as_what_it_is(tmp_path, args, test):
    reply = one_call(tmp_path, f"return Boolean({test});", args, before="import util from 'node:util';")
    assert (reply.kind, reply.value, reply.args) == ("ok", True, UNCHANGED), reply.says


OUT = [
    ("undefined", Tagged("undefined")),
    ("{ a: undefined, b: null }", {"a": Tagged("undefined"), "b": None}),
    ("[1, , 2]", [1, Tagged("undefined"), 2]),
    ("NaN", Tagged("number", "nan")),
    ("-Infinity", Tagged("number", "-inf")),
    ("-0", Tagged("number", "-0")),
    ("[5.0, 2 ** 40, 1e21, 1.5, 1e-7]", [5, 2**40, 10**21, 1.5, 1e-7]),
    ("12n", Tagged("bigint", "12")),
    ("new Map([[1, { a: 2 }]])", Tagged("map", [[1, {"a": 2}]])),
    ("new Set(['x'])", Tagged("set", ["x"])),
    ("new Date(0)", Tagged("date", "1970-01-01T00:00:00.000Z")),
    ("new Date(NaN)", Tagged("date", "invalid")),
    ("Buffer.from('01ff', 'hex')", Tagged("bytes", "01ff")),
    ("{ $: 'set', v: [1] }", {"$": "set", "v": [1]}),
    ("JSON.parse('{\"__proto__\": 1}')", {"__proto__": 1}),
    ("{ [Symbol('s')]: 1, a: true }", {"a": True}),
    ("'\\ud800'", "\ud800"),
    ("Object.freeze({ a: Object.freeze([]) })", {"a": []}),
]
SUBCLASSES = [
    ("Object.assign(Object.create(null), { a: 1 })", {"a": 1}),
    ("new (class A { a = 1; #b = 2; get c() { throw 1; } toJSON() { throw 1; } })()", {"a": 1}),
    ("new (class B extends Array {})(1, 2)", [1, 2]),
    ("new String('x')", "x"),
    ("{ a: Object(false) }", {"a": False}),
]


@pytest.mark.parametrize(("code", "value"), OUT, ids=[code for code, _ in OUT])
def test_each_value_comes_out_as_what_it_is(tmp_path, code, value):
    reply = one_call(tmp_path, f"return {code};")
    assert (reply.kind, reply.value, reply.subclass) == ("ok", value, False), reply.says
    assert list(map(type, reply.value)) == list(map(type, value)) if isinstance(value, list) else True


@pytest.mark.parametrize(("code", "value"), SUBCLASSES, ids=[code for code, _ in SUBCLASSES])
def test_an_instance_is_read_by_its_own_data_and_noted(tmp_path, code, value):
    reply = one_call(tmp_path, f"return {code};")
    assert (reply.kind, reply.value, reply.subclass) == ("ok", value, True), reply.says


FAILURES = [
    ("throw new TypeError('x')", "error", "raised TypeError: x"),
    ("class NoSuch extends Error {}\nthrow new NoSuch('x')", "error", "raised NoSuch: x"),
    ("throw 'forbidden'", "error", "raised string: forbidden"),
    ("throw { code: 'forbidden' }", "error", 'raised Object: {"code":"forbidden"}'),
    ("throw null", "error", "raised null: null"),
    ("throw new Proxy(new Error('x'), { get() { throw 1; } })", "error", "whose own message fails"),
    (
        "const e = new Error(); Object.defineProperty(e, 'message', { get() { throw 1; } }); throw e",
        "error",
        "whose own message fails",
    ),
    (
        "const e = new Error('m'); Object.defineProperty(e, 'stack', { get() { throw 1; } }); throw e",
        "error",
        "raised Error: m",
    ),
    ("throw new Error('x'.repeat(50_000_000))", "error", "raised Error: xxx"),
    ("return executeTool(name, args, context, records)", "error", "raised RangeError"),
    ("return Promise.reject(new RangeError('later'))", "error", "raised RangeError: later"),
    (
        "return new Promise(() => setTimeout(() => { throw new RangeError('later'); }))",
        "error",
        "raised RangeError: later",
    ),
    ("while (true);", "timeout", "no answer within 0.3 s"),
    ("return new Promise(() => {})", "timeout", "no answer within 0.3 s"),
    ("process.exit(0)", "died", "ended before it answered, exit status 0"),
    ("console.log('so far'); process.exit(3)", "died", "exit status 3; it printed last: so far"),
    ("process.abort()", "died", "signal SIGABRT"),
    ("process.kill(process.pid, 'SIGKILL')", "died", "signal SIGKILL"),
    (
        "const all = []; while (true) all.push(new Array(100_000).fill(all.length))",
        "memory",
        "ran out of memory (512 MB)",
    ),
    ("for (let i = 0; i < 9_000; i += 1) console.log('x'.repeat(1000))", "flood", "printed more than 8 MB"),
    ("for (let fd = 3; fd < 64; fd += 1) try { fs.closeSync(fd) } catch {}", "died", "closed its answer pipe"),
    ("for (let fd = 3; fd < 64; fd += 1) try { fs.writeSync(fd, '[\\n') } catch {}", "protocol", "not an answer"),
    ("return executeTool", "unusable", "returned a function, which cannot be compared"),
    ("return Symbol('s')", "unusable", "returned a symbol, which cannot be compared"),
    (
        "return new Proxy({}, { ownKeys() { process.exit(1); } })",
        "unusable",
        "a Proxy object, which cannot be compared",
    ),
    ("return [new Proxy([], {})]", "unusable", "a value that holds a Proxy object, which cannot be compared"),
    ("return { get a() { process.exit(1); } }", "unusable", "an object with a getter, which cannot be compared"),
    ("return { tickets: [].values() }", "unusable", "holds a generator; did you forget [...values]?"),
    ("return (function* () {})()", "unusable", "returned a generator; did you forget [...values]?"),
    ("return new Map().keys()", "unusable", "returned a generator; did you forget [...values]?"),
    ("return { tickets: Promise.resolve(1) }", "unusable", "holds a Promise; did you forget await?"),
    ("return { then(done) { done(1); } }", "unusable", "returned a thenable; did you forget await?"),
    ("return new (class { then(done) { done(1); } })()", "unusable", "returned a thenable; did you forget await?"),
    ("return /x/", "unusable", "returned a RegExp object, which cannot be compared"),
    ("const x = []; x.push(x); return x", "unusable", "nested too deeply, or one that contains itself"),
    ("return new Array(2 ** 32 - 1)", "unusable", "too many parts"),
    ("return new Array(300_000).fill(0)", "unusable", "too many parts"),
    ("return 1n << 200_000n", "unusable", "more than 10,000 bits"),
    ("return 'x'.repeat(2_000_000)", "unusable", "an answer larger than 1 MB"),
    ("return new Array(2000).fill('x'.repeat(1000))", "unusable", "an answer larger than 1 MB"),
    (
        "return new Array(300).fill('\\u0416'.repeat(900) + '\\u0001'.repeat(900))",
        "unusable",
        "an answer larger than 1 MB",
    ),
]


@pytest.mark.parametrize(("body", "kind", "says"), FAILURES, ids=[body[:50] for body, _, _ in FAILURES])
def test_each_odd_answer_has_one_sentence(tmp_path, body, kind, says):
    reply = one_call(tmp_path, body, timeout=0.3 if kind == "timeout" else 8.0, before="import fs from 'node:fs';")
    assert (reply.kind, says in reply.says) == (kind, True), reply.says
    assert len(reply.says) < 2200
    assert "\n" not in reply.says


def test_a_promise_is_awaited_and_told(tmp_path):
    reply = one_call(
        tmp_path, "args.x = 2; return new Promise((done) => setTimeout(() => done({ ok: true }), 5));", {"x": 1}
    )
    assert (reply.kind, reply.value, reply.awaited, reply.args) == ("ok", {"ok": True}, "promise", {"x": 2})


def test_the_place_is_the_innermost_line_inside_the_hand_in(tmp_path):
    files = {
        "a.mjs": f"import {{ dig }} from './lib/deep down.mjs';\nexport {NAMED} {{\n  return dig();\n}}\n",
        "lib/deep down.mjs": "export function dig() {\n\n  return JSON.parse('{');\n}\n",
    }
    with working(tmp_path, files) as worker:
        worker.store("s", ROWS)
        reply = worker.call("n", {}, ALPHA, "s")
    assert (reply.kind, reply.error, reply.where) == ("error", "SyntaxError", "lib/deep down.mjs:3")


CHANGES = [
    ("args.x = 2", {"x": 2, "n": []}, None),
    ("args.n.push(1)", {"x": 1, "n": [1]}, None),
    ("records.get('a:2').n.push(3)", UNCHANGED, {**ROWS, "a:2": {"id": "2", "n": [1, 2, 3]}}),
    ("records.delete('a:2')", UNCHANGED, {"a:1": ROWS["a:1"], "b:1": None}),
    (
        "const t = records.get('a:2'); records.delete('a:2'); records.set('a:2', t)",
        UNCHANGED,
        {"a:1": ROWS["a:1"], "b:1": None, "a:2": ROWS["a:2"]},
    ),
    ("Object.freeze(args); for (const row of records.values()) Object.freeze(row)", UNCHANGED, None),
]


@pytest.mark.parametrize(("body", "args", "rows"), CHANGES, ids=[body for body, _, _ in CHANGES])
@pytest.mark.parametrize("ending", ["return 1", "throw new Error()"])
def test_what_a_call_changed_is_told_and_only_that(tmp_path, body, args, rows, ending):
    reply = one_call(tmp_path, f"{body};\n{ending}", {"x": 1, "n": []})
    assert (reply.args, reply.rows) == (args, rows)
    if rows is not None:
        assert list(reply.rows) == list(rows)


def test_kept_records_and_args_edited_rows_and_scribbling(tmp_path):
    kept = "globalThis.kept ??= { keys: [...records.keys()], n: args.n, map: new Map() }"
    body = f"args.n = (args.n ?? 0) + 1; return {kept};"
    with working(tmp_path, {"a.mjs": f"export {NAMED} {{ {body} }}"}) as worker:
        worker.store("s", ROWS)
        first = worker.call("n", {}, ALPHA, "s")
        assert (first.value["keys"], first.args) == (list(ROWS), {"n": 1})
        assert worker.scribble().kind == "ok"
        again = worker.call("n", {}, ALPHA, "s", keep=["args", "records"], edit=[("c:1", {"id": "c"}), ("a:2", None)])
        assert again.value == {
            "keys": "scribbled",
            "n": "scribbled",
            "map": "scribbled",
            "scribbled": "scribbled",
        }
        assert (again.args, again.rows) == ({"n": 2}, None)


def test_scribbling_reaches_the_stored_rows_and_leaves_what_is_frozen(tmp_path):
    body = "return { row: records.get('a:2'), cold: Object.freeze({ a: 1 }) };"
    with working(tmp_path, {"a.mjs": f"export {NAMED} {{ {body} }}"}) as worker:
        worker.store("s", ROWS)
        worker.call("n", {}, ALPHA, "s")
        reply = worker.scribble()
        assert reply.kind == "ok"
        assert reply.rows["a:2"] == {"id": "scribbled", "n": "scribbled", "scribbled": "scribbled"}
        assert worker.call("n", {}, ALPHA, "s").value == {"row": ROWS["a:2"], "cold": {"a": 1}}


PATCHES = [
    "JSON.stringify = JSON.parse = () => { throw 1; };",
    "fs.writeSync = () => 0; module.syncBuiltinESMExports();",
    "Object.prototype.toJSON = () => 'spoilt'; Object.prototype.keep = ['records'];",
    "Object.prototype.edit = [['x', 1]]; Object.prototype.value = Object.prototype.$ = 1;",
    "Map.prototype.set = Map.prototype.forEach = Set.prototype.add = () => { throw 1; };",
    "Object.keys = Object.getOwnPropertyDescriptor = Object.hasOwn = Array.isArray = () => { throw 1; };",
    "String.prototype.indexOf = String.prototype.slice = Buffer.from = Buffer.concat = () => { throw 1; };",
    "Array.prototype.push = Array.prototype.map = Array.prototype.join = () => { throw 1; };",
    "Function.prototype.call = Function.prototype.bind = Reflect.apply = () => { throw 1; };",
    "Promise.prototype.then = () => { throw 1; };",
    "process.on('exit', () => {}); console.log = () => {}; process.stdout.write = () => true;",
]


@pytest.mark.parametrize("patch", PATCHES)
def test_a_hand_in_that_patches_its_surroundings_harms_only_itself(tmp_path, patch):
    before = f"import fs from 'node:fs'; import module from 'node:module';\n{patch}"
    reply = one_call(tmp_path, "return { args, 'a b': [undefined, 1.5], n: records.size };", {"x": [1]}, before=before)
    assert (reply.kind, reply.value) == ("ok", {"args": {"x": [1]}, "a b": [Tagged("undefined"), 1.5], "n": 3}), (
        reply.says
    )


def test_printing_and_work_left_behind_do_not_touch_the_answers(tmp_path):
    body = (
        "for (let i = 0; i < 2000; i += 1) console.log('{\"id\":1}');\n"
        "setInterval(() => {}, 1); Promise.reject(new Error('nobody waits')); setTimeout(() => { throw 1; });\n"
        "return name;"
    )
    with working(tmp_path, {"a.mjs": f"export {NAMED} {{\n{body}\n}}"}) as worker:
        worker.store("s", ROWS)
        replies = [worker.call(f"n{n}", {}, ALPHA, "s") for n in range(20)]
        assert [reply.value for reply in replies] == [f"n{n}" for n in range(20)]
        assert any("thrown after the answer: Error: nobody waits" in reply.printed for reply in replies)


LOADING = [
    ({"a.mjs": f"{FN}\nconst x = ;\n"}, "did not load: a.mjs:3: SyntaxError: Unexpected token ';'"),
    ({"a.js": f"{COMMON}\nconst x = ;\n"}, "did not load: a.js:4: SyntaxError: Unexpected token ';'"),
    ({"a.mjs": f"import './b.mjs';\n{FN}", "b.mjs": "\nlet y = 1; let y = 2;"}, "did not load: b.mjs:2: SyntaxError"),
    ({"a.mjs": f"import './no.mjs';\n{FN}"}, "did not load: Error: Cannot find module 'no.mjs' imported from a.mjs"),
    ({"a.js": f"require('./no');\n{COMMON}"}, "did not load: a.js:1: Error: Cannot find module './no'"),
    (
        {"a.mjs": f"import {{ y }} from './b.mjs';\n{FN}", "b.mjs": "export const x = 1;"},
        "did not load: a.mjs:1: SyntaxError",
    ),
    ({"a.mjs": f"import left from 'left-pad';\n{FN}"}, "imported from a.mjs; the kit installs no packages: do without"),
    ({"a.js": f"require('left-pad');\n{COMMON}"}, "Cannot find module 'left-pad'; the kit installs no packages"),
    (
        {"a.mjs": f"class A {{\n  @logged run() {{}}\n}}\n{FN}"},
        "did not load: a.mjs:2: SyntaxError: decorators and acc",
    ),
    (
        {"a.js": "const make = () => ({ executeTool: 1 });\nmodule.exports = { make };\n"},
        "in handin.yaml as `entry:",
    ),
    ({"a.mjs": f"{FN}\nthrow new Error('at load');"}, "did not load: a.mjs:3: Error: at load"),
    ({"a.mjs": f"{FN}\nprocess.exit(0);"}, "ended while loading, exit status 0"),
    ({"a.mjs": f"{FN}\nawait new Promise(() => {{}});"}, "did not finish loading within 0.5 s"),
    ({"a.mjs": f"{FN}\nwhile (true);"}, "did not finish loading within 0.5 s"),
    ({"a.mjs": "export const executeTool = 5;"}, "executeTool in a.mjs is a number, which cannot be called"),
    ({"a.mjs": "export let executeTool;"}, "a.mjs exports no function executeTool"),
]


@pytest.mark.parametrize(("files", "says"), LOADING, ids=[says for _, says in LOADING])
def test_why_it_did_not_load_is_one_sentence(tmp_path, files, says):
    with working(tmp_path, files, loading=0.5 if "0.5 s" in says else 8.0) as worker:
        assert (worker.loaded.kind, says in worker.loaded.says) == ("load", True), worker.loaded.says
        assert str(tmp_path) not in worker.loaded.says
        assert "\n" not in worker.loaded.says
        assert not worker.alive


@pytest.mark.parametrize(
    "write",
    [
        "records.last = args",
        "records[Symbol('last')] = 1",
        "Object.defineProperty(records.get('a:1'), 'low', { value: 1 })",
        "records.get('a:2')[Symbol('low')] = 1",
    ],
)
def test_what_is_hung_on_the_records_out_of_sight_is_a_change(tmp_path, write):
    assert one_call(tmp_path, f"{write}; return name;").rows is not None
    assert one_call(tmp_path, "return name;").rows is None


def test_exports_are_read_by_name(tmp_path):
    files = {
        "a.mjs": f"{FN}export const TOOL = {{ name: 'x', run: () => 1 }};\n",
        "b.cjs": "exports.deep = { er: [1] };\n",
    }
    with working(tmp_path, files, exports=["TOOL", "absent", "b.cjs:deep.er", "none.js:x"]) as worker:
        assert worker.loaded.value == {
            "TOOL": {"name": "x", "run": Tagged("object", "a value that holds a function, which cannot be compared")},
            "b.cjs:deep.er": [1],
        }


def test_calls_are_fast(tmp_path):
    """A bound far below what is measured (20,000): it goes red when a call costs several times as much."""
    text = f"export {NAMED} {{ return {{ ok: true, tickets: [...records.values()] }}; }}"
    with working(tmp_path, {"a.mjs": text}) as worker:
        worker.store("s", {f"a:{n}": {"id": f"{n}", "title": "x" * 20, "status": "open"} for n in range(10)})
        assert max(calls_per_second(worker) for _ in range(5)) > 2_500


def calls_per_second(worker: Worker, calls: int = 500) -> float:
    started = time.perf_counter()
    for _ in range(calls):
        worker.call("t", {"limit": 3}, ALPHA, "s")
    return calls / (time.perf_counter() - started)

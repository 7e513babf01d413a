"""The declaration is found in whatever form and place it has, and its schema is held to the contract call by call."""

from __future__ import annotations

import copy
import json
import socket
from pathlib import Path
from typing import Any

import pytest
from the_node import node

from grader.checks import declaration
from grader.checks.agreement import objects
from grader.checks.ecma import compiled
from grader.checks.validator import NoVerdict, accepts
from grader.grading.options import Options
from grader.submission.handin import take_in
from grader.submission.worker import Worker

TOP = Path(__file__).parent.parent
STUB = "def execute_tool(name, args, context, records):\n    raise NotImplementedError\n"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "status": {"type": "string", "enum": ["open", "closed"]},
        "query": {"type": "string", "minLength": 1, "maxLength": 40},
        "limit": {"type": "integer", "minimum": 1, "maximum": 10, "default": 5},
        "cursor": {"type": "string", "pattern": "^TKT-[0-9]{3}$"},
    },
    "additionalProperties": False,
}
TELLS = "Finds tickets. For more pages, pass next_cursor as cursor."


def flat(schema: Any = SCHEMA, form: str = "input_schema", **parts: Any) -> dict[str, Any]:
    return {"name": "search_tickets", "description": TELLS, form: schema, **parts}


def edited(*steps: tuple[str, Any]) -> dict[str, Any]:
    """The good schema with values set at dotted paths; `...` removes."""
    schema = copy.deepcopy(SCHEMA)
    for path, value in steps:
        *above, last = path.split(".")
        inner = schema
        for name in above:
            inner = inner[name]
        if value is ...:
            del inner[last]
        else:
            inner[last] = value
    return schema


@pytest.fixture
def check(exercise, tmp_path):
    """Judges a hand-in of these files; a value that is no text is written as JSON."""

    def judged(**files: Any) -> declaration.Declaration:
        for name, text in {"tickets_py": STUB, **files}.items():
            folders = name if name.startswith("__") else name.replace("__", "/")
            path = tmp_path / "handed_in" / ".".join(folders.rsplit("_", 1))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
        return of(tmp_path / "handed_in", exercise)

    return judged


def of(path: Path, exercise) -> declaration.Declaration:
    with take_in(path, exercise) as handin:
        return declaration.check(
            handin, exercise, lambda names: Worker(handin, sandbox=Options().sandbox, exports=names)
        )


def rules(found: declaration.Declaration) -> list[str]:
    return [each.rule for each in found.findings]


# ---- found ----

FORMS = {
    "input_schema": flat(),
    "inputSchema": flat(form="inputSchema"),
    "parameters": flat(form="parameters"),
    "schema": flat(form="schema"),
    "function": {"type": "function", "function": flat(form="parameters")},
    "array": [{"name": "get_ticket", "description": "One.", "parameters": {"type": "object"}}, flat(form="parameters")],
    "under tools": {"tools": [flat()]},
    "under its name": {"search_tickets": {"description": TELLS, "parameters": SCHEMA}},
}


@pytest.mark.parametrize("value", FORMS.values(), ids=list(FORMS))
def test_every_wire_format_is_read_from_code(check, value):
    found = check(tickets_py=f"false = False\nTOOL_LIST = {json.dumps(value)}\n{STUB}")
    assert found.one is not None
    assert found.one.where == "tickets.py:2 (TOOL_LIST)"
    assert found.one.schema == SCHEMA
    assert rules(found) == []


@pytest.mark.parametrize("value", FORMS.values(), ids=list(FORMS))
def test_every_wire_format_is_read_from_a_json_file(check, value):
    found = check(docs__tools_json=value)
    assert found.one is not None
    assert found.one.where == "docs/tools.json"
    assert rules(found) == []


ENTRIES = {
    "named tuple": "class Tool(NamedTuple):\n    handle: object\n    declaration: dict\nTOOL = Tool(len, FLAT)",
    "dataclass": "@dataclass\nclass Tool:\n    name: str\n    description: str\n    schema: dict\nTOOL = Tool(*PARTS)",
    "slots": "class Tool:\n    __slots__ = ('spec',)\nTOOL = Tool()\nTOOL.spec = FLAT",
}


def test_a_function_that_needs_nothing_may_make_it(check):
    value = json.loads(json.dumps(flat()))
    found = check(tickets_py=f"def search_declaration():\n    return {value!r}\n\n\n{STUB}")
    assert found.one is not None
    assert found.one.where == "tickets.py:1 (search_declaration)"
    assert rules(found) == []


@pytest.mark.parametrize(("name", "needs"), [("search_declaration", "tool"), ("search_tool", "")])
def test_no_other_function_is_called_for_it(check, name, needs):
    value = json.loads(json.dumps(flat()))
    found = check(tickets_py=f"def {name}({needs}):\n    return {value!r}\n\n\nTOLD = {name}\n{STUB}")
    assert rules(found) == ["declaration.present"]


@pytest.mark.parametrize("text", ENTRIES.values(), ids=list(ENTRIES))
def test_an_entry_of_a_registry_may_hold_it(check, text):
    value = json.loads(json.dumps(flat(form="parameters")))
    parts = f"FLAT, PARTS = {value!r}, {[*value.values()]!r}\n"
    above = f"from dataclasses import dataclass\nfrom typing import NamedTuple\n{parts}"
    under = '\ndel FLAT, PARTS\nREGISTRY = {"search_tickets": TOOL}\n'
    found = check(tickets_py=f"{above}{text}{under}{STUB}")
    assert found.one is not None
    assert found.one.schema == SCHEMA
    assert rules(found) == []


def test_a_module_beside_the_entry_is_looked_into(check):
    found = check(wire__model_py="false = False\nLIMIT = 10\nSEARCH = " + json.dumps(flat()))
    assert found.one is not None
    assert found.one.where == "wire/model.py:3 (wire.model:SEARCH)"


def test_the_package_of_the_entry_is_looked_into(exercise, tmp_path):
    package = tmp_path / "src" / "desk"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("from .run import execute_tool\n")
    (package / "run.py").write_text(STUB)
    (package / "told.py").write_text(f"from .run import execute_tool\nSEARCH = {flat()!r}\n")
    found = of(tmp_path, exercise)
    assert found.one is not None
    assert found.one.where == "src/desk/told.py:2 (desk.told:SEARCH)"


def test_a_hand_in_that_is_a_package_itself_is_looked_into(check):
    found = check(
        __init___py="from .tickets import execute_tool\n",
        tickets_py=f"from . import told\n{STUB}",
        told_py=f"from . import tickets\nSAID = {flat()!r}\n",
    )
    assert found.one is not None
    assert found.one.where == "told.py:2 (handed_in.told:SAID)"


@pytest.mark.parametrize("named", ["declaration: SAID", "declaration: told:SAID", "declaration: said.json"])
def test_handin_yaml_says_which_one_counts(check, named):
    other = flat(edited(("properties.limit.maximum", 99)))
    found = check(
        handin_yaml=named,
        a_json=other,
        said_json=flat(),
        told_py=f"SAID = {flat()!r}\n",
        tickets_py=f"from told import SAID\nOTHER = {other!r}\n{STUB}",
    )
    assert found.one is not None
    assert found.one.schema == SCHEMA
    assert found.also == ("a.json", "tickets.py:2 (OTHER)"), "the other ones are named"


def test_a_bare_schema_counts_only_where_handin_yaml_points_at_it(check):
    assert rules(check(args_json=SCHEMA)) == ["declaration.present"]
    found = check(args_json=SCHEMA, handin_yaml="declaration: args.json")
    assert found.objects > 100
    assert rules(found) == ["declaration.present", "declaration.more_pages"]
    assert "lacks a name and a description" in found.findings[0].says


def test_without_one_it_is_said_what_was_looked_for(check):
    [finding] = check(
        tickets_py=f"LIMIT = 5\n{STUB}", package_json={"name": "search_tickets", "description": "x"}
    ).findings
    assert finding.rule == "declaration.present"
    assert "input_schema" in finding.says
    assert "LIMIT" in finding.says


def test_a_name_that_is_not_the_tools_is_shown(check):
    [finding] = check(tools_json=flat(name="searchTickets")).findings
    assert finding.rule == "declaration.present"
    assert finding.actual == "searchTickets"
    assert finding.where == "tools.json"


def test_one_without_a_schema_is_there_and_incomplete(check):
    found = check(tools_json={"name": "search_tickets", "description": TELLS})
    assert rules(found) == ["declaration.present"]
    assert "schema" in found.findings[0].says


def test_a_whole_one_comes_before_one_without_a_schema(check):
    found = check(a_json={"name": "search_tickets", "description": TELLS}, b_json=flat())
    assert found.one is not None
    assert (found.one.where, found.also, rules(found)) == ("b.json", ("a.json",), [])


def test_a_module_that_ends_the_process_hides_nothing_in_the_entry(check):
    found = check(script_py="parameters = 1\nraise SystemExit(3)\n", tickets_py=f"TOLD = {flat()!r}\n{STUB}")
    assert found.one is not None
    assert found.one.where == "tickets.py:1 (TOLD)"


def test_a_tuple_is_an_array(check):
    schema = edited(("properties.status.enum", ("open", "closed")))
    assert rules(check(tickets_py=f"TOLD = {flat(schema)!r}\n{STUB}")) == []


def test_json_in_the_readme_is_a_declaration(check):
    found = check(README_md=f"# Desk\n\n```json\n{json.dumps(flat())}\n```\n")
    assert found.one is not None
    assert found.one.where == "README.md:4"


NODE = "export function executeTool() {}\n"
EXPORTS = {
    "const": f"export const SAID = {json.dumps(flat())};\n{NODE}",
    "list": f"const SAID = {json.dumps(flat())};\nexport {{ SAID as TOLD }};\n{NODE}",
    "default": f"{NODE}export default {json.dumps(flat())};\n",
    "commonjs": f"const said = [{json.dumps(flat())}];\nmodule.exports = {{ executeTool() {{}}, said }};\n",
    "exports": f"exports.executeTool = () => 0;\nexports.said = {json.dumps(flat())};\n",
    "a function": f"export function searchDeclaration() {{ return {json.dumps(flat())}; }}\n{NODE}",
    "a function of several": f"const toSchema = () => ({json.dumps(flat())});\nexport {{ toSchema }};\n{NODE}",
    "the module itself": f"module.exports = {{ executeTool() {{}}, name: 'search_tickets',"
    f" description: 'cursor', schema: {json.dumps(SCHEMA)} }};\n",
}


@pytest.mark.parametrize("text", EXPORTS.values(), ids=list(EXPORTS))
def test_what_a_module_exports_is_looked_into(exercise, hand_in, text):
    node()
    suffix = "cjs" if "exports" in text else "mjs"
    found = of(hand_in(text, f"tickets.{suffix}"), exercise)
    assert found.one is not None
    assert rules(found) == []


# ---- agreement ----

WRONG = {
    "keys may be added": (("additionalProperties", ...), "keys beyond the table", "refused"),
    "no upper bound": (("properties.limit.maximum", ...), "limit", "refused"),
    "no lower bound": (("properties.limit.minimum", ...), "limit", "refused"),
    "a bound too low": (("properties.limit.maximum", 9), "limit", "accepted"),
    "fractions": (("properties.limit.type", "number"), "limit", "refused"),
    "no enum": (("properties.status.enum", ...), "status", "refused"),
    "an enum too long": (("properties.status.enum", ["open", "closed", "pending"]), "status", "refused"),
    "an empty query": (("properties.query.minLength", ...), "query", "refused"),
    "a query too long": (("properties.query.maxLength", 41), "query", "refused"),
    "no pattern": (("properties.cursor.pattern", ...), "cursor", "refused"),
    "a pattern without its start": (("properties.cursor.pattern", "TKT-[0-9]{3}$"), "cursor", "refused"),
    "a pattern without its end": (("properties.cursor.pattern", "^TKT-[0-9]{3}"), "cursor", "refused"),
    "a pattern in another language's words": (("properties.cursor.pattern", r"^TKT-[0-9]{3}\Z"), "cursor", "accepted"),
    "an argument not declared": (("properties.cursor", ...), "cursor", "accepted"),
    "an argument required": (("required", ["query"]), "no argument given", "accepted"),
}


@pytest.mark.parametrize(("edit", "argument", "contract"), WRONG.values(), ids=list(WRONG))
def test_a_disagreement_is_shown_as_the_smallest_object(check, edit, argument, contract):
    found = check(tools_json=flat(edited(edit)))
    assert rules(found) == ["declaration.agrees"]
    [group] = found.to_json()["disagreements"]
    first = group["objects"][0]
    assert (group["argument"], first["contract"]) == (argument, contract)
    assert len(first["args"]) <= 1
    assert found.findings[0].expected == {"args": first["args"], "accepted": contract == "accepted"}
    assert json.dumps(first["args"], separators=(",", ":")) in found.findings[0].says


def test_each_argument_is_a_finding_of_its_own(check):
    found = check(tools_json=flat(edited(("properties.limit.maximum", 100), ("properties.query.maxLength", ...))))
    assert [each.says.split(":")[0] for each in found.findings] == ["limit", "query"]


def test_a_tenant_that_the_model_is_asked_for_is_named(check):
    found = check(tools_json=flat(edited(("properties.tenant", {"type": "string"}))))
    assert [each.actual for each in found.findings] == ["tenant"]
    assert "session" in found.findings[0].says


@pytest.mark.parametrize(
    ("edit", "right"),
    [
        (("properties.limit.default", 5), True),
        (("properties.limit.default", 10), False),
        (("properties.limit.default", None), False),
        (("properties.status.default", "open"), False),
    ],
)
def test_a_default_is_what_the_contract_does_without_the_argument(check, edit, right):
    found = check(tools_json=flat(edited(edit)))
    assert rules(found) == ([] if right else ["declaration.agrees"])
    assert bool(found.defaults) is not right


@pytest.mark.parametrize("pattern", [r"^TKT-\d{3}$", r"^TKT-[0-9][0-9][0-9]$", r"^(?:TKT)\x2d\d\d\d$", r"^TKT\-\d{3}$"])
def test_a_pattern_that_means_the_same_agrees(check, pattern):
    assert rules(check(tools_json=flat(edited(("properties.cursor.pattern", pattern))))) == []


def test_open_places_and_what_json_cannot_write_are_left_out(exercise):
    asked = objects(exercise, "python", exercise.tools["search_tickets"])
    assert {"limit": 1.5} in asked
    assert not any(type(args.get("limit")) is float and args["limit"] == 5 for args in asked)
    assert json.loads(json.dumps(asked)) == asked
    assert asked[0] == {}


@pytest.mark.parametrize(
    ("description", "told"),
    [
        ("Pass next_cursor as cursor.", True),
        ("`cursor` goes on after a page.", True),
        ("Gives the next page too, page by page.", False),
        ("Has precursors.", False),
        ("", False),
    ],
)
def test_more_pages_are_told_of_by_the_name_of_the_field(check, description, told):
    found = check(tools_json=flat(description=description))
    assert ("declaration.more_pages" in rules(found)) is not told


def test_the_cursors_own_description_may_tell_it(check):
    schema = edited(("properties.cursor.description", "The last reply's next_cursor."))
    assert rules(check(tools_json=flat(schema, description="Finds tickets."))) == []


@pytest.mark.parametrize(
    "schema",
    [{"type": "objekt"}, {"$ref": "#"}, {"$ref": "http://127.0.0.1:9/x"}, edited(("properties.cursor.pattern", "("))],
)
def test_a_schema_that_gives_no_verdict_is_one_finding(check, schema):
    found = check(tools_json=flat(schema))
    assert rules(found) == ["declaration.agrees"]
    assert found.no_verdict
    assert found.to_json()["agree"] == 0


def test_a_schema_fetches_nothing():
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        with pytest.raises(NoVerdict, match="refers to something that is not there"):
            accepts({"$ref": f"http://127.0.0.1:{server.getsockname()[1]}/schema.json"}, [{}])
        with pytest.raises(BlockingIOError):
            server.accept()


def test_a_pattern_that_never_ends_is_stopped():
    schema = {"properties": {"query": {"pattern": "^(a+)+$"}}}
    with pytest.raises(NoVerdict, match=r"within 0\.5 s"):
        accepts(schema, [{"query": "a" * 40 + "!"}], seconds=0.5)


@pytest.mark.parametrize("sample", ["python", "typescript"])
def test_the_sample_has_none(exercise, sample):
    if sample != "python":
        node()
    found = of(TOP / "sample_submission/search_tickets" / sample, exercise)
    assert rules(found) == ["declaration.present"]


def test_the_reference_agrees_on_every_object(exercise):
    found = of(TOP / "reference/search_tickets/python", exercise)
    assert found.objects > 150
    assert found.to_json()["agree"] == found.objects
    assert (rules(found), found.also) == ([], ())


# ---- patterns as JSON Schema means them ----


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("^a$", "a", True),
        ("^a$", "a\n", False),
        (r"^\d$", "\u0663", False),
        (r"^\w$", "é", False),
        (r"^\s$", "\u00a0", True),
        (r"^\S$", "\ufeff", False),
        (r"^[\s]$", "\u2028", True),
        ("^.$", "\u2028", False),
        (r"a\Z", "aZ", True),
        (r"a\Z", "a", False),
        ("[]", "", False),
        ("^[^]$", "\n", True),
        (r"^\/$", "/", True),
        (r"^\u0041\x42\u{43}$", "ABC", True),
        (r"^\cJ$", "\n", True),
        (r"^(?<x>a)\k<x>$", "aa", True),
        (r"^[$^.]$", "$", True),
        (r"^[\]]$", "]", True),
        (r"(?<!x)b", "xb", False),
    ],
)
def test_a_pattern_means_what_ecma_262_says(pattern, text, fits):
    assert bool(compiled(pattern).search(text)) is fits


@pytest.mark.parametrize("pattern", ["(", "(?i)a", "(?P<x>a)", r"\p{L}", "a\\", "[z-a]"])
def test_what_is_no_pattern_is_refused(pattern):
    with pytest.raises(ValueError, match=r".+"):
        compiled(pattern)

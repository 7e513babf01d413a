"""Generators of cases: every page of the fixture store, walks over made-up stores, small stores in order of size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product
from random import Random
from typing import Any

from hypothesis import strategies as st

from grader.checks.cases import Case, Step, single
from grader.exercise import Call, Exercise, Rows
from grader.values import Tagged

SEARCH, GET = "search_tickets", "get_ticket"
STATUSES = (None, "open", "closed")
QUERIES = (None, "login", "LOGIN", "set", "reset", " p", "e", "refund", "private", "on-call", ".")
LIMITS = (None, *range(1, 11))
CURSORS = (None, *(f"TKT-{n}" for n in ("000", *range(100, 117), "999")))
CROWDS = (40, 260, 600)
"""So many tickets one tenant has in the largest stores: more than a page, a batch or a first look takes in."""

WORDS = "Printer offline Login fails after reset Invoice missing export slow Ünïcode 100%".split()  # noqa: SIM905 - read at a glance
TENANTS = ("alpha", "beta", "alphabet", "Alpha", "xalpha", "al.ha", "eu-1")
EXTRAS: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"internal_note": "Call the on-call engineer"},
    {"assignee": "ana@example.test", "priority": 3},
    {"audit": {"by": "ops", "trail": ["opened", "moved"]}},
)


def search(context: Any, **args: Any) -> Call:
    """A search with the arguments that are not None."""
    return Call(SEARCH, {key: value for key, value in args.items() if value is not None}, context)


def session(tenant: str) -> Any:
    """The context of a session that may read."""
    return tenant if tenant in ("alpha", "beta") else {"tenant": tenant, "can_read_tickets": True}


def pages(exercise: Exercise) -> Iterator[Case]:
    """Every caller, status, query, limit and start over the fixture store, one page a case; odd values in company."""
    for tenant, status, query, limit, cursor in product(("alpha", "beta"), STATUSES, QUERIES, LIMITS, CURSORS):
        call = search(tenant, status=status, query=query, limit=limit, cursor=cursor)
        yield single("page.complete", "walks", call)
    for status, query, limit, cursor in product(STATUSES, QUERIES[:4], LIMITS, CURSORS[:3]):
        call = search("alpha_denied", status=status, query=query, limit=limit, cursor=cursor)
        yield single("permission.search", "isolation", call)
    yield from _accompanied(exercise)


def walks(exercise: Exercise) -> Iterator[Case]:
    """Every caller, status, query and limit over the fixture store, each followed to its end."""
    for tenant, status, query, limit in product(("alpha", "beta"), STATUSES, QUERIES, LIMITS):
        call = search(tenant, status=status, query=query, limit=limit)
        yield single("walk.complete", "walks", call, walk=True)


def made_up(exercise: Exercise, seed: int, count: int = 500) -> Iterator[Case]:
    """Walks, pages from any cursor and single reads over made-up stores; a full one; replies written to."""
    random = Random(seed)
    for _ in range(count):
        rows = store(random)
        for tenant in sorted({key.rpartition(":")[0] for key in rows})[:2]:
            yield from _over(exercise, random, rows, tenant)
    for own in CROWDS:
        yield from _crowded(exercise, random, own)
    yield from _every_digit(exercise, random)
    yield from _written_to(exercise)


def _over(exercise: Exercise, random: Random, rows: Rows, tenant: str) -> Iterator[Case]:
    chosen = {"status": random.choice(STATUSES), "query": random.choice((None, None, "e", "reset", "OFFLINE"))}
    call = search(session(tenant), **chosen, limit=random.choice(LIMITS))
    yield single("walk.complete", "walks", call, rows, walk=True)
    cursor = random.choice([ticket["id"] for ticket in rows.values()] + ["TKT-000", "TKT-150"])
    yield single("page.complete", "walks", search(session(tenant), **chosen, cursor=cursor), rows)
    own = {key: ticket for key, ticket in rows.items() if key.rpartition(":")[0] == tenant}
    yield single("scope.page", "isolation", search(session(tenant), cursor=cursor, limit=3), own, twin=rows)
    yield _decided(exercise, Call(GET, {"ticket_id": cursor}, session(tenant)), rows)


def _crowded(exercise: Exercise, random: Random, own: int) -> Iterator[Case]:
    """Pages, early and late, and single reads where the caller has many tickets, among those of others."""
    ids = {"alpha": random.sample(range(1000), own), "beta": random.sample(range(1000), min(own * 5 // 4, 350))}
    keys = [(tenant, f"TKT-{n:03}") for tenant, numbers in ids.items() for n in numbers]
    rows = {f"{tenant}:{id_}": ticket(random, tenant, id_) for tenant, id_ in random.sample(keys, len(keys))}
    rows[f"alpha:TKT-{sorted(ids['alpha'])[-2]:03}"]["title"] = "Last of all, " * 20 + "<alpha>"
    for args in ({}, {"query": "last of"}, {"query": "e"}, {"status": "open", "query": "fails"}):
        if own == min(CROWDS):
            yield single("walk.complete", "walks", search("alpha", **args, limit=10), rows, walk=True)
        for cursor in (None, "TKT-049", "TKT-500", "TKT-900"):
            yield single("page.complete", "walks", search("alpha", **args, limit=10, cursor=cursor), rows)
    for key in (next(iter(rows)), list(rows)[-1]):
        yield _decided(exercise, Call(GET, {"ticket_id": rows[key]["id"]}, session(key.partition(":")[0])), rows)


def _every_digit(exercise: Exercise, random: Random) -> Iterator[Case]:
    """Reads and cursors with every digit in each place."""
    ids = sorted({f"TKT-{digits}" for n in range(10) for digits in (f"{n}11", f"1{n}1", f"11{n}")})
    rows = {f"alpha:{id_}": ticket(random, "alpha", id_) for id_ in ids}
    for id_ in ids:
        yield _decided(exercise, Call(GET, {"ticket_id": id_}, "alpha"), rows)
        yield single("cursor.position", "walks", search("alpha", cursor=id_, limit=1), rows)


def _written_to(exercise: Exercise) -> Iterator[Case]:
    """Each kind of reply is overwritten, then its call asked again: pages of all arguments, reads, each failure."""
    given = product(STATUSES, (None, "e", "unicorn"), (None, 1, 10), (None, "TKT-102"))
    pages = (search("alpha", status=s, query=q, limit=n, cursor=c) for s, q, n, c in given)
    reads = (Call(GET, {"ticket_id": f"TKT-{n}"}, "alpha") for n in (101, 104, 115, 999, 1000))
    for call in (*pages, *reads, Call("list_tickets", {}, "alpha"), search("alpha_denied")):
        yield Case("copy.fresh", "state", (Step(call, scribble=True), Step(call)))


def store(random: Random, most: int = 9) -> Rows:
    """Two or three tenants whose ids mix and partly coincide; each title ends with its tenant's token."""
    tenants = random.sample(TENANTS, random.choice((2, 2, 3)))
    keys = {(random.choice(tenants), f"TKT-{random.randint(100, 124)}") for _ in range(random.randint(2, 3 * most))}
    return {f"{tenant}:{id_}": ticket(random, tenant, id_) for tenant, id_ in random.sample(sorted(keys), len(keys))}


def ticket(random: Random, tenant: str, id_: str) -> dict[str, Any]:
    """A stored ticket; titles repeat within a tenant, and some rows hold more than the public fields."""
    title = " ".join(random.sample(WORDS, 2)) if random.randrange(3) else "Printer offline"
    fields = {"id": id_, "title": f"{title} <{tenant}>", "status": random.choice(("open", "open", "closed"))}
    return fields | random.choice(EXTRAS)


# Small stores and odd arguments, smallest first.
_ROW: Callable[[str, int], tuple[str, dict[str, Any]]] = lambda tenant, n: (  # noqa: E731  # a row in one word
    f"{tenant}:TKT-{n}",
    {"id": f"TKT-{n}", "title": f"Login {n} <{tenant}>", "status": "closed" if n % 3 == 0 else "open"},
)
SMALL: tuple[Rows, ...] = (
    {},
    dict([_ROW("alpha", 101)]),
    dict([_ROW("beta", 101)]),
    dict([_ROW("beta", 101), _ROW("alpha", 101), _ROW("alpha", 100)]),
    dict([_ROW("alpha", n) for n in (107, 102, 106, 103, 105, 104)] + [_ROW("beta", n) for n in (101, 103, 108)]),
    dict([_ROW("beta", n) for n in range(100, 106)] + [_ROW("alpha", 110), _ROW("alphabet", 102)]),
)
ODD: dict[str, tuple[Any, ...]] = {
    "status": ("open", "closed", "", "OPEN", "pending", None, True, 1, [], ["open"], {}),
    "query": ("login", "x", "x" * 40, "x" * 41, "", " ", "1", "<", None, 5, True, ["login"], {}),
    "limit": (1, 2, 5, 10, 11, 0, -1, 1.5, 10**310, True, False, None, "3", "", [], Tagged("number", "nan")),
    "cursor": ("TKT-101", "TKT-000", "TKT-999", "TKT-10", "TKT-1011", "tkt-101", "TKT-101\n", "", None, 101, [], {}),
    "tenant": ("alpha", "beta", None, ""),
    "ticket_id": ("TKT-101",),
    "page": (None, 1),
}


def enumerated(exercise: Exercise) -> Iterator[Case]:
    """One odd argument, then two, over small stores; both tools, with permission and without."""
    for rows, context in product(SMALL, ("alpha", "beta", "alpha_denied")):
        for args in _odd_args():
            yield _decided(exercise, Call(SEARCH, args, context), rows)
        for id_ in ("TKT-101", "TKT-100", "TKT-999", "TKT-10", "TKT-101\n", None, 101):
            yield _decided(exercise, Call(GET, {"ticket_id": id_}, context), rows)


def _odd_args() -> Iterator[dict[str, Any]]:
    yield {}
    for key, values in ODD.items():
        yield from ({key: value} for value in values)
    for status, limit in product(("open", "pending"), (1, 11)):
        yield {"status": status, "limit": limit}
    for cursor, limit in product(("TKT-101", "x"), (1, 2, 0)):
        yield {"cursor": cursor, "limit": limit}


def _accompanied(exercise: Exercise) -> Iterator[Case]:
    """Each odd value beside one other good argument, and beside all of them."""
    good = {"status": "open", "query": "login", "limit": 2, "cursor": "TKT-101"}
    for context, (key, values) in product(("alpha", "alpha_denied"), ODD.items()):
        others = {name: value for name, value in good.items() if name != key}
        beside = [dict(some) for size in (1, 2, len(others)) for some in combinations(others.items(), size)]
        for company, value in product(beside, values):
            yield _decided(exercise, Call(SEARCH, {**company, key: value}, context), exercise.store)


def _decided(exercise: Exercise, call: Call, rows: Rows) -> Case:
    """A case under the rule that decides its code."""
    rule = exercise.decides(call, rows)
    return single(rule, exercise.rules[rule].check, call, rows)


# Strategies for the state machine: structured, so that most calls get past the first check.


def calls(exercise: Exercise, cursors: list[str]) -> st.SearchStrategy[Call]:
    """Mostly valid searches and reads by two tenants, from cursors that either of them was given."""
    odd = st.sampled_from([(key, value) for key, values in ODD.items() for value in values])
    args = st.fixed_dictionaries(
        {},
        optional={
            "status": st.sampled_from(STATUSES[1:]),
            "query": st.sampled_from(QUERIES[1:]) | st.text("aeilnoprst <>", min_size=1, max_size=4),
            "limit": st.integers(1, 10),
            "cursor": st.sampled_from([*cursors, "TKT-000", "TKT-104"]),
        },
    )
    mixed = st.builds(lambda some, more: {**some, more[0]: more[1]}, args, odd)
    context = st.sampled_from(("alpha", "beta", "alpha", "beta", "alpha_denied"))
    reads = st.builds(lambda id_, who: Call(GET, {"ticket_id": id_}, who), st.sampled_from(CURSORS[1:]), context)
    searches = st.builds(lambda some, who: Call(SEARCH, some, who), args | args | mixed, context)
    return searches | reads


def machine_store(exercise: Exercise, seed: int) -> Rows:
    """A store of the two named tenants for the state machine to start from."""
    random = Random(seed)
    keys = sorted({(random.choice(("alpha", "beta")), f"TKT-{random.randint(100, 112)}") for _ in range(14)})
    return {f"{tenant}:{id_}": ticket(random, tenant, id_) for tenant, id_ in random.sample(keys, len(keys))}

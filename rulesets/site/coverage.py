"""Which rules the code and the tests of a system name, which are left out, and why.

A rule counts as automated when its id stands in a docstring, string or comment of the system's package, or
in the tables that it works from and a test proves it; as tested when a test carries it as `@pytest.mark.rule`
(or as a parameter). What cannot be read off the source is in the system's data/coverage.toml.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rulesets.contract.registry import folder
from rulesets.engine.books import BookError, data, read_toml
from rulesets.site.rulebook import RULE_ID, Completion, Rule, chapters, completions, rules

TESTS = Path(__file__).resolve().parents[2] / "tests"


@data
class Departure:
    """A rule that is deliberately not automated."""

    id: str
    reason: str


@data
class Reading:
    """A rule that the print leaves unclear, and how it is read."""

    id: str
    reading: str


@data
class Open:
    """A rule that is not automated yet, and what is missing."""

    id: str
    missing: str


@data
class _Stated:
    departure: tuple[Departure, ...] = ()
    reading: tuple[Reading, ...] = ()
    open: tuple[Open, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """What has become of the rules of one system, by their ids.

    `tested`: the tests of each rule; `departures`: why it is left to the players; `readings`: how it is read;
    `open`: what is missing; `stray`: ids that are no rule's. `completions` are no rules and counted as none:
    what fills the gaps of the rules, `proved` by which tests.
    """

    system: str
    rules: Mapping[str, Rule]
    automated: tuple[str, ...]
    tested: Mapping[str, tuple[str, ...]]
    departures: Mapping[str, str]
    readings: Mapping[str, str]
    open: Mapping[str, str]
    stray: tuple[str, ...]
    completions: Mapping[str, Completion]
    proved: Mapping[str, tuple[str, ...]]

    def to_json(self) -> dict[str, Any]:
        return {
            "rules": len(self.rules),
            "automated": list(self.automated),
            "tested": list(self.tested),
            "departures": [{"id": rule, "reason": words} for rule, words in self.departures.items()],
            "readings": [{"id": rule, "reading": words} for rule, words in self.readings.items()],
            "open": [{"id": rule, "missing": words} for rule, words in self.open.items()],
            "completions": [
                {
                    "id": each.id,
                    "title": each.title,
                    "status": each.status,
                    "confidence": each.confidence,
                    "tested": each.id in self.proved,
                }
                for each in self.completions.values()
            ],
        }


def coverage(system: str, tests: Path = TESTS) -> Coverage:
    """Return the coverage of a system; raises LeaguerError, or BookError for an unknown rule."""
    known = rules(system)
    file = folder(system) / "data" / "coverage.toml"
    stated = read_toml(file, _Stated) if file.exists() else _Stated()
    departures = {each.id: each.reason for each in stated.departure}
    readings = {each.id: each.reading for each in stated.reading}
    missing = {each.id: each.missing for each in stated.open}
    listed = [each.id for rows in (stated.departure, stated.reading, stated.open) for each in rows]
    for rule_id in listed:
        if rule_id not in known:
            raise BookError("coverage.toml", f"{rule_id} is not a rule of {system}")
    if len(listed) > len(departures) + len(readings) + len(missing):
        raise BookError("coverage.toml", f"states a rule of {system} twice")
    filled = completions(system)
    proved = _tested(tests, {**known, **filled})
    tested = {rule: names for rule, names in proved.items() if rule in known}
    tabled = set(_named(folder(system) / "data", "tables.toml", "common.toml"))
    named = {*_named(folder(system), "*.py"), *(tabled & set(tested))}
    automated = tuple(rule for rule in known if rule in named)
    accounted = {*automated, *departures, *missing}
    missing |= {rule: "no code names it yet" for rule in known if rule not in accounted}
    return Coverage(
        system=system,
        rules=known,
        automated=automated,
        tested=tested,
        departures=departures,
        readings=readings,
        open={rule: missing[rule] for rule in known if rule in missing},
        stray=tuple(sorted(set(_stray(named, known)) - set(filled))),
        completions=filled,
        proved={each: names for each, names in proved.items() if each in filled},
    )


def _stray(named: set[str], known: Mapping[str, Rule]) -> Iterator[str]:
    """Yield ids in the code that look like rules of this system but are neither a rule nor the beginning of
    one.
    """
    prefixes = {rule_id.partition("-")[0] for rule_id in known}
    for name in named:
        chapter = any(rule_id.startswith(f"{name}.") for rule_id in known)
        if name.partition("-")[0] in prefixes and name not in known and not chapter:
            yield name


# ------------------------------------------------------------------------------------------------ code


def _named(folder: Path, *patterns: str) -> Iterator[str]:
    """Yield every rule id in some files: code has them in docstrings, strings and comments alone."""
    for path in (path for pattern in patterns for path in folder.rglob(pattern)):
        yield from RULE_ID.findall(path.read_text(encoding="utf-8"))


# ------------------------------------------------------------------------------------------------ tests


def _tested(tests: Path, known: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the tests of each rule, as `file::test`, in the order of the rules."""
    found: dict[str, list[str]] = {}
    begins = {f"{rule_id.partition('-')[0]}-" for rule_id in known}
    for path in sorted(tests.rglob("test_*.py")):
        if not any(begin in path.read_text(encoding="utf-8") for begin in begins):
            continue  # far quicker than to read it as code
        for rule_id, name in _marked(path, path.stat().st_mtime_ns):
            where = f"{path.relative_to(tests).as_posix()}::{name}"
            if where not in found.setdefault(rule_id, []):
                found[rule_id].append(where)
    return {rule_id: tuple(found[rule_id]) for rule_id in known if rule_id in found}


@cache
def _marked(path: Path, _changed: int) -> tuple[tuple[str, str], ...]:
    """Return (rule id, test) for every mark in a file; marks of a class or file hold for all its tests."""
    return tuple(_marks(ast.parse(path.read_text(encoding="utf-8")), ()))


def _marks(node: ast.Module | ast.ClassDef, outer: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    own = [*outer, *(rule for part in node.body if isinstance(part, ast.Assign) for rule in _rules_in(part))]
    for part in node.body:
        if isinstance(part, ast.ClassDef):
            inner = [rule for decorator in part.decorator_list for rule in _rules_in(decorator)]
            yield from _marks(part, (*own, *inner))
        elif isinstance(part, ast.FunctionDef) and part.name.startswith("test"):
            rules_of_test = [rule for decorator in part.decorator_list for rule in _rules_in(decorator)]
            yield from ((rule_id, part.name) for rule_id in (*own, *rules_of_test))


def _rules_in(node: ast.AST) -> Iterator[str]:
    """Yield the ids given to `pytest.mark.rule(...)` below a node, or among values of a parametrization."""
    for part in ast.walk(node):
        if not (isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute)):
            continue
        if part.func.attr in ("rule", "parametrize"):
            for value in ast.walk(part):
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    yield from RULE_ID.findall(value.value)


# ------------------------------------------------------------------------------------------------ document


def markdown(found: Coverage, name: str) -> str:
    """Return the coverage as a page for players, chapter by chapter: what is done, what not, how read."""
    lines = [
        f"# {name}: the rules and what Leaguer does with them",
        "",
        "Made by `manage.py rules_coverage " + found.system + " --markdown`. Do not edit by hand.",
        "",
        f"Of {len(found.rules)} rules, {len(found.automated)} are automated; tests name {len(found.tested)}.",
        f"{_are(found.departures)} deliberately left to the players, {_are(found.open)} still open.",
    ]
    for chapter, members in chapters(found.system).items():
        lines += ["", f"## {chapter}", "", "| Rule | Title | State | Test |", "| --- | --- | --- | --- |"]
        for rule in members:
            state = "Done."
            if rule.id in found.departures:
                state = f"Left to the players. {found.departures[rule.id]}"
            elif rule.id in found.open:
                state = f"Open: {found.open[rule.id].rstrip('.')}."
            if rule.id in found.readings:
                state += f" Read as: {found.readings[rule.id]}"
            test = _tests(found.tested.get(rule.id, ()))
            lines.append(f"| {rule.id} | {_cell(rule.title)} | {_cell(state)} | {test} |")
    if found.completions:
        lines += ["", "## Completions", "", "No rules: they fill gaps that the rules leave.", ""]
        lines += ["| Completion | Title | What it fills | Where it is from | Test |", "| --- " * 5 + "|"]
    for each in found.completions.values():
        origin = f"{_ORIGINS[each.status]}, confidence {each.confidence}"
        test = _tests(found.proved.get(each.id, ()))
        lines.append(f"| {each.id} | {_cell(each.title)} | {_cell(each.gap)} | {origin} | {test} |")
    return "\n".join(lines) + "\n"


_ORIGINS = {"found": "found in public documents", "recommended": "ours"}


def _tests(tests: Sequence[str]) -> str:
    """Return the first of some tests, and how many more there are."""
    more = f" and {len(tests) - 1} more" if len(tests) > 1 else ""
    return f"`{tests[0].rpartition('/')[2]}`{more}" if tests else ""


def _are(rules: Mapping[str, str]) -> str:
    return f"{len(rules)} {'is' if len(rules) == 1 else 'are'}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")

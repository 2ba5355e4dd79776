"""Which rules the code and the tests of a system name, which are left out, and why.

A rule counts as automated when its id stands in a docstring, string or comment of the system's package, or
in the tables that it works from and a test proves it; as tested when a test carries it as `@pytest.mark.rule`
(or as a parameter). What cannot be read off the source is in the system's data/coverage.toml.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rulesets.contract.registry import folder
from rulesets.engine.books import BookError, data, read_toml
from rulesets.site.rulebook import RULE_ID, Rule, chapters, completions, rules

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

    def ids(self) -> Iterator[str]:
        yield from (each.id for each in self.departure)
        yield from (each.id for each in self.reading)
        yield from (each.id for each in self.open)


@dataclass(frozen=True, slots=True)
class Coverage:
    """What has become of the rules of one system. `tested`: the tests of each rule; `stray`: unknown ids."""

    system: str
    rules: Mapping[str, Rule]
    automated: tuple[str, ...]
    tested: Mapping[str, tuple[str, ...]]
    departures: tuple[Departure, ...]
    readings: tuple[Reading, ...]
    open: tuple[Open, ...]
    stray: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "rules": len(self.rules),
            "automated": list(self.automated),
            "tested": list(self.tested),
            "departures": [{"id": each.id, "reason": each.reason} for each in self.departures],
            "readings": [{"id": each.id, "reading": each.reading} for each in self.readings],
            "open": [{"id": each.id, "missing": each.missing} for each in self.open],
        }


def coverage(system: str, tests: Path = TESTS) -> Coverage:
    """The coverage of a system; raises LeaguerError for an unknown one, BookError for an unknown rule."""
    known = rules(system)
    file = folder(system) / "data" / "coverage.toml"
    stated = read_toml(file, _Stated) if file.exists() else _Stated()
    for rule_id in stated.ids():
        if rule_id not in known:
            raise BookError("coverage.toml", f"{rule_id} is no rule of {system}")
    proved = _tested(tests, known)
    named = {*_named(folder(system)), *(set(_tabled(folder(system))) & set(proved))}
    automated = tuple(rule for rule in known if rule in named)
    accounted = {*automated, *(each.id for each in stated.departure), *(each.id for each in stated.open)}
    unnamed = tuple(Open(id=rule, missing="no code names it yet") for rule in known if rule not in accounted)
    return Coverage(
        system=system,
        rules=known,
        automated=automated,
        tested=proved,
        departures=stated.departure,
        readings=stated.reading,
        open=tuple(sorted((*stated.open, *unnamed), key=lambda each: list(known).index(each.id))),
        stray=tuple(sorted(set(_stray(named, known)) - set(completions(system)))),
    )


def _stray(named: set[str], known: Mapping[str, Rule]) -> Iterator[str]:
    """Ids in the code that look like rules of this system but are neither a rule nor the beginning of one."""
    prefixes = {rule_id.partition("-")[0] for rule_id in known}
    for name in named:
        chapter = any(rule_id.startswith(f"{name}.") for rule_id in known)
        if name.partition("-")[0] in prefixes and name not in known and not chapter:
            yield name


# ------------------------------------------------------------------------------------------------ code


def _named(package: Path) -> Iterator[str]:
    """Every rule id in the package's code, which holds them in docstrings, strings and comments alone."""
    for path in sorted(package.rglob("*.py")):
        yield from RULE_ID.findall(path.read_text(encoding="utf-8"))


def _tabled(package: Path) -> Iterator[str]:
    """Every rule id in the tables that the package's code works from."""
    for path in (package / "data" / name for name in ("tables.toml", "common.toml")):
        if path.exists():
            yield from RULE_ID.findall(path.read_text(encoding="utf-8"))


# ------------------------------------------------------------------------------------------------ tests


def _tested(tests: Path, known: Mapping[str, Rule]) -> dict[str, tuple[str, ...]]:
    """The tests of each rule, as `file::test`, in the order of the rules."""
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
    """(rule id, test) for every mark in a file; marks of a class or of the file hold for all its tests."""
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
    """The ids given to `pytest.mark.rule(...)` below a node, or among the values of a parametrization."""
    for part in ast.walk(node):
        if not (isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute)):
            continue
        if part.func.attr in ("rule", "parametrize"):
            for value in ast.walk(part):
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    yield from RULE_ID.findall(value.value)


# ------------------------------------------------------------------------------------------------ document


def markdown(found: Coverage, name: str) -> str:
    """The coverage as a page for players, chapter by chapter: what is done, what not and why, how read."""
    departures = {each.id: each.reason for each in found.departures}
    readings = {each.id: each.reading for each in found.readings}
    missing = {each.id: each.missing for each in found.open}
    lines = [
        f"# {name}: the rules and what Leaguer does with them",
        "",
        "Made by `manage.py rules_coverage " + found.system + " --markdown`. Do not edit by hand.",
        "",
        f"Of {len(found.rules)} rules, {len(found.automated)} are automated; tests name {len(found.tested)}.",
        f"{_are(departures)} deliberately left to the players, {_are(missing)} still open.",
    ]
    for chapter, members in chapters(found.system).items():
        lines += ["", f"## {chapter}", "", "| Rule | Title | State | Test |", "| --- | --- | --- | --- |"]
        for rule in members:
            state = _state(rule.id, found, departures, missing)
            if rule.id in readings:
                state += f" Read as: {readings[rule.id]}"
            lines.append(f"| {rule.id} | {_cell(rule.title)} | {_cell(state)} | {_tests(found, rule.id)} |")
    return "\n".join(lines) + "\n"


def _are(rules: Mapping[str, str]) -> str:
    return f"{len(rules)} {'is' if len(rules) == 1 else 'are'}"


def _state(rule_id: str, _found: Coverage, departures: Mapping[str, str], missing: Mapping[str, str]) -> str:
    if rule_id in departures:
        return f"Left to the players. {departures[rule_id]}"
    if rule_id in missing:
        return f"Open: {missing[rule_id].rstrip('.')}."
    return "Done."


def _tests(found: Coverage, rule_id: str) -> str:
    tests = found.tested.get(rule_id, ())
    if not tests:
        return ""
    more = f" and {len(tests) - 1} more" if len(tests) > 1 else ""
    return f"`{tests[0].rpartition('/')[2]}`{more}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")

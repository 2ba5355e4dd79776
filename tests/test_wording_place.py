"""Sentences stand in templates and presentation modules, not in rules and services."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from config.env import SQLITE_PRAGMAS

ROOT = Path(__file__).parent.parent

MOVED: dict[str, set[str]] = {
    "rulesets/engine": {"provenance.py", "roster.py", "rosterlayouts.py", "svg.py"},
    "rulesets/by_fire_and_sword": {
        "armies/own.py",  # the form of own books
        "armies/printed.py",
        "cardlists.py",
        "cardview.py",
        "library.py",
        "odds/form.py",
        "odds/page.py",
        "provenance.py",
        "reference.py",
        "roster.py",
        "sheet.py",
        "tables.py",  # faults in our own data
        "unitcard.py",
    },
    "rulesets/baroque": {"board", "library.py", "odds/form.py", "reference.py", "roster.py"},
    "rulesets/contract": {"duelanswers.py"},
    "rulesets/freetable": set(),
    "rulesets/snaphance": {
        "board",
        "library.py",
        "mapdrawing.py",
        "maptheme.py",
        "reference.py",
        "roster.py",
        "sheet.py",
    },
    "campaigns": {
        "balancing.py",  # the report of campaign_simulate
        "cards",
        "chronicle.py",
        "drawing",
        "editor/page.py",
        "paper.py",
    },
    "battles": {
        "armyforms.py",
        "board",
        "cards.py",
        "chart.py",
        "colours.py",
        "meeting/drawing.py",
        "meeting/page.py",
        "recording/page.py",
        "sample.py",
    },
    "armylists": {"bookforms.py", "typesetting.py"},
    "config": {
        "gunicorn.py",
        "schema.py",
        "settings.py",
        "static.py",
        "tokens.py",  # the page of tokens
        "twofactor.py",  # its forms
    },
}
"""The packages whose sentences have moved, each with its files and folders that are presentation too."""
PRESENTATION = {
    "api",
    "forms",
    "forms.py",
    "mail.py",
    "management",
    "migrations",
    "presentation",
    "presentation.py",
    "serializers.py",
    "templatetags",
    "theme.py",
    "views",
    "views.py",
    "wording",
    "wording.py",
}
"""Names of files and folders that hold wording wherever they are."""
FOR_DEVELOPERS = {
    "AssertionError",
    "ContractError",
    "ImproperlyConfigured",
    "KeyError",
    "LookupError",
    "NotImplementedError",
    "RuntimeError",
    "TypeError",
    "UnexpectedRoll",
    "UnusedDice",
    "ValueError",
}
"""Errors that no user reads. A validator's ValueError is read: its sentences count."""
KEYS = {
    ", commander-in-chief",
    "By Fire and Sword",
    "Command{}: no leader",
    SQLITE_PRAGMAS,
    "application/toml; charset=utf-8",
    "came to nothing",
    "choice of terrain",
    "end of game",
    "end of turn",
    "out of supply",
    "text/calendar; charset=utf-8",
    "text/csv; charset=utf-8",
    "text/plain; charset=utf-8",
    "through the enemy",
    "units to deploy",
}
"""Names, kinds of decisions, values of documents and words of the text of a list: nothing to translate."""
PRODUCT = ("armylists", "battles", "campaigns", "config", "rulesets", "tournaments")
FOR_PROGRAMS = ("re.", "log.", "source.execute", "cursor.execute")
"""How calls begin whose texts are for programs, logs or databases."""
WORD = re.compile(r"[A-Za-z]{2,}")


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of every string of three words or more that is meant for readers."""
    tree = ast.parse(text)
    left_out = {id(part) for each in ast.walk(tree) for part in not_read(each)}
    for each in ast.walk(tree):
        if id(each) in left_out:
            continue
        if isinstance(each, ast.JoinedStr):
            said = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in each.values
            )
        elif isinstance(each, ast.Constant) and isinstance(each.value, str):
            said = each.value
        else:
            continue
        if said not in KEYS and " " in said.strip() and len(WORD.findall(said)) >= 3:
            yield each.lineno, said


def not_read(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node that say nothing to users: docstrings, patterns, what is for developers."""
    if isinstance(node, ast.Expr):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield from node.values
    elif isinstance(node, ast.keyword) and node.arg in ("description", "help_text"):  # of the REST interface
        yield from ast.walk(node.value)
    elif isinstance(node, ast.Assert) and node.msg:
        yield from ast.walk(node.msg)
    elif isinstance(node, ast.Call) and called(node).startswith(FOR_PROGRAMS):
        yield from ast.walk(node)
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not any(
        "validator" in ast.unparse(each) for each in node.decorator_list
    ):
        yield from raised_for_developers(node)


def raised_for_developers(function: ast.AST) -> Iterator[ast.AST]:
    """Yield what a function says in errors that are for developers alone."""
    for each in ast.walk(function):
        if (
            isinstance(each, ast.Raise)
            and isinstance(each.exc, ast.Call)
            and called(each.exc) in FOR_DEVELOPERS
        ):
            yield from ast.walk(each.exc)


def imported(text: str) -> Iterator[str]:
    """Yield the modules that a module imports."""
    for each in ast.walk(ast.parse(text)):
        if isinstance(each, ast.ImportFrom):
            yield from (f"{each.module}.{name.name}" for name in each.names)
        elif isinstance(each, ast.Import):
            yield from (name.name for name in each.names)


def called(node: ast.Call) -> str:
    """Return the name of what is called, with its module: `re.compile`."""
    return ast.unparse(node.func)


def rules_of(package: str) -> Iterator[Path]:
    """Yield the modules of a package that are no presentation."""
    for path in sorted((ROOT / package).rglob("*.py")):
        inside = path.relative_to(ROOT / package)
        if PRESENTATION.isdisjoint(inside.parts) and not any(
            inside.is_relative_to(each) for each in MOVED[package]
        ):
            yield path


@cache
def names_of_rows(package: str) -> set[str]:
    """Return the texts of a package's tables, in small letters: rules find rows by them."""
    path = ROOT / package / "data/tables.toml"
    return set(texts(tomllib.loads(path.read_text()))) if path.exists() else set()


def texts(value: object) -> Iterator[str]:
    """Yield every text in a document."""
    if isinstance(value, str):
        yield value.casefold()
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts(each)


@pytest.mark.parametrize("package", MOVED)
def test_rules_hold_no_sentences(package: str) -> None:
    modules = list(rules_of(package))
    assert modules
    found = [
        f"{path.relative_to(ROOT)}:{line}: {said}"
        for path in modules
        for line, said in sentences(path.read_text())
        if said.casefold() not in names_of_rows(package)
    ]
    assert not found, "\n".join(["move them to the wording of their package:", *found])


@pytest.mark.parametrize("package", MOVED)
def test_what_is_left_out_is_there(package: str) -> None:
    assert [each for each in MOVED[package] if not (ROOT / package / each).exists()] == []


@pytest.mark.parametrize("package", MOVED)
def test_wording_knows_no_rules(package: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / package).rglob("*.py"))
        if {"wording", "wording.py"} & set(path.relative_to(ROOT / package).parts)
        for name in imported(path.read_text())
        if name.split(".")[0] in PRODUCT and "wording" not in name.split(".")
    ]
    assert not found, "\n".join(["plain values go in, texts come out:", *found])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('raise Refusal(f"it can go {way.free:g} BU", path="choice")', ["it can go {} BU"]),
        ('Fault("name", "BQ-1", "is missing: give one")', ["is missing: give one"]),
        ('def describe(self):\n    """Say what it is."""\n    return "It is over now"', ["It is over now"]),
        ('def check():\n    raise ValueError("weights do not add up")', []),
        (
            '@field_validator("a")\ndef check():\n    raise ValueError("is no such thing")',
            ["is no such thing"],
        ),
        ('WORDS = re.compile("one or the other")', []),
        ('Option("move", "Move on")', []),
    ],
)
def test_sentences_are_found_where_users_read_them(text: str, said: list[str]) -> None:
    assert [each for _, each in sentences(text)] == said

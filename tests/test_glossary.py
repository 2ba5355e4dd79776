"""One word for one thing: what the glossary names exists, and words that were given up name nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.kit.references import ROOT, missing

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
PRODUCT = ("config", "rulesets", "armylists", "battles", "campaigns", "tournaments")

# Parts of a name, whatever stands before or after them.
ANYWHERE = {
    "happening", "happenings", "keeping", "looks", "maplooks", "seat", "seated", "seats", "showing",
    "staging", "desk", "shelf", "talks", "founding", "pulse", "deed", "deeds", "told",
}  # fmt: skip
# Whole names, for words that have an ordinary meaning in others: `hand_over`, `may_charge`, `place_terrain`.
WHOLE = {
    "module": {"hand", "place", "looking", "beat"},
    "class": {"Place", "May", "Beat"},
    "function": {"hand", "beat", "strangers"},
    "method": {"hand", "beat", "strangers", "words"},
    "property": {"hand", "beat", "strangers"},
    "file": {"hand", "looking", "beat"},
    "variable": {"strangers"},
}
# Who takes part is a viewer or a participant: here a function called `place` would be the old word.
WHO_TAKES_PART = re.compile(r"battles/|campaigns/(?!data/|engine/|drawing/)")
# Names that have the word in its ordinary meaning.
ORDINARY = {
    # Stored: fields of events, states and documents that were written before.
    "battles/api/scenarios.py:told",
    "campaigns/engine/state.py:told",
    "rulesets/by_fire_and_sword/meeting/events.py:told",
    "rulesets/by_fire_and_sword/meeting/state.py:told",
    "rulesets/contract/scenarios.py:told",
    "rulesets/snaphance/scenarios/definitions.py:told",
    "campaigns/engine/umpireacts/forces.py:HandAct",  # hands a force over
    "rulesets/by_fire_and_sword/armies/offers.py:Place",  # where on its card an entry stands
}


def parts(name: str) -> set[str]:
    """The words of a snake_case, CamelCase or kebab-case name."""
    return {part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def given_up(kind: str, name: str, where: str = "") -> bool:
    """Whether a name of that kind is one of the old words, or has one among its parts."""
    return f"{where}:{name}" not in ORDINARY and _old(kind, name, where)


def _old(kind: str, name: str, where: str) -> bool:
    bare = name.strip("_")
    if kind in ("function", "method", "property") and bare == "place" and WHO_TAKES_PART.match(where):
        return True
    # What a board shows of a unit was called its hand; `hand_over` is an ordinary word.
    shown = "hand" in parts(name) if kind == "class" else bare.endswith("_hand")
    return shown or bool(parts(name) & ANYWHERE) or bare in WHOLE[kind]


@cache
def named() -> tuple[tuple[str, str, str], ...]:
    """Every name of the product: its kind, itself, and the file where it stands."""
    return (*_python(), *_files())


def _python() -> Iterator[tuple[str, str, str]]:
    for package in PRODUCT:
        for path in sorted((ROOT / package).rglob("*.py")):
            where = str(path.relative_to(ROOT))
            if "migrations" in path.parts:
                continue
            yield "module", path.parent.name if path.stem == "__init__" else path.stem, where
            for holder in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                kind = "method" if isinstance(holder, ast.ClassDef) else "function"
                for node in ast.iter_child_nodes(holder):
                    if isinstance(node, ast.ClassDef):
                        yield "class", node.name, where
                    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                        yield "property" if _is_property(node) else kind, node.name, where
                if isinstance(holder, ast.arg):
                    yield "variable", holder.arg, where
                elif isinstance(holder, ast.Name) and isinstance(holder.ctx, ast.Store):
                    yield "variable", holder.id, where


def _is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id.endswith("property") for each in node.decorator_list)


def _files() -> Iterator[tuple[str, str, str]]:
    for pattern in ("static/js/**/*", "static/css/*", "templates/**/*"):
        for path in sorted(ROOT.glob(pattern)):
            yield "file", path.stem, str(path.relative_to(ROOT))


def test_nothing_is_called_by_a_word_that_was_given_up() -> None:
    assert {kind for kind, _, _ in named()} == {
        "module",
        "class",
        "function",
        "method",
        "property",
        "file",
        "variable",
    }
    assert len(named()) > 5000
    found = [f"{kind} {name} in {where}" for kind, name, where in named() if given_up(kind, name, where)]
    assert found == []


def test_the_exceptions_are_still_needed() -> None:
    caught = {f"{where}:{name}" for kind, name, where in named() if _old(kind, name, where)}
    assert caught >= ORDINARY


@pytest.mark.parametrize(
    ("kind", "name", "old"),
    [
        ("class", "UnitTold", True), ("class", "UnitHand", True), ("class", "Handler", False),
        ("class", "SeatFilter", True), ("function", "leader_hand", True),
        ("method", "words", True), ("method", "_words", True), ("function", "words", False),
        ("function", "value_words", False),
        ("function", "hand_over", False), ("function", "board_pulse", True), ("function", "unit_shelf", True),
        ("function", "may_charge", False), ("module", "maplooks", True), ("module", "placing", False),
        ("file", "drawing-desk", True), ("file", "desktop", False), ("file", "hand", True),
    ],
)  # fmt: skip
def test_a_word_is_told_from_a_part_of_another(kind: str, name: str, old: bool) -> None:
    assert given_up(kind, name) is old


def test_the_glossary_names_what_there_is() -> None:
    assert missing(GLOSSARY) == []


def test_each_term_has_one_line_with_its_place_and_the_words_not_to_use() -> None:
    rows = [
        line
        for line in GLOSSARY.splitlines()
        if line.startswith("|") and not line.startswith(("| Term", "| ---"))
    ]
    cells = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]
    assert len(rows) >= 60
    assert [row for row, each in zip(rows, cells, strict=True) if len(each) != 4 or not all(each)] == []
    terms = [each[0] for each in cells]
    assert len(set(terms)) == len(terms)

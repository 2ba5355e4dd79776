"""Pages, drawings and scripts of battles speak the words of no rule system: those come from its `Showing`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesets.contract import registry

ROOT = Path(__file__).parents[2]
PLACES = (
    "battles", "templates/battles", "static/js/board", "static/css/board.css",
    "static/css/board-client.css",
)  # fmt: skip
APART = ("meeting", "recording", "record", "migrations", "__pycache__", "sample.py")
WORDS = re.compile(
    r"\b(vbu|vdt|vdc|exhausted|disordered|demoralised|routed|dispersed|BU|SP|break points|opportunity"
    r"|snaphance)\b"
)


def files() -> Iterator[Path]:
    """Every source file of battles that serves all systems."""
    for place in PLACES:
        path = ROOT / place
        for each in [path] if path.is_file() else sorted(path.rglob("*")):
            parts = each.relative_to(ROOT).parts
            if each.suffix in (".py", ".html", ".js", ".css") and not set(parts) & set(APART):
                yield each


def test_nothing_of_a_rule_system_stands_in_what_serves_all() -> None:
    found = list(files())
    assert len(found) > 60
    names = "theme.py"  # small drawings by their names, for whichever system has such a mark
    said = {
        f"{each.relative_to(ROOT)}: {match[0]}"
        for each in found if each.name != names
        for match in WORDS.finditer(each.read_text(encoding="utf-8"))
    }  # fmt: skip
    assert not said


@pytest.mark.parametrize("slug", [system.slug for system in registry.systems()])
def test_every_system_whose_battles_are_drawn_tells_what_its_marks_mean(slug: str) -> None:
    shown = registry.get(slug).presentation
    if shown.meeting is not None:
        return
    assert shown.caption
    assert shown.legend
    assert shown.turn_began
    assert shown.gone
    words = " ".join((shown.caption, *shown.legend)).lower()
    for mark in shown.marks:
        assert mark.word.split()[-1] in words, mark

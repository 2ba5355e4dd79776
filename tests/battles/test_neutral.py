"""What serves the battles of every system speaks the words of none: those come from its `Presentation`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

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
        for each in found
        if each.name != names
        for match in WORDS.finditer(each.read_text(encoding="utf-8"))
    }
    assert not said

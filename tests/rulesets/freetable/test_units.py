"""Nothing on free tables knows a system: no rule, no unit of measure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulesets import freetable

MODULES = sorted(path for path in Path(freetable.__file__).parent.glob("*.py") if path.name != "__init__.py")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_rule_and_no_unit_is_named(path: Path) -> None:
    found = re.findall(r"\b[A-Z]{2,4}-\d[\w.]*|\b(?:BU|UD|cm|mm|inch(?:es)?)\b", path.read_text())
    assert found == []


def test_every_module_is_listed_in_the_package() -> None:
    told = set(re.findall(r"^  (\w+) {2,}\w", str(freetable.__doc__), re.MULTILINE))
    assert told == {path.stem for path in MODULES}

"""The pages for developers name files and definitions that are there."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulesets.contract.system import RuleSystem
from tests.kit.references import ROOT, missing, references

DOCS = ROOT / "docs"
ARCHITECTURE = (DOCS / "architecture.md").read_text(encoding="utf-8")
ADRS = sorted((DOCS / "adr").glob("0*.md"))
PAGES = [DOCS / "architecture.md", *ADRS, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.name))
def test_what_a_page_names_in_the_code_is_there(path: Path) -> None:
    assert missing(path.read_text(encoding="utf-8")) == []


def test_the_architecture_walks_through_every_part_of_the_code() -> None:
    walked = {path.split("/")[0] for path, name in references(ARCHITECTURE) if name}
    assert walked >= {"static", "battles", "armylists", "campaigns", "rulesets"}


def test_the_architecture_tells_every_part_of_a_rule_system() -> None:
    told = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| `.*? \|", ARCHITECTURE, re.MULTILINE))))
    names = {"slug", "name", "prefix", "length_unit", "rules_version"}
    assert told == {each.name for each in fields(RuleSystem)} - names


def test_the_drawing_names_modules_that_are_there() -> None:
    drawing = ElementTree.parse(DOCS / "architecture.svg")
    words = [each.text or "" for each in drawing.iter("{http://www.w3.org/2000/svg}text")]
    named = [name for text in words for name in re.findall(r"[\w/]+\.(?:py|js)", text)]
    assert len(named) >= 10
    assert [name for name in named if not any(ROOT.glob(f"[!.]*/**/{name}"))] == []


@pytest.mark.parametrize("path", ADRS, ids=lambda path: str(path.name))
def test_a_record_of_a_decision_is_short_and_says_why_and_what_follows(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    heads = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert heads == ["Context", "Decision", "Consequences"]
    assert len(text.splitlines()) <= 50
    assert path.name in (DOCS / "adr" / "README.md").read_text(encoding="utf-8")

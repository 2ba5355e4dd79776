"""Phrases that were given up stay away: what players, umpires and operators read is plain English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesets.contract.registry import PACKAGES
from rulesets.site.rulebook import rules

ROOT = Path(__file__).parent.parent
READ = {
    "templates": "html",
    "static/js": "js",
    "armylists": "py",
    "battles": "py",
    "campaigns": "py",
    "config": "py",
    "rulesets": "py",
    "tournaments": "py",
    "docs": "md",
}
GIVEN_UP = {
    # what pages said
    "Keep what (was|you) (is )?filled in": "Save",
    "Save what was filled in": "Save",
    "Not so": "Cancel",
    "So be it": "Confirm",
    "Lay (it|them|this|that) down": "Deselect",
    "[Rr]eckon": "Calculate",
    "[Pp]ut (it |them |this )?away": "Archive",
    r"(?<=[>\"'])Take (it |this |that |them )?back(?=[<\"'])": "Undo",
    "is read and kept": "List imported",
    "[Tt]hose (that|who) are here": "Included scenarios",
    "a (book|map|card|scenario) that is here": "an included book",
    "[Pp]ast the rules": "Umpire's corrections",
    "Let it happen": "Carry it out",
    "What they are to each other": "War and peace",
    "(page|screen|board) follows by itself": "Updates automatically",
    "the least that the (book|rules) demands?": "Smallest legal army",
    r"left to [^.<\"]{1,80} alone\b": "Only X has commands left",
    "[Bb]ereft": "permanently lost",
    r"at least (\d+|one|\{[^}]*\}) (is |are )?needed": "Add at least one area",
    r"pound (\d|\{)": "£198",
    "stands at (peace|war)": "at peace",
    "is reported of": "",
    "(has|have) yet to(?= (report|say|choose|answer|decide|accept|give))": "has not … yet",
    "(is|are) kept all the same": "Saved anyway",
    "It is being fought": "In progress",
    "Being fought": "In progress",
    "Write a scenario": "New scenario",
    "From a file": "Upload a file",
    "From the beginning": "Start from scratch",
    "Change a copy of it": "Copy and edit",
    "Change it as a book of your own": "Copy and edit",
    "Make the draft as this version": "Restore this version",
    "Take this list": "Use this list",
    "Go on with it": "Edit the draft",
    r"What becomes of \{\{": "What happens to",
    "It is used by": "Used by",
    "carries this rule out by itself": "applies this rule for you",
    "Nothing is changed in silence": "",
    "Nothing that a list would notice": "Nothing that changes a list",
    "It rests on": "Depends on",
    "see the marked field": "Check the marked field",
    "There is none of that": "No … has that name",
    "(?<!there )(?<!There )is no (kind of|valid|known|object|number|list|unit|option)": "is not a …",
    "(?<=; )there are:? \\{": "choose from …",
}
"""What was said, as a pattern over strings and templates, and what is said instead."""
SCRIPT_COMMENT = re.compile(r"/\*.*?\*/|(?m:^\s*//.*$)", re.DOTALL)
TEMPLATE_COMMENT = re.compile(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", re.DOTALL)
PROGRAMS = re.compile(r"\b[a-z]+_[a-z_]+\b|\bengine\b|\(bool\)|\.toml\b|\bas data\b|\bStore [a-z]")
TESTS_TOLD = re.compile(r"tests?\b[^.<]{0,60}\bproves? it|is run as a test whenever", re.IGNORECASE)


def said_in(path: Path) -> str:
    """Return what a file says to readers: its strings if it is Python, else everything but comments."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        public = "api" in path.parts or path.name == "serializers.py"  # their docstrings are the API's pages
        return "\n".join(" ".join(each.split()) for each in strings(ast.parse(text), docstrings=public))
    if path.suffix == ".js":
        text = SCRIPT_COMMENT.sub("", text)
    if path.suffix == ".html":
        text = TEMPLATE_COMMENT.sub("", text)
    return " ".join(text.split())


def strings(tree: ast.AST, *, docstrings: bool) -> Iterator[str]:
    """Yield every string of a module; what is put into an f-string is left out, its braces stay."""
    inner = set() if docstrings else {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for each in ast.walk(tree):
        if isinstance(each, ast.JoinedStr):
            inner |= {id(part) for part in each.values}
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in each.values)
        elif isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in inner:
            yield each.value


def read() -> dict[str, str]:
    """Everything that holds words for readers, without what is only said to developers."""
    files = [path for folder, kind in READ.items() for path in sorted((ROOT / folder).rglob(f"*.{kind}"))]
    texts = {
        str(path.relative_to(ROOT)): said_in(path)
        for path in [*files, ROOT / "README.md", ROOT / "CHANGELOG.md"]
        if "migrations" not in path.parts and path.relative_to(ROOT).parts[:2] != ("docs", "rules")
    }
    assert len(texts) > 600
    return texts


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return read()


@pytest.mark.parametrize("phrase", GIVEN_UP)
def test_a_phrase_that_was_given_up_is_not_said_again(texts: dict[str, str], phrase: str) -> None:
    said = re.compile(rf"(?<!\w)(?:{phrase})")
    found = {
        name: text[max(0, hit.start() - 40) : hit.end() + 40]
        for name, text in texts.items()
        if (hit := said.search(text))
    }
    assert found == {}, f"say {GIVEN_UP[phrase]!r}"


@pytest.mark.parametrize("system", sorted(PACKAGES))
def test_no_rule_speaks_of_keys_and_programs(system: str) -> None:
    """Rules stand on pages, where `turn_limit`, `(bool)` or "the engine" mean nothing to anybody."""
    said = {key: f"{rule.text}\n{rule.unclear}" for key, rule in rules(system).items()}
    assert len(said) > 50
    assert {key: hit[0] for key, text in said.items() if (hit := PROGRAMS.search(text))} == {}


def test_no_page_tells_players_how_a_rule_is_tested(texts: dict[str, str]) -> None:
    pages = {name: text for name, text in texts.items() if name.startswith("templates/")}
    assert [name for name, text in pages.items() if TESTS_TOLD.search(text)] == []

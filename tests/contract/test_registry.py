"""A rule system that is not declared as the contract says stops the start, and says what is wrong."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.core.checks import Error
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from rulesets.contract import registry
from rulesets.contract.system import ContractError, RuleSystem
from rulesets.engine.errors import LeaguerError
from rulesets.site.apps import every_part_is_there
from tests.contract.conftest import SLUGS
from tests.contract.toy import SYSTEM

PARTS = ("core", "lists", "own_books", "own_scenarios", "roster", "library", "presentation", "board", "odds",
         "campaign", "record", "scenarios", "sizes", "results")  # fmt: skip


def declared(**changes: Any) -> RuleSystem:
    """The toy declared anew, with changes; None leaves a keyword out."""
    values = {name: getattr(SYSTEM, name) for name in ("slug", "name", "prefix", "length_unit", *PARTS)}
    values["rules_version"] = "1"
    return RuleSystem(**{**values, **changes})


@pytest.fixture
def enter(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Enters a package with that SYSTEM as the toy's."""

    def entered(system: object) -> None:
        package = ModuleType("tests.contract.broken")
        package.SYSTEM = system  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, package.__name__, package)
        monkeypatch.setitem(registry.PACKAGES, "broken", package.__name__)
        monkeypatch.setattr(registry, "get", registry.get.__wrapped__)

    return entered


def test_every_system_has_all_that_it_declares() -> None:
    registry.verify()
    assert [system.slug for system in registry.systems()] == list(SLUGS)
    assert every_part_is_there() == []


@pytest.mark.parametrize(
    ("part", "where", "words"),
    [
        ("core", "tests.contract.toy.battel:CORE", "names no module"),
        ("core", "tests.contract.toy.battle:COER", "names nothing that is there"),
        ("roster", "tests.contract.toy.armies:ARMIES", "is a Lists, not a RosterRules"),
        ("board", "tests.contract.toy.odds:ODDS", "is a Odds, not a Board"),
        ("library", None, "every rule system has a part 'library'"),
        ("odds", "no place", "names nothing that is there"),
    ],
)
def test_a_part_that_is_misspelt_or_of_another_kind_is_named(
    part: str, where: str | None, words: str
) -> None:
    system = declared(**{part: where})
    with pytest.raises(ContractError, match=words) as caught:
        system.verify()
    assert caught.value.path == part
    assert part in caught.value.message


def test_what_a_part_imports_and_is_not_there_is_its_own_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "halfdone.py").write_text("import nowhere_at_all\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="nowhere_at_all"):
        declared(core="halfdone:CORE").verify()


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("", "has no attribute 'SYSTEM'"),
        ("SYSTEM = RuleSystem(slug='broken', name='Broken')", "missing .* required keyword"),
        ("SYSTEM = RuleSystem(sulg='broken')", "unexpected keyword argument 'sulg'"),
        ("SYSTEM = 3", "SYSTEM is not the rule system “broken”"),
        ("from tests.contract.toy import SYSTEM", "SYSTEM is not the rule system “broken”"),
    ],
)
def test_a_declaration_that_lacks_or_invents_something_is_told(
    source: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "brokensystem.py").write_text(f"from rulesets.contract.system import RuleSystem\n{source}\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "brokensystem", raising=False)
    monkeypatch.setitem(registry.PACKAGES, "broken", "brokensystem")
    with pytest.raises(ContractError, match=f"broken.*{words}|{words}") as caught:
        registry.get("broken")
    assert caught.value.path == "broken"
    with pytest.raises(ContractError):
        registry.verify()


def test_a_package_that_is_not_there_and_a_system_that_is_unknown_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(registry.PACKAGES, "broken", "rulesets.brokn")
    with pytest.raises(ContractError, match=re.escape("has no package rulesets.brokn")):
        registry.get("broken")
    with pytest.raises(LeaguerError, match="there is no rule system “chess”: choose from baroque"):
        registry.get("chess")


def test_a_system_check_stops_whatever_starts(enter: Any) -> None:
    enter(declared(slug="broken", board="tests.contract.toy.board:BAORD"))
    [error] = every_part_is_there()
    assert isinstance(error, Error)
    assert "“broken”: board='tests.contract.toy.board:BAORD'" in error.msg
    with pytest.raises(SystemCheckError, match="BAORD"):
        call_command("check")


def test_the_web_process_does_not_start_either(tmp_path: Path) -> None:
    program = (
        "from rulesets.contract import registry; registry.PACKAGES['broken'] = 'rulesets.brokn'\n"
        "import config.wsgi"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False,
        cwd=Path(__file__).parents[2], env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
    )  # fmt: skip
    assert run.returncode != 0
    assert "the rule system “broken” has no package rulesets.brokn" in run.stderr


# -- the worked example ---------------------------------------------------------------------------

ROOT = Path(__file__).parents[2]
FILES = ROOT / "tests" / "contract" / "toy"
QUOTED = re.compile(r"^```(?:python|toml) (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_what_the_page_on_new_systems_quotes_stands_in_the_toy() -> None:
    quoted = QUOTED.findall((ROOT / "docs" / "new-system.md").read_text(encoding="utf-8"))
    assert len(quoted) > 20
    for file, block in quoted:
        assert block in (FILES / file).read_text(encoding="utf-8"), f"{file}: {block}"
    assert {file for file, _ in quoted} >= {path.name for path in FILES.glob("*.py")}


def test_the_page_names_every_part_of_a_system() -> None:
    text = (ROOT / "docs" / "new-system.md").read_text(encoding="utf-8")
    assert [part for part in PARTS if f"`{part}`" not in text] == []


def test_the_toy_stays_small() -> None:
    """Lines of code: what is neither blank nor a docstring."""
    assert sum(code_lines(path) for path in FILES.glob("*.py")) < 300


def code_lines(path: Path) -> int:
    """How many lines of a file are code."""
    source = path.read_text(encoding="utf-8")
    said = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    return sum(bool(line.strip()) and at not in said for at, line in enumerate(source.splitlines(), 1))

"""A system that explains its first battle explains every decision of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulesets.contract import registry
from rulesets.contract.system import RuleSystem
from rulesets.engine.battle import TYPED
from rulesets.engine.lists import ArmyList
from tests.contract.walking import Walker, setup

ASKED = re.compile(r'\bDecision\(\s*"([a-z -]+)"')
MOST = 320
"""So long is a hint at most, in characters: it stands beside the board on a phone."""


def test_every_kind_of_decision_has_a_hint(system: RuleSystem, armies: tuple[ArmyList, ArmyList]) -> None:
    hints = system.presentation.hints
    if hints is None:
        return
    walker = Walker(system, setup(system, armies))
    walker.walk(150)
    assert set(walker.kinds) - set(hints) == set()


@pytest.mark.parametrize("slug", registry.PACKAGES)
def test_the_kinds_that_its_rules_ask_are_those_with_hints(slug: str) -> None:
    system = registry.get(slug)
    hints = system.presentation.hints
    if hints is None:
        return
    package = Path(registry.__file__).parents[1] / slug
    kinds = {kind for path in package.rglob("*.py") for kind in ASKED.findall(path.read_text())}
    assert len(kinds) > 5
    assert kinds | {TYPED} == set(hints)


def test_a_hint_is_short_and_says_something(system: RuleSystem) -> None:
    for each in (system.presentation.hints or {}).values():
        assert each.title
        assert len(each.text) <= MOST, each.kind
        assert each.text.endswith((".", "?"))


def test_a_newcomer_begins_where_there_are_hints() -> None:
    beginners = [each for each in registry.scenario_editors() if each.training]
    assert beginners
    assert registry.get(beginners[0].system).presentation.hints
    assert beginners[0].training in beginners[0].shipped()

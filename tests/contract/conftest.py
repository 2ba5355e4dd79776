"""Every rule system there is, and the toy beside them, for the one suite that they all pass."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from rulesets.contract import registry
from rulesets.contract.documents import samples
from rulesets.contract.system import RuleSystem
from rulesets.engine.lists import ArmyList

TOY = "toy"
SLUGS = (*registry.PACKAGES, TOY)


@pytest.fixture(autouse=True)
def _with_the_toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy is a system like the others; whatever was gathered from all systems is forgotten."""
    monkeypatch.setitem(registry.PACKAGES, TOY, f"tests.contract.{TOY}")
    samples.cache_clear()
    cache.clear()
    yield
    samples.cache_clear()


@pytest.fixture(params=SLUGS)
def system(request: pytest.FixtureRequest, _with_the_toy: None) -> RuleSystem:
    """Each system in turn."""
    return registry.get(request.param)


@pytest.fixture
def armies(system: RuleSystem) -> tuple[ArmyList, ArmyList]:
    """The two smallest of its ready-made lists."""
    one, two, *_ = sorted(system.lists.samples().values(), key=lambda army: len(list(army.units())))
    return one, two

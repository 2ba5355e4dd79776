"""Melees of Snaphance that are noted instead of fought: for tests of what leads to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.snaphance import melee
from rulesets.snaphance.clash import Clash

if TYPE_CHECKING:
    import pytest


def noted(monkeypatch: pytest.MonkeyPatch) -> list[Clash]:
    """From now on every melee that would be fought is put into this list and nothing else happens."""
    found: list[Clash] = []

    def fight_all(battle: Battle, clashes: Iterable[Clash]) -> Steps[None]:
        found.extend(clashes)
        yield from ()

    monkeypatch.setattr(melee, "fight_all", fight_all)
    return found

"""The rule systems that Leaguer plays: one line each."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from rulesets.engine.errors import LeaguerError
from rulesets.engine.system import System

PACKAGES = {
    "baroque": "rulesets.baroque",
    "by_fire_and_sword": "rulesets.by_fire_and_sword",
    "snaphance": "rulesets.snaphance",
}


@cache
def get(slug: str) -> System:
    """The system called `slug`; raises LeaguerError naming those there are."""
    if slug not in PACKAGES:
        raise LeaguerError(
            f"there is no rule system «{slug}»; there are: {', '.join(PACKAGES)}", path="system"
        )
    system: System = import_module(PACKAGES[slug]).SYSTEM
    return system


def systems() -> list[System]:
    """Every system, in the order of the registry."""
    return [get(slug) for slug in PACKAGES]

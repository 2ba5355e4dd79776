"""The rule systems that Leaguer plays: one line each. `get(slug).board` and the like are their parts."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from rulesets.contract import wording
from rulesets.contract.scenarios import ScenarioEditor
from rulesets.contract.system import ContractError, RuleSystem
from rulesets.engine.errors import LeaguerError

PACKAGES = {
    "baroque": "rulesets.baroque",
    "by_fire_and_sword": "rulesets.by_fire_and_sword",
    "mail_pike_powder": "rulesets.mail_pike_powder",
    "snaphance": "rulesets.snaphance",
}


@cache
def get(slug: str) -> RuleSystem:
    """Return the system called `slug`; raises LeaguerError naming those there are, ContractError for one that
    is not declared as it has to be.
    """
    if slug not in PACKAGES:
        raise LeaguerError(wording.no_such_system(slug, PACKAGES), path="system", code="system")
    try:
        system = import_module(PACKAGES[slug]).SYSTEM
    except (AttributeError, TypeError) as error:
        raise ContractError(
            f"the rule system “{slug}” is not declared as rulesets/contract/system.py says: {error}",
            path=slug,
        ) from error
    except ModuleNotFoundError as error:
        if not f"{PACKAGES[slug]}.".startswith(f"{error.name}."):
            raise  # the package is there, but something that it imports is not
        raise ContractError(f"the rule system “{slug}” has no package {PACKAGES[slug]}", path=slug) from error
    if not isinstance(system, RuleSystem) or system.slug != slug:
        raise ContractError(f"{PACKAGES[slug]}.SYSTEM is not the rule system “{slug}”", path=slug)
    return system


def systems() -> list[RuleSystem]:
    """Return every system, in the order of the registry."""
    return [get(slug) for slug in PACKAGES]


def folder(slug: str) -> Path:
    """Return the folder of a system's package; raises LeaguerError naming the systems there are."""
    get(slug)
    (path,) = import_module(PACKAGES[slug]).__path__
    return Path(path)


def verify() -> None:
    """Load every part of every system; raises ContractError for the first that is misspelt or incomplete."""
    for system in systems():
        system.verify()


def having(part: str) -> list[RuleSystem]:
    """Return the systems that have an optional part, such as `odds`."""
    return [system for system in systems() if getattr(system, part) is not None]


def scenario_editors() -> list[ScenarioEditor]:
    """Return the scenarios of every system that has some to be fought."""
    return [each.scenarios for each in systems() if each.scenarios is not None]

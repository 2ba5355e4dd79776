"""The text of the rules: every rule of a system by its id, in our words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

from rulesets.contract.registry import PACKAGES, folder
from rulesets.engine.books import data, read_toml
from rulesets.engine.errors import LeaguerError

RULE_ID = re.compile(r"\b[A-Z]{2,4}-(?:C(?:-[a-z0-9]+)+|[A-Z0-9]+(?:\.[A-Za-z0-9]+)*)")
"""The id of a rule, or of what fills a gap of the rules: `SN-4.5.a`, `SN-C-setup`, `MPP-C-27`."""


@data
class Rule:
    """A rule. `needs`: the rules it refers to; `unclear`: what print leaves open, what we recommend."""

    id: str
    title: str
    section: str
    phase: str
    text: str
    needs: tuple[str, ...] = ()
    unclear: str = ""
    optional: bool = False

    @property
    def chapter(self) -> str:
        """The first part of the id: `BQ-6` of `BQ-6.1.3.4`."""
        return self.id.partition(".")[0]


@data
class Completion:
    """What fills a `gap` that the rules leave: no rule, but found elsewhere (`source`) or ours.

    `confidence`: how sure it is; `rules`: those that it completes.
    """

    id: str
    title: str
    gap: str
    text: str
    status: Literal["found", "recommended"]
    source: str
    confidence: str
    rules: tuple[str, ...]


@data
class _Catalogue:
    rule: tuple[Rule, ...] = ()
    completion: tuple[Completion, ...] = ()


@cache
def rules(system: str) -> Mapping[str, Rule]:
    """Return the rules of a system by id, in the order of the book; raises LeaguerError."""
    path = folder(system) / "data" / "rules.toml"
    return {rule.id: rule for rule in read_toml(path, _Catalogue).rule}


@cache
def completions(system: str) -> Mapping[str, Completion]:
    """Return what fills the gaps of a system's rules, by id; nothing for rules without any. Raises
    LeaguerError for an unknown system.
    """
    path = folder(system) / "data" / "completions.toml"
    if not path.exists():
        return {}
    return {each.id: each for each in read_toml(path, _Catalogue).completion}


@cache
def rule(rule_id: str) -> Rule:
    """Return the rule with that id, of whatever system; raises LeaguerError."""
    for system in PACKAGES:
        if rule_id in rules(system):
            return rules(system)[rule_id]
    raise LeaguerError(f"there is no rule {rule_id}", path="rule", code="rule")


def chapters(system: str) -> Mapping[str, tuple[Rule, ...]]:
    """Return the rules of a system by chapter, in the order of the book."""
    found: dict[str, tuple[Rule, ...]] = {}
    for each in rules(system).values():
        found[each.chapter] = (*found.get(each.chapter, ()), each)
    return found

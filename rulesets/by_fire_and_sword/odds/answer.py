"""The answer to an odds query: each scenario and each effect with its chances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.by_fire_and_sword.meeting.chances import (
    ScenarioChance,
    ScenarioChances,
    effect_chances,
    scenario_chances,
)
from rulesets.by_fire_and_sword.meeting.compare import weaker_of
from rulesets.by_fire_and_sword.meeting.effects import chosen_of, kinds, remaining
from rulesets.by_fire_and_sword.meeting.options import ScenarioReroll
from rulesets.by_fire_and_sword.odds.query import MOST_DIFFERENCE, Figures, Query, figures_of
from rulesets.by_fire_and_sword.scenarios.definitions import Scenario
from rulesets.by_fire_and_sword.scenarios.reading import catalogue
from rulesets.by_fire_and_sword.wording import odds as words
from rulesets.contract.odds import OddsError
from rulesets.engine.errors import LeaguerError

DIGITS = 6


def answered(query: Query) -> dict[str, Any]:
    """Return the odds as a JSON value; raises OddsError for what the rules do not allow."""
    forces = [figures_of(given, index) for index, given in enumerate(query.forces)]
    weaker, advantage = weaker_of(forces)
    if advantage > MOST_DIFFERENCE:
        raise OddsError(words.difference_too_large(advantage, MOST_DIFFERENCE), path="forces")
    if query.spent > advantage:
        raise OddsError(words.more_than_advantage(advantage), path="spent")
    rerolls = [
        ScenarioReroll(rule=row.rule, dice=tuple(row.dice), whose=row.whose, defensive=row.defensive)
        for row in query.scenario_rerolls
    ]
    try:
        known = catalogue(query.scenarios)
    except LeaguerError as error:
        raise OddsError(error.message, path=error.path) from None
    return {
        "kind": query.kind,
        "forces": [
            {"name": each.name, "fsp": each.fsp, "cp": each.cp, "marked": list(each.marked)}
            for each in forces
        ],
        "weaker": weaker,
        "advantage": advantage,
        "scenario": _scenarios(scenario_chances(forces, known, rerolls), known),
        "effects": _effects(query, forces, weaker, advantage),
    }


def _scenarios(found: ScenarioChances, known: Mapping[str, Scenario]) -> dict[str, Any]:
    return {
        "method": found.method,
        "rule": found.rule,
        "dice": found.dice,
        "none": _rounded(found.none),
        "scenarios": [_scenario(one, known[one.key]) for one in found.scenarios],
        "sets": [{"scenarios": list(keys), "probability": _rounded(chance)} for keys, chance in found.sets],
    }


def _scenario(one: ScenarioChance, known: Scenario) -> dict[str, Any]:
    return {
        "key": one.key,
        "name": known.name,
        "ours": bool(known.provenance.ours),
        "value": one.value,
        "variable": one.variable,
        "available": _rounded(one.available),
        "alone": _rounded(one.alone),
        "by_discarding": _rounded(one.discarding),
        "by_one_die": _rounded(one.decided),
    }


def _effects(query: Query, forces: list[Figures], weaker: int | None, advantage: int) -> dict[str, Any]:
    due = remaining(advantage, query.spent, 0)
    choosing = chosen_of(due) if query.choice_of_effects else 0
    if len(query.chosen) > choosing:
        raise OddsError(words.too_many_chosen(choosing, due), path="chosen")
    enemy = forces[0 if weaker is None else 1 - weaker]
    chosen = tuple(query.chosen) if query.choice_of_effects else None
    try:
        found = effect_chances(due, enemy.limits, chosen)
    except ValueError as error:
        raise OddsError(words.may_not_be_chosen(error), path="chosen") from None
    return {
        "due": due, "rolled": due - choosing, "chosen": choosing,
        "left_for_later": choosing - len(query.chosen),
        "effects": [
            {
                "key": one.key, "name": kinds()[one.key].name, "rule": kinds()[one.key].rule,
                "once": _rounded(one.once), "expected": _rounded(one.expected),
            }
            for one in found
        ],
    }  # fmt: skip


def _rounded(chance: Any) -> float:
    return round(float(chance), DIGITS)

"""The Discipline Tests of reactions and evasion and their modifiers (BQ-4.1.3.g-i)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rulesets.baroque import tables
from rulesets.baroque.command import discipline_test
from rulesets.baroque.events.command import Reacted
from rulesets.baroque.events.field import Evaded
from rulesets.baroque.state import Unit
from rulesets.baroque.traits import traits
from rulesets.baroque.wording import common
from rulesets.baroque.wording import reactions as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.dice import Modifier

RULES = {
    "opportunity-charge": "BQ-5.4.2.a",
    "countercharge": "BQ-5.4.3.a",
    "opportunity-fire": "BQ-6.5.a",
    "defensive-fire": "BQ-6.6.a",
    "evade": "BQ-5.6.c",
}


def modifiers(unit: Unit, reaction: str, *, to_shot: bool = False, from_foot: bool = False) -> list[Modifier]:
    """Return what the reaction itself adds to the test; Disorder counts once (BQ-4.1.3.h).

    `to_shot`: it answers enemy shooting (BQ-6.5.d). `from_foot`: it evades from charging Foot (BQ-5.6.c).
    """
    row = partial(
        tables.discipline_modifier, "evasion" if reaction == "evade" else reaction.replace("-", "_")
    )
    found = [row("disordered").why(common.DISORDERED_MODIFIER)] if unit.disordered else []
    match reaction:
        case "opportunity-charge":
            key = "mounted" if unit.profile.mounted else "foot"  # BQ-5.4.2.e
            found.append(row(key).why(key))
        case "countercharge":
            found += _countercharge(unit)
        case "opportunity-fire" if not to_shot:
            found.append(row("not_answering_fire").why(words.NOT_ANSWERING_FIRE))
        case "defensive-fire":
            found.append(row("always").why(words.DEFENSIVE_FIRE))  # BQ-6.6.h
        case "evade":
            found += _evasion(unit)
            if from_foot:
                found.append(row("from_foot").why(words.FROM_FOOT))
    return found


def react(battle: Battle, unit: Unit, reaction: str, *, to_shot: bool = False) -> Steps[bool]:
    """Test for a reaction; passed or not, the unit has reacted this turn (BQ-4.1.3.g, BQ-4.1.3.i)."""
    rule, found = RULES[reaction], modifiers(unit, reaction, to_shot=to_shot)
    passed = yield from discipline_test(battle, unit, words.REACTIONS[reaction], rule, found)
    battle.apply(Reacted("BQ-4.1.3.i", unit.id, words.REACTIONS[reaction].lower(), passed))
    return passed


def try_to_evade(battle: Battle, unit: Unit, *, from_foot: bool) -> Steps[bool]:
    """Test an evasion (BQ-5.6.c); each makes the next of this turn harder."""
    rule = RULES["evade"]
    found = modifiers(unit, "evade", from_foot=from_foot)
    passed = yield from discipline_test(battle, unit, words.REACTIONS["evade"], rule, found)
    battle.apply(Evaded(rule, unit.id, passed))
    return passed


def _countercharge(unit: Unit) -> Iterator[Modifier]:
    row = partial(tables.discipline_modifier, "countercharge")
    if unit.profile.type in ("GA", "WB"):  # BQ-5.4.3.e
        yield row("gallopers_or_warbands").why(unit.profile.type_name.lower())
    elif unit.profile.mounted:
        yield row("other_mounted").why(words.MOUNTED)
    yield from traits(unit.profile).countercharge()


def _evasion(unit: Unit) -> Iterator[Modifier]:
    row = partial(tables.discipline_modifier, "evasion")
    if unit.profile.type == "CL":
        yield row("light_cavalry").why(words.LIGHT_CAVALRY)
    elif unit.profile.type in ("DR", "S"):
        yield row("dragoons_or_skirmishers").why(unit.profile.type_name.lower())
    if unit.profile.massed:
        yield row("massed").why(words.MASSED)
    if unit.evasions:
        each = row("repeated")
        yield Modifier(each.rule, each.modifier * unit.evasions, words.EVADED_BEFORE)

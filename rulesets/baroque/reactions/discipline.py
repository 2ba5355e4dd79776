"""The Discipline Tests of reactions and evasion: their modifiers, their chances, the test itself
(BQ-4.1.3.g-i).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesets.baroque import tables
from rulesets.baroque.command import discipline_chance, discipline_test
from rulesets.baroque.events.command import Reacted
from rulesets.baroque.events.field import Evaded
from rulesets.baroque.state import State, Unit
from rulesets.baroque.traits import traits
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.dice import Modifier

WORDS = {
    "opportunity-charge": "Opportunity charge",
    "countercharge": "Countercharge",
    "opportunity-fire": "Opportunity fire",
    "defensive-fire": "Defensive fire",
    "evade": "Evasion",
}
RULES = {
    "opportunity-charge": "BQ-5.4.2.a",
    "countercharge": "BQ-5.4.3.a",
    "opportunity-fire": "BQ-6.5.a",
    "defensive-fire": "BQ-6.6.a",
    "evade": "BQ-5.6.c",
}


def modifiers(unit: Unit, reaction: str, *, to_shot: bool = False, from_foot: bool = False) -> list[Modifier]:
    """What the reaction itself adds to the test; Disorder counts once (BQ-4.1.3.h).

    `to_shot`: it answers enemy shooting (BQ-6.5.d). `from_foot`: it evades from charging Foot (BQ-5.6.c).
    """
    own = {
        "opportunity-charge": _opportunity_charge,
        "countercharge": _countercharge,
        "opportunity-fire": _plain,
        "defensive-fire": _defensive_fire,
        "evade": _evasion,
    }
    test = "evasion" if reaction == "evade" else reaction.replace("-", "_")
    found = list(own[reaction](unit))
    if unit.disordered:
        found.insert(0, _row(test, "disordered"))
    if reaction == "opportunity-fire" and not to_shot:
        found.append(_row(test, "not_answering_fire", "not an answer to shooting"))
    if reaction == "evade" and from_foot:
        found.append(_row(test, "from_foot", "from foot"))
    return found


def chance(state: State, unit: Unit, found: Sequence[Modifier]) -> float:
    """The exact probability that the unit passes with these modifiers and the general ones."""
    return discipline_chance(state, unit, found)


def react(battle: Battle, unit: Unit, reaction: str, *, to_shot: bool = False) -> Steps[bool]:
    """BQ-4.1.3.g, BQ-4.1.3.i: the test of a reaction; passed or not, the unit has reacted this turn."""
    rule, found = RULES[reaction], modifiers(unit, reaction, to_shot=to_shot)
    passed = yield from discipline_test(battle, unit, WORDS[reaction], rule, found)
    battle.apply(Reacted("BQ-4.1.3.i", unit.id, WORDS[reaction].lower(), passed))
    return passed


def try_to_evade(battle: Battle, unit: Unit, *, from_foot: bool) -> Steps[bool]:
    """BQ-5.6.c: the test of an evasion; each makes the next of this turn harder."""
    rule = RULES["evade"]
    found = modifiers(unit, "evade", from_foot=from_foot)
    passed = yield from discipline_test(battle, unit, WORDS["evade"], rule, found)
    battle.apply(Evaded(rule, unit.id, passed))
    return passed


def _opportunity_charge(unit: Unit) -> Iterator[Modifier]:
    key = "mounted" if unit.profile.mounted else "foot"  # BQ-5.4.2.e
    yield _row("opportunity_charge", key)


def _countercharge(unit: Unit) -> Iterator[Modifier]:
    if unit.profile.type in ("GA", "WB"):  # BQ-5.4.3.e
        yield _row("countercharge", "gallopers_or_warbands", unit.profile.type_name.lower())
    elif unit.profile.mounted:
        yield _row("countercharge", "other_mounted", "mounted")
    yield from traits(unit.profile).countercharge()


def _plain(_unit: Unit) -> Iterator[Modifier]:
    yield from ()


def _defensive_fire(_unit: Unit) -> Iterator[Modifier]:
    yield _row("defensive_fire", "always", "defensive fire")  # BQ-6.6.h


def _evasion(unit: Unit) -> Iterator[Modifier]:
    if unit.profile.type == "CL":
        yield _row("evasion", "light_cavalry", "light cavalry")
    elif unit.profile.type in ("DR", "S"):
        yield _row("evasion", "dragoons_or_skirmishers", unit.profile.type_name.lower())
    if unit.profile.massed:
        yield _row("evasion", "massed")
    if unit.evasions:
        row = tables.discipline_modifier("evasion", "repeated")
        yield Modifier(row.rule, row.modifier * unit.evasions, "evaded before this turn")


def _row(test: str, key: str, why: str = "") -> Modifier:
    row = tables.discipline_modifier(test, key)
    return Modifier(row.rule, row.modifier, why or key)

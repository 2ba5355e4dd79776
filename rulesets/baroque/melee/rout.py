"""Units that leave a melee for good: routs and their effect behind, dispersion, the Baggage sacked
(BQ-7.5.2, BQ-7.7-9).
"""

from __future__ import annotations

from rulesets.baroque import tables, terrain
from rulesets.baroque.events.field import BaggageSacked
from rulesets.baroque.morale import disorder, lose_vbu, remove
from rulesets.baroque.state import BAGGAGE, State, Status, Unit
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.geometry import CONTACT, Base

SPARES_THOSE_BEHIND = frozenset({"S", "T", "DR", "CL", "ART"})
"""BQ-7.5.2.h: types whose rout has no effect on units behind them."""


def rout(battle: Battle, unit: Unit, why: str, rule: str, status: Status = "routed") -> None:
    """Remove a unit that is beaten in melee, with the effect on those behind it."""
    base = unit.place
    remove(battle, unit, status, why, rule)
    shake_those_behind(battle, unit, base)


def shake_those_behind(battle: Battle, unit: Unit, base: Base) -> None:
    """BQ-7.5.2.h: friends within 1 BU straight behind a unit routed in melee are Disordered, in contact
    they lose 1 VBU too.

    `base` is where it stood. A friend who routs by that has the same effect in his turn.
    """
    rule = "BQ-7.5.2.h"
    if unit.profile.type == BAGGAGE:
        battle.apply(BaggageSacked("BQ-7.9.b", unit.side))
        return
    if unit.profile.type in SPARES_THOSE_BEHIND:
        return
    general = tables.tables().melee_general
    for friend, away in _behind(battle.state, unit, base, general.rout_disorder_distance_bu):
        if not friend.on_field:
            continue
        place = friend.place
        losses = general.rout_contact_loss_vbu if away <= CONTACT else 0
        if losses and lose_vbu(battle, friend, losses, f"{unit.name} routs into it", rule):
            shake_those_behind(battle, friend, place)
        elif friend.on_field:
            disorder(battle, friend, f"{unit.name} routs before it", rule)


def _behind(state: State, unit: Unit, base: Base, reach: float) -> list[tuple[Unit, float]]:
    found = []
    for friend in state.on_field(unit.side):
        if friend.profile.type == BAGGAGE or not geometry.near(base, friend.place, reach):
            continue
        away = geometry.rear_corridor_gap(base, friend.place)
        if away is not None and away <= reach + CONTACT:
            found.append((friend, away))
    return found


# ---------------------------------------------------------------------------- dispersion


def disperses(state: State, unit: Unit) -> bool:
    """BQ-7.7.a, BQ-7.8: whether contact disperses the unit: Artillery always, Skirmishers unless wholly in
    Difficult Terrain.
    """
    if unit.profile.type == BAGGAGE or not tables.troop_type(unit.profile.type).dispersed_when_charged:
        return False
    return unit.profile.type == "ART" or not terrain.wholly_in(state, unit.place, "difficult")


def disperse(battle: Battle, unit: Unit, by: Unit) -> None:
    """BQ-7.7.a, BQ-7.8: the unit is removed without a fight."""
    rule = "BQ-7.8" if unit.profile.type == "ART" else "BQ-7.7.a"
    remove(battle, unit, "dispersed", f"charged by {by.name}", rule)

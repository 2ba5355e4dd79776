"""Who may charge whom, whom a stand would contact, who of those may be the Battle Stand (SN-10.0, 10.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from rulesets.snaphance import hexes
from rulesets.snaphance.charge import skirmish
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.shooting import cover
from rulesets.snaphance.state import Stand, State

Why: TypeAlias = tuple[str, str]
"""The id of a rule and the reason, for players who ask why something may not be done."""


def contacted(state: State, stand: Stand, place: Hex, facing: int) -> list[Stand]:
    """SN-10.0.d: the enemies in the two front hexes of a stand that would be there, the right one first."""
    found = (state.enemy_at(front, stand.side) for front in hexes.front(place, facing))
    return [enemy for enemy in found if enemy is not None]


# -- who may charge whom --------------------------------------------------------------------------


def why_no_charge(state: State, stand: Stand) -> Why | None:
    """SN-10.0.a-b: why a stand can charge nobody now; None if there is somebody that it might charge."""
    profile = stand.profile
    if profile.charge_bonus < 1 and profile.code != "LC":
        return "SN-10.0.a", "only stands with a Charge Bonus charge"
    if state.in_melee(stand.id):
        return "SN-4.6.e", "it is in a melee"
    return None


def why_not(state: State, stand: Stand, target: Stand, start: Hex, place: Hex) -> Why | None:
    """SN-10.0.a-c: why a stand whose move began on `start` may not charge `target` from `place`; None if it
    may.
    """
    barred = why_no_charge(state, stand)
    if barred is not None:
        return barred
    profile, other = stand.profile, target.profile
    if profile.charge_bonus < 1 and not _light_cavalry_may(target, start, place):
        return "SN-10.0.b", (
            "Light Cavalry without a Charge Bonus charge Skirmishers alone, and Shot in flank or rear from "
            "behind their front"
        )
    if not profile.kind.mounted and other.kind.mcs and not profile.may_contact_mcs:
        return "SN-10.0.c", "infantry do not charge Mounted Combat Stands"
    return why_no_assault(state, stand, target)


def why_no_assault(state: State, stand: Stand, target: Stand) -> Why | None:
    """SN-C-found-tower: why a stand may not attack the garrison of a fortified building; None if it may, or
    if the enemy is none.
    """
    if not cover.in_fort(state, target):
        return None
    if stand.profile.kind.mounted:
        return "SN-C-found-tower", "only foot attack a fortified building"
    if state.in_melee(target.id):
        return "SN-C-found-tower", "another stand attacks that fortified building"
    return None


def may_charge(state: State, stand: Stand, target: Stand, start: Hex, place: Hex) -> bool:
    """SN-10.0.a-c: whether a stand whose move began on `start` may charge `target` from `place`."""
    return why_not(state, stand, target, start, place) is None


def _light_cavalry_may(target: Stand, start: Hex, place: Hex) -> bool:
    """SN-10.0.b: Skirmishers anywhere; Shot in flank or rear by who has started behind their front."""
    if target.profile.code == "Sk":
        return True
    return (
        target.profile.code == "Sh"
        and place in hexes.behind(target.place, target.facing)
        and not hexes.before_line(target.place, target.facing, start)
    )


# -- whom it fights -------------------------------------------------------------------------------


def battle_stands(state: State, stand: Stand, place: Hex, enemies: Iterable[Stand]) -> list[Stand]:
    """SN-10.2.b-d, SN-6.3.c: those of the enemies met by a stand at `place` who may be the Battle Stand.

    A Combat Stand comes before a Support Stand, also before one that has provoked an opportunity charge; then
    who faces the charger before who is hit in flank or rear. Skirmishers who are swept away fight nobody as
    long as anybody else is met.
    """
    found = list(enemies)
    found = [one for one in found if not skirmish.is_swept(state, one, stand, place)] or found
    found = [one for one in found if one.profile.kind.combat] or found
    return [one for one in found if one.faces(place)] or found

"""Friends in the way: who may move through whom, who displaces whom (SN-4.10, SN-4.11)."""

from __future__ import annotations

from rulesets.snaphance import hexes
from rulesets.snaphance.ground import entry
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.state import Stand, State


def may_pass(_state: State, mover: Stand, other: Stand) -> bool:
    """SN-4.10.a-b: whether a stand may move through a friend.

    Support Stands pass through anybody and let anybody pass. Of two Combat Stands both must face exactly the
    same way, and a Pike block passes through none; others may pass through the Pike block.
    """
    if mover.side != other.side:
        return False
    if not (mover.profile.kind.combat and other.profile.kind.combat):
        return True
    return mover.profile.code != "Pk" and mover.facing == other.facing


def displaces(state: State, mover: Stand, other: Stand, facing: int | None = None) -> bool:
    """SN-4.11.a-b: whether a stand next to a friend may enter his hex so that he falls back into its own.

    Combat Stands displace any Support Stand in a front hex of theirs; Shot, Light Cavalry and Dragoons any
    Support Stand, Skirmishers only Skirmishers, from any direction; Artillery nobody. Whether the friend has
    moved does not matter (SN-4.11.c). `facing`: that of the mover, if it is another than it has now.
    Nobody falls back out of an ongoing melee (SN-4.6.e) nor into ground that he may not enter.
    """
    if mover.side != other.side or other.profile.kind.combat or state.in_melee(other.id):
        return False
    place, there = mover.place, other.place
    if mover.profile.kind.combat:
        if there not in hexes.front(place, mover.facing if facing is None else facing):
            return False
    elif mover.profile.code == "Art" or (mover.profile.code == "Sk" and other.profile.code != "Sk"):
        return False
    return falls_back(state, other, place)


def falls_back(state: State, other: Stand, place: Hex) -> bool:
    """Whether the ground lets a displaced stand back into a hex; heavy guns are taken along."""
    return entry(state, other.profile.kind.ground, other.place, place) != "no"

"""Whom a stand may fire at (SN-7.0, SN-7.1): weapon, arc, range, sight, melees."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.snaphance import hexes, sight
from rulesets.snaphance.shooting import cover
from rulesets.snaphance.shooting.dice import Fire, Why, reach, weapon_dice
from rulesets.snaphance.state import Stand, State, enemy


def why_no_target(state: State, firer: Stand, target: Stand, fire: Fire = "voluntary") -> Why | None:
    """SN-7.0: the rule and the reason why a stand cannot fire at another; None if it can.

    That it has dice left for it is for the volley to say (`volley.why_no_volley`).
    """
    if not firer.on_field or not target.on_field:
        return "SN-7.0.g", f"{(target if firer.on_field else firer).name} is gone"
    if state.in_melee(firer.id):
        return "SN-7.0.e", "it is in close combat"
    if state.in_melee(target.id):
        return "SN-7.0.e", f"{target.name} is in close combat"
    distance = hexes.distance(firer.place, target.place)
    if weapon_dice(firer.profile, distance, state.sheet) is None:
        return "SN-7.0.c", _out_of_range(state, firer, distance)
    if not in_arc(state, firer, target):
        rule = "SN-7.0.b" if firer.profile.code == "Art" else "SN-7.0.a"
        return rule, f"{target.name} is outside its arc of fire"
    if not sight.open_lanes(state, firer.place, target.place, over_stands=cover.in_fort(state, firer)):
        return sight.why_blocked(state, firer.place, target.place) or ("SN-7.1.b", "it does not see it")
    if fire == "opportunity" and distance == 1 and not _fires_close(state, firer, target):
        return "SN-7.4.2.a", f"it does not fire on {target.profile.kind.name} at point blank"
    return None


def _out_of_range(state: State, firer: Stand, distance: int) -> str:
    most = reach(firer.profile, state.sheet)
    return f"it reaches {most}H, not {distance}H" if most else "it has no fire-arms for that"


def in_arc(state: State, firer: Stand, target: Stand) -> bool:
    """SN-7.0.a, SN-7.0.b: whether the target is in the firer's arc: wide, of Artillery narrow.

    A garrison fires in any direction (SN-C-found-tower).
    """
    if cover.in_fort(state, firer):
        return True
    arc = hexes.in_narrow_arc if firer.profile.code == "Art" else hexes.in_wide_arc
    return arc(firer.place, firer.facing, target.place)


def _fires_close(state: State, firer: Stand, target: Stand) -> bool:
    """SN-7.4.2.a, SN-7.4.h: whether it may fire at an adjacent stand on opportunity: Shot and Dragoons fire
    at Mounted Combat Stands so only where they would have defensive fire.
    """
    if firer.profile.code not in ("Sh", "Dr") or not target.profile.kind.mcs:
        return True
    return shielded(state, firer, target.place)


def shielded(state: State, firer: Stand, attacker: hexes.Hex) -> bool:
    """SN-7.4.h: whether Shot or Dragoons have defensive fire against Mounted Combat Stands: in terrain that
    removes their Charge Bonus, or next to any friendly Combat Stand.
    """
    return cover.sheltered(state, firer.place, attacker) or any(
        friend is not None and friend.profile.kind.combat
        for friend in (state.friend_at(place, firer.side) for place in hexes.neighbours(firer.place))
    )


def in_reach(state: State, firer: Stand) -> Iterator[Stand]:
    """The enemies within the range of a stand, seen or not, in a fixed order."""
    most = reach(firer.profile, state.sheet)
    if not most:
        return
    here, distance = firer.place, hexes.distance
    for other in state.on_field(enemy(firer.side)):
        if distance(here, other.place) <= most:
            yield other


def targets(state: State, firer: Stand, fire: Fire = "voluntary") -> Iterator[Stand]:
    """SN-7.0: the enemies that a stand can fire at."""
    return (other for other in in_reach(state, firer) if why_no_target(state, firer, other, fire) is None)

"""Sentences of fire and sight."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.wording import counted

# -- who may fire, and at whom ----------------------------------------------------------------------

NO_LONG_ARMS = "it has no fire-arms that reach further than contact"
NOT_ACTING = "it is not acting"
FIRED_ALREADY = "it has fired in this activation"
FAILED_TO_RECOVER = "it has failed to recover in order"
MOVE_NOT_OVER = "its move is not over"
MOVED_IN_DISORDER = "it is disordered and has moved"
ARTILLERY_MOVED = "artillery does not move and fire"
DRAGOONS_RODE = "dragoons do not fire after 3 hexes"
NO_DICE = "it has no dice left to roll"
STORED = {NO_DICE: "no dice are left to it"}
"""Reasons that events store in other words: hash chains hold those."""
NO_ARMS_FOR_THAT = "it has no fire-arms for that"
NOT_SEEN = "it does not see it"
CHARGE_AT_POINT_BLANK = "a charge is met by defensive fire at point blank"

NOT_AGAINST_SUCH = "it may not fire against such an attack"
MADE_CONTACT = "it has come into contact itself"
NOT_IN_FRONT = "it is not attacked in front"
NO_DEFENSIVE_FIRE = "such troops have no defensive fire"
IN_OPEN_ALONE = "it stands in the open without a Combat Stand beside it"
CAUGHT_IN_OPEN = "caught in the open"


def stored(why: str) -> str:
    """Return a reason as an event stores it."""
    return STORED.get(why, why)


def shown(why: str) -> str:
    """Return a stored reason as players read it."""
    return next((words for words, kept in STORED.items() if kept == why), why)


def gone(stand: str) -> str:
    return f"{stand} is gone"


def in_close_combat(stand: str) -> str:
    return f"{stand} is in close combat"


def too_far(most: int, distance: int) -> str:
    return f"it reaches {most}H, not {distance}H"


def outside_arc(target: str) -> str:
    return f"{target} is outside its arc of fire"


def not_at_point_blank(target: str) -> str:
    return f"it does not fire on {target} at point blank"


def stand_in_way(stand: str, place: str) -> str:
    """Say which stand hides another, "" for one that is not known."""
    return f"{stand or 'a stand'} at {place} is in the way"


def ground_in_way(ground: str, place: str) -> str:
    """Say which ground hides a stand, "" for a hilltop."""
    return f"{ground or 'the hilltop'} at {place}"


# -- dice -------------------------------------------------------------------------------------------

PURPOSES = {
    "voluntary": "Fire", "opportunity": "Opportunity fire", "defensive": "Defensive fire",
    "support": "Supporting fire", "contact": "Contact fire",
}  # fmt: skip
PISTOLS = "pistols"

HALVED_IN_SUPPORT = "in support: half"
PIKES_DO_NOT_FIRE = "its pikes do not fire"
SECOND_RANK = "second rank"
MOVED = "moved"
TO_MOVE = "to move afterwards"
TO_MOVE_OR_CHARGE = "to move or charge afterwards"
DISORDERED = "disordered"
OUT_OF_BUILDING = "out of a fortified building"


def fire_at(fire: str, target: str) -> str:
    return f"{PURPOSES[fire]} at {target}"


def volley(weapon: str, second: bool, distance: int, dice: int) -> str:
    """Return words such as `musket, 2H, 4 dice`."""
    return f"{weapon}{f', {SECOND_RANK}' if second else ''}, {distance}H, {counted(dice, 'die', 'dice')}"


def weapon_at(weapon: str, distance: int) -> str:
    return f"{weapon} at point blank" if distance == 1 else f"{weapon} at {distance}H"


def moves(number: int) -> str:
    return counted(number, "move")


def hexes_moved(number: int) -> str:
    return f"{number} hexes moved"


def in_open(target: str) -> str:
    return f"{target} in the open"


def ranks_deep(number: int) -> str:
    return f"{number} ranks deep"


def in_cover(behind: bool, cover: str) -> str:
    return f"target {'behind' if behind else 'in'} {cover}"


def shot(target: str, distance: int, dice: Sequence[int], hit: float, keeps: bool) -> str:
    """Return words such as `Fire at Blue (2H): 3 + 2 dice, 56% to hit at least once; then move`."""
    alone = dice == [1]
    total = " + ".join(map(str, dice)) + (" die" if alone else " dice")
    hits, then = "to hit" if alone else "to hit at least once", "; then move" if keeps else ""
    return f"Fire at {target} ({distance}H): {total}, {hit:.0%} {hits}{then}"

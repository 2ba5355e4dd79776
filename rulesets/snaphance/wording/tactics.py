"""Reasons of the tactician: each says of a stand, a group or a General what it does and why."""

from __future__ import annotations

from rulesets.engine.wording import counted, rounded

NO_PREFERENCE = "takes the first that is offered: there is no preference"


def _away(distance: int) -> str:
    return counted(distance, "hex", "hexes")


# -- a stand that acts ------------------------------------------------------------------------------

TURNS = "turns to face its attacker"
NOTHING_BETTER = "has nothing better to do"
ENDS_TOGETHER = "ends the turn of those who act together: each is better by itself"
THROUGH_FRIENDS = " through friends"
PAST_FRIEND = " past a friend who falls back"


def rallies(chance: float) -> str:
    return f"rallies first: it comes back into order in any case, and may act on with {chance:.0%}"


def charges(enemy: str, done: float, taken: float, win: float) -> str:
    return f"charges {enemy}: {_harm(done, taken)}, and to win with {win:.0%}"


def comes_up(enemy: str, done: float, taken: float, win: float) -> str:
    return f"comes up to charge {enemy}: {_harm(done, taken)}, and to win with {win:.0%}"


def _harm(done: float, taken: float) -> str:
    return f"expects to do {rounded(done)} break points of harm for {rounded(taken)}"


def fires(target: str, harm: float, keeps: bool = False) -> str:
    then = " and means to move then" if keeps else ""
    return f"fires at {target}: expects {rounded(harm)} break points of harm{then}"


def halts(away: int, enemy: str) -> str:
    return f"halts, {_away(away)} from {enemy}, to fire"


def stands(away: int, enemy: str) -> str:
    return f"stands, {_away(away)} from {enemy}: no place in reach is better"


def gets_nearer(enemy: str, away: int, before: int) -> str:
    return f"gets nearer to {enemy}: {_away(away)} instead of {before}"


def has_in_range(enemy: str, away: int) -> str:
    return f"has {enemy} in range there, {_away(away)} off"


def keeps_off(enemy: str, away: int, before: int) -> str:
    return f"keeps further from {enemy}: {_away(away)} instead of {before}"


def faces(enemy: str) -> str:
    return f"faces {enemy} better from there"


def extra_move(enemy: str, away: int, chance: float) -> str:
    return (
        f"risks an extra move towards {enemy}, the nearest enemy {_away(away)} off: "
        f"it keeps order with {chance:.0%}"
    )


def extra_move_to_charge(enemy: str, chance: float) -> str:
    return f"risks an extra move to charge {enemy}, with {chance:.0%} in order"


def opportunity_to_charge(chance: float) -> str:
    return f"goes onto opportunity to charge who comes near: {chance:.0%} to pass"


def opportunity_to_fire(chance: float) -> str:
    return f"goes onto opportunity to fire at who comes near: {chance:.0%} to pass"


# -- answers ----------------------------------------------------------------------------------------

WAITS = "waits: no reaction is worth more"
EVADES_ITS_END = "evades: to stay would be its end"
FIRES_FIRST = "fires before it is charged: a hit disorders the charger"
PURSUES = "pursues: the beaten enemy is disordered and will not fire"
SUPPORTS = "supports another: alone it would do worse"


def answers_by_charge(enemy: str, done: float, taken: float) -> str:
    return f"charges {enemy}: {_harm(done, taken)}"


def evades_fire(firer: str, harm: float) -> str:
    return f"evades from the fire of {firer}: it would cost {rounded(harm)}"


def evades(charger: str, loss: float) -> str:
    return f"evades from {charger}: to stay would cost {rounded(loss)} break points"


def far_enough(away: int) -> str:
    return f"is {_away(away)} from the enemy: farther off it would not be safer"


def gets_away(distance: int) -> str:
    return f"gets {distance}H away from the enemy"


def holds_near(enemies: int, danger: float) -> str:
    return f"holds: {enemies} enemies in order are near, worth {rounded(danger)}"


def holds_weak(sp: int) -> str:
    return f"holds: with {sp} SP left it is in no shape to pursue"


def goes_no_further(away: int) -> str:
    return f"goes no further: the enemy is {_away(away)} off"


def falls_back(place: str, away: int) -> str:
    return f"falls back to {place}, {_away(away)} from the enemy"


def fights(enemy: str) -> str:
    return f"fights {enemy}: it does best against it"


def supports_against(enemy: str) -> str:
    return f"supports against {enemy}, the weakest"


# -- groups and Generals ----------------------------------------------------------------------------

TURNS_BEFORE_FIGHT = "turns to face its attacker before it fights on"
FIGHTS_FIRST = "fights on first: what comes of it the others can make use of"
ALL_ACTED = "everybody has acted"
IN_MIDDLE_OF_GROUP = "the new General begins in the middle of the group"
SLOWEST_FIRST = "deploys the slowest first: where it stands is no secret"
DRAWS_UP = "draws up in line: foot in the middle, horse on the wings"
IN_MIDDLE = "the General is in the middle, where the command range covers the most"


def needed_first(group: str, away: int) -> str:
    return f"{group} is needed first: the enemy is {_away(away)} from it"


def next_to_fire(stand: str) -> str:
    return f"{stand} is next: it has a target, and fire comes before charges"


def next_by_distance(stand: str, enemy: str, away: int) -> str:
    """Say why a stand is next: the `enemy` nearest to it, "" for none; both may have one name."""
    nearest = f"the enemy’s {enemy} is {_away(away)} from it" if enemy else "no enemy is left"
    return f"{stand} is next: {nearest}"


def arrives(stand: str, away: int) -> str:
    return f"{stand} arrives, {_away(away)} from the enemy"


def follows(general: str, stand: str) -> str:
    return f"{general} follows the stands to {stand}"


def helps_rally(general: str, stand: str) -> str:
    return f"{general} rides to {stand} to help it rally"

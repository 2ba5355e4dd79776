"""Reasons of the tactician, in the figures that it goes by. Distances in BU, harm in VD."""

from __future__ import annotations

from rulesets.engine.wording import counted, rounded


def bu(distance: float) -> str:
    """Return a distance in words: `3.2 BU`."""
    return f"{distance:.1f} BU"


def expects(done: float, taken: float) -> str:
    """Say what a unit expects of a fight: what it does to the enemy, and what is done to it."""
    return f"expects to cost the enemy {rounded(done)} VD and to lose {rounded(taken)}"


def _change(gain: float) -> str:
    """Return what a fight brings: VD that the enemy loses, less one's own."""
    return f"a {'gain' if gain >= 0 else 'loss'} of {rounded(abs(gain))} VD"


# -- what an active unit does -----------------------------------------------------------------------

PUTS_BEHIND = "stops here and puts the friend it stands on behind it"


def rallies(chance: float) -> str:
    return f"rallies first, {chance:.0%} to pass: a disordered unit fights worse"


def forces_rally(chance: float) -> str:
    return f"tries a forced rally: {chance:.0%} to pass"


def forces_rally_far(chance: float, far: float) -> str:
    return f"tries a forced rally, {chance:.0%} to pass: the enemy is still {bu(far)} away"


def acts_disordered(chance: float, far: float) -> str:
    return f"acts while disordered: only {chance:.0%} for a forced rally, and the enemy is {bu(far)} away"


def breaks_away(taken: float, done: float) -> str:
    return f"disengages: if it stays, it {expects(done, taken)}"


def fights(done: float, taken: float) -> str:
    return f"fights: {expects(done, taken)}"


def joins_melee(leader: str, unit: str, gain: float) -> str:
    return f"{leader} joins {unit} in its melee: that is worth {rounded(gain)} VD"


def withdraws(vbu: int, far: float, vd: int) -> str:
    return (
        f"withdraws: it is exhausted, has VBU {vbu}, and the enemy is {bu(far)} away;"
        f" if it is destroyed, that costs another {vd} VD"
    )


# -- moves ------------------------------------------------------------------------------------------

NO_ENEMY = "no enemy is left"


def faces_about(quarry: str, far: float) -> str:
    return f"faces about: {quarry} is behind it, {bu(far)} away"


def risks_no_march(far: float) -> str:
    return f"the enemy is {bu(far)} away, too near to risk a march test"


def no_room_to_wheel(quarry: str, degrees: float) -> str:
    return f"{quarry} is {degrees:.0f}° off to its side, and there is no room to wheel"


def would_lose_order(chance: float) -> str:
    return f"only {chance:.0%} to pass the test for another march"


def stands(why: str) -> str:
    return f"stands: {why}"


def turns_guns(degrees: float, quarry: str, far: float) -> str:
    return f"turns its guns {degrees:.0f}° towards {quarry}, {bu(far)} away"


def guns_stay(far: float) -> str:
    return f"the guns stay where they are; the nearest enemy is {bu(far)} away"


def keeps_away(enemy: str, far: float) -> str:
    """Say that an exhausted unit stays; `enemy`: "" if none is left."""
    return "it is exhausted and keeps out of the way" + (f"; {enemy} is {bu(far)} away" if enemy else "")


def advances(moved: float, quarry: str, far: float, stop: float) -> str:
    """Say how far it advances; `stop`: from where it means to fire, 0 if it closes in."""
    why = f"advances {bu(moved)} towards {quarry}, its best target, {bu(far)} away"
    return f"{why}, to fire from {bu(stop)}" if stop else why


def wheels(hand: str, degrees: float, quarry: str, far: float) -> str:
    return f"wheels {hand} {degrees:.0f}° towards {quarry}, {bu(far)} away"


def barred(quarry: str) -> str:
    return f"its way to {quarry} is blocked"


def near_enough(quarry: str, far: float) -> str:
    return f"at {bu(far)} it is near enough to {quarry}"


def no_room_ahead(quarry: str, far: float) -> str:
    return f"there is no room to go nearer to {quarry}, {bu(far)} away"


def sidles(quarry: str, far: float) -> str:
    return f"moves obliquely past what blocks its way to {quarry}, {bu(far)} away"


# -- charges and shots ------------------------------------------------------------------------------


def fires_then_charges(target: str, charged: str, paying: float, gain: float) -> str:
    return (
        f"fires at {target} before it charges {charged}:"
        f" the fire should cost the enemy {rounded(paying)} VD, the charge gains {rounded(gain)} more"
    )


def fires(target: str, harm: float, among: int, instead: str, gain: float) -> str:
    """Say at whom it fires, the best of `among`; `instead`: whom it might charge for `gain`, or ""."""
    which = f", the best of {among} targets" if among > 1 else ""
    found = f"fires at {target}{which}: that should cost the enemy {rounded(harm)} VD"
    if not instead:
        return found
    better = f"; to charge {instead} would bring {_change(gain)}"
    return found + (better if harm >= gain else "; to fire first costs it nothing")


def charges(
    target: str, behind: bool, done: float, taken: float, arrive: float, among: int, harm: float | None
) -> str:
    """Say whom it charges and what it expects; `harm`: what fire would do, None if it cannot fire."""
    found = f"charges {target}{' in flank or rear' if behind else ''}"
    if among > 1:
        found += f", the best of {among} charges"
    found += f": {expects(done, taken)}"
    if arrive < 1.0:
        found += f", {arrive:.0%} to reach it"
    return found if harm is None else f"{found}; fire would cost the enemy {rounded(harm)} VD"


# -- after a charge, a shot or a melee --------------------------------------------------------------


def main_units(unit: str, foe: str, balance: float, pairs: int) -> str:
    return f"{unit} against {foe} is the best of {pairs} pairs: it expects {_change(balance)}"


CANNOT_GO_ON = "stops: it cannot go on"


def goes_on(far: float) -> str:
    return f"goes on as far as it can, {bu(far)}, to be nearer to the enemy"


def goes_into(enemy: str, gain: float) -> str:
    return f"goes on into {enemy}: it expects {_change(gain)}"


def stops_before(enemy: str, loss: float) -> str:
    return f"stops before {enemy}: to go on would bring {_change(-loss)}"


NOBODY_BEYOND = "stops: there is nobody to fight beyond"
BAD_GROUND = "there is bad ground in front of it"
NOBODY_LEFT = "nobody is left to pursue"


def holds(why: str) -> str:
    return f"holds: {why}"


def holds_exhausted(enemy: str) -> str:
    return f"holds: it is exhausted and lets {enemy} go"


def pursues(enemy: str, gain: float) -> str:
    return f"pursues {enemy}: to fight it again should bring {_change(gain)}"


def would_cost(enemy: str, loss: float) -> str:
    return f"holds: to fight {enemy} again would bring {_change(-loss)}"


TURNS_AFTER = "turns after the beaten enemy to fight it again"


def another_round(done: float, taken: float) -> str:
    return f"in another round it {expects(done, taken)}"


def breaks_off(figures: str) -> str:
    return f"breaks off: {figures}"


def stays(figures: str) -> str:
    return f"stays: {figures}"


def fires_again(chance: float) -> str:
    return f"fires a second time: {chance:.0%} to pass the test"


def no_caracole(chance: float) -> str:
    return f"does not caracole: only {chance:.0%} to pass, and a failure ends its activation"


def new_test(unit: str, lost: int, mean: float) -> str:
    return f"{unit} loses {lost} VBU, or {mean:.1f} on average if the test is repeated"


def repeats(figures: str) -> str:
    return f"repeats the test: {figures}"


def accepts(figures: str) -> str:
    return f"keeps the result: {figures}"


# -- answers to the enemy ---------------------------------------------------------------------------

_ANSWERS = {
    "defensive-fire": "use defensive fire",
    "opportunity-fire": "use opportunity fire",
    "opportunity-charge": "make an opportunity charge",
    "countercharge": "countercharge",
    "evade": "evade",
}


def answers(unit: str, do: str, chance: float, value: float, among: int) -> str:
    """Say what a unit does in answer; `do`: the key of its option, `among`: how many answers there were."""
    others = f", the best of {among} reactions" if among > 1 else ""
    return f"has {unit} {_ANSWERS[do]}, {chance:.0%} to pass: worth {rounded(value)} VD{others}"


NOTHING_TO_DO = "does not react: nothing would help"


def declines(among: int, best: float) -> str:
    """Say that no answer is worth its test; `best`: what the best of them is worth."""
    which = "the one reaction is not" if among == 1 else f"none of {among} reactions is"
    return f"does not react: {which} worth its test ({rounded(best)} VD at best)"


# -- command ----------------------------------------------------------------------------------------


def urgency(fighting: int, threatened: int, near: float) -> str:
    """Say how many units of a command are in melee, and how many within `near` BU of the enemy."""
    if fighting:
        return f"{fighting} of its units in melee, {threatened} within {near:g} BU of the enemy"
    return f"{threatened} of its units within {near:g} BU of the enemy"


def names_command(command: str, waiting: int, urgency: str) -> str:
    return f"chooses {command}, the most urgent of {waiting} commands: {urgency}"


def rerolls_both(first: int, second: int, average: int) -> str:
    return f"re-rolls {first} and {second}: two dice make {average} on average"


def keeps_both(first: int, second: int, average: int) -> str:
    return f"keeps {first} and {second}: not below the average of {average}"


def keeps_each(first: int, second: int) -> str:
    return f"keeps {first} and {second}: neither is below the average of a die"


def rerolls(which: str, first: int, second: int) -> str:
    """Say which dice are rolled again; `which`: first, second or both."""
    what = {"both": f"{first} and {second}", "first": f"the {first}", "second": f"the {second}"}[which]
    return f"re-rolls {what}: below the average of a die"


def keeps_initiative(command: str, urgency: str) -> str:
    return f"keeps the initiative for {command}: {urgency}"


COMMAND_DONE = "is done with this command: all its units have been activated"


def activates_shooter(unit: str, waiting: int) -> str:
    return f"activates {unit}: it can fire" + (" before the others move up" if waiting > 1 else "")


def activates_nearest(unit: str, waiting: int, far: float) -> str:
    among = f"of {waiting} units " if waiting > 1 else ""
    return f"activates {unit}: {among}it is nearest to the enemy, {bu(far)} away"


def leaves_unit(leader: str, unit: str) -> str:
    return f"{leader} leaves {unit}, which is not in melee: on their own, leaders command twice as far"


def keeps_up(leader: str, moved: float, far: float) -> str:
    return f"moves {leader} {bu(moved)} to keep up: the place behind the command is {bu(far)} away"


# -- before the battle ------------------------------------------------------------------------------


def stays_second(left: int) -> str:
    return f"stays Second Player and keeps {counted(left, 'Exploration Die', 'Exploration Dice')}"


def deploys_first(left: int) -> str:
    dice = counted(left, "Exploration Die", "Exploration Dice")
    return f"deploys first, for its line would be the same if it were second, and keeps {dice}"


ENOUGH_TERRAIN = "finishes: it has placed as much terrain as it must"
PLACES_WHAT_FITS = "places what there is room for"


def places(kind: str, count: int) -> str:
    return f"places terrain, {kind}: one of {count} choices that are equally good"


def leaves_terrain(pieces: int) -> str:
    what = "the one piece of terrain" if pieces == 1 else f"the {pieces} pieces of terrain"
    return f"leaves {what} alone: that favours neither side"


def deploys(command: str, count: int, vdc: int) -> str:
    return f"deploys {command} first, one of {count} commands of {vdc} VD"


def draws_up(units: int) -> str:
    return f"draws up {units} units in line, guns and the strongest in front"


def places_baggage(where: str) -> str:
    return f"keeps the Baggage at the table’s edge, out of the way: {where}"


WHERE_ROOM = "where there is room"


def posts(leader: str, units: int) -> str:
    return f"posts {leader} behind the middle of the command’s {units} units"


ROLL_AND_TYPE = "no choice here: roll the dice and type in what they show"
FIRST_OFFERED = "takes the first option: it prefers none"

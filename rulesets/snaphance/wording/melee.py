"""Sentences of melees, of retreat and pursuit, and of Morale Tests."""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.engine.wording import counted

# -- Morale Tests -----------------------------------------------------------------------------------

MORALE_TEST = "Morale test"
NO_SP_LEFT = "it has no SP left"
HIT = {"fire": "hit by fire", "melee": "hit in melee"}
HIT_IN_DISORDER = {"fire": "disordered and hit by fire", "melee": "disordered and hit in melee"}

LOST_BEFORE = "SP lost before"
DISORDERED = "disordered"
GENERAL_ATTACHED = "General attached"


def morale_tested(needs: int, sp: int, changes: Iterable[tuple[str, int]], die: int, loss: int) -> str:
    terms = "".join(f", {why} {value:+d}" for why, value in changes)
    always = " (a 6 always fails)" if die <= needs else ""
    result = f"failed{always}, morale loss {loss}" if loss else "passed"
    return f"needs {needs} or less ({sp} SP{terms}): {die}, {result}"


# -- who fights whom --------------------------------------------------------------------------------

WHICH_NEXT = "Which melee is fought next?"
SUPPORT_ANOTHER = "Support another"
FOUGHT = "it has fought"
BEATEN = "beaten in melee"
ATTACKS_BUILDING = "attacks a fortified building"


def melee(stand: str, enemy: str) -> str:
    return f"{stand} against {enemy}"


def fights_on(stand: str, enemy: str) -> str:
    return f"{stand} fights on against {enemy}"


def fight_whom(stand: str) -> str:
    return f"{stand}: fight whom?"


def fight(enemy: str) -> str:
    return f"Fight {enemy}"


def support_against_which(stand: str) -> str:
    return f"{stand}: support against which enemy?"


def support_against(enemy: str) -> str:
    return f"Against {enemy}"


def struck_by(enemy: str) -> str:
    return f"struck on flank or rear by {enemy}"


# -- dice -------------------------------------------------------------------------------------------

MELEE = "Melee"
NOT_MOVED = "it has not moved a hex"
LOST_TO_FIRE = "lost to the enemy's fire"
FOOT_AGAINST_MOUNTED = "foot against mounted"
AGAINST_PIKES = "frontally against pikes"
BEFORE_PIKES = "in front of a Pike block next to its enemy"

STRENGTH = "strength points"
CHARGE_BONUS = "Charge Bonus"
HEAVY_FLANK = "heavy cavalry into flank or rear"
FLANK = "on flank or rear"
UPHILL = "stands higher"
PIKES = "Pike block in order against mounted"
HINDERED = "mounted in bad ground"
ATTACK = "attacks a defended place"
DEFENCE = "defends its place"
AT_LEAST_ONE = "at least one die"


def dice(number: int) -> str:
    return counted(number, "die", "dice")


def at_hex(place: str) -> str:
    return f"at {place}"


def by_ground(where: str) -> str:
    return f"by the ground {where}"


def no_charge_bonus(why: str) -> str:
    return f"no Charge Bonus: {why}"


def supported_by(stand: str) -> str:
    return f"supported by {stand}"


# -- retreat ----------------------------------------------------------------------------------------

GO_NO_FURTHER = "Go no further"
GO_THROUGH = "Go on through them"
RETREATS_OFF = "retreats off the board"
FALLS_SIDEWAYS = "falls back sideways"
ZONES = "zones of control"
ATTACKED_IN_REAR = "attacked in the rear"
NO_WAY = "has no way to retreat"


def retreat_to(place: str, cost: int) -> str:
    return f"To {place}, losing {cost} SP" if cost else f"To {place}"


def has_to_retreat(stand: str, most: int, gone: int) -> str:
    so_far = f", {gone} so far" if gone else ""
    return f"{stand} has lost its melee and has to retreat by {most} hexes{so_far}. Where to?"


def may_stop(stand: str, most: int, gone: int) -> str:
    return f"{stand} has gone back from its drawn melee, {gone} of {most} hexes, and may stop. Where to?"


def has_to_go_back(stand: str, most: int) -> str:
    return f"The melee is drawn: {stand}, mounted, has to go back, by {most} hexes at most. Where to?"


def retreats_through(stand: str) -> str:
    return f"{stand} retreats through it"


def push_back(stand: str) -> str:
    return f"Stop here and push {stand} back"


def stops_among(stand: str, friend: str) -> str:
    return f"{stand} has retreated into the hex of {friend}. Does it stop there?"


# -- pursuit ----------------------------------------------------------------------------------------

COMBAT_STANDS_PURSUE = "only Combat Stands pursue"
WITHOUT_CHARGE_BONUS = "it has no Charge Bonus"
SUCH_DO_NOT_PURSUE = "such troops do not pursue"
NOT_CAVALRY = "infantry do not pursue cavalry"
SIDEWAYS = "it would have to move sideways"
IN_WAY = "another stand is in its way"
GROUND_STOPS = "the ground stops it"
OPENS_FLANK = "it would open flank or rear to an enemy zone of control"
NOT_INTO_MOUNTED = "infantry do not pursue into contact with Mounted Combat Stands"

HAS_TO_PURSUE = "has to pursue"
HOLD = "Hold"
PURSUIT = "Pursuit"
PURSUES_OFF = "pursues off the board"
DIFFICULT_GROUND = "pursues over difficult ground"


def not_left(enemy: str) -> str:
    return f"{enemy} has not left its hex"


def try_to_pursue(most: int) -> str:
    return f"Try to pursue, up to {most}H"


def does_it_pursue(stand: str, enemy: str) -> str:
    return f"{stand} has won. Does it pursue {enemy}?"


def pursuit_thrown(die: int, reach: int) -> str:
    return f"{die}: {f'{reach}H' if reach else 'it does not pursue'}"

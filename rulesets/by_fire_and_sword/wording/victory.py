"""What results say: what players record, the lines of the score, and what cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

# -- victory/document.py


def not_a_result(wanted: str) -> str:
    return f"is not “{wanted}”: this is not a result of a battle"


NOT_JSON = "holds what JSON cannot"


ONE_FOR_EACH_SIDE = "must hold one for each side"


# -- victory/entries.py

MAIN_FORCES_WIPED_OUT = "Main Forces Wiped Out"
FATES = (("present", "unhurt"), ("killed", "killed"), ("fled", "fled the table"), ("fleeing", "fleeing"))

WAITED = {
    "reserves": "stayed in Reserves",
    "flank": "stayed on its Flanking Maneuver",
    "ambush": "stayed in Ambush",
}
WAITING = (("", "came on"), *WAITED.items())

CUT_OFF = (("", "not tested"), ("passed", "passed"), ("failed", "failed: killed"))

FACTS = (
    ("camp_lost", "camp lost"),
    ("main_forces_wiped_out", MAIN_FORCES_WIPED_OUT),
    ("enemy_at_edge", "4 or more good enemy bases within 30 cm of its table edge"),
)

STILL_FLEEING = "still fleeing at the end"
LOST_BY_MARCH = "lost by March Losses"
DESTROYED_BEFORE_RETURN = "destroyed before it came back"
FLED_BEFORE_RETURN = "fled before it came back"


def out_of_range(value: int, least: int, most: int) -> str:
    return f"is {value}: it must be from {least} to {most}"


def not_one_of(known: str) -> str:
    return f"must be one of {known}"


def not_a_word(most: int) -> str:
    return f"must be a word of at most {most} letters"


NOT_AN_OBJECT = "must be an object"
NOT_RECORDED_HERE = "cannot be recorded for this battle"
TESTS_FAILED = "cut off: tests failed"
WHERE_IT_WAS = "where it was"
MORALE_TEST = "cut off: Morale test"
RETREAT_CUT_OFF = "the enemy has cut off its retreat"
DEPUTY = "deputy Commander-in-Chief"
TURNS_PLAYED = "turns played"
NOT_TESTED, NO_TEST = "not tested", "no test"


def scenario_points(other: bool) -> str:
    return "other scenario points" if other else "scenario points"


def motivation_test_of(regiment: str) -> str:
    return f"Motivation test of {regiment}"


def tested_at(passed: bool | None, die: int | None, points: int) -> str:
    """Return the outcome of a Motivation test; `passed` and `die`: None if nobody noted them."""
    how = {True: "passed", False: "failed", None: "noted"}[passed]
    rolled = f", die {die}" if die is not None else ""
    return f"{how}{rolled} at {points} Breaking Points"


# -- victory/losses.py


def destroyed(bases: str) -> str:
    return f"{bases} destroyed"


def captured(bases: str) -> str:
    return f"{bases} captured"


COUNTS_AS_LOST = "counts as lost"


def fled(bases: str) -> str:
    return f"{bases} fled"


def still_fleeing(bases: str) -> str:
    return f"{bases} still fleeing"


def cut_off(bases: str) -> str:
    return f"{bases} of them cut off: destroyed, no longer fled"


NOT_COUNTED = "not counted: the unit was neither destroyed nor did it flee"


def by_march_losses(bases: str) -> str:
    return f"{bases} by March Losses"


def held_back(waited: str) -> str:
    return f"{waited}: no loss"


def lost_before_return(bases: str) -> str:
    return f"{bases} lost before it came back"


NO_LONGER_COUNTED = "no longer counted"
COMMANDER_FLED = "fled: no loss"
COMMANDER_STILL_FLEEING = "still fleeing: no loss"
COMMANDER_CUT_OFF = "cut off in flight: killed"


def command_points_and(cp: int, more: int) -> str:
    return f"{cp} Command Points and {more}"


LOST_BASES = "Lost bases"
FLED_BASES = "Fled bases"
AS_FLED = "as fled"


def half_of(fled: int, rounded_up: bool) -> str:
    return f"half of {fled}{', rounded up' if rounded_up else ''}"


def killed(name: str) -> str:
    return f"{name} killed"


FORCE_VALUE_LOST = "Force Value lost"


def units_to_test(name: str, bases: str, morale: int, ours: str) -> str:
    return f"{name}: {bases} in flight have to test Morale {morale}{ours}"


def commander_to_test(name: str) -> str:
    return f"{name} has to test Morale"


def not_a_unit(force: str, units: Iterable[str]) -> str:
    return f"is not a unit of {force}: choose from {', '.join(units)}"


def not_a_commander(force: str, commanders: Iterable[str]) -> str:
    return f"is not a commander of {force}: choose from {', '.join(commanders)}"


COMMANDER_NOT_TESTED = "tests only when in flight and with its retreat cut off"


def lost_too_many(lost: int, name: str, bases: int) -> str:
    return f"has lost {lost} bases: {name} has {bases}"


def never_came_on(name: str) -> str:
    return f"never came on: {name} cannot have lost bases in combat or flight"


def lost_too_many_before(lost: int, name: str, bases: int) -> str:
    return f"had lost {lost} bases: {name} has {bases}"


UNIT_NOT_TESTED = "tests only if its side’s retreat was cut off"
DICE_AND_NUMBER = "has both dice and a number of failed tests: give only one"


def wrong_number_of_dice(dice: int, bases: str) -> str:
    return f"has {dice} dice for {bases} in flight"


def too_many_failed(failed: int, bases: str) -> str:
    return f"has {failed} failed tests for {bases} in flight"


# -- victory/motivation.py

NOT_A_DIVISION = "none: it is not a division"


def not_a_regiment(force: str, regiments: str) -> str:
    return f"is not a Regiment of {force}: choose from {regiments}"


def wiped_out_with_chief(turn: int) -> str:
    return f"was Wiped Out in turn {turn}, with the Commander-in-Chief, and no longer tests"


def not_a_commander_of(force: str) -> str:
    return f"is not a commander of {force}"


_BREAKING = {
    "fled": "bases fled",
    "destroyed": "bases destroyed",
    "commander": "of its commanders killed",
    "small_regiment": "smaller Regiments Wiped Out",
    "large_regiment": "Regiments of 10 bases or more Wiped Out",
    "main_forces": MAIN_FORCES_WIPED_OUT,
    "enemy_at_edge": "enemy bases near the table edge",
    "deputy": "deputy Commander-in-Chief lost",
    "camp": "camp lost",
    "chief": "Commander-in-Chief lost",
}
_ONCE = ("main_forces", "enemy_at_edge", "deputy", "camp", "chief")


def breaking_points(what: str, count: int) -> str:
    """Return what Breaking Points are for: `3 bases fled`, `camp lost`."""
    return _BREAKING[what] if what in _ONCE else f"{count} {_BREAKING[what]}"


def no_test_due(points: int, level: int) -> str:
    return f"has {points} of {level} Breaking Points: no test is due"


def too_many_may_help(given: int, most: int) -> str:
    return f"is {given}: at most {most} may help"


MORALE_OF_COMMANDER_MISSING = "is missing: give the commander’s Morale, or only whether it was passed"
DIE_MISSING = "is missing: a die decides this test"


def wrong_result(wrong: str, target: int, right: str) -> str:
    return f"says {wrong}: against {target} the test is {right}"


def wiped_out(turn: int) -> str:
    return f"was Wiped Out in turn {turn} and no longer tests"


def already_tested(turn: int) -> str:
    return f"has already tested in turn {turn}: only one test a turn"


EARLIER_THAN_LAST = "is earlier than the test listed before it"


# -- victory/score.py


def unequal_forces(kind: str, other: str) -> str:
    return f"is a {kind} force and cannot fight a {other} force"


def points_do_not_add_up(given: int, side: int, total: int) -> str:
    return f"is {given}, but scenario.points[{side}] add up to {total}"


BASES, NO_COMMANDERS = "Bases", "commanders excluded"
COMMAND_POINTS, FORCE_VALUE = "Command Points", "Force Value"
VICTORY_POINTS, DIFFERENCE = "Victory points", "Difference"
OF_COMMANDER = "of the force’s commander"
SCENARIO_POINTS = "Victory points of the scenario"


def own_losses(band: str) -> str:
    return f"Own losses: {band}"


def given_by_enemy_losses(band: str) -> str:
    return f"Given by the enemy’s losses: {band}"


def totals_less(least: int) -> str:
    return f"both totals less {least}"


def a_draw(first: int, second: int) -> str:
    return f"A draw, {first} to {second}"


def won_by(result: str, side: str, own: int, other: int) -> str:
    return f"{result} for {side}, {own} to {other}"


# -- the whole score --------------------------------------------------------------------------------


def score_lines(score: Any) -> Iterator[str]:
    """Yield a Score as text."""
    yield score.words
    for side in score.sides:
        mark = "†" if "fv" in side.force.marked else ""
        lost = f"{side.losses.lost} of {side.force.fv}{mark} Force Value lost ({side.band.words})"
        yield f"  {side.name}: {lost}, {side.total} victory points"
        for line in side.lines[:-1]:
            yield f"    {line.label}: {line.value} ({line.rule})"
        for regiment in side.regiments:
            state = f"{regiment.points} of {regiment.level} Breaking Points"
            end = ", Wiped Out" if regiment.wiped_out is not None else ""
            yield f"    {regiment.regiment.name}: {state}{end} (BFS-29.8.2)"
    for line in score.lines[3:]:
        yield f"  {line.label} ({line.rule})"
    for line in score.missing:
        yield f"  not final: {line.label} ({line.rule})"
    if score.marked:
        yield "  † rests on our own sample values, which are in no source"

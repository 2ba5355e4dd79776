"""Breaking Points of a division's Regiments and their Motivation tests (BFS-29.8, BFS-18.14).

Nothing here rolls dice: players note how their tests went, and this works out what they tested against, who
has to test next, and which Regiments are Wiped Out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from rulesets.by_fire_and_sword.armies.force import Force, ForceRegiment, ForceUnit
from rulesets.by_fire_and_sword.victory.document import MotivationTest, ResultError, ResultModel
from rulesets.by_fire_and_sword.victory.losses import Line
from rulesets.by_fire_and_sword.victory.tables import breaking_halves, tables
from rulesets.by_fire_and_sword.wording import victory as words


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a Motivation test went. `target`: a die of that or less passes; `automatic`: none was needed."""

    test: MotivationTest
    target: int | None
    automatic: bool
    passed: bool

    def to_json(self) -> dict[str, Any]:
        return {
            "turn": self.test.turn,
            "points": self.test.points,
            "command_points": self.test.command_points,
            "die": self.test.die,
            "target": self.target,
            "automatic": self.automatic,
            "passed": self.passed,
        }


@dataclass(frozen=True, slots=True)
class RegimentStanding:
    """How a Regiment stands: its Motivation Level, Breaking Points with what they are for, and its tests.

    `wiped_out`: the turn in which it was, 0 if that was not noted, None while it fights on; `why`: by which
    rule.
    """

    regiment: ForceRegiment
    level: int
    points: int
    lines: tuple[Line, ...]
    tests: tuple[Outcome, ...]
    wiped_out: int | None
    why: str

    @property
    def reached(self) -> bool:
        """Return whether it has as many Breaking Points as its level, and still fights (BFS-29.8.3)."""
        return self.wiped_out is None and self.points >= self.level

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.regiment.id,
            "name": self.regiment.name,
            "level": self.level,
            "points": self.points,
            "lines": [line.to_json() for line in self.lines],
            "tests": [outcome.to_json() for outcome in self.tests],
            "wiped_out": self.wiped_out,
            "rule": self.why,
        }


def target_of(morale: int, level: int, points: int, command_points: int = 0) -> int:
    """Return Morale less what exceeds the level, and the points that help (BFS-29.8.3, BFS-18.14.c)."""
    return morale - (points - level) + command_points


def automatic(target: int) -> bool | None:
    """Return True for a target of 10 or more, False for 0 or less, else None: it is rolled (BFS-18.11)."""
    return True if target >= 10 else False if target <= 0 else None


def regiments(force: Force, result: ResultModel, side: int) -> tuple[RegimentStanding, ...]:
    """Return how the Regiments of a side stand; none in a skirmish force (BFS-29.8.2-4, BFS-29.5.4).

    Raises ResultError for a test that cannot have been taken.
    """
    known = {regiment.id: regiment for regiment in force.regiments}
    outcomes: dict[str, list[Outcome]] = {id_: [] for id_ in known}
    wiped: dict[str, tuple[int, str]] = {}
    died = _chief_died(force, result, side)
    for index, test in enumerate(result.division[side].tests):
        path = f"division[{side}].tests[{index}]"
        if test.regiment not in known:
            names = ", ".join(known) or words.NOT_A_DIVISION
            raise ResultError(words.not_a_regiment(force.name, names), f"{path}.regiment")
        _check_order(test, outcomes[test.regiment], wiped, path)
        if known[test.regiment].allied and died and test.turn > died:  # BFS-29.5.4
            raise ResultError(words.wiped_out_with_chief(died), f"{path}.turn")
        outcome = _outcome(known[test.regiment], test, path)
        outcomes[test.regiment].append(outcome)
        if not outcome.passed:
            wiped[test.regiment] = test.turn, "BFS-29.8.4"
    for regiment in force.regiments if died is not None else ():
        if regiment.allied:  # at the end of the turn in which the chief is killed (BFS-29.5.4)
            wiped.setdefault(regiment.id, (died or 0, "BFS-29.5.4"))
    deputy = result.division[side].deputy
    if deputy and deputy not in {each.id for each in force.commanders}:
        raise ResultError(words.not_a_commander_of(force.name), f"division[{side}].deputy")
    return tuple(
        _standing(force, result, side, regiment, tuple(outcomes[regiment.id]), wiped)
        for regiment in force.regiments
    )


def all_wiped_out(standings: tuple[RegimentStanding, ...]) -> bool:
    """Return whether a division has no Regiment left that fights (BFS-16.4)."""
    return bool(standings) and all(each.wiped_out is not None for each in standings)


def due(
    sides: tuple[tuple[RegimentStanding, ...], tuple[RegimentStanding, ...]],
    turn: int,
    initiative: int | None = None,
) -> tuple[tuple[int, RegimentStanding], ...]:
    """Return the Regiments (with their side) that have to test now in the Reorganization Phase (BFS-29.8.3,
    BFS-16.2).

    Each tests at most once a turn. Who has the Initiative tests when the other side has no test left, and not
    at all once all Regiments of the other are Wiped Out. Without `initiative` those of both sides are
    returned.
    """
    waiting = [
        (side, each)
        for side, standings in enumerate(sides)
        for each in standings
        if each.reached and all(outcome.test.turn != turn for outcome in each.tests)
    ]
    if any(all_wiped_out(standings) for standings in sides):
        return ()
    first = [(side, each) for side, each in waiting if initiative is not None and side != initiative]
    return tuple(first or waiting)


def witnesses(force: Force) -> tuple[tuple[ForceUnit, str], ...]:
    """Return who tests Morale for Regiments Wiped Out in view, with the rule (BFS-29.6.2, BFS-29.7.3)."""
    return tuple(
        (unit, "BFS-29.6.2" if unit.gun else "BFS-29.7.3") for unit in force.units if not unit.regiment
    )


# -- Breaking Points -------------------------------------------------------------------------------


def _standing(
    force: Force,
    result: ResultModel,
    side: int,
    regiment: ForceRegiment,
    outcomes: tuple[Outcome, ...],
    wiped: Mapping[str, tuple[int, str]],
) -> RegimentStanding:
    lines = tuple(_points(force, result, side, regiment, wiped))
    halves = sum((line.value or Fraction(0) for line in lines), Fraction(0))
    turn, why = wiped.get(regiment.id, (None, ""))
    return RegimentStanding(regiment, regiment.motivation_level, ceil(halves), lines, outcomes, turn, why)


def _points(
    force: Force, result: ResultModel, side: int, regiment: ForceRegiment, wiped: Mapping[str, Any]
) -> Iterator[Line]:
    """Yield what a Regiment's Breaking Points are for, halves not yet rounded (BFS-29.8.2, BFS-18.14.b)."""
    facts = result.division[side]
    deputy = result.commander(side, facts.deputy).fate if facts.deputy else ""
    own = [result.unit(side, unit.id) for unit in force.units if unit.regiment == regiment.id]
    commanders = [each for each in force.commanders if each.regiment == regiment.id]
    fates = [result.commander(side, each.id).fate for each in commanders]
    fled = sum(each.fled for each in own) + fates.count("fled")
    destroyed = sum(each.destroyed + each.captured + each.march_losses for each in own)
    others = [each for each in force.regiments if each.id != regiment.id and each.id in wiped]
    large = [each for each in others if each.bases >= tables().motivation.large_regiment]
    found = (
        ("fled", fled),
        ("destroyed", destroyed),
        ("commander", fates.count("killed")),
        ("small_regiment", len(others) - len(large)),
        ("large_regiment", len(large)),
        ("main_forces", int(facts.main_forces_wiped_out)),
        ("enemy_at_edge", int(facts.enemy_at_edge)),
        ("deputy", int(deputy == "killed")),
        ("camp", int(facts.camp_lost)),
        ("chief", int(_chief_died(force, result, side) is not None)),
    )
    for what, count in found:
        if count:
            halves = breaking_halves(what) * count
            yield Line(words.breaking_points(what, count), Fraction(halves, 2), "BFS-29.8.2")


def _chief_died(force: Force, result: ResultModel, side: int) -> int | None:
    """Return the turn in which the Commander-in-Chief was killed, 0 if not noted; None while alive."""
    if not force.regiments:
        return None
    losses = [result.commander(side, each.id) for each in force.commanders if each.chief]
    return next((loss.turn for loss in losses if loss.fate == "killed"), None)


# -- tests -----------------------------------------------------------------------------------------


def _outcome(regiment: ForceRegiment, test: MotivationTest, path: str) -> Outcome:
    """Return how a test went (BFS-29.8.3); raise ResultError if that is unknown or cannot be true."""
    level = regiment.motivation_level
    if test.points < level:
        raise ResultError(words.no_test_due(test.points, level), f"{path}.points")
    most = tables().motivation.command_points
    if test.command_points > most:
        raise ResultError(words.too_many_may_help(test.command_points, most), f"{path}.command_points")
    if test.morale is None:
        if test.passed is None or test.die is not None:
            raise ResultError(words.MORALE_OF_COMMANDER_MISSING, f"{path}.morale")
        return Outcome(test, None, False, test.passed)
    target = target_of(test.morale, level, test.points, test.command_points)
    found = automatic(target)
    passed = test.passed if found is None else found
    if found is None and test.die is not None:
        passed = test.die <= target
    if passed is None:
        raise ResultError(words.DIE_MISSING, f"{path}.die")
    if test.passed is not None and test.passed != passed:
        wrong, right = ("passed", "failed") if test.passed else ("failed", "passed")
        raise ResultError(words.wrong_result(wrong, target, right), f"{path}.passed")
    return Outcome(test, target, found is not None, passed)


def _check_order(
    test: MotivationTest, before: list[Outcome], wiped: Mapping[str, tuple[int, str]], path: str
) -> None:
    if test.regiment in wiped:
        turn = wiped[test.regiment][0]
        raise ResultError(words.wiped_out(turn), f"{path}.regiment")
    if before and before[-1].test.turn == test.turn:
        raise ResultError(words.already_tested(test.turn), f"{path}.turn")
    if before and before[-1].test.turn > test.turn:
        raise ResultError(words.EARLIER_THAN_LAST, f"{path}.turn")

"""What one side lost, unit by unit, each figure as a line with its rule (BFS-34.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulesets.by_fire_and_sword.armies.force import Force, ForceCommander, ForceRegiment, ForceUnit
from rulesets.by_fire_and_sword.victory.document import ResultError, ResultModel, UnitLosses
from rulesets.by_fire_and_sword.victory.tables import loss_halves, tables
from rulesets.by_fire_and_sword.wording import victory as words
from rulesets.engine.mustering import numbered_names
from rulesets.engine.wording import counted


@dataclass(frozen=True, slots=True)
class Line:
    """A step of the score: what, how much (in points; None where nothing is counted), by which rule."""

    label: str
    value: Fraction | None
    rule: str
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"label": self.label, "value": plain(self.value), "rule": self.rule, "note": self.note}


@dataclass(frozen=True, slots=True)
class UnitCount:
    """The bases of one unit that count: lost, fled; and what its lines say. `gone`: none of it is left;
    `name`: what distinguishes it from others of its force.
    """

    unit: ForceUnit
    name: str
    destroyed: int
    fled: int
    gone: bool
    lines: tuple[Line, ...]

    @property
    def value(self) -> Fraction:
        """Return what its bases count, halves not yet rounded."""
        return sum((line.value or Fraction(0) for line in self.lines), Fraction(0))


@dataclass(frozen=True, slots=True)
class CommanderCount:
    """What became of a commander at last, and what the death counts."""

    commander: ForceCommander
    name: str
    fate: str
    value: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class SideLosses:
    """All losses of a side. `lost` is the Force Value lost; `missing`: tests that have not been taken yet."""

    units: tuple[UnitCount, ...]
    commanders: tuple[CommanderCount, ...]
    destroyed: int
    fled: int
    dead: int
    lost: int
    lines: tuple[Line, ...]
    missing: tuple[Line, ...]


def plain(value: Fraction | None) -> int | float | None:
    """Return a number as JSON holds it: whole, or with its half."""
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(value)


def force_value_lost(destroyed: int, fled: int, dead_command_points: tuple[int, ...] = ()) -> int:
    """Return lost bases, of fled ones half rounded up, and dead commanders' points and 1 (BFS-34.4)."""
    # Losses are counted in halves, so that half a base is a whole number until the last step.
    bases = loss_halves("destroyed") * destroyed // 2 + _up(loss_halves("fled") * fled)
    more = tables().dead_commander.more
    return bases + sum(points + more for points in dead_command_points)


def count_losses(force: Force, result: ResultModel, side: int) -> SideLosses:
    """Count the losses of a side (BFS-34.4); raise ResultError where the result does not fit the force."""
    _check_ids(force, result, side)
    gone = _gone(force, result, side)
    names = names_in(force)
    units = tuple(_unit(unit, names[unit.id], result, side, gone) for unit in force.units)
    commanders = tuple(_commander(each, names[each.id], result, side) for each in force.commanders)
    destroyed = sum(each.destroyed for each in units)
    fled = sum(each.fled for each in units)
    dead = tuple(each.commander.cp for each in commanders if each.fate == "killed")
    lost = force_value_lost(destroyed, fled, dead)
    return SideLosses(
        units=units,
        commanders=commanders,
        destroyed=destroyed,
        fled=fled,
        dead=sum(each.value for each in commanders),
        lost=lost,
        lines=tuple(_sums(destroyed, fled, commanders, lost)),
        missing=tuple(_missing(force, result, side)),
    )


def names_in(force: Force) -> dict[str, str]:
    """Return what to call each unit, commander and Regiment of a force: those of one name are numbered."""
    parts: list[ForceUnit | ForceCommander | ForceRegiment]
    parts = [*force.units, *force.commanders, *force.regiments]
    names = numbered_names(each.name for each in parts)
    return {each.id: name for each, name in zip(parts, names, strict=True)}


# -- units -----------------------------------------------------------------------------------------


def _unit(unit: ForceUnit, name: str, result: ResultModel, side: int, gone: Mapping[str, bool]) -> UnitCount:
    """Count what of a unit is lost (BFS-34.4, BFS-32.3, BFS-32.7.3, BFS-33.13)."""
    losses = result.unit(side, unit.id)
    failed = _failed(unit, losses)
    march = losses.march_losses if gone[unit.id] else 0
    destroyed = losses.destroyed + losses.captured + march + failed
    # A base in flight that failed its test is destroyed, and must not count as fled as well.
    fled = losses.in_flight - failed
    lines = tuple(_unit_lines(losses, failed, counts=gone[unit.id]))
    return UnitCount(unit, name, destroyed, fled, losses.gone >= unit.bases, lines)


def _unit_lines(losses: UnitLosses, failed: int, *, counts: bool) -> Iterator[Line]:
    one, half = Fraction(loss_halves("destroyed"), 2), Fraction(loss_halves("fled"), 2)
    if losses.destroyed:
        yield Line(words.destroyed(_bases(losses.destroyed)), losses.destroyed * one, "BFS-34.4")
    if losses.captured:
        text = words.captured(_bases(losses.captured))
        yield Line(text, losses.captured * one, "BFS-34.4", words.COUNTS_AS_LOST)
    if losses.fled:
        yield Line(words.fled(_bases(losses.fled)), losses.fled * half, "BFS-34.4")
    if losses.fleeing:
        yield Line(
            words.still_fleeing(_bases(losses.fleeing)), losses.fleeing * half, "BFS-34.4", words.AS_FLED
        )
    if failed:
        text = words.cut_off(_bases(failed))
        yield Line(text, failed * (one - half), "BFS-33.13")
    if losses.march_losses:
        note = "" if counts else words.NOT_COUNTED
        value = losses.march_losses * one if counts else Fraction(0)
        yield Line(words.by_march_losses(_bases(losses.march_losses)), value, "BFS-32.3", note)
    if losses.held_back:
        yield Line(words.held_back(words.WAITED[losses.held_back]), Fraction(0), "BFS-34.4")
    if losses.returned is not None:
        text = words.lost_before_return(_bases(losses.returned.bases))
        yield Line(text, Fraction(0), "BFS-32.7.3", words.NO_LONGER_COUNTED)


def _failed(unit: ForceUnit, losses: UnitLosses) -> int:
    """Return how many bases in flight failed their Morale tests, by dice or as recorded (BFS-33.13)."""
    if losses.cut_off is None:
        return 0
    if losses.cut_off.dice:
        return sum(die > unit.morale for die in losses.cut_off.dice)
    return losses.cut_off.failed


def _gone(force: Force, result: ResultModel, side: int) -> dict[str, bool]:
    """Return whether a unit, and all of its Squadron, was destroyed or fled (BFS-32.3)."""
    losses = {unit.id: result.unit(side, unit.id) for unit in force.units}
    whole = {unit.id: losses[unit.id].gone >= unit.bases for unit in force.units}
    left = {losses[id_].squadron for id_, gone in whole.items() if not gone} - {""}
    return {id_: gone and losses[id_].squadron not in left for id_, gone in whole.items()}


# -- commanders ------------------------------------------------------------------------------------


def _commander(commander: ForceCommander, name: str, result: ResultModel, side: int) -> CommanderCount:
    """Count a dead commander as the Command Points and 1, one that fled as nothing (BFS-34.4, BFS-33.13)."""
    loss = result.commander(side, commander.id)
    if loss.fate != "killed" and loss.cut_off != "failed":
        left = {"fled": words.COMMANDER_FLED, "fleeing": words.COMMANDER_STILL_FLEEING}.get(loss.fate)
        lines = (Line(left, Fraction(0), "BFS-34.4"),) if left else ()
        return CommanderCount(commander, name, loss.fate, 0, lines)
    more = tables().dead_commander.more
    value = commander.cp + more
    rule, how = "BFS-33.13", words.COMMANDER_CUT_OFF
    if loss.fate == "killed":
        rule, how = "BFS-34.4", "killed"
    line = Line(how, Fraction(value), rule, words.command_points_and(commander.cp, more))
    return CommanderCount(commander, name, "killed", value, (line,))


# -- sums ------------------------------------------------------------------------------------------


def _sums(destroyed: int, fled: int, commanders: tuple[CommanderCount, ...], lost: int) -> Iterator[Line]:
    """Yield what the Force Value lost is made of (BFS-34.4)."""
    yield Line(words.LOST_BASES, Fraction(loss_halves("destroyed") * destroyed, 2), "BFS-34.4")
    halves = loss_halves("fled") * fled
    note = words.half_of(fled, halves % 2 == 1) if fled else ""
    yield Line(words.FLED_BASES, Fraction(_up(halves)), "BFS-34.4", note)
    for each in commanders:
        if each.fate == "killed":
            yield Line(words.killed(each.name), Fraction(each.value), each.lines[0].rule, each.lines[0].note)
    yield Line(words.FORCE_VALUE_LOST, Fraction(lost), "BFS-34.4")


def _missing(force: Force, result: ResultModel, side: int) -> Iterator[Line]:
    """Yield the tests of a force whose retreat was cut off that nobody has noted (BFS-33.13)."""
    if not result.cut_off[side]:
        return
    names = names_in(force)
    for unit in force.units:
        losses = result.unit(side, unit.id)
        if losses.in_flight and losses.cut_off is None:
            ours = "†" if "morale" in unit.marked else ""
            bases = _bases(losses.in_flight)
            yield Line(words.units_to_test(names[unit.id], bases, unit.morale, ours), None, "BFS-33.13")
    for commander in force.commanders:
        loss = result.commander(side, commander.id)
        if loss.fate in ("fled", "fleeing") and loss.cut_off is None:
            yield Line(words.commander_to_test(names[commander.id]), None, "BFS-33.13")


# -- what cannot be --------------------------------------------------------------------------------


def _check_ids(force: Force, result: ResultModel, side: int) -> None:
    units = {unit.id: unit for unit in force.units}
    for id_, losses in result.losses[side].items():
        path = f"losses[{side}].{id_}"
        if id_ not in units:
            raise ResultError(words.not_a_unit(force.name, units), path)
        _check_unit(units[id_], losses, path, cut_off=result.cut_off[side])
    commanders = {each.id for each in force.commanders}
    for id_, loss in result.commanders[side].items():
        path = f"commanders[{side}].{id_}"
        if id_ not in commanders:
            raise ResultError(words.not_a_commander(force.name, commanders), path)
        if loss.cut_off is not None and (loss.fate not in ("fled", "fleeing") or not result.cut_off[side]):
            raise ResultError(words.COMMANDER_NOT_TESTED, f"{path}.cut_off")


def _check_unit(unit: ForceUnit, losses: UnitLosses, path: str, *, cut_off: bool) -> None:
    if losses.gone > unit.bases:
        raise ResultError(words.lost_too_many(losses.gone, unit.name, unit.bases), path)
    if losses.held_back and losses.gone > losses.march_losses:
        raise ResultError(words.never_came_on(unit.name), path)
    if losses.returned is not None and losses.returned.bases > unit.bases:
        raise ResultError(words.lost_too_many_before(losses.returned.bases, unit.name, unit.bases), path)
    if losses.cut_off is None:
        return
    if not cut_off:
        raise ResultError(words.UNIT_NOT_TESTED, f"{path}.cut_off")
    dice = losses.cut_off.dice
    if dice and losses.cut_off.failed:
        raise ResultError(words.DICE_AND_NUMBER, f"{path}.cut_off")
    if dice and len(dice) != losses.in_flight:
        raise ResultError(words.wrong_number_of_dice(len(dice), _bases(losses.in_flight)), f"{path}.cut_off")
    if losses.cut_off.failed > losses.in_flight:
        text = words.too_many_failed(losses.cut_off.failed, _bases(losses.in_flight))
        raise ResultError(text, f"{path}.cut_off")


def _up(halves: int) -> int:
    """Return half of it, rounded up."""
    return (halves + 1) // 2


def _bases(count: int) -> str:
    return counted(count, "base")

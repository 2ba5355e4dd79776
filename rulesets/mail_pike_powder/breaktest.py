"""Break tests: when they are due, their score, and what follows (MPP-1, MPP-C-20, MPP-C-23)."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.dice import Modifier, total
from rulesets.engine.geometry import Base
from rulesets.freetable.ways import Why, moved_along
from rulesets.mail_pike_powder import moves, tables, terrain
from rulesets.mail_pike_powder.dice import WORST, Outcome
from rulesets.mail_pike_powder.events import Disordered, Marked, Moved, Removed, Separated
from rulesets.mail_pike_powder.state import State, Status, Unit
from rulesets.mail_pike_powder.tables import BreakResult, Cause
from rulesets.mail_pike_powder.wording import fire as words

CLASSES = {"baggage": "infantry"}
"""MPP-1.3: baggage tests as infantry; the table has no row for it."""


# -- when -----------------------------------------------------------------------------------------


def due(target: Unit, found: Outcome, need: int, shaken: bool) -> str:
    """Return the rule by which a ranged attack makes its target test; "" if none does (MPP-1.1.a-d).

    `need`: what hit, `shaken`: whether the target was before. However many reasons there are, it tests once.
    """
    if not target.on_field:
        return ""
    return reason(
        found.casualties, found.sixes, need, shaken=target.shaken, before=shaken,
        wavering=target.has("Wavering"),
    )  # fmt: skip


def reason(casualties: int, sixes: int, need: int, *, shaken: bool, before: bool, wavering: bool) -> str:
    """Return the rule by which casualties and sixes of a ranged attack bring a test (MPP-1.1.a-d).

    `shaken`: the target is, `before`: it was.
    """
    if casualties and shaken:
        return "MPP-1.1.b" if before else "MPP-1.1.a"
    if need < WORST and sixes >= 1:
        return "MPP-1.1.c"
    if need >= WORST and sixes >= 2:
        return "MPP-1.1.d"
    return "MPP-C-35" if casualties and wavering else ""


# -- the score ------------------------------------------------------------------------------------


def modifiers(
    *, cause: Cause, by: int, disordered: bool, artillery: bool, casualties: int, literal: bool = False
) -> tuple[Modifier, ...]:
    """Return what changes the score of a break test (MPP-1.2). `by`: excess casualties, or the difference of
    the results; `artillery`: it has caused a casualty in this attack; `literal`: `by` is deducted, as the
    sheet says.
    """
    found = []
    if by:
        row = tables.modifier("break", "excess" if cause == "ranged" else "difference")
        found.append(Modifier(row.rule, -by * row.value if literal else by * row.value, row.why))
    if disordered:
        found.append(tables.modifier("break", "disordered").times())
    if artillery and cause == "ranged":
        found.append(tables.modifier("break", "artillery").times())
    if not casualties:
        found.append(tables.modifier("break", "no_casualties").times())
    return tuple(found)


def result_of(
    score: int, unit_class: str, cause: Cause, *, shaken: bool, casualties: int
) -> tuple[str, BreakResult, bool]:
    """Return the rule, the result, and whether the unit breaks by it (MPP-1.3)."""
    rule, result = tables.break_result(score, CLASSES.get(unit_class, unit_class), cause)
    breaks = (
        result.effect in ("break", "destroyed")
        or (result.break_if == "shaken" and shaken)
        or (result.break_if == "hurt" and casualties > 0)
    )
    return rule, result, breaks


# -- tests ----------------------------------------------------------------------------------------


def ranged(battle: Battle, unit: Unit, by: Unit, rule: str, artillery: bool) -> Steps[None]:
    """Test after a ranged attack, and do what follows (MPP-1.1.a-d)."""
    yield from take(battle, unit, "ranged", unit.excess, rule, artillery=artillery, away=by.place)


def take(
    battle: Battle, unit: Unit, cause: Cause, by: int, why: str, *, artillery: bool = False,
    away: Base | None = None, supports: Iterable[Unit] = (), because: str = "",
) -> Steps[bool]:  # fmt: skip
    """Take a break test and do what follows; True if the unit is broken or destroyed (MPP-1.2.a).

    `by`: excess casualties or difference; `why`: the rule that made it test, `because`: in words, where the
    rule alone does not tell; `away`: from whom it retreats; `supports`: who gives ground with it.
    """
    state: State = battle.state
    dice: tuple[int, ...] = ()
    changes: tuple[Modifier, ...] = ()
    # What adds nothing to the score, and still explains it.
    reasons = [Modifier(why, 0, because or words.DUE[why])]
    if unit.casualties:
        reasons.append(Modifier("MPP-1.2.f", 0, words.not_unhurt(unit.casualties)))
    if unit.has("Steady") and not unit.steadied:  # MPP-C-35: the best result of its first test
        battle.apply(Marked("MPP-C-35", unit.id, "steadied"))
        score = tables.LEAST_SCORE
    else:
        changes = modifiers(
            cause=cause, by=by, disordered=unit.disordered > 0, artillery=artillery,
            casualties=unit.casualties, literal=bool(state.options.get("literal_break_test")),
        )  # fmt: skip
        dice = yield from battle.roll(words.BREAK_TEST, side=unit.side, count=2, unit=unit.id, rule=why)
        score = sum(dice) + total(changes)
    column = words.column(CLASSES.get(unit.unit_class, unit.unit_class), cause)
    rule, result, breaks = _read(unit, score, cause)
    if breaks and unit.has("Valiant") and not unit.steadied:
        options = (
            Option({"do": "reroll"}, words.REROLL, "MPP-C-35"),
            Option({"do": "keep"}, words.KEEP, "MPP-C-35"),
        )
        choice = yield Decision("reroll test", unit.side, words.REROLL_TEST, "MPP-C-35", options, unit.id)
        if choice["do"] == "reroll":
            text = words.result("break", False, words.score(dice, total(changes)), column)
            battle.record(
                words.BREAK_TEST, dice, text, rule=why, side=unit.side, unit=unit.id,
                modifiers=(*reasons, *changes),
            )  # fmt: skip
            battle.apply(Marked("MPP-C-35", unit.id, "steadied"))
            dice = yield from battle.roll(words.BREAK_TEST, side=unit.side, count=2, unit=unit.id, rule=why)
            score = sum(dice) + total(changes)
            rule, result, breaks = _read(unit, score, cause)
    effect = ("destroyed" if unit.guns else "break") if breaks else result.effect
    added = words.score(dice, total(changes)) or str(score)
    broke_by = result.break_if if breaks else ""
    text = words.result(effect, result.disordered and not breaks, added, column, broke_by)
    battle.record(
        words.BREAK_TEST, dice, text, rule=rule, side=unit.side, unit=unit.id, modifiers=(*reasons, *changes)
    )
    # MPP-C-25: shaken units of a broken battalia are removed on any failed test.
    if not breaks and failed(result) and unit.shaken and battalia_broken(state, unit):
        remove(battle, unit, "broken", words.BROKEN_BATTALIA, "MPP-C-25")
        return True
    if breaks:
        remove(battle, unit, "destroyed" if unit.guns else "broken", "", rule)
        return True
    return (yield from follow(battle, unit, result, rule, away, supports))


def _read(unit: Unit, score: int, cause: Cause) -> tuple[str, BreakResult, bool]:
    return result_of(score, unit.unit_class, cause, shaken=unit.shaken, casualties=unit.casualties)


def failed(result: BreakResult) -> bool:
    """Return whether a result is worse than to hold (MPP-C-25)."""
    return result.effect != "hold" or result.disordered


def battalia_broken(state: State, unit: Unit) -> bool:
    """Return whether a unit belongs to a broken battalia (MPP-C-25)."""
    command = state.commands.get(unit.command)
    return command is not None and command.broken


# -- what follows ---------------------------------------------------------------------------------


def follow(
    battle: Battle, unit: Unit, result: BreakResult, rule: str, away: Base | None, supports: Iterable[Unit]
) -> Steps[bool]:
    """Hold, retreat or give ground (MPP-1.3.5, MPP-C-23); True if the unit broke on the way."""
    effect, disordered = result.effect, result.disordered
    if effect == "choice":
        options = (
            Option({"do": "hold"}, words.HOLD_DISORDERED, rule),
            Option({"do": "retreat"}, words.RETREAT, rule),
        )
        choice = yield Decision("break result", unit.side, words.CHOOSE_RESULT, rule, options, unit.id)
        effect, disordered = choice["do"], choice["do"] == "hold"
    if disordered:
        disorder(battle, unit, words.BREAK_TEST.lower(), rule)
    if effect == "retreat":
        return retreat(battle, unit, away, rule)
    if effect == "give_ground":
        broke = give_ground(battle, unit, rule)
        if result.with_supports:
            for each in supports:
                if each.on_field and not battle.state.engaged(each.id):
                    give_ground(battle, each, rule)
                    if result.supports_disordered and each.on_field:
                        disorder(battle, each, words.DISORDERED_WITH, rule)
        return broke
    return False


def disorder(battle: Battle, unit: Unit, why: str, rule: str) -> None:
    """Disorder a unit (MPP-C-24); one that is in the turn of its side says so by that turn (MPP-7.4)."""
    state: State = battle.state
    battle.apply(Disordered(rule, unit.id, state.sides[unit.side].turns, why))


def remove(battle: Battle, unit: Unit, status: Status, why: str, rule: str) -> None:
    """Remove a unit from the table."""
    battle.apply(Removed(rule, unit.id, status, why))


def give_ground(battle: Battle, unit: Unit, rule: str) -> bool:
    """Go 3 inches back, facing the enemy; who cannot breaks (MPP-C-23). True if it broke. Who holds a
    building stays in it.
    """
    if unit.formation == "building":
        return False
    state: State = battle.state
    base, met = unit.place, state.engaged_with(unit.id)
    inches = tables.figures().give_ground
    if not met or any(geometry.contact_face(base, enemy.place) for enemy in met):
        return _back(battle, unit, (-base.fx, -base.fy), inches, "give-ground", rule)
    enemy = met[0].place  # it is struck in flank or rear alone: it goes where it is pushed, and turns
    return _back(battle, unit, (enemy.fx, enemy.fy), inches, "give-ground", rule, enemy)


def retreat(battle: Battle, unit: Unit, away: Base | None, rule: str) -> bool:
    """Go one full move away from an enemy, facing it at the end (MPP-C-23); True if it broke."""
    base = unit.place
    inches = moves.rate(unit) or tables.move("standard").inches
    if unit.formation == "building":
        return False
    if away is not None:
        dx, dy = base.cx - away.cx, base.cy - away.cy
        if dx * base.fx + dy * base.fy > 0.0:  # the enemy is behind it
            length = hypot(dx, dy)
            return _back(battle, unit, (dx / length, dy / length), inches, "retreat", rule, away)
    return _back(battle, unit, (-base.fx, -base.fy), inches, "retreat", rule)


def _back(
    battle: Battle, unit: Unit, along: tuple[float, float], inches: float, how: str, rule: str,
    enemy: Base | None = None,
) -> bool:  # fmt: skip
    """Move a unit that is driven back: friends are passed, it breaks where it cannot go (MPP-C-23,
    MPP-C-37). `enemy`: whom it turns to face at the end, where there is room.
    """
    state: State = battle.state
    distance = back_room(state, unit, *along, inches)
    if distance is None:
        remove(battle, unit, "broken", words.NO_FRIENDS_THERE, "MPP-C-23")
        return True
    end = moved_along(unit.place, along, distance)
    if enemy is not None and moves.why_not_there(state, unit, moves.faced(end, enemy)) is None:
        end = moves.faced(end, enemy)
    battle.apply(Moved(rule, unit.id, end.x, end.y, end.heading, how, geometry.rounded(distance)))
    if not geometry.within(unit.place, 0.0, 0.0, state.width, state.depth):
        remove(battle, unit, "left", "", "MPP-C-23")
        return True
    for other in state.engaged_with(unit.id):
        if not geometry.touching(unit.place, other.place):
            battle.apply(Separated(rule, unit.id, other.id))
    return False


def back_room(state: State, unit: Unit, ux: float, uy: float, inches: float) -> float | None:
    """Return how far a unit goes that is driven back: as far as it has to, less where an obstacle that it
    crosses or a wood ends its move (MPP-4.1, MPP-4.3), a little more to come clear of friends. None if it
    cannot, because of ground, enemies or friends.
    """
    base = unit.place
    for extra in range(25):
        asked = inches + extra * 0.25
        distance, why = terrain.free_way(state, unit, base, ux, uy, asked)
        ends = distance < asked - 1e-6
        if ends and not _completed(state, unit, why, (ux, uy), asked):
            return None
        others = list(moves.others_near(state, unit, base, distance))
        if any(
            each.side != unit.side
            and geometry.sweep(base, ux * distance, uy * distance, each.place) is not None
            for each in others
        ):
            return None
        end = moved_along(base, (ux, uy), distance)
        if not any(geometry.overlap(end, each.place) for each in others):
            return distance
        if ends:
            return None
    return None


def _completed(state: State, unit: Unit, why: Why | None, along: tuple[float, float], inches: float) -> bool:
    """Return whether a move that ends early is over, and not barred: it crosses an obstacle and stops beyond
    it, or goes at half rate in a wood.
    """
    rule = "" if why is None else why[0]
    if rule == "MPP-4.3":
        return not terrain.blocks(state, unit.place, *along, inches)
    return rule == "MPP-4.1" and unit.loose

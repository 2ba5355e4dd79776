"""Where a unit would stand after the moves on offer, and how far it reaches. Inches; degrees to the right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from rulesets.contract.board import Area, Ghost, Move
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.engine.geometry import Base
from rulesets.engine.wording import counted
from rulesets.freetable.ghosts import first_number, joined, number_of, refusal_of, samples
from rulesets.freetable.reach import around, corners, fire_arc, hull, tracks
from rulesets.mail_pike_powder import charges, shooting, tables
from rulesets.mail_pike_powder import moves as rules
from rulesets.mail_pike_powder.board.targets import moves_left, order_chance, way_of
from rulesets.mail_pike_powder.setup.deployment import line_up, spots, zone_of
from rulesets.mail_pike_powder.state import State, Unit

Maker = Callable[[Battle, Unit, Option], Iterator[Ghost]]

_TURNS = (-1.0, -0.75, -0.5, -0.25, -0.1, 0.0, 0.1, 0.25, 0.5, 0.75, 1.0)
"""Shares of the greatest turn at which an advance has ghosts."""
_FAR = (0.0, 0.25, 0.5, 0.75, 1.0)
_ARC = 45.0  # degrees to each side of the front (MPP-C-30)


def moves(battle: Battle, unit: Unit, options: Sequence[Option]) -> tuple[Move, ...]:
    """Return the options of the pending decision that move the unit, with their ghosts."""
    found = []
    for option in options:
        maker = _MAKERS.get(option.key["do"])
        if maker is not None and option.key.get("intent") is None:
            ghosts = tuple(maker(battle, unit, option))
            name = "inches" if option.key["do"] == "advance" else ""
            number = first_number(option)
            found.append(
                Move(option.key, option.label, option.rule, name or (number.name if number else ""), ghosts)
            )
    if found and all(move.key["do"] not in ("advance", "place", "line-up") for move in found):
        found += _no_advance(battle.state, unit)
    return tuple(move for move in found if move.ghosts or move.param)


def _no_advance(state: State, unit: Unit) -> Iterator[Move]:
    """Yield the way ahead that is barred, so that who points there is told why (MPP-3.1)."""
    why = rules.why_no_advance(state, unit) if unit.base is not None else None
    if why is None or unit.formation == "building":
        return
    far = rules.rate(unit) or tables.move("standard").inches
    ends = (geometry.advance(unit.place, inches) for inches in (far / 4, far / 2, far))
    ghosts = tuple(
        Ghost(n + 1.0, end.corners, end.heading, why[1], {"turn": 0.0}, True) for n, end in enumerate(ends)
    )
    yield Move({"do": "advance", "unit": unit.id}, "Move forward", why[0], "", ghosts)


def _advance(battle: Battle, unit: Unit, option: Option) -> Iterator[Ghost]:
    """Yield ghosts after each of several wheels, straight on as far as the unit gets and less (MPP-3.1)."""
    state: State = battle.state
    turn, inches = number_of(option, "turn"), number_of(option, "inches")
    for share in _TURNS:
        angle = int(10 * turn.high * share) / 10  # towards 0, to stay within the limit
        base, used = rules.turned(unit, angle)
        way = rules.straight(state, unit, base, base.fx, base.fy, inches.high)
        left = max(0.0, min(inches.high - used, rules.room(state, way)))
        for part in _FAR if left >= rules.LEAST else (0.0,):
            far = geometry.rounded_down(left * part)
            if far < rules.LEAST and not angle:
                continue
            refusal = refusal_of(option, {**option.key, "turn": angle, "inches": far})
            end = geometry.advance(base, far)
            stopped = way.why[1] if part == 1.0 and way.free + used < inches.high - 1e-3 else ""
            note = refusal or joined(_turned(angle), stopped)
            yield Ghost(far, end.corners, end.heading, note, {"turn": angle}, refusal is not None)


def _turned(angle: float) -> str:
    return f"after a turn of {abs(angle):g}° to the {'right' if angle > 0 else 'left'}" if angle else ""


def _sampled(battle: Battle, unit: Unit, option: Option) -> Iterator[Ghost]:
    """Yield ghosts of a move back or aside."""
    for inches in samples(number_of(option, "inches"), len(_FAR)):
        choice = {**option.key, "inches": inches}
        refusal = refusal_of(option, choice)
        end = rules.end_of(battle.state, unit, choice)[0]
        yield Ghost(inches, end.corners, end.heading, refusal or "", refused=refusal is not None)


def _at_once(battle: Battle, unit: Unit, option: Option) -> Iterator[Ghost]:
    """Yield the ghost of a turn, of a formation, into or out of a building."""
    yield _ghost(rules.end_of(battle.state, unit, dict(option.key))[0])


def _formed(_battle: Battle, unit: Unit, option: Option) -> Iterator[Ghost]:
    yield _ghost(rules.formed_base(unit, option.key["do"]))


def _charge(battle: Battle, unit: Unit, option: Option) -> Iterator[Ghost]:
    """Yield the ghost in contact (MPP-C-15)."""
    way = way_of(battle.state, unit, option.key["target"])
    if way is not None:
        face = charges.face_of(way.end, way.target)
        yield _ghost(way.end, f"in contact with {way.target.name}, {face}")


def _place(battle: Battle, unit: Unit, option: Option) -> Iterator[Ghost]:
    """Yield a ready-made place (MPP-C-29); a place of one's own has no ghosts."""
    if "at" in option.key:
        yield _ghost(dict(spots(battle.state, unit))[option.key["at"]])


def _lines_up(battle: Battle, unit: Unit, option: Option) -> Iterator[Ghost]:
    """Yield where the unit would stand if the rest of its battalia is drawn up."""
    state: State = battle.state
    command = state.commands[option.key["command"]]
    waiting = [state.units[id_] for id_ in command.units if state.units[id_].base is None]
    yield from (_ghost(base) for one, base in line_up(state, command, waiting) if one is unit and base)


def _ghost(base: Base, note: str = "") -> Ghost:
    return Ghost(0.0, base.corners, base.heading, note)


_MAKERS: dict[str, Maker] = {
    "advance": _advance, "back": _sampled, "side": _sampled, "turn": _at_once, "form": _at_once,
    "enter": _at_once, "leave": _at_once, "charge": _charge, "sweep": _charge, "hedgehog": _formed,
    "square": _formed, "place": _place, "line-up": _lines_up,
}  # fmt: skip


# -- reach ----------------------------------------------------------------------------------------


def areas(battle: Battle, unit: Unit) -> tuple[Area, ...]:
    """Return what the unit reaches from where it stands: one to three moves with the chance of so many, and
    what it shoots at.
    """
    state: State = battle.state
    if not state.turn:
        x0, y0, x1, y1 = zone_of(state, unit.side).box
        return (Area("zone", "deployment zone", "MPP-C-29", (x0, y0, x1, y0, x1, y1, x0, y1)),)
    return () if unit.base is None else (*_marches(battle, unit), *_ranges(unit))


def _marches(battle: Battle, unit: Unit) -> Iterator[Area]:
    state: State = battle.state
    inches = rules.rate(unit)
    if inches <= 0.0 or rules.why_no_move(state, unit) is not None or unit.formation == "building":
        return
    if rules.why_no_advance(state, unit) is not None:
        return
    sure = moves_left(battle, unit)
    most = max(
        (row.moves for row in tables.tables().order_result if order_chance(state, unit, row.moves)), default=0
    )
    found = tracks(
        unit.place, _wheeled(state, unit, inches), sure or most, partial(_onward, state, unit, inches)
    )
    points = list(corners(unit.place))
    for step in range(sure or most):
        there = [track[step] for track in found if len(track) > step]
        if not there:
            return
        points += (corner for base in there for corner in corners(base))
        chance = None if sure else order_chance(state, unit, step + 1)
        words = counted(step + 1, "move")
        yield Area("march", words, "MPP-C-06", hull(points), chance, step, words)


def _wheeled(state: State, unit: Unit, inches: float) -> Iterator[Base]:
    """Yield where the unit stands after a first move that begins with a wheel."""
    most = rules.TURN if unit.loose else min(rules.TURN, 57.29 * inches / unit.place.width)
    for angle in (most * share for share in _TURNS if share):
        if (
            not unit.loose
            and rules.wheel_room(state, unit, "right" if angle > 0 else "left", abs(angle))
            < abs(angle) - 1e-3
        ):
            continue
        base, used = rules.turned(unit, angle)
        if unit.loose and rules.why_not_there(state, unit, base) is not None:
            continue
        way = rules.straight(state, unit, base, base.fx, base.fy, max(rules.LEAST, inches - used))
        yield way.end(min(rules.room(state, way), max(0.0, inches - used)))


def _onward(state: State, unit: Unit, inches: float, base: Base) -> tuple[Base, bool] | None:
    """Return the base after a straight move; the last one where something has stopped it."""
    way = rules.straight(state, unit, base, base.fx, base.fy, inches)
    room = rules.room(state, way)
    return None if room < rules.LEAST else (way.end(room), room < inches - 1e-3)


def _ranges(unit: Unit) -> Iterator[Area]:
    """Yield the ranges of a unit's weapon, band by band (MPP-9.1, MPP-9.2.b, MPP-C-31)."""
    reach = unit.profile.range_in
    if not reach or unit.formation in ("march_column", "limbered"):
        return
    bands = [(reach / 2, "half range"), (reach, "range")]
    if unit.guns:
        bands = [
            (tables.figures().artillery_close, "close range"),
            (reach / 2, "medium range"),
            (reach, "long range"),
        ]
    nearer = 0.0
    for step, (far, name) in enumerate(bands):
        outline = fire_arc(unit.place, _ARC, far, nearer)
        if shooting.all_round(unit):
            outline = around(unit.place, far)
        yield Area("fire", f"{name}, {far:g} in", "MPP-9.1", outline, None, step)
        nearer = far

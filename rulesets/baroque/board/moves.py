"""Ghosts: where a unit would stand after the moves on offer, worked out as the procedures do. In BU."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import cos, hypot, radians, sin

from rulesets.baroque import tables, terrain
from rulesets.baroque.board import chances
from rulesets.baroque.charge import plan
from rulesets.baroque.charge.run import half_way
from rulesets.baroque.events.field import Declared, Moved
from rulesets.baroque.melee.contact import onset
from rulesets.baroque.movement import falling, straight, turns, ways
from rulesets.baroque.reactions.offers import ChargeMoment
from rulesets.baroque.reactions.paths import standing
from rulesets.baroque.setup.deployment import places_of
from rulesets.baroque.setup.lineup import line_up
from rulesets.baroque.state import State, Unit
from rulesets.contract.board import Ghost, Move
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option, Refusal
from rulesets.engine.geometry import Base
from rulesets.freetable.ghosts import base_at, first_number, joined, number_of, refusal_of, samples
from rulesets.freetable.ways import direction, moved_along

Maker = Callable[[Battle, Unit, Option], tuple[Ghost, ...]]

FEW, SOME, MANY = 9, 13, 25
"""How many samples a number has."""

_BEARINGS = range(-90, 91, 18)
_INWARD = 2e-4  # BU that an oblique move keeps from what bars it, so that its rounded parts do not reach it


def moves(battle: Battle, unit: Unit, options: Sequence[Option]) -> tuple[Move, ...]:
    """Return the options of the pending decision that move the unit, with their ghosts."""
    made = [(option, _move(battle, unit, option)) for option in options if option.key["do"] in MAKERS]
    return tuple(move for option, move in made if move.ghosts or option.params)


def _move(battle: Battle, unit: Unit, option: Option) -> Move:
    ghosts = MAKERS[option.key["do"]](battle, unit, option)
    number = number_of(option, "right") if option.key["do"] == "oblique" else first_number(option)
    test = chances.of_reaction(battle, unit, option) or _test(battle.state, unit, option, ghosts)
    chance, words = (None, "") if test is None else (test.chance, test.words)
    if option.key.get("bonus") and option.key["do"] == "charge":
        chance, words = _reaching(battle.state, unit, option, words)
    name = "" if number is None else number.name
    return Move(option.key, option.label, option.rule, name, ghosts, chance, words)


def _test(state: State, unit: Unit, option: Option, ghosts: tuple[Ghost, ...]) -> chances.Test | None:
    """Return the test at the end of the move, taken where its default or its farthest ghost stands."""
    if not ghosts or unit.base is None:
        return None
    number = first_number(option)
    default = None if number is None else number.default
    ghost = next((g for g in ghosts if g.value == default and not g.also), ghosts[-1])
    return chances.of_option(state, unit, option, based(unit, ghost))


def _reaching(state: State, unit: Unit, option: Option, words: str) -> tuple[float, str]:
    """Return the chance of the bonus die to bring the charge into contact (BQ-5.4.1.a)."""
    mark = _mark(state, unit, option)
    reach = float(plan.reach_chance(unit.profile, mark.distance))
    said = f"the bonus die reaches it in {reach:.0%}; falling short Disorders it"
    return reach, f"{said}; {words}" if words else said


# ---------------------------------------------------------------------------- ghosts


def ghost_of(base: Base, value: float = 0.0, note: str = "", *, refused: bool = False) -> Ghost:
    """Return a base as a ghost."""
    return Ghost(value, base.corners, base.heading, note, refused=refused)


def based(unit: Unit, ghost: Ghost) -> Base:
    """Return the base that a ghost of a unit stands for."""
    return base_at(unit.place, ghost.outline, ghost.heading)


def _disordered(unit: Unit, reasons: Sequence[tuple[str, str]]) -> str:
    """Return words such as `Disordered: enters difficult terrain (BQ-3.1.1.c)`."""
    if not reasons or unit.disordered:
        return ""
    rule, why = reasons[0]
    return f"Disordered: {why} ({rule})"


def _tested(state: State, unit: Unit, ghosts: Sequence[Ghost]) -> tuple[Ghost, ...]:
    """Return the ghosts, with the chance of the march test where it depends on the place (BQ-5.1.c)."""
    activation = state.activation
    if activation is None or activation.march < 1:
        return tuple(ghosts)
    tests = [chances.march(state, unit, activation.march + 1, based(unit, ghost)) for ghost in ghosts]
    # One chance for all places is shown once beside the action, and would only repeat itself here.
    found = {test.chance for test in tests if test is not None}
    if len(found) < 2:
        return tuple(ghosts)
    return tuple(
        replace(ghost, note=joined(ghost.note, "" if test is None else f"march test {test.chance:.0%} here"))
        for ghost, test in zip(ghosts, tests, strict=True)
    )


# ---------------------------------------------------------------------------- straight


def _advance(battle: Battle, unit: Unit, option: Option) -> tuple[Ghost, ...]:
    """Return ghosts forward to every sample, refused where the unit may not stop (BQ-5.1.a, BQ-5.5.1.d)."""
    state: State = battle.state
    base, number = unit.place, number_of(option, "bu")
    along = (base.fx, base.fy)
    way = ways.straight(state, unit, *along, unit.profile.m_bu)
    ends = way.why[1] if number.high < unit.profile.m_bu else ""
    ghosts = []
    for bu in samples(number, FEW):
        end = moved_along(base, along, bu)
        try:
            ways.check_stop(state, way, bu)
        except Refusal as refusal:
            ghosts.append(ghost_of(end, bu, refusal.message, refused=True))
            continue
        note = joined(
            ends if bu == number.high else "",
            _disordered(unit, ways.disorder(state, unit, base, along, bu)),
            *(f"{friend.name} is put behind it" for friend, _ in ways.displaced(way, bu)),
        )
        ghosts.append(ghost_of(end, bu, note))
    return _tested(state, unit, ghosts)


def _oblique(battle: Battle, unit: Unit, option: Option) -> tuple[Ghost, ...]:
    """Return ghosts in every direction, as far as the unit may go and half of that (BQ-5.2.2.a)."""
    state: State = battle.state
    ghosts = []
    for bearing in _BEARINGS:
        angle = radians(bearing)
        way = ways.straight(state, unit, *direction(unit.place, cos(angle), sin(angle)), unit.profile.m_bu)
        most = ways.furthest(state, way)
        stopped = way.why[1] if way.free < unit.profile.m_bu else ""
        # Rounding to four digits could carry the choice beyond an obstacle, so it ends slightly before it.
        most = most if most >= unit.profile.m_bu else most - _INWARD
        for far, note in ((most, stopped), (most / 2, "")):
            # Adding 0.0 makes 0.0 of -0.0, which would be another value on the page.
            forward, right = round(far * cos(angle), 4) + 0.0, round(far * sin(angle), 4) + 0.0
            if hypot(forward, right) < ways.LEAST:
                continue
            choice = {**option.key, "forward": forward, "right": right}
            along, length = direction(unit.place, forward, right), hypot(forward, right)
            refusal = refusal_of(option, choice)
            end = moved_along(unit.place, along, length)
            note = note if refusal is None else refusal
            note = joined(note, _disordered(unit, ways.disorder(state, unit, unit.place, along, length)))
            ghost = ghost_of(end, right, note, refused=refusal is not None)
            ghosts.append(replace(ghost, also={"forward": forward}))
    ghosts.sort(key=lambda ghost: (ghost.value, ghost.also["forward"]))
    return _tested(state, unit, ghosts)


def _back(battle: Battle, unit: Unit, option: Option) -> tuple[Ghost, ...]:
    """Return ghosts to the rear, behind friends whom it has not crossed (BQ-5.2.3.a, BQ-5.5.1.e)."""
    state: State = battle.state
    number = number_of(option, "bu")
    ghosts = []
    for bu in samples(number, FEW):
        made = falling.plan(state, unit, bu, forced=False, slow=True)
        note = joined(
            made.why[1], _fallen(state, unit, made), "" if straight.is_nimble(unit) else "Disordered"
        )
        short = made.distance < bu - 1e-3 or made.off_table
        ghosts.append(ghost_of(geometry.retire(unit.place, made.distance), bu, note, refused=short))
    return _tested(state, unit, ghosts)


def _fallen(state: State, unit: Unit, made: falling.Plan) -> str:
    """Return what else comes of falling back."""
    if made.off_table:
        return "it leaves the table and is removed (BQ-5.8.a)"
    pushed = [f"{state.units[name].name} is pushed {bu:.2g} BU" for name, bu in made.pushed.items()]
    return joined(*pushed, "through friends" if made.through else "", _disordered(unit, made.disorder))


# ---------------------------------------------------------------------------- turns


def _wheel(battle: Battle, unit: Unit, option: Option) -> tuple[Ghost, ...]:
    """Return ghosts around the corner that stays (BQ-5.2.1.a)."""
    state: State = battle.state
    base, corner, number = unit.place, option.key["corner"], number_of(option, "degrees")
    _, end = turns.wheel_room(state, unit, corner)
    ghosts = []
    for degrees in samples(number, FEW):
        refusal = refusal_of(option, {**option.key, "degrees": degrees})
        disorder = terrain.wheel_passage(state, unit, base, corner, degrees).disorder
        note = joined(refusal or "", end[1] if degrees == number.high else "", _disordered(unit, disorder))
        turned = geometry.wheel(base, corner, degrees)
        ghosts.append(ghost_of(turned, degrees, note, refused=refusal is not None))
    return _tested(state, unit, ghosts)


def _face(battle: Battle, unit: Unit, option: Option) -> tuple[Ghost, ...]:
    """Return the ghost of a turn about or to a side (BQ-5.2.4)."""
    start = unit.place
    about = option.key["do"] == "about-face"
    end = geometry.about_face(start) if about else geometry.face_side(start, option.key["to"])
    reasons = terrain.facing_disorder(battle.state, unit, start, end)
    return (ghost_of(end, note=_disordered(unit, reasons)),)


def _guns(_battle: Battle, unit: Unit, option: Option) -> tuple[Ghost, ...]:
    """Return ghosts of light guns that turn about their centre (BQ-5.3.a)."""
    ghosts = []
    for degrees in samples(number_of(option, "degrees"), MANY):
        refusal = refusal_of(option, {**option.key, "degrees": degrees})
        end = turns.turned(unit, degrees)
        ghosts.append(ghost_of(end, degrees, refusal or "", refused=refusal is not None))
    return tuple(ghosts)


# ---------------------------------------------------------------------------- into contact


def _mark(state: State, unit: Unit, option: Option) -> plan.Mark:
    marks = plan.marks(state, unit, plan.reach(unit.profile))
    return next(mark for mark in marks if mark.target.id == option.key["target"])


def _charge(battle: Battle, unit: Unit, option: Option) -> tuple[Ghost, ...]:
    """Return ghosts in contact with the target, for a Potential Charge also beyond (BQ-5.4.a, BQ-5.4.6.c)."""
    mark = _mark(battle.state, unit, option)
    end = moved_along(unit.place, (unit.place.fx, unit.place.fy), mark.distance)
    note = f"in contact with {mark.target.name}, on its {mark.face}"
    if mark.screens:
        note += f"; {' and '.join(screen.name for screen in mark.screens)} dispersed on the way"
    if not option.key.get("potential"):
        return (ghost_of(end, note=note),)
    number = number_of(option, "bu")
    return tuple(
        ghost_of(end, bu, f"{note}; if it evades, {bu:g} BU in all")
        for bu in dict.fromkeys((number.low, number.high))
    )


def _opportunity_charge(battle: Battle, unit: Unit, option: Option) -> tuple[Ghost, ...]:
    """Return contact with the enemy in its move, or with another before it (BQ-5.4.2.d, BQ-4.1.3.f)."""
    state, check = battle.state, option.check
    if not isinstance(check, ChargeMoment):
        return ()
    number = first_number(option)
    limit = plan.reach(unit.profile, bonus=check.bonus)
    ghosts = []
    for part in [0.0] if number is None else samples(number, SOME):
        refusal = refusal_of(option, {**option.key, **({} if number is None else {"at": part})})
        with standing(check.course.unit, check.course.at(part)):
            made = plan.path(state, unit, limit)
        names = " and ".join(enemy.name for enemy in made.enemies)
        note = refusal or (f"in contact with {names}" if names else "")
        ghosts.append(ghost_of(made.end(), part, note, refused=refusal is not None))
    return tuple(ghosts)


def _countercharge(battle: Battle, unit: Unit, option: Option) -> tuple[Ghost, ...]:
    """Return the ghost half-way to the charger (BQ-5.4.3.d)."""
    state: State = battle.state
    charger = state.units[battle.pending.subject] if battle.pending is not None else unit
    limit = plan.reach(unit.profile, bonus=option.key["bonus"])
    half = half_way(charger, unit, plan.reach(charger.profile), limit)
    made = onset(state, unit, half, besides={charger.id})
    note = f"{charger.name} is met half-way"
    return (
        ghost_of(
            made.end(), note=note + (", if the bonus die is high enough" if option.key["bonus"] else "")
        ),
    )


def _charge_on(battle: Battle, unit: Unit, option: Option) -> tuple[Ghost, ...]:
    """Return how far a charge goes that meets nobody, counted from where it began (BQ-5.4.6.c)."""
    if not option.params:
        return ()
    gone = _gone(battle, unit)
    along = (unit.place.fx, unit.place.fy)
    return tuple(
        ghost_of(moved_along(unit.place, along, max(0.0, bu - gone)), bu)
        for bu in samples(number_of(option, "bu"), FEW)
    )


def _gone(battle: Battle, unit: Unit) -> float:
    """Return how far the charge that the unit has declared last has brought it so far."""
    gone = 0.0
    for entry in reversed(battle.entries):
        event = entry.event
        if isinstance(event, Declared) and event.unit == unit.id:
            break
        if isinstance(event, Moved) and event.unit == unit.id and event.how == "charge":
            gone += event.bu
    return gone


# ---------------------------------------------------------------------------- falling back


def _falls_back(
    battle: Battle, unit: Unit, _option: Option, *, forced: bool = False, slow: bool = False, bu: float = 0.0
) -> tuple[Ghost, ...]:
    """Return the ghost straight to the rear, as far as it goes (BQ-5.7.d, BQ-5.6.h, BQ-7.5.2.c)."""
    state: State = battle.state
    made = falling.plan(state, unit, bu or unit.profile.m_bu, forced=forced, slow=slow)
    note = joined(made.why[1], _fallen(state, unit, made))
    return (ghost_of(geometry.retire(unit.place, made.distance), note=note),)


def _breaks_off(battle: Battle, unit: Unit, option: Option) -> tuple[Ghost, ...]:
    bu = tables.tables().melee_general.draw_mounted_vs_foot_retreat_bu
    return _falls_back(battle, unit, option, forced=True, bu=bu)


# ---------------------------------------------------------------------------- deployment


def _place(battle: Battle, unit: Unit, option: Option) -> tuple[Ghost, ...]:
    """Return a ready-made place (BQ-3.4.c); a place of one's own has no ghosts."""
    if "at" not in option.key:
        return ()
    return (ghost_of(places_of(battle.state, unit)[option.key["at"]]),)


def _lines_up(battle: Battle, unit: Unit, option: Option) -> tuple[Ghost, ...]:
    """Return where the unit would stand if what is left of its command is drawn up (BQ-3.4.c)."""
    state: State = battle.state
    command = state.commands[option.key["command"]]
    waiting = [state.units[id_] for id_ in command.units if state.units[id_].base is None]
    base = next((base for one, base in line_up(state, command, waiting) if one is unit), None)
    return () if base is None else (ghost_of(base),)


MAKERS: dict[str, Maker] = {
    "advance": _advance,
    "oblique": _oblique,
    "back": _back,
    "wheel": _wheel,
    "about-face": _face,
    "face-side": _face,
    "turn-gun": _guns,
    "charge": _charge,
    "opportunity-charge": _opportunity_charge,
    "countercharge": _countercharge,
    "go-on": _charge_on,
    "disengage": partial(_falls_back, slow=True),
    "evade": _falls_back,
    "break-off": _breaks_off,
    "place": _place,
    "line-up": _lines_up,
}

"""Shooting: who may shoot at whom, with how many dice, at what number (MPP-7.2, MPP-9, MPP-C-30, C-31,
C-32).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal

from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Menu, Option, Steps
from rulesets.engine.dice import Modifier
from rulesets.engine.geometry import Base
from rulesets.engine.geometry.corridors import seen_from
from rulesets.freetable.ways import Why
from rulesets.mail_pike_powder import breaktest, dice, tables, terrain
from rulesets.mail_pike_powder.dice import Attack
from rulesets.mail_pike_powder.events import Fired
from rulesets.mail_pike_powder.moves import anything, in_front, within
from rulesets.mail_pike_powder.state import COLUMNS, State, Unit, quarter
from rulesets.mail_pike_powder.wording import fire as words

How = Literal["shooting", "closing", "traversing"]
PURPOSE = {"shooting": words.SHOOT, "closing": words.CLOSING, "traversing": words.TRAVERSING}
FACES = {"square": 1, "building": 2}
"""MPP-9.3.c, MPP-9.3.g, MPP-8.2.a, MPP-8.2.e: dice for each face."""
_HAIR = 1e-6  # inches: who stands on the line of a zone stands in it, however the last digit is rounded
_FIRELOCK = 2 / 3  # of its range from which Firelocks count as far (MPP-C-35)


# -- who may shoot --------------------------------------------------------------------------------


def why_no_shot(state: State, unit: Unit, how: How = "shooting") -> Why | None:
    """Return why a unit cannot shoot now; None if it can."""
    barred = why_never(unit)
    if barred is not None:
        return barred
    if state.engaged(unit.id):
        return "MPP-C-30", words.IN_COMBAT_ITSELF
    if how == "shooting" and unit.shot:
        return "MPP-7.2", words.HAS_SHOT
    if how == "traversing" and unit.traversed:
        return "MPP-C-15", words.HAS_TRAVERSED
    return None


def why_never(unit: Unit) -> Why | None:
    """Return why a unit cannot shoot as it is formed and armed; None if it can."""
    if not unit.profile.range_in:
        return "MPP-9.1", words.NO_MISSILES
    if unit.formation == "march_column":
        return "MPP-9.3.d", words.IN_MARCH_COLUMN
    if unit.formation == "limbered":
        return "MPP-9.3.e", words.IS_LIMBERED
    return ("MPP-C-35", words.BAYONETS_FIXED) if unit.plugged else None


def all_round(unit: Unit) -> bool:
    """Return whether a unit shoots to all sides (MPP-C-30: skirmishers; squares and buildings by their
    faces).
    """
    return unit.loose or unit.formation in ("square", "hedgehog", "building")


def in_sight(state: State, unit: Unit, target: Unit) -> Literal["clear", "partly", ""]:
    """Return whether a unit sees all of a target's front corners and middle, some of them, or nothing
    (MPP-C-30). Other units block the line, but not to guns on a hill.
    """
    base, other = unit.place, target.place
    x, y = (base.cx, base.cy) if all_round(unit) else (base.x, base.y)
    x1, y1, x2, y2, x3, y3, x4, y4 = other.corners
    points = sorted(
        ((x1, y1), (x2, y2), (x3, y3), (x4, y4)), key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2
    )[:2]
    between = () if unit.guns and terrain.on_height(state, base) else _between(state, unit, target, x, y)
    seen = 0
    for px, py in (*points, (other.cx, other.cy)):
        # A little short of the corner, where a neighbour in line only touches.
        tx, ty = px + (other.cx - px) * 0.1, py + (other.cy - py) * 0.1
        if terrain.line_free(state, x, y, tx, ty) and not any(
            geometry.segment_hits(x, y, tx, ty, each) for each in between
        ):
            seen += 1
    return "clear" if seen == 3 else "partly" if seen else ""


def _between(state: State, unit: Unit, target: Unit, x: float, y: float) -> list[Base]:
    """Return the bases near enough to the lines from a point to a target to stand in their way."""
    other = target.place
    dx, dy = other.cx - x, other.cy - y
    square = dx * dx + dy * dy or 1.0
    found = []
    for each in state.units.values():
        base = each.base
        if base is None or each is unit or each is target or each.status != "field":
            continue
        ex, ey = base.cx - x, base.cy - y
        part = min(1.0, max(0.0, (ex * dx + ey * dy) / square))
        off, reach = (ex - part * dx, ey - part * dy), base.radius + other.radius
        if off[0] * off[0] + off[1] * off[1] <= reach * reach:
            found.append(base)
    return found


def is_clear(state: State, unit: Unit, target: Unit) -> bool:
    """Return whether a target is clear: wholly seen, formed, no artillery, in no combat (MPP-C-30)."""
    return _may_be_clear(state, target) and in_sight(state, unit, target) == "clear"


def _may_be_clear(state: State, target: Unit) -> bool:
    return not target.loose and not target.guns and not state.engaged(target.id)


def distance(unit: Unit, target: Unit) -> float:
    """Return the inches between the nearest points of two units."""
    return geometry.gap(unit.place, target.place)


def why_not_at(state: State, unit: Unit, target: Unit) -> Why | None:
    """Return why a unit that may shoot cannot shoot at a target; None if it can."""
    barred = _why_not_from_here(state, unit, target)
    if barred is None and not in_sight(state, unit, target):
        return "MPP-C-30", words.OUT_OF_SIGHT
    return barred


def _why_not_from_here(state: State, unit: Unit, target: Unit) -> Why | None:
    """Return the same without asking who stands between."""
    if distance(unit, target) > unit.profile.range_in + 1e-6:
        return "MPP-9.1", words.OUT_OF_RANGE
    if not all_round(unit) and not in_front(unit.place, target.place):
        return "MPP-C-30", words.NOT_IN_FRONT
    if state.engaged(target.id):
        return "MPP-C-30", words.IS_IN_COMBAT
    return None


def targets(state: State, unit: Unit) -> list[Unit]:
    """Return whom a unit may shoot at: the nearest clear enemy, or one that is nearer and not clear
    (MPP-C-30).
    """
    found = [
        (distance(unit, enemy), enemy.id, enemy) for enemy in state.enemies(unit)
        if geometry.near(unit.place, enemy.place, unit.profile.range_in)
    ]  # fmt: skip
    found.sort(key=lambda each: each[:2])
    enemies = [enemy for _, _, enemy in found]
    if unit.formation not in FACES:
        return list(_nearest(state, unit, enemies))
    return [  # MPP-9.3.c, MPP-9.3.g: each face shoots once
        each for face in range(4) if not unit.faces >> face & 1
        for each in _nearest(
            state, unit, [enemy for enemy in enemies if quarter(unit.place, enemy.place) == face]
        )
    ]  # fmt: skip


def _nearest(state: State, unit: Unit, enemies: Sequence[Unit]) -> Iterator[Unit]:
    """Yield the nearest enemy who can be shot at, and the nearest clear one if that is another."""
    any_ = False
    for enemy in enemies:
        if _why_not_from_here(state, unit, enemy) is not None:
            continue
        seen = in_sight(state, unit, enemy)
        if not seen:
            continue
        clear = seen == "clear" and _may_be_clear(state, enemy)
        if clear or not any_:
            yield enemy
        if clear:
            return
        any_ = True


# -- dice -----------------------------------------------------------------------------------------


def band(unit: Unit, inches: float) -> str:
    """Return the band of a gun's shot: close, medium or long; "" for other weapons (MPP-C-31)."""
    if not unit.guns:
        return ""
    if inches <= tables.figures().artillery_close:
        return "close"
    return "medium" if inches <= unit.profile.range_in / 2 else "long"


def enfilades(unit: Unit, target: Unit, inches: float) -> bool:
    """Return whether infantry or artillery stands wholly in the flank or rear zone of a line, or in front
    of or behind a column, within half range (MPP-9.3.f).
    """
    if unit.horse or inches > unit.profile.range_in / 2 or target.loose or target.formation in FACES:
        return False
    us, vs = seen_from(target.place, unit.place)
    if target.formation in COLUMNS:
        return min(vs) >= -_HAIR or max(vs) <= _HAIR - target.place.depth
    half = target.place.half_width - _HAIR
    return max(vs) <= _HAIR and (min(us) >= half or max(us) <= -half)


def dice_of(
    unit: Unit, how: How, inches: float, *, enfilade: bool = False
) -> tuple[int, tuple[Modifier, ...]]:
    """Return how many dice a unit shoots with, and why another number than its value (MPP-9.3)."""
    if unit.formation in FACES:
        count = FACES[unit.formation]
        return count, (Modifier("MPP-9.3.c" if count == 1 else "MPP-9.3.g", count, words.THIS_FACE),)
    if unit.formation in ("attack_column", "mixed"):
        rule = "MPP-9.3.a" if unit.formation == "attack_column" else "MPP-9.3.b"
        return 1, (Modifier(rule, 1, words.ONE_DIE),)
    profile, why = unit.profile, []
    if how != "shooting":
        count = profile.short
    elif unit.guns:
        count = {"close": profile.dice_close, "medium": profile.dice_medium, "long": profile.dice_long}[
            band(unit, inches)
        ]
    else:
        count = profile.long
    if unit.has("First Fire") and not unit.fired:
        count += 1
        why.append(Modifier("MPP-C-35", 1, words.FIRST_FIRE))
    if enfilade:
        why.append(Modifier("MPP-9.3.f", count, words.ENFILADE))
        count *= 2
    return count, tuple(why)


def modifiers(
    unit: Unit, target: Unit, how: How, inches: float, *, clear: bool, front: bool
) -> tuple[Modifier, ...]:
    """Return what changes the number to hit (MPP-9.2): `clear`: the target is, `front`: it is shot at from
    its front.
    """
    keys = []
    if unit.unsteady:
        keys.append("unsteady")
    share = _FIRELOCK if unit.has("Firelock") else 0.5
    if how != "closing" and inches > unit.profile.range_in * share + 1e-6:
        keys.append("far")
    if not clear or target.guns or target.loose:
        keys.append("target")
    if target.profile.heavy and not target.loose and front:
        keys.append("heavy")
    if how == "traversing":
        keys.append("traversing")
    # Not more than +1 from the three of MPP-9.2.f.
    if how == "closing":
        keys.append("closing")
    elif unit.guns and target.formation in (*COLUMNS, "square"):
        keys.append("dense")
    elif unit.loose:
        keys.append("skirmishers")
    return tuple(tables.modifier("shooting", key).times() for key in keys)


def attack(state: State, unit: Unit, target: Unit, how: How = "shooting") -> Attack:
    """Return the shot of a unit at a target as both stand now."""
    inches = 0.0 if how == "closing" else distance(unit, target)  # it shoots as the charger comes on
    clear = how == "closing" or is_clear(state, unit, target)
    front = in_front(target.place, unit.place)
    here = unit.place
    cover = terrain.cover_of(state, target, ((here.x, here.y, target.place.cx, target.place.cy),))
    enfilade = how == "shooting" and enfilades(unit, target, inches)
    return shot(unit, target, how, inches, clear=clear, front=front, cover=cover, enfilade=enfilade)


def shot(
    unit: Unit, target: Unit, how: How, inches: float, *, clear: bool, front: bool, cover: tables.Cover,
    enfilade: bool,
) -> Attack:  # fmt: skip
    """Return a shot of which all that matters is known."""
    count, why = dice_of(unit, how, inches, enfilade=enfilade)
    changes = modifiers(unit, target, how, inches, clear=clear, front=front)
    saves = dice.save_modifiers(target, cover, unit.profile.gun, band(unit, inches))
    return Attack(
        count, dice.needed(tables.figures().to_hit, changes), changes,
        dice.save_needed(dice.morale_of(target), saves), saves,
        again=int(unit.has("Sharp Shooters")), saves_again=dice.saves_again(target), artillery=unit.guns,
        counted=why,
    )  # fmt: skip


# -- shooting -------------------------------------------------------------------------------------


def volley(battle: Battle, unit: Unit, target: Unit, how: How) -> Steps[None]:
    """Shoot: dice, saves, casualties, and the target's break test (MPP-7.2, MPP-1.1.a-d)."""
    state: State = battle.state
    yield from dice.reveal(battle, unit)
    made = attack(state, unit, target, how)
    rule = {"shooting": "MPP-7.2", "closing": "MPP-9.2.f", "traversing": "MPP-9.2.e"}[how]
    found = yield from dice.resolve(battle, unit, target, made, PURPOSE[how], rule)
    battle.apply(Fired(rule, unit.id, target.id, how, made.dice, found.hits, found.casualties))
    shaken = target.shaken
    yield from dice.suffer(battle, target, found.casualties, words.FIRE)
    due = breaktest.due(target, found, made.need, shaken)
    if due:
        yield from breaktest.ranged(battle, target, unit, due, made.artillery and found.casualties > 0)


def phase(battle: Battle, side: int) -> Steps[None]:
    """Play the Shooting phase of a side: its units in any order (MPP-7.2)."""
    state: State = battle.state
    done = Option({"do": "done"}, words.DONE_SHOOTING, "MPP-7.2")
    while True:
        units = [unit for unit in state.on_field(side) if why_no_shot(state, unit) is None]
        menu = Menu(*(({"do": "shoot", "unit": unit.id}, partial(shots_of, state, unit)) for unit in units))
        if not anything(battle, "shoot", side, menu):
            return
        menu = menu.followed_by(({"do": "done"}, partial(iter, (done,))))
        text = words.who_shoots(state.sides[side].name)
        choice = yield Decision("shoot", side, text, "MPP-7.2", menu)
        if choice["do"] == "done":
            return
        yield from volley(battle, state.units[choice["unit"]], state.units[choice["target"]], "shooting")


def shots_of(state: State, unit: Unit) -> Iterator[Option]:
    """Yield the shots of a unit that may shoot."""
    for target in targets(state, unit):
        if dice_of(unit, "shooting", distance(unit, target), enfilade=False)[0] > 0:
            key = {"do": "shoot", "unit": unit.id, "target": target.id}
            yield Option(key, partial(_label, state, unit, target), "MPP-7.2")


def _label(state: State, unit: Unit, target: Unit) -> str:
    made = attack(state, unit, target)
    return words.shoots_at(unit.name, target.name, distance(unit, target), made.dice, made.need)


# -- traversing shots -----------------------------------------------------------------------------


def traversed(battle: Battle, mover: Unit, start: Base) -> Steps[None]:
    """Let enemies shoot at a unit that has moved across their front (MPP-9.2.e, MPP-C-15)."""
    state: State = battle.state
    for unit in list(state.enemies(mover)):
        if not mover.on_field:
            return
        if unit.profile.short < 1 or unit.guns or not unit.on_field:
            continue
        if why_no_shot(state, unit, "traversing") is None and _crosses(unit, mover, start):
            if not in_sight(state, unit, mover):
                continue
            made = attack(state, unit, mover, "traversing")
            options = (
                Option({"do": "shoot"}, words.shoot(made.dice, made.need), "MPP-9.2.e"),
                Option({"do": "hold"}, words.HOLD_FIRE, "MPP-C-15"),
            )
            text = words.traverse(unit.name, mover.name)
            choice = yield Decision("traversing shots", unit.side, text, "MPP-C-15", options, unit.id)
            if choice["do"] == "shoot":
                yield from volley(battle, unit, mover, "traversing")


def _crosses(unit: Unit, mover: Unit, start: Base) -> bool:
    """Return whether a move led across the front of a unit: through its front quarter and in its range, more
    to the side than towards or away.
    """
    base, end = unit.place, mover.place
    dx, dy = end.cx - start.cx, end.cy - start.cy
    aside, ahead = abs(dx * base.fy - dy * base.fx), abs(dx * base.fx + dy * base.fy)
    if aside < 1.0 or aside <= ahead or not within(base, end, unit.profile.range_in):
        return False
    middle = geometry.placed(end, (start.x + end.x) / 2, (start.y + end.y) / 2, end.heading)
    return any(in_front(base, at) for at in (end, middle, start))

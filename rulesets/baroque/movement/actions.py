"""The movement actions of the active unit: what it may do, doing it, and why not (BQ-5.1 to BQ-5.3)."""

from __future__ import annotations

from rulesets.baroque.movement import straight, turns, ways
from rulesets.baroque.movement.march import why_no_move
from rulesets.baroque.state import State, Unit
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Group, Menu, Option, Steps
from rulesets.engine.geometry import Hand

_PERFORM = {
    "advance": straight.advance,
    "oblique": straight.oblique,
    "back": straight.back,
    "wheel": turns.wheel,
    "about-face": turns.face,
    "face-side": turns.face,
    "turn-gun": turns.turn_gun,
}


def options(battle: Battle, unit: Unit) -> list[Option]:
    """Return every movement that the active unit may make now, each with the farthest it reaches."""
    return list(Menu(*groups(battle.state, unit), facts=(battle, unit)))


def groups(state: State, unit: Unit) -> tuple[Group, ...]:
    """Return the same in groups, to be made from the battle and the unit when they are asked for."""
    return _MOVING if why_no_move(state, unit) is None else _STANDING


def _wheels(corner: Hand) -> Group:
    return {"do": "wheel", "corner": corner}, lambda battle, unit: turns.wheel_options(
        battle.state, unit, corner
    )


_MOVING: tuple[Group, ...] = (
    ({"do": "advance"}, lambda battle, unit: _if_any(straight.advance_option(battle.state, unit))),
    ({"do": "oblique"}, lambda battle, unit: _if_any(straight.oblique_option(battle.state, unit))),
    ({"do": "back"}, lambda battle, unit: _if_any(straight.back_option(battle.state, unit))),
    *map(_wheels, turns.HANDS),
    (
        {"do": frozenset({"about-face", "face-side"})},
        lambda battle, unit: turns.facing_options(battle.state, unit),
    ),
    ({"do": "turn-gun"}, lambda battle, unit: _guns(battle.state, unit)),
)
_STANDING: tuple[Group, ...] = (({"do": "turn-gun"}, lambda battle, unit: _turning_only(battle.state, unit)),)


def may_step(state: State, unit: Unit) -> bool:
    """Return quickly whether the unit may surely advance; if not there is more to examine."""
    return why_no_move(state, unit) is None and ways.open_ahead(state, unit)


def _if_any(option: Option | None) -> tuple[Option, ...]:
    return () if option is None else (option,)


def perform(battle: Battle, unit: Unit, choice: Choice) -> Steps[None]:
    """Carry out one of the `options`."""
    yield from _PERFORM[choice["do"]](battle, unit, choice)


def blocked(state: State, unit: Unit) -> list[tuple[str, str, str]]:
    """Return the movements that the active unit may not make now: (what, rule id, reason)."""
    why = why_no_move(state, unit)
    if why is not None:
        return [("move", *why)]
    found = []
    base = unit.place
    if straight.advance_option(state, unit) is None:
        way = ways.straight(state, unit, base.fx, base.fy, unit.profile.m_bu)
        found.append(("advance", *way.why))
    for what, bar in (("oblique", straight.why_no_oblique), ("back", straight.why_no_back)):
        if (barred := bar(state, unit)) is not None:
            found.append((what, *barred))
    for corner in turns.HANDS:
        room, end = turns.wheel_room(state, unit, corner)
        if room < turns.LEAST_WHEEL:
            found.append((f"wheel {corner}", *end))
    facing = turns.why_no_facing(state, unit)
    return found if facing is None else [*found, ("about-face", *facing)]


def _turning_only(state: State, unit: Unit) -> list[Option]:
    """Return the turns of guns at no cost, also when no movement action is left (BQ-5.3.a)."""
    return [] if not state.is_active(unit) or state.engaged(unit.id) else _guns(state, unit)


def _guns(state: State, unit: Unit) -> list[Option]:
    return list(turns.gun_options(state, unit))

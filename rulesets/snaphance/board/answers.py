"""What the enemy could answer to the steps, shots and charges on offer (SN-5.0, SN-6.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulesets.contract.board import Answer
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Group as MenuGroup
from rulesets.engine.decisions import Menu, Option
from rulesets.snaphance import hexes, movement
from rulesets.snaphance.board.sketch import Sketch
from rulesets.snaphance.charge import plan
from rulesets.snaphance.reactions import answer as asked
from rulesets.snaphance.state import Stand, State, enemy

_STEPS = frozenset({"step", "displace", "pass"})


def answers(battle: Battle, stand: Stand, options: Sequence[Option]) -> tuple[Answer, ...]:
    """Every reaction that the enemy could choose, each for what it answers. None needs a test."""
    if battle.pending is None or battle.pending.kind != "stand":
        return ()
    found: list[Answer] = []
    for option in options:
        found += _answers(battle.state, option, _to(battle, stand, option))
    return tuple(found)


def _to(battle: Battle, stand: Stand, option: Option) -> Iterator[MenuGroup]:
    do = option.key["do"]
    if do in _STEPS:
        yield from _to_step(battle, stand, option)
    elif do == "fire":
        state: State = battle.state
        target = state.stands[option.key["target"]]
        if hexes.in_wide_arc(target.place, target.facing, stand.place):
            yield from asked.answers_to_shot(state, stand, target)
    elif do == "charge":
        yield from _to_charge(battle.state, option)


def _to_step(battle: Battle, stand: Stand, option: Option) -> Iterator[MenuGroup]:
    """SN-6.0.a: the step made on a sketch, then what it brings before whom."""
    if not asked.waiting(battle.state, enemy(stand.side)):
        return
    sketch = Sketch(battle)
    state = sketch.state
    end = hexes.named(option.key["hex"])
    step = next(
        (each for each in movement.candidates(state) if each.hexes[0] == end and not each.enemies), None
    )
    if step is None:
        return
    came_from = {id_: state.stands[id_].place for id_ in step.units}
    movement.take(sketch, step)
    movers = [state.stands[id_] for id_ in step.units]
    yield from asked.answers_to_step(state, enemy(stand.side), movers, came_from)


def _to_charge(state: State, option: Option) -> Iterator[MenuGroup]:
    """SN-5.0, SN-6.0.a: to its declaration, before its last step."""
    key, activation = option.key, state.activation
    if activation is None:
        return
    first = state.stands[key["unit"]]
    (q, r), (dq, dr) = first.place, hexes.named(key["hex"])
    places = {
        id_: (state.stands[id_].place[0] + dq - q, state.stands[id_].place[1] + dr - r)
        for id_ in activation.stands
    }
    charge = plan.onset(state, places, key["facing"], key["target"])
    yield from asked.answers_to_charge(state, enemy(first.side), charge)


def _answers(state: State, option: Option, groups: Iterable[MenuGroup]) -> Iterator[Answer]:
    for reaction in Menu(*groups):
        unit = state.stands[reaction.key["unit"]]
        words = reaction.label.removeprefix(f"{unit.name} ")
        yield Answer(unit.id, unit.name, option.label, words, reaction.rule, None)

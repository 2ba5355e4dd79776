"""What the stands that act may do of moving, and doing it: the menus and the steps with their reactions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Group, Option, Refusal, Steps
from rulesets.snaphance import command, hexes, zones
from rulesets.snaphance.charge import skirmish
from rulesets.snaphance.ground import Cost, enter_cost
from rulesets.snaphance.hexes import Hex, neighbour
from rulesets.snaphance.movement.friends import displaces
from rulesets.snaphance.movement.mover import (
    Mover,
    Why,
    acting,
    looked_mover,
    mover,
    under_way,
    why_no_extra,
    why_no_move,
)
from rulesets.snaphance.movement.placing import begin, finish_move, rule_of, stop, take
from rulesets.snaphance.movement.steps import (
    Step,
    affordable,
    candidates,
    cost_of,
    looked_through,
    looked_towards,
    mode_of,
    steps_towards,
    turn_rear,
    turns,
)
from rulesets.snaphance.procedures import reactions
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording import common
from rulesets.snaphance.wording import movement as words

# ---------------------------------------------------------------------------- menus


def groups(battle: Battle) -> tuple[Group, ...]:
    """Return every movement that the stands that act may make now, as groups of a menu."""
    state: State = battle.state
    activation = state.activation
    if activation is None:
        return ()
    found: list[Group] = []
    who = looked_mover(battle)
    if who is not None:
        # By direction, each found when it is asked for: most often one option settles the question.
        beside = (partial(looked_towards, state, who, towards) for towards in range(6))
        found = [
            ({"do": _INTO_NEXT}, _late(_step_options, state, who, *beside)),
            ({"do": "pass"}, _late(_step_options, state, who, partial(looked_through, state, who))),
            ({"do": _TURNS}, _late(_turn_options, state, who)),
        ]
        if not who.fresh:
            found.append(({"do": "end-move"}, _late(_end_options, state, who)))
    if activation.moves and why_no_extra(state) is None:
        found.append(({"do": "extra-move"}, _late(_extra_options, state)))
    return tuple(found)


_INTO_NEXT = frozenset({"step", "displace"})
_TURNS = frozenset({"turn", "turn-rear"})


def _late(make: Callable[..., Iterable[Option]], *facts: Any) -> Callable[..., Iterable[Option]]:
    """Return what makes the options of a group when they are asked for, whatever facts the menu has."""
    return lambda *_: make(*facts)


def _step_options(state: State, who: Mover, *searches: Callable[[], list[Step]]) -> Iterator[Option]:
    """Yield the options of those steps that meet no enemy."""
    for search in searches:
        for step in search():
            if not step.enemies:
                key = {"do": step.do, "unit": who.members[0], "hex": hexes.label(step.hexes[0])}
                yield Option(key, partial(_step_words, state, who.facing, step), rule_of(state, step))


def _turn_options(state: State, who: Mover) -> Iterator[Option]:
    """Yield turns, for free classes only before anything is done in the move (SN-4.1.a, SN-4.2, SN-4.3.a).

    Skirmishers who must break off do not turn instead (SN-10.5.h).
    """
    if skirmish.bound_to_leave(state):
        return
    for step in turns(state, who):
        if step.do == "turn" and not step.enemies:
            key = {"do": "turn", "unit": who.members[0], "facing": step.facing}
            label = words.turn(hexes.facing_words(step.facing), bool(step.disorders))
            yield Option(key, label, "SN-4.1.a" if who.kind.free else "SN-4.2.a")
    about = turn_rear(state, who)
    if about is not None and not about.enemies:
        key, label = {"do": "turn-rear", "unit": who.members[0]}, words.turn_to_rear(bool(about.disorders))
        yield Option(key, label, "SN-4.3.a")


def _end_options(state: State, who: Mover) -> Iterator[Option]:
    """Yield the ends of the move; free classes choose their facing here (SN-4.1.a)."""
    if not may_stop(state) or skirmish.bound_to_leave(state):
        return
    key = {"do": "end-move", "unit": who.members[0]}
    if not who.kind.free:
        yield Option(key, words.END_MOVE, "SN-4.0.g")
        return
    here = words.end_facing(hexes.facing_words(who.facing))
    # The facing that the stand has needs no turn, so no candidate stands for it.
    yield Option({**key, "facing": who.facing}, here, "SN-4.1.a")
    for step in turns(state, who):
        if not step.enemies:
            text = words.end_facing(hexes.facing_words(step.facing))
            yield Option({**key, "facing": step.facing}, text, "SN-4.1.a")


def _extra_options(state: State) -> Iterator[Option]:
    stands = acting(state)
    if stands and may_stop(state):
        key = {"do": "extra-move", "unit": stands[0].id}
        moves = state.activation.moves if state.activation is not None else 0
        # SN-4.5.e: with the chance of the Order Test if it were taken where they stand
        label = partial(command.with_chance, words.MAKE_EXTRA_MOVE, state, stands, max(0, moves - 1))
        yield Option(key, label, "SN-4.4.a")


def _step_words(state: State, facing: int, step: Step) -> str:
    return words.step(
        step.mode,
        [hexes.label(end) for end in step.hexes],
        displaced=[state.stands[id_].name for id_, _ in step.displaced],
        through=step.do == "pass",
        facing=hexes.facing_words(step.facing) if step.facing != facing else "",
        left=step.left,
        disorders=bool(step.disorders),
    )


def may_stop(state: State) -> bool:
    """Return whether those who move may stop here: exposed by no turn, or without a way out (SN-4.6.c)."""
    activation = state.activation
    if activation is None or activation.move is None or not under_way(state):
        return True
    # Whoever has not turned was exposed by others and may stay.
    if not activation.move.turned:
        return True
    exposed = any(zones.exposed(state, stand, stand.place, stand.facing) for stand in acting(state))
    return not exposed or not any(step.way and not step.enemies for step in candidates(state))


# ---------------------------------------------------------------------------- doing it


def perform(battle: Battle, choice: Choice) -> Steps[None]:
    """Carry out a movement that was offered, with the enemy's reactions to it (SN-6.2.d)."""
    state: State = battle.state
    match choice["do"]:
        case "extra-move":
            yield from finish_move(battle)
            if why_no_extra(state) is None:
                begin(battle)
        # Anything found on ending the move, such as a failed test, may forbid the extra one.
        case "end-move":
            step = _found(battle, choice)
            if step is not None:
                take(battle, step)
            yield from finish_move(battle)
        case _:
            step = _found(battle, choice)
            if step is None:
                raise Refusal(words.NO_SUCH_STEP, rule="SN-4.0.g", code="not-offered")
            yield from walk(battle, step)


def _found(battle: Battle, choice: Choice) -> Step | None:
    """Return the step that a choice means, found in its own direction only."""
    state, who, do = battle.state, looked_mover(battle), choice["do"]
    if who is None:
        return None
    if do == "turn-rear":
        return turn_rear(state, who)
    if do in ("turn", "end-move"):
        return next((step for step in turns(state, who) if step.facing == choice.get("facing")), None)
    end = hexes.named(choice["hex"])
    if do == "pass":
        found = looked_through(state, who)
    else:
        towards = hexes.direction(who.stands[0].place, end)
        found = [] if towards is None else looked_towards(state, who, towards)
    wanted = (step for step in found if step.do == do and not step.enemies and step.hexes[0] == end)
    return next(wanted, None)


def walk(battle: Battle, step: Step) -> Steps[bool]:
    """Make a step of the move under way and let the enemy react to it; a move that is used up is ended.

    Returns whether those who act may still go on with this very move.
    """
    state: State = battle.state
    came_from = {id_: state.stands[id_].place for id_ in step.units}
    take(battle, step)
    if step.way and (yield from _answered(battle, step, came_from)):
        return False
    if step.last:
        stop(battle, "SN-4.2.b", common.TURNED_TWICE)
        return False
    free = acting(state)[0].profile.kind.free if acting(state) else False
    # Free classes may still choose their facing after the last MP.
    if step.left <= 0 and (not free or step.do == "turn"):
        yield from finish_move(battle)
    return under_way(state)


def _answered(battle: Battle, step: Step, came_from: dict[str, hexes.Hex]) -> Steps[bool]:
    """Ask for the enemy's reactions to a step; return whether they end the move (SN-C-opportunity-reach)."""
    state: State = battle.state
    stands: list[Stand] = [state.stands[id_] for id_ in step.units]
    over = yield from reactions().after_step(battle, stands, came_from)
    if over or not acting(state):
        stop(battle, "SN-6.2.d", words.MET_ON_WAY)
        return True
    return False


def why_no_step(state: State, towards: int) -> Why | None:
    """Return why those who act may not step in a direction now; None if they may, if only by a charge."""
    barred = why_no_move(state)
    who = mover(state)
    if barred is not None or who is None:
        # The reasons come in the order of `steps_towards`, so that the first that bars the step is named.
        return barred
    starts = [stand.place for stand in who.stands]
    ends = [neighbour(start, towards) for start in starts]
    if any(end not in state.map for end in ends):
        return "SN-4.0.g", words.OFF_MAP
    mode = mode_of(who, towards)
    if mode is None:
        return "SN-4.0.g", words.other_kind(who.mode)
    cost = cost_of(state, who, starts, ends)
    if cost is None:
        return _closed(state, who, starts, ends)
    if not affordable(who, mode, cost):
        return "SN-C-terrain", _dear(who, cost, who.left(mode))
    if taken := _taken(state, who, ends):
        return taken
    if any(True for _ in steps_towards(state, who, towards)):
        return None
    return "SN-4.6.c", words.exposed_there(_zone_of(state, who, ends, who.facing))


def _closed(state: State, who: Mover, starts: Sequence[Hex], ends: Sequence[Hex]) -> Why:
    for stand, start, end in zip(who.stands, starts, ends, strict=True):
        if enter_cost(state, stand, start, end) is None:
            ground = state.sheet.terrain[state.map.cell(end).terrain].plain.lower()
            crossed = state.map.side(start, end)
            across = state.sheet.terrain[crossed].name.partition(":")[0].lower() if crossed else ""
            return "SN-C-terrain", words.may_not_enter(stand.profile.kind.name, ground, across)
    raise AssertionError("the ground lets all of them in")


def _dear(who: Mover, cost: Cost, left: int) -> str:
    """Return words such as `it costs 2 MP, and 1 is left` or `it takes a whole single move, ...`."""
    if not cost.whole:
        return words.too_dear(cost.mp, left)
    if who.fresh:
        return words.WHOLE_MOVE_WITHOUT_ANY
    return words.whole_move_begun(left, who.mp)


def _taken(state: State, who: Mover, ends: Sequence[Hex]) -> Why | None:
    for stand, end in zip(who.stands, ends, strict=True):
        for id_ in state.occupied.get(end, ()):
            other = state.stands[id_]
            if id_ in who.members:
                continue
            if other.side != who.side:
                return "SN-1.2.a", words.enemy_there(other.name)
            if stand.place in ends or not displaces(state, stand, other):
                return "SN-1.2.a", words.friend_there(other.name)
    return None


def _zone_of(state: State, who: Mover, places: Sequence[Hex], facing: int) -> str:
    """Return words such as `in the zone of control of Cuirassiers`, of enemies that would not be in front."""
    holders: list[Stand] = [
        enemy
        for place in places
        for enemy in zones.zones_at(state, place, who.side)
        if enemy.place not in hexes.front(place, facing)
    ]
    return words.in_zone_of(list(dict.fromkeys(enemy.name for enemy in holders)))


def why_no_turn_rear(state: State) -> Why | None:
    """Return why those who may move do not turn to the rear; None if they may (SN-4.3.a)."""
    who = mover(state)
    if who is None or who.kind.free or who.disordered or turn_rear(state, who) is not None:
        return None
    if not who.fresh:
        return "SN-4.3.a", words.WHOLE_MOVE_BEGUN
    if who.mp < 1:
        return "SN-4.3.a", words.NO_MP
    places = [stand.place for stand in who.stands]
    return "SN-4.6.c", words.exposed_by_turn(_zone_of(state, who, places, who.facing + 3))

"""Activation: a group's stands, one by one or several together (SN-1.4.c, SN-4.0.h, SN-4.9.a-b)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Menu, Option, Steps
from rulesets.engine.decisions import Group as MenuGroup
from rulesets.snaphance import charge, command, generals, hexes, melee, movement, victory
from rulesets.snaphance.charge import facing, skirmish
from rulesets.snaphance.events.command import GroupActivated, GroupDone, StandsActivated, StandsDone
from rulesets.snaphance.setup import reinforcements
from rulesets.snaphance.shooting import fire
from rulesets.snaphance.state import Group, Stand, State
from rulesets.snaphance.wording import command as words

MOST = 256
"""How many chains are offered of stands that all hang together: every one of up to eight stands."""


def chains(stands: Sequence[Stand], alike: Callable[[Stand], object]) -> Iterator[list[Stand]]:
    """Yield every two or more adjoining `stands` of one kind and one `alike`, longest chains first
    (SN-4.9.a).
    """
    kinds: dict[object, list[Stand]] = {}
    for stand in stands:
        kinds.setdefault((stand.profile.code, alike(stand)), []).append(stand)
    for left in kinds.values():
        while left:
            pool = _reached(left)
            left = [stand for stand in left if stand not in pool]
            if len(pool) > 1:
                yield from _parts(pool)


def _reached(stands: Sequence[Stand]) -> list[Stand]:
    """Return those that hang together with the first one, in the order given."""
    found, waiting = {stands[0].id}, [stands[0]]
    while waiting:
        stand = waiting.pop()
        for other in stands:
            if other.id not in found and hexes.distance(stand.place, other.place) == 1:
                found.add(other.id)
                waiting.append(other)
    return [stand for stand in stands if stand.id in found]


# Whole chains are tried before their parts, so that the limit drops only the shortest ones.
def _parts(pool: list[Stand]) -> Iterator[list[Stand]]:
    """Yield every part of a chain that is a chain itself, made by leaving out one stand after the other."""
    seen = {tuple(stand.id for stand in pool)}
    waiting = [pool]
    for part in waiting:
        yield part
        for stand in part if len(part) > 2 else ():
            rest = [other for other in part if other is not stand]
            key = tuple(other.id for other in rest)
            if key not in seen and len(seen) < MOST and len(_reached(rest)) == len(rest):
                seen.add(key)
                waiting.append(rest)


# ---------------------------------------------------------------------------- a group


def activate_group(battle: Battle, name: str) -> Steps[None]:
    """Activate a group: its stands act in any order, some perhaps not at all, its General between them
    (SN-1.4.c).

    Its ongoing melees are fought first or in between, but before it ends (SN-C-ongoing). It ends at once when
    the battle is decided.
    """
    state: State = battle.state
    group = state.groups[name]
    battle.apply(GroupActivated("SN-1.4.c", name))
    while not victory.decided(state):
        menu = Menu(*_IN_GROUP, facts=(battle, group))
        # The General alone does not keep an activation open: with nothing else left there is nobody to help.
        if not any(menu.holds({"do": do}) for do in ("activate", "fight", "enter", "general-move")):
            break
        text = words.acts_next(group.name)
        choice = yield Decision("group", group.side, text, "SN-1.4.c", menu, name)
        if choice["do"] == "end-group":
            break
        yield from _perform_in_group(battle, choice)
    battle.apply(GroupDone("SN-1.4.c", name))


def waiting(state: State, group: Group) -> list[Stand]:
    """Return the stands that may still act; in a melee only Skirmishers who must leave (SN-1.4.c-d,
    SN-10.5.h).
    """
    return [
        stand
        for stand in map(state.stands.__getitem__, group.stands)
        if stand.on_field
        and not stand.moved
        and (not state.in_melee(stand.id) or skirmish.must_break_off(state, stand))
    ]


def _moving_together(battle: Battle, group: Group) -> Iterator[Option]:
    """Yield the stands of one kind and facing in a chain, one in command at least (SN-4.9.a, SN-3.0.c)."""
    state: State = battle.state
    for stands in chains(waiting(state, group), lambda stand: stand.facing):
        if any(command.in_command(state, stand) for stand in stands):
            yield _together(state, "group-move", stands, words.MOVE_TOGETHER, "SN-4.9.a")


_TESTED: Mapping[str, tuple[str, str, Callable[[State, Stand], object]]] = {
    "group-opportunity": (words.OPPORTUNITY_TOGETHER, "SN-4.9.b", command.why_no_opportunity),
    "group-recover": (words.RALLY_TOGETHER, "SN-9.1.a", command.why_no_recovery),
}


def _testing(do: str, battle: Battle, group: Group) -> Iterator[Option]:
    """Yield chains that may take one Order Test together, whatever their facings (SN-4.9.b, SN-9.1.a)."""
    what, rule, why_not = _TESTED[do]
    state: State = battle.state
    able = [stand for stand in waiting(state, group) if why_not(state, stand) is None]
    # One label for every stand: an Order Test does not depend on the facing.
    for stands in chains(able, lambda _stand: ""):
        yield _together(state, do, stands, what, rule)


def _together(state: State, do: str, stands: Sequence[Stand], what: str, rule: str) -> Option:
    key = {"do": do, "units": " ".join(stand.id for stand in stands)}

    # A label is a function, because the chance is worked out only for options that are shown.
    def label() -> str:
        names = words.together(what, (stand.name for stand in stands))
        return names if do == "group-move" else command.with_chance(names, state, stands)

    return Option(key, label, rule)


def _ending(battle: Battle, group: Group) -> Iterator[Option]:
    """Yield the end of the activation: not before due melees and breaking off (SN-C-ongoing, SN-10.5.h)."""
    state: State = battle.state
    if melee.due(state, group):
        return
    if any(skirmish.must_break_off(state, stand) for stand in waiting(state, group)):
        return
    yield Option({"do": "end-group"}, words.end_turn(group.name), "SN-1.4.c")


def _activating(battle: Battle, group: Group) -> Iterator[Option]:
    for stand in waiting(battle.state, group):
        yield Option({"do": "activate", "unit": stand.id}, words.use_stand(stand.name), "SN-1.4.c")


_IN_GROUP: tuple[MenuGroup, ...] = (
    ({"do": "fight"}, lambda battle, _group: melee.options(battle)),
    ({"do": "face"}, lambda battle, _group: facing.options(battle)),
    ({"do": "enter"}, lambda battle, group: reinforcements.options(battle.state, group)),
    ({"do": "activate"}, _activating),
    ({"do": "group-move"}, _moving_together),
    *(({"do": do}, partial(_testing, do)) for do in _TESTED),
    ({"do": generals.ACTIONS}, lambda battle, _group: generals.options(battle.state)),
    ({"do": "end-group"}, _ending),
)
"""SN-1.4.c: all that a group may do between the turns of its stands, made when it is looked at."""


def _perform_in_group(battle: Battle, choice: Choice) -> Steps[None]:
    state: State = battle.state
    match choice["do"]:
        case "activate":
            yield from act(battle, (choice["unit"],))
        case "group-move":
            yield from act(battle, tuple(choice["units"].split()))
        case "group-opportunity" | "group-recover":
            yield from _test_together(battle, choice["do"], tuple(choice["units"].split()))
        case "fight":
            yield from melee.perform(battle, choice)
            if state.activation is not None:
                battle.apply(StandsDone("SN-1.4.d", state.activation.stands))
        case "face":
            facing.perform(battle, choice)
        case "enter":
            reinforcements.enter(battle, choice)
        case _:
            generals.perform(battle, choice)


def _test_together(battle: Battle, do: str, units: tuple[str, ...]) -> Steps[None]:
    """Take one Order Test of several stands (SN-4.9.b, SN-9.1.a).

    They may still act, one by one or together, when they have rallied in good order (SN-9.0.a) or have not
    got onto opportunity (SN-6.1.b).
    """
    stands = [battle.state.stands[id_] for id_ in units]
    if do == "group-recover":
        if not (yield from command.recover(battle, stands)):
            battle.apply(StandsDone("SN-9.0.b", units))
    elif (yield from command.go_onto_opportunity(battle, stands)):
        battle.apply(StandsDone("SN-6.1.b", units))


# ---------------------------------------------------------------------------- stands that act


def act(battle: Battle, units: tuple[str, ...]) -> Steps[None]:
    """Play the turn of one stand, or of several as one, until nothing is left to do (SN-4.0.h, SN-4.9.a)."""
    battle.apply(StandsActivated("SN-1.4.c" if len(units) == 1 else "SN-4.9.a", units))
    state: State = battle.state
    activation = state.activation
    first = state.stands[units[0]]
    while not _is_over(state, units):
        actions = Menu(*_ACTIONS, *movement.groups(battle), facts=(battle,))
        if not _anything_left(battle, first.side, actions):
            break
        text = words.what_now(first.name) if len(units) == 1 else words.DO_TOGETHER
        # What is always possible is added afterwards: by itself it must not make the turn go on.
        menu = actions.followed_by(*_BESIDES)
        choice = yield Decision("stand", first.side, text, "SN-4.0.h", menu, first.id)
        if choice["do"] == "end-stand":
            break
        yield from perform(battle, choice)
    # A melee or a loss may have ended this activation already; it is not ended twice.
    if state.activation is activation and not victory.decided(state):
        yield from movement.finish_move(battle)
    if state.activation is activation:
        battle.apply(StandsDone("SN-1.4.d", units))


def _anything_left(battle: Battle, side: int, actions: Menu) -> bool:
    """Return whether any action is offered apart from the General's and the end."""
    known = battle.comes_next("stand", side)
    if known is not None:
        return known
    # A recorded choice is looked for before anything else: a recalled battle is then quick.
    return (bool(battle.foreseen) and actions.holds(battle.foreseen)) or actions.offers("step", "turn")


def acting(state: State) -> list[Stand]:
    """Return the stands that act now and are still on the map."""
    activation = state.activation
    ids = () if activation is None else activation.stands
    return [stand for stand in map(state.stands.__getitem__, ids) if stand.on_field]


def _alone(make: Callable[[State, Stand], Iterable[Option]], battle: Battle) -> Iterable[Option]:
    """Return the options of a stand that acts by itself; none of a group that acts as one."""
    stands = acting(battle.state)
    return make(battle.state, stands[0]) if len(stands) == 1 else ()


def _firing(battle: Battle) -> Iterable[Option]:
    """Yield shots, but not in the middle of a turn that leaves a flank in a zone of control (SN-4.6.c)."""
    return fire.options(battle) if movement.may_stop(battle.state) else ()


_ACTIONS: tuple[MenuGroup, ...] = (
    ({"do": "recover"}, partial(_alone, command.recovery_options)),
    ({"do": "opportunity"}, partial(_alone, command.opportunity_options)),
    ({"do": "turn-on-opportunity"}, partial(_alone, command.turn_options)),
    ({"do": "face"}, facing.options),
    ({"do": "charge"}, charge.options),
    ({"do": "fire"}, _firing),
)
"""SN-4.0.h: every action but movement that may be legal for who acts, made when it is looked at."""


def _end_of_turn(battle: Battle) -> Iterator[Option]:
    """Yield the end of the turn, unless it is barred here (SN-1.2.a, SN-4.6.c, SN-10.5.h)."""
    state: State = battle.state
    stands = acting(state)
    if not movement.may_stop(state) or skirmish.bound_to_leave(state):
        return
    text = words.end_turn(stands[0].name) if len(stands) == 1 else words.END_THEIR_TURN
    yield Option({"do": "end-stand", "unit": stands[0].id}, text, "SN-4.0.h")


_BESIDES: tuple[MenuGroup, ...] = (
    ({"do": generals.ACTIONS}, lambda battle: generals.options(battle.state)),
    ({"do": "end-stand"}, _end_of_turn),
)
"""SN-3.1.a: the General at any moment of the activation of his group, and the end of the turn."""


def perform(battle: Battle, choice: Choice) -> Steps[None]:
    """Carry out an action of the stands that act, or of their General."""
    state: State = battle.state
    match choice["do"]:
        case "recover":
            yield from command.recover(battle, acting(state))
        case "opportunity":
            yield from command.go_onto_opportunity(battle, acting(state))
        case "turn-on-opportunity":
            command.turn_on_opportunity(battle, choice)
        case "face":
            facing.perform(battle, choice)
        case "charge":
            yield from charge.perform(battle, choice)
        case "fire":
            yield from fire.perform(battle, choice)
        case "general-move" | "general-attach" | "general-detach":
            generals.perform(battle, choice)
        case _:
            yield from movement.perform(battle, choice)


def _is_over(state: State, units: tuple[str, ...]) -> bool:
    activation = state.activation
    if activation is None or activation.stands != units or activation.over or not acting(state):
        return True
    return victory.decided(state)

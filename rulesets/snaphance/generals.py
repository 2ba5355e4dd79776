"""Generals: moving, attaching, making way, falling and being replaced (SN-3.1, SN-3.2, SN-C-commander)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import partial

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Group, Menu, Option, Steps
from rulesets.snaphance import hexes
from rulesets.snaphance.events.command import (
    GeneralAttached,
    GeneralDetached,
    GeneralLost,
    GeneralMoved,
    GeneralRelocated,
    GeneralReplaced,
)
from rulesets.snaphance.ground import surveyed
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.state import General, Stand, State
from rulesets.snaphance.wording import command as words

MOVE = 6
"""SN-3.1.a: H that a General may be moved alone, once in the activation of the group."""

ACTIONS = frozenset({"general-move", "general-attach", "general-detach"})

# ---------------------------------------------------------------------------- what they may do


def options(state: State) -> Menu:
    """Return what the General of the active group may do now, at any moment of its activation (SN-3.1)."""
    return Menu(*_groups(state))


def _groups(state: State) -> Iterator[Group]:
    group = state.groups.get(state.active_group)
    general = state.generals.get(group.leader) if group else None
    if general is None or not general.alive or general.hex is None:
        return
    activation = state.activation
    with_them = activation is not None and activation.begun and general.attached in activation.stands
    # SN-3.1.a-b: not once bound to those helped before, nor in the middle of the attached stand's move
    if not general.moved and not general.helping and not (general.attached and with_them):
        yield {"do": "general-move"}, partial(_moves, state, general)
    if general.attached:
        key = {"do": "general-detach", "leader": general.id}
        detaching = Option(key, words.detach(general.name), "SN-3.1.c")
        yield {"do": "general-detach"}, lambda: (detaching,)
    else:
        yield {"do": "general-attach"}, partial(_attaching, state, general)


def _moves(state: State, general: General) -> Iterator[Option]:
    for place in reach(state, general):
        label = hexes.label(place)
        key = {"do": "general-move", "leader": general.id, "hex": label}
        yield Option(key, partial(words.ride, general.name, label), "SN-3.1.a")


def reach(state: State, general: General) -> list[Hex]:
    """Return the hexes that a General may ride to, up to 6H, the nearest first (SN-3.1.a, SN-C-commander).

    Neither the cost of terrain nor friends nor zones of control matter, but a General enters no hex that an
    enemy stands in and nothing that nobody may enter.
    """
    assert general.hex is not None
    # Rides without enemies in the way are the same all battle long; only the others are worked out anew.
    known = surveyed(state, "ridden")
    if general.hex not in known:
        known[general.hex] = _ridden(state, general.hex, frozenset())
    free: dict[Hex, int] = known[general.hex]
    barred = frozenset(foe.place for foe in state.on_field(1 - general.side) if foe.hex in free)
    return list(_ridden(state, general.hex, barred) if barred else free)[1:]


def _ridden(state: State, begin: Hex, barred: frozenset[Hex]) -> dict[Hex, int]:
    """Return the distance of a ride to each hex outside those barred, the nearest first."""
    away: dict[Hex, int] = {begin: 0}
    waiting, roads, field = deque([begin]), surveyed(state, "rides"), state.map
    closed = frozenset(
        key for key, row in state.sheet.terrain.items() if all(cost == "no" for cost in row.entry.values())
    )
    while waiting:
        place = waiting.popleft()
        if away[place] == MOVE:
            continue
        if place not in roads:
            roads[place] = tuple(
                other
                for other in hexes.neighbours(place)
                if other in field
                and field.cell(other).terrain not in closed
                and field.side(place, other) not in closed
            )
        for other in roads[place]:
            if other not in away and other not in barred:
                away[other] = away[place] + 1
                waiting.append(other)
    return away


def _attaching(state: State, general: General) -> Iterator[Option]:
    """Yield attachments to own stands in the General's hex; to those helped only, if any were (SN-3.1.c)."""
    assert general.hex is not None
    for id_ in state.occupied.get(general.hex, ()):
        stand = state.stands[id_]
        if stand.group == general.group and (not general.helping or id_ in general.helping):
            key = {"do": "general-attach", "leader": general.id, "unit": id_}
            yield Option(key, words.attach(general.name, stand.name), "SN-3.1.c")


def perform(battle: Battle, choice: Choice) -> None:
    """Carry out one of the `options`."""
    leader = choice["leader"]
    match choice["do"]:
        case "general-move":
            battle.apply(GeneralMoved("SN-3.1.a", leader, choice["hex"]))
        case "general-attach":
            battle.apply(GeneralAttached("SN-3.1.c", leader, choice["unit"]))
        case _:
            battle.apply(GeneralDetached("SN-3.1.c", leader))


# ---------------------------------------------------------------------------- making way, falling


def nearest(state: State, general: General, place: Hex) -> Stand | None:
    """Return the group's stand nearest to a hex; the first of the list among equals (SN-3.1.d, SN-3.2.c)."""
    mine = [stand for stand in state.on_field(general.side) if stand.group == general.group]
    return min(mine, key=lambda stand: hexes.distance(place, stand.place), default=None)


def overrun(battle: Battle, place: Hex, side: int) -> None:
    """Relocate enemy Generals at once from a hex that a stand of `side` has entered (SN-3.1.d).

    They never stop it. An attached General goes and stays with the stand and is not touched.
    """
    for general in battle.state.generals.values():
        if general.alive and general.side != side and general.hex == place and not general.attached:
            _relocate(battle, general, place, "SN-3.1.d")


def after_removal(battle: Battle, stand: Stand, place: Hex) -> None:
    """Settle the fate of the General of a stand just removed from `place` (SN-3.2.b-c, SN-C-commander)."""
    state: State = battle.state
    general = state.general_of(stand)
    if general is None:
        return
    if general.attached == stand.id:
        left = _anybody(state, general)
        how = words.FALLS_WITH_STAND if stand.status != "pursued" else words.CARRIED_OFF
        battle.apply(GeneralLost("SN-3.2.b", general.id, how, state.turn + 1 if left else 0))
    elif not _anybody(state, general):
        battle.apply(GeneralLost("SN-C-commander", general.id, words.GROUP_GONE, 0))
    elif general.hex == place:
        _relocate(battle, general, place, "SN-3.2.c")


def _anybody(state: State, general: General) -> bool:
    """Return whether the group has a stand on the map or one still to come."""
    group = state.groups[general.group]
    return any(
        each.on_field or (each.status == "reserve" and each.arrives)
        for each in map(state.stands.__getitem__, group.stands)
    )


def _relocate(battle: Battle, general: General, place: Hex, rule: str) -> None:
    stand = nearest(battle.state, general, place)
    if stand is not None:
        battle.apply(GeneralRelocated(rule, general.id, stand.id, hexes.label(stand.place)))


# ---------------------------------------------------------------------------- replacement


def replace_fallen(battle: Battle) -> Steps[None]:
    """Bring a poor replacement at the start of a round for each General who fell in the last (SN-3.2.d).

    The owner chooses the stand in whose hex it appears; while the group has none on the map it waits.
    """
    state: State = battle.state
    for general in state.generals.values():
        if general.alive or not general.returns or general.returns > state.turn:
            continue
        stands = [stand for stand in state.on_field(general.side) if stand.group == general.group]
        if not stands:
            continue
        stand, rule = stands[0], "SN-3.2.d"
        if len(stands) > 1:
            options = tuple(
                Option(
                    {"do": "replace", "leader": general.id, "unit": each.id},
                    words.with_stand(each.name, hexes.label(each.place)),
                    rule,
                )
                for each in stands
            )
            text = words.new_general(state.groups[general.group].name)
            choice = yield Decision("replacement", general.side, text, rule, options, general.id)
            stand = state.stands[choice["unit"]]
        row, label = state.sheet.generals["replacement"], hexes.label(stand.place)
        battle.apply(GeneralReplaced(rule, general.id, stand.id, label, row.initiative, row.command_range))

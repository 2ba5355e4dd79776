"""Deployment (SN-C-setup): group after group, stand by stand or in a battle line, each General last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Menu, Option, Steps
from rulesets.engine.mustering import from_left
from rulesets.snaphance import hexes
from rulesets.snaphance.events.setup import (
    FirstToDeploy,
    GeneralPlaced,
    GroupDeployed,
    LeftOut,
    StandDeployed,
)
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.scenarios import enterable
from rulesets.snaphance.state import Group, Stand, State, enemy
from rulesets.snaphance.wording import setup as words

Free = Callable[[Stand, Hex], bool]


def line_up(
    state: State, group: Group, stands: Sequence[Stand], free: Free
) -> Iterator[tuple[Stand, Hex | None]]:
    """Yield a place for each stand of a group drawn up in line; None for one that has no room.

    Places come one by one: whoever asks for the next must have put the last stand on the map.
    """
    zone = state.plan.zones[group.side]
    left, right = _sector(state, group)
    rows = _rows(state, group.side)
    main = rows[1] if len(rows) > 1 else rows[0]
    lines = {0: rows[0], 1: main, 2: rows[min(2, len(rows) - 1)]}
    for stand, line, column in _wanted(stands, left, right):
        wanted = hexes.at(min(max(column, 0), state.map.columns - 1), lines[line])
        # Worked out for each stand: the one before may have taken the place.
        places = (place for place in zone if free(stand, place))
        yield stand, min(places, key=lambda place: _distance(state, stand, wanted, place), default=None)


def _distance(state: State, stand: Stand, wanted: Hex, place: Hex) -> tuple[int, int, str]:
    """Return how far a place is from the wanted one; ground that hinders the stand counts for more."""
    entry = state.sheet.terrain[state.map.cell(place).terrain].entry[stand.profile.kind.ground]
    return (
        hexes.distance(wanted, place) + (0 if entry == 1 else 3),
        0 if entry == 1 else 1,
        # The label settles what is left equal, so that a replay draws up the same line.
        hexes.label(place),
    )


def _rows(state: State, side: int) -> list[int]:
    """Return the rows of a side's zone, that nearest to the enemy first."""
    rows = sorted({hexes.column_row(place)[1] for place in state.plan.zones[side]})
    return rows if side == 0 else rows[::-1]


def _wanted(stands: Sequence[Stand], left: int, right: int) -> Iterator[tuple[Stand, int, int]]:
    """Yield each stand with its line (0 in front, 1 the main one, 2 behind) and its column."""
    front = [stand for stand in stands if stand.profile.code in ("Sk", "Art")]
    main = [stand for stand in stands if stand not in front]
    foot = [stand for stand in main if not stand.profile.kind.mounted]
    horse = [stand for stand in main if stand.profile.kind.mounted]
    half = (len(horse) + 1) // 2
    # Horse on both wings, foot in the middle, as armies of the time were drawn up.
    line = horse[:half] + foot + horse[half:]
    width = max(1, right - left + 1)
    for number, part in ((1, line[:width]), (2, line[width:]), (0, front)):
        begin = left + max(0, width - len(part)) // 2
        for index, stand in enumerate(part):
            yield stand, number, begin + index % width


def _sector(state: State, group: Group) -> tuple[int, int]:
    """Return the first and the last column of the group's share of the zone."""
    columns = [hexes.column_row(place)[0] for place in state.plan.zones[group.side]]
    low, high = min(columns), max(columns)
    order = from_left([other for other in state.groups.values() if other.side == group.side])
    if group.side == 1:  # who looks down the map has their left on its right
        order.reverse()
    sizes = [len(other.stands) for other in order]
    before, own, room = sum(sizes[: order.index(group)]), len(group.stands), high - low + 1
    # By the share of stands before it, so that rounding leaves no gap between two groups.
    left = low + round(room * before / sum(sizes))
    right = low + round(room * (before + own) / sum(sizes)) - 1
    return left, max(left, right)


RULE = "SN-C-setup"


def deploy(battle: Battle) -> Steps[None]:
    """Deploy what a scenario has placed, then group by group alternately what players place (SN-C-setup).

    Stands that come later stay in reserve. Nobody begins on opportunity or disordered.
    """
    state: State = battle.state
    for id_, (place, facing) in state.plan.placements.items():
        battle.apply(StandDeployed(RULE, id_, hexes.label(place), facing))
    # A group that a scenario has placed entirely has only its General left to place.
    for group in state.groups.values():
        if not to_deploy(state, group):
            yield from _finish(battle, group)
    if all(group.deployed for group in state.groups.values()):
        return
    side = yield from _first(battle)
    while any(not group.deployed for group in state.groups.values()):
        waiting = [group for group in state.groups.values() if group.side == side and not group.deployed]
        if waiting:
            group = waiting[0]
            if len(waiting) > 1:
                options = tuple(
                    Option({"do": "deploy", "command": each.id}, each.name, RULE) for each in waiting
                )
                text = words.DEPLOY_WHICH
                choice = yield Decision("deploy command", side, text, RULE, options)
                group = state.groups[choice["command"]]
            yield from _deploy_group(battle, group)
        side = enemy(side)


def to_deploy(state: State, group: Group) -> list[Stand]:
    """Return the stands of a group that its player has yet to place: neither on the map nor due later."""
    return [
        stand
        for stand in map(state.stands.__getitem__, group.stands)
        if stand.status == "reserve" and not stand.arrives
    ]


# -- who begins -----------------------------------------------------------------------------------


def _first(battle: Battle) -> Steps[int]:
    """Return the side that deploys first: the lower sum of Generals' modifiers, or dice (SN-C-setup)."""
    state: State = battle.state
    sums = [
        sum(general.initiative for general in state.generals.values() if general.side == side)
        for side in (0, 1)
    ]
    if sums[0] != sums[1]:
        side = sums.index(min(sums))
        battle.apply(FirstToDeploy(RULE, side, words.lower_modifiers(min(sums), max(sums))))
        return side
    while True:
        thrown = []
        for side in (0, 1):
            dice = yield from battle.roll(words.WHO_DEPLOYS_FIRST, side=side, rule=RULE)
            battle.record(words.WHO_DEPLOYS_FIRST, dice, str(dice[0]), rule=RULE, side=side)
            thrown.append(dice[0])
        if thrown[0] != thrown[1]:
            side = thrown.index(min(thrown))
            battle.apply(FirstToDeploy(RULE, side, words.lower_die(min(thrown), max(thrown))))
            return side


# -- groups ---------------------------------------------------------------------------------------


def _deploy_group(battle: Battle, group: Group) -> Steps[None]:
    """Deploy the stands one by one, or all that are left at once; then the General."""
    state: State = battle.state
    for stand in to_deploy(state, group):
        # Room is looked for before the player is asked: a question without an answer would stop the battle.
        if next(placings(state, stand), None) is None:
            battle.apply(LeftOut(RULE, stand.id))
            continue
        rest = len(to_deploy(state, group))
        text = words.draw_up(group.name) if rest == len(group.stands) else words.draw_up_others(rest)
        in_line = (Option({"do": "line-up", "command": group.id}, text, RULE),)
        menu = Menu(
            ({"do": "line-up"}, partial(iter, in_line)), ({"do": "place"}, partial(placings, state, stand))
        )
        text = words.place_where(stand.name)
        choice = yield Decision("deploy unit", stand.side, text, RULE, menu, stand.id)
        if choice["do"] == "line-up":
            for each, place in line_up(state, group, to_deploy(state, group), partial(free, state)):
                if place is None:
                    battle.apply(LeftOut(RULE, each.id))
                else:
                    facing = 1 if each.side == 0 else 4
                    battle.apply(StandDeployed(RULE, each.id, hexes.label(place), facing))
            break
        battle.apply(StandDeployed(RULE, stand.id, choice["hex"], choice["facing"]))
    yield from _finish(battle, group)


def free(state: State, stand: Stand, place: Hex) -> bool:
    """Return whether a stand may be deployed in a hex: in its zone, free and fit (SN-C-setup, SN-1.2.a)."""
    if place not in state.plan.zones[stand.side] or state.occupied.get(place):
        return False
    return enterable(state.map, state.sheet, place, stand.profile)


def placings(state: State, stand: Stand) -> Iterator[Option]:
    """Yield every hex where the stand may be deployed, with every facing, its army's first."""
    home = 1 if stand.side == 0 else 4
    for place in sorted(state.plan.zones[stand.side], key=hexes.label):
        if free(state, stand, place):
            label = hexes.label(place)
            for turn in range(6):
                facing = (home + turn) % 6
                yield Option(
                    {"do": "place", "unit": stand.id, "hex": label, "facing": facing},
                    words.place_facing(label, hexes.facing_words(facing)),
                    RULE,
                )


def _finish(battle: Battle, group: Group) -> Steps[None]:
    """Place the General in the hex of a stand of the group (SN-C-setup)."""
    state: State = battle.state
    stands = [stand for stand in map(state.stands.__getitem__, group.stands) if stand.on_field]
    post = state.plan.posts.get(group.id)
    if post is None and stands:
        # Stands that a scenario has placed leave no choice: the General is with the first of them.
        post, leader = stands[0].place, group.leader
        if stands[0].id not in state.plan.placements and len(stands) > 1:
            places = [({"do": "place", "leader": leader, "unit": stand.id}, stand.name) for stand in stands]
            options = tuple(Option(key, words.with_stand(name), RULE) for key, name in places)
            text = words.general_with_which(state.generals[leader].name)
            choice = yield Decision("deploy leader", group.side, text, RULE, options, leader)
            post = state.stands[choice["unit"]].place
    if post is not None:
        battle.apply(GeneralPlaced(RULE, group.leader, hexes.label(post)))
    battle.apply(GroupDeployed(RULE, group.id))

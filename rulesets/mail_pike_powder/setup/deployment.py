"""Deployment: whole battalias in turn, each in its zone (MPP-C-29). Foot stands in the centre, horse on the
wings; every battalia has its sector of the zone, from the army's left to its right in the order of the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Menu, Option, Refusal, Steps
from rulesets.engine.geometry import OVERLAP, Base, overlap, point_gap
from rulesets.engine.mustering import from_left
from rulesets.freetable import lineup, zones
from rulesets.freetable.lineup import Spacing
from rulesets.freetable.placing import heading, point
from rulesets.freetable.zones import Zone
from rulesets.mail_pike_powder import moves, tables, terrain
from rulesets.mail_pike_powder.events import CommandDeployed, LeaderMoved, LeftOut, MovesFirst, UnitDeployed
from rulesets.mail_pike_powder.state import Command, State, Unit, base_of
from rulesets.mail_pike_powder.wording import setup as words

RULE = "MPP-C-29"
SPACING = Spacing(gap=1.0, lines=1.0, behind=1.0, step=(1.0, 0.5))
_GRID = 1.0  # inches between the places that are tried when the best one is taken
_ROWS = (0.0, 4.0)  # from the front of the zone to the rows of places that are offered


def roll_off(battle: Battle) -> Steps[int]:
    """Return who deploys and moves first: the higher die (MPP-C-13)."""
    while True:
        dice = []
        for side in (0, 1):
            rolled = yield from battle.roll(words.FIRST, side=side, rule="MPP-C-13")
            dice.append(rolled[0])
            battle.record(words.FIRST, rolled, str(rolled[0]), rule="MPP-C-13", side=side)
        if dice[0] != dice[1]:
            first = int(dice[1] > dice[0])
            battle.apply(MovesFirst("MPP-C-13", first))
            return first


def deploy(battle: Battle, first: int) -> Steps[None]:
    """Deploy the battalias of both sides in turn (MPP-C-29)."""
    state: State = battle.state
    side = first
    while any(not command.deployed for command in state.commands.values()):
        waiting = [each for each in state.commands.values() if each.side == side and not each.deployed]
        if waiting:
            command = waiting[0]
            if len(waiting) > 1:
                options = tuple(
                    Option({"do": "deploy", "command": each.id}, words.deploy(each.name), RULE)
                    for each in waiting
                )
                text = words.which_battalia(state.sides[side].name)
                choice = yield Decision("deploy command", side, text, RULE, options)
                command = state.commands[choice["command"]]
            yield from _deploy(battle, command)
        side = 1 - side


def _deploy(battle: Battle, command: Command) -> Steps[None]:
    state: State = battle.state
    for id_ in command.units:
        unit = state.units[id_]
        choice = yield _decision(state, command, unit)
        if choice["do"] == "line-up":
            waiting = [state.units[each] for each in command.units if state.units[each].base is None]
            for each, base in line_up(state, command, waiting):
                if base is None:
                    battle.apply(LeftOut(RULE, each.id))
                else:
                    _put(battle, each, each.formation, base)
            break
        formation = choice.get("formation", unit.formation)
        if "at" in choice:
            base = dict(spots(state, unit))[choice["at"]]
        else:
            base = Base(choice["x"], choice["y"], choice["heading"], *base_of(unit.profile, formation))
        _put(battle, unit, formation, base)
    x, y = behind(state, command)
    battle.apply(LeaderMoved(RULE, command.leader, x, y, words.DEPLOYS))
    battle.apply(CommandDeployed(RULE, command.id))


def _put(battle: Battle, unit: Unit, formation: str, base: Base) -> None:
    battle.apply(UnitDeployed(RULE, unit.id, formation, base.x, base.y, base.heading, base.width, base.depth))


def _decision(state: State, command: Command, unit: Unit) -> Decision:
    rest = sum(state.units[id_].base is None for id_ in command.units)
    in_line = Option({"do": "line-up", "command": command.id}, words.draw_up(command.name, rest), RULE)
    menu = Menu(
        ({"do": "line-up"}, partial(iter, (in_line,))), ({"do": "place"}, partial(_placings, state, unit))
    )
    return Decision("deploy unit", unit.side, words.where(unit.name), RULE, menu, unit.id)


def _placings(state: State, unit: Unit) -> Iterator[Option]:
    places = dict(spots(state, unit))
    zone = zone_of(state, unit.side)
    first = next(iter(places.values()), None)
    for formation in unit.profile.formations:
        size = base_of(unit.profile, formation)
        place = point(zone.box, "in")
        if first and free(state, unit, Base(first.x, first.y, zone.heading, *size), (), formation):
            place = point(zone.box, "in", first.x, first.y)
        check = partial(_check, state, unit, formation)
        key = {"do": "place", "unit": unit.id, "formation": formation}
        label = words.own_place(formation)
        yield Option(key, label, RULE, (*place, heading(default=zone.heading)), check)
    for at, base in places.items():
        yield Option({"do": "place", "unit": unit.id, "at": at}, words.ready_place(at, base.x, base.y), RULE)


def _check(state: State, unit: Unit, formation: str, choice: Choice) -> None:
    base = Base(choice["x"], choice["y"], choice["heading"], *base_of(unit.profile, formation))
    zone = zone_of(state, unit.side)
    if not zone.holds(base):
        raise Refusal(words.stands_in_zone(*zone.box), rule=RULE, path="choice.x")
    for other in state.on_field():
        if overlap(base, other.place):
            raise Refusal(words.stands_there(other.name), rule=RULE, path="choice.x", code="taken")
    why = terrain.may_stand(state, unit, base, formation)
    if why is not None:
        raise Refusal(why[1].capitalize(), rule=why[0], path="choice.x")


# -- zones and lines ------------------------------------------------------------------------------


def zone_of(state: State, side: int) -> Zone:
    """Return the zone of a side (MPP-C-29)."""
    return zones.strip((state.width, state.depth), side, tables.zone_depth(state.depth))


def free(state: State, unit: Unit, base: Base, taken: Iterable[Base] = (), formation: str = "") -> bool:
    """Return whether a unit may be deployed on a base, with `taken` bases beside those on the table."""
    return (
        zone_of(state, unit.side).holds(base)
        and not any(overlap(base, other) for other in taken)
        and not any(overlap(base, other.place) for other in state.on_field())
        and terrain.may_stand(state, unit, base, formation) is None
    )


def spots(state: State, unit: Unit) -> Iterator[tuple[str, Base]]:
    """Yield the places offered to a unit as "column-row"."""
    zone, size = zone_of(state, unit.side), base_of(unit.profile, unit.formation)
    for at, base in zones.spots(zone, size, 6.0, [zone.depth - row for row in _ROWS]):
        if free(state, unit, base):
            yield at, base


def line_up(state: State, command: Command, units: Sequence[Unit]) -> list[tuple[Unit, Base | None]]:
    """Return where the units of a battalia stand when they are drawn up; None for one that has no room."""
    zone = zone_of(state, command.side)
    order = from_left([each for each in state.commands.values() if each.side == command.side])
    if zone.heading == 270.0:  # a unit that faces down the table has its left on the table's right
        order.reverse()
    widths = [sum(_size(state.units[id_])[0] for id_ in each.units) for each in order]
    left, right, wings = lineup.sector(zone, widths, order.index(command))
    strongest = sorted(units, key=lambda unit: (not unit.guns, -unit.stamina))
    rows = lineup.lines(strongest, right - left, lambda unit: _size(unit)[0] + SPACING.gap)
    ordered = (
        lineup.winged([u for u in row if u.profile.mounted], [u for u in row if not u.profile.mounted], wings)
        for row in rows
    )
    return lineup.drawn_up(zone, ordered, left, right, SPACING, _size, partial(_nearest, state))


def _size(unit: Unit) -> zones.Size:
    return base_of(unit.profile, unit.formation)


def _nearest(state: State, unit: Unit, wanted: Base, taken: Iterable[Base]) -> Base | None:
    taken = tuple(taken)
    return zones.nearest(
        zone_of(state, unit.side), wanted, _GRID, lambda base: free(state, unit, base, taken),
        lambda base: not terrain.in_going(state, base, "rough") and _may_leave(state, unit, base),
    )  # fmt: skip


def _may_leave(state: State, unit: Unit, base: Base) -> bool:
    """Return whether a unit could move straight ahead from a base, past what terrain bars (MPP-4.1)."""
    inches = moves.rate(unit)
    return not inches or terrain.free_way(state, unit, base, base.fx, base.fy, inches)[0] >= inches - OVERLAP


def behind(state: State, command: Command) -> tuple[float, float]:
    """Return a commander's place: behind the middle of the battalia, else the nearest free one."""
    bases = [unit.base for unit in map(state.units.__getitem__, command.units) if unit.base is not None]
    return lineup.behind(zone_of(state, command.side), bases, SPACING, partial(_leader_free, state))


def _leader_free(state: State, x: float, y: float) -> bool:
    covered = any(point_gap(x, y, unit.place) <= OVERLAP for unit in state.on_field())
    return not covered and terrain.leader_may_stand(state, x, y)

"""From a setup document to a state: map, sheet, armies, groups (SN-1.1.a, SN-14.0.b, SN-C-setup)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from rulesets.engine.document import SetupError
from rulesets.engine.fielding import read_losses
from rulesets.engine.fields import Field
from rulesets.engine.lists import ArmyList, ListCommand
from rulesets.engine.mustering import SIDES, listed, refused_at, unit_names
from rulesets.snaphance import scenarios
from rulesets.snaphance.armies import LISTS, SnaphanceBook, break_at, break_percent
from rulesets.snaphance.events.fire import ranks_after
from rulesets.snaphance.ground import Map
from rulesets.snaphance.hexes import Hex, named
from rulesets.snaphance.scenarios import Scenario, strip
from rulesets.snaphance.sheet import load
from rulesets.snaphance.state import General, Group, Plan, Side, Stand, State
from rulesets.snaphance.viewing import Battlefield
from rulesets.snaphance.wording import setup as words

AGREEMENTS: tuple[Field, ...] = ()
"""Nothing is left to an agreement but the scenario, which is an option of its own."""


def check_setup(setup: Mapping[str, Any]) -> None:
    """Raise SetupError naming the path if a battle cannot begin from `setup`.

    Lists that are not legal may be fought by agreement: only those that cannot be read, name unknown stands,
    have none, or a group without a General are refused, and armies that have no room on the map.
    """
    scenario = scenario_of(setup)
    if isinstance(setup["terrain"], list):
        raise SetupError(words.NO_PIECES, path="terrain")
    for key in setup["options"]:
        if key not in ("scenario", "losses"):
            raise SetupError(words.NO_SUCH_OPTION, path=f"options.{key}")
    for name, what in (("width", "columns"), ("depth", "rows")):
        if setup["table"][name] != int(setup["table"][name]):
            raise SetupError(words.whole_number_of(what), path=f"table.{name}")
    armies = [_army(setup, index) for index in (0, 1)]
    for index, army in enumerate(armies):
        for fault, message in _faults(army):
            raise SetupError(message, path=f"lists[{index}].{fault}")
        if scenario is None:
            _check_room(army, setup)
            continue
        # The scenario holds the lists too: two versions of one army would place the wrong stands.
        here = {(unit.id, unit.entry) for unit in army.units()}
        if here != {(unit.id, unit.entry) for unit in scenario.sides[index].army.units()}:
            raise SetupError(words.OTHER_LIST, path=f"lists[{index}]")
    read_losses(setup["options"].get("losses", {}), _strengths(armies), "SP")


def begin(setup: Mapping[str, Any]) -> State:
    """Return the state before deployment, from a checked setup document."""
    scenario = scenario_of(setup)
    sheet = load() if scenario is None else scenario.summary_sheet
    state = Battlefield(
        map=Map(int(setup["table"]["width"]), int(setup["table"]["depth"]))
        if scenario is None
        else scenario.map(),
        sheet=sheet,
        sides=[],
        most_rounds=setup["max_turns"] if scenario is None else scenario.rounds or setup["max_turns"],
        plan=_plan(setup, scenario),
    )
    for index in (0, 1):
        army = _army(setup, index)
        percent = break_percent(army) if scenario is None else scenario.break_percent(index)
        losses = setup["options"].get("losses", {})
        of_bases = setup.get("unit_numbers", False)
        _enlist(state, index, setup["sides"][index], army, percent, losses, of_bases=of_bases)
        if scenario is not None:
            for key, arrival in scenario.sides[index].arrivals.items():
                state.stands[f"{SIDES[index]}.{key}"].arrives = arrival.round
    return state


def scenario_of(setup: Mapping[str, Any]) -> Scenario | None:
    """Return the scenario that a setup is to fight, None without one; raises SetupError."""
    document = setup["options"].get("scenario")
    if document is None:
        return None
    if not isinstance(document, Mapping):
        raise SetupError(words.NO_DOCUMENT, path="options.scenario")
    with refused_at("options.scenario"):
        return scenarios.read(document)


# -- map and plan ---------------------------------------------------------------------------------


def _plan(setup: Mapping[str, Any], scenario: Scenario | None) -> Plan:
    """Return where each side deploys, and what a scenario has settled besides (SN-C-setup)."""
    if scenario is None:
        columns, rows = int(setup["table"]["width"]), int(setup["table"]["depth"])
        depth = min(load().numbers.zone_depth, rows // 3)
        return Plan((strip(columns, rows, 0, depth), strip(columns, rows, 1, depth)))
    placements, posts, entries = {}, {}, {}
    for letter, side in zip(SIDES, scenario.sides, strict=True):
        for key, placed in side.placements.items():
            placements[f"{letter}.{key}"] = (placed.place, placed.facing)
        for key, label in side.generals.items():
            posts[f"{letter}.{key}"] = named(label)
        for key, arrival in side.arrivals.items():
            entries[f"{letter}.{key}"] = arrival.places
    return Plan((scenario.zone(0), scenario.zone(1)), placements, posts, entries, scenario.victory.at_the_end)


# -- armies ---------------------------------------------------------------------------------------


def _enlist(
    state: State, side: int, player: str, army: ArmyList, percent: int, losses: Mapping[str, int], *,
    of_bases: bool,
) -> None:  # fmt: skip
    """Add the groups of an army with their stands, its break points and break level (SN-14.0.b).

    `losses`: the SP that stands come without, by their id in the battle.
    """
    book = _book(army)
    names = unit_names(army, book, of_bases=of_bases)
    for number, group in enumerate(army.commands, start=1):
        if group.units:
            _enlist_group(state, side, number, group, book, names)
    for stand in state.stands.values():
        if stand.side == side and stand.id in losses:
            stand.worn = losses[stand.id]
            stand.ranks = ranks_after(stand.ranks, stand.worn)
    # Ranks lost before the battle count neither to the break points nor to the losses.
    points = sum(
        stand.profile.break_points * stand.ranks_brought
        for stand in state.stands.values()
        if stand.side == side
    )
    training = army.extras.get("training", "unspecified")
    state.sides.append(
        Side(side, player, army.name or book.name, cast("Any", training), points, break_at(points, percent))
    )


def _enlist_group(
    state: State, side: int, number: int, group: ListCommand, book: SnaphanceBook, names: Mapping[str, str]
) -> None:
    """Add a group, its stands at full strength, and its General (SN-1.1.a, SN-1.2.a, SN-1.2.c, SN-1.3.a)."""
    id_ = f"{SIDES[side]}.{group.id}"
    stands = []
    for unit in group.units:
        profile = book.stand(unit.entry, unit.options)
        stand = Stand(
            f"{SIDES[side]}.{unit.id}", side, id_, names[unit.id], profile, [profile.sp] * profile.ranks,
            facing=1 if side == 0 else 4,
        )  # fmt: skip
        state.stands[stand.id] = stand
        stands.append(stand.id)
    name, leader = group.name or words.group(number), f"{id_}.leader"
    state.groups[id_] = Group(id_, side, name, leader, tuple(stands))
    assert group.leader is not None
    grade = state.sheet.generals[group.leader.level]
    state.generals[leader] = General(
        leader, side, id_, group.leader.name or words.general_of(name), grade.key, grade.initiative,
        grade.command_range,
    )  # fmt: skip


def _strengths(armies: Sequence[ArmyList]) -> dict[str, int]:
    """Return the SP of every stand of two armies by its id in the battle."""
    return {
        f"{letter}.{unit.id}": profile.sp * profile.ranks
        for letter, army in zip(SIDES, armies, strict=True)
        for unit in army.units()
        for profile in (_book(army).stand(unit.entry, unit.options),)
    }


def _army(setup: Mapping[str, Any], index: int) -> ArmyList:
    """Return the list of a side; raises SetupError with the path inside the setup."""
    return listed(setup["lists"][index], f"lists[{index}]", LISTS)


def _book(army: ArmyList) -> SnaphanceBook:
    return cast("SnaphanceBook", LISTS.book_of(army))


# -- faults ---------------------------------------------------------------------------------------


def _faults(army: ArmyList) -> Iterator[tuple[str, str]]:
    """Yield what makes an army impossible to fight with, as path and sentence."""
    book = _book(army)
    for i, command in enumerate(army.commands):
        for j, unit in enumerate(command.units):
            if unit.entry not in book.entry_by_id:
                yield f"commands[{i}].units[{j}].entry", words.not_in_book(unit.entry, book.name)
        if command.units and command.leader is None:
            yield f"commands[{i}].leader", words.GENERAL_MISSING
    if not any(command.units for command in army.commands):
        yield "commands", words.NOBODY_TO_FIGHT


def _check_room(army: ArmyList, setup: Mapping[str, Any]) -> None:
    """Raise SetupError if the army has more stands than its zone has hexes (SN-1.2.a)."""
    zone: frozenset[Hex] = _plan(setup, None).zones[0]
    stands = sum(len(command.units) for command in army.commands)
    if stands > len(zone):
        raise SetupError(words.too_few_hexes(len(zone), stands), path="table")

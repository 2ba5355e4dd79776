"""From a setup document to a state: armies, commands, leaders, Baggage (BQ-2.1, BQ-2.8, BQ-9.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from rulesets.baroque import tables
from rulesets.baroque.armies import LISTS, BaroqueBook, UnitProfile
from rulesets.baroque.setup.options import read_options
from rulesets.baroque.setup.pieces import ground_of, read_pieces
from rulesets.baroque.state import BAGGAGE, Command, Leader, Side, State, Unit
from rulesets.baroque.wording import setup as words
from rulesets.engine.document import SetupError
from rulesets.engine.fielding import read_losses
from rulesets.engine.lists import ArmyList, ListCommand
from rulesets.engine.mustering import SIDES, listed, unit_names
from rulesets.engine.wording.battles import not_a_unit

BAGGAGE_WIDTH, BAGGAGE_DEPTH = 3.0, 1.0  # a perimeter of 8 BU (BQ-2.8.a)

Size = tuple[float, float]


def check_setup(setup: Mapping[str, Any]) -> None:
    """Raise SetupError naming the path if a battle cannot begin from `setup`.

    Lists that are not legal may be fought by agreement: only those that cannot be read, name unknown
    entries, have no units or a command without a leader are refused.
    """
    read_options(setup["options"])
    armies = [_army(setup, index) for index in (0, 1)]
    width, depth = setup["table"]["width"], setup["table"]["depth"]
    if isinstance(setup["terrain"], list):
        read_pieces(setup["terrain"], width, depth)
    for index, army in enumerate(armies):
        for fault, message in _faults(army):
            raise SetupError(message, path=f"lists[{index}].{fault}")
        _check_room(army, width)
    read_losses(setup["options"].get("losses", {}), _strengths(armies), "VBU")
    ground_of(setup)


def begin(setup: Mapping[str, Any]) -> State:
    """Return the state before terrain and deployment, from a checked setup document."""
    state = State(
        width=setup["table"]["width"], depth=setup["table"]["depth"], sides=[],
        max_turns=setup["max_turns"], options=read_options(setup["options"]),
    )  # fmt: skip
    for index in (0, 1):
        of_bases = setup.get("unit_numbers", False)
        _enlist(state, index, setup["sides"][index], _army(setup, index), of_bases=of_bases)
    for id_, count in setup["options"].get("losses", {}).items():
        state.units[id_].losses = state.units[id_].worn = count
    return state


def base_size(profile: UnitProfile) -> Size:
    """Return width and depth of a unit's base in BU (BQ-1.3.a, BQ-1.3.c, BQ-2.8.a)."""
    if profile.type == BAGGAGE:
        return BAGGAGE_WIDTH, BAGGAGE_DEPTH
    return tables.frontage(profile.type), tables.base_depth(profile.type, profile.massed)


def table_for(points: int) -> dict[str, float]:
    """Return the advised table for armies of so many points, in BU of the 15 mm scale (BQ-1.2.1)."""
    rows = [row for row in tables.tables().battlefield if 15 in row.figure_scales_mm]
    row = next((row for row in reversed(rows) if points >= row.points_min), rows[0])
    scale = tables.tables().units.bu_cm_15mm
    return {"width": row.length_cm / scale, "depth": row.width_cm / scale}


def baggage_profile(fortified: bool) -> UnitProfile:
    """Return the Baggage as a unit that cannot move, without VD of its own (BQ-2.8.b)."""
    row = tables.baggage(fortified)
    return UnitProfile(
        entry="baggage", name=words.BAGGAGE, type=BAGGAGE, type_name=words.BAGGAGE, m_bu=0, speed="",
        vbu=row.vbu, i=0, d="C", vd=0, points=row.cost_points, weapons=(), sm=0, mm=0,
        special=(), massed=False, label=words.BAGGAGE,
    )  # fmt: skip


# -- armies ---------------------------------------------------------------------------------------


def _enlist(state: State, side: int, name: str, army: ArmyList, *, of_bases: bool) -> None:
    """Put one army into the state, all in reserve."""
    book = _book(army)
    letter = SIDES[side]
    names = unit_names(army, book, of_bases=of_bases)
    commands = [command for command in army.commands if command.units]
    chief = next((c.id for c in commands if c.leader and c.leader.commander_in_chief), commands[0].id)
    for number, command in enumerate(commands, start=1):
        _enlist_command(state, side, number, command, book, names, command.id == chief)
    fortified, followers = bool(army.extras["fortified_baggage"]), bool(army.extras["camp_followers"])
    camp = f"{letter}.baggage"
    state.units[camp] = Unit(camp, side, "", words.BAGGAGE, baggage_profile(fortified))
    vdt = sum(command.vdc for command in state.commands.values() if command.side == side)  # BQ-9.1.a
    destiny = int(army.extras["rolls_of_destiny"]) if state.options["rolls_of_destiny"] else 0  # BQ-8.RD.c
    state.sides.append(
        Side(
            index=side, name=name, army=army.name or book.name,
            structure=str(army.extras["command_structure"]),
            vdt=vdt + (tables.army_purchase("camp_followers").vdt_bonus if followers else 0),
            exploration_dice=tables.tables().exploration_dice.free + int(army.extras["exploration_dice"]),
            destiny=destiny, camp_followers=followers, fortified_baggage=fortified,
        )
    )  # fmt: skip


def _enlist_command(
    state: State, side: int, number: int, command: ListCommand, book: BaroqueBook, names: Mapping[str, str],
    chief: bool,
) -> None:  # fmt: skip
    id_ = f"{SIDES[side]}.{command.id}"
    units = []
    for unit in command.units:
        made = Unit(
            f"{SIDES[side]}.{unit.id}", side, id_, names[unit.id], book.unit(unit.entry, unit.options)
        )
        state.units[made.id] = made
        units.append(made)
    vdc = sum(unit.profile.vd for unit in units)  # BQ-9.1.g
    name = command.name or words.command_number(number)
    leader = f"{id_}.leader"
    state.commands[id_] = Command(id_, side, name, leader, tuple(unit.id for unit in units), vdc)
    assert command.leader is not None
    state.leaders[leader] = Leader(
        leader, side, id_, command.leader.name or words.leader_of(name), command.leader.level, chief
    )


def _army(setup: Mapping[str, Any], index: int) -> ArmyList:
    """Return the list of a side; raises SetupError with the path inside the setup."""
    return listed(setup["lists"][index], f"lists[{index}]", LISTS)


def _book(army: ArmyList) -> BaroqueBook:
    """Return the book of a list, shipped or a user's own."""
    return cast("BaroqueBook", LISTS.book_of(army))


def _strengths(armies: Sequence[ArmyList]) -> dict[str, int]:
    """Return the VBU of every unit of two armies by its id in the battle."""
    return {
        f"{letter}.{unit.id}": _book(army).unit(unit.entry, unit.options).vbu
        for letter, army in zip(SIDES, armies, strict=True)
        for unit in army.units()
    }


# -- faults ---------------------------------------------------------------------------------------


def _faults(army: ArmyList) -> Iterator[tuple[str, str]]:
    """Yield what makes an army impossible to fight with, as path and sentence."""
    book = _book(army)
    for i, command in enumerate(army.commands):
        for j, unit in enumerate(command.units):
            if unit.entry not in book.entry_by_id:
                yield f"commands[{i}].units[{j}].entry", not_a_unit(unit.entry, book.name)
            if unit.id == "baggage":
                yield f"commands[{i}].units[{j}].id", words.ID_OF_CAMP
        if command.units and command.leader is None:
            yield f"commands[{i}].leader", words.NO_LEADER
    if not any(command.units for command in army.commands):
        yield "commands", words.NO_UNITS


def _check_room(army: ArmyList, width: float) -> None:
    """Raise SetupError if the army cannot stand in its zone, even on open ground (BQ-3.4.c)."""
    book = _book(army)
    zone = tables.tables().deployment
    sizes = [base_size(book.unit(unit.entry, unit.options)) for unit in army.units()]
    # Deepest first: rows of like depth waste the least, so an army that fits at all passes.
    sizes.sort(key=lambda size: -size[1])
    free, row, room = zone.depth_from_own_edge_bu, 0.0, width - 2 * zone.distance_from_side_edges_bu
    for wide, deep in sizes:
        if row < wide:
            free, row = free - deep, room
        row -= wide
    if free < 0.0:
        raise SetupError(words.table_too_small(width, len(sizes)), path="table")

"""From a setup document to a state: armies, battalias, commanders (MPP-C-04, MPP-C-05, MPP-C-29)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesets.engine.document import SetupError, agreed
from rulesets.engine.fielding import read_losses
from rulesets.engine.fields import Field
from rulesets.engine.lists import ArmyList, ListCommand
from rulesets.engine.mustering import SIDES, listed, unit_names
from rulesets.engine.wording.battles import not_a_unit
from rulesets.engine.wording.documents import not_an_option
from rulesets.mail_pike_powder import tables
from rulesets.mail_pike_powder.armies import LISTS, PowderBook
from rulesets.mail_pike_powder.setup.pieces import ground_of, read_pieces
from rulesets.mail_pike_powder.state import Command, Leader, Side, State, Unit, base_of
from rulesets.mail_pike_powder.wording import setup as words

AGREEMENTS = (
    Field("literal_break_test", words.LITERAL, "flag", rule="MPP-1.2.b", default=False),
)  # fmt: skip
OTHERS = ("losses", "ground")


def read_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return every agreement at its value or default; raises SetupError with the path of what is no
    option.
    """
    known = {agreement.key: agreement for agreement in AGREEMENTS}
    for key in options:
        if key in OTHERS:
            continue
        if key not in known:
            raise SetupError(not_an_option((*known, *OTHERS)), path=f"options.{key}")
        agreed(known[key], options)
    return {key: options.get(key, agreement.default) for key, agreement in known.items()}


def check_setup(setup: Mapping[str, Any]) -> None:
    """Raise SetupError naming the path if a battle cannot begin from `setup`.

    Lists that are not legal may be fought by agreement: only those that cannot be read, name unknown entries,
    have no units or a battalia without a commander are refused.
    """
    read_options(setup["options"])
    armies = [_army(setup, index) for index in (0, 1)]
    if isinstance(setup["terrain"], list):
        read_pieces(setup["terrain"], setup["table"]["width"], setup["table"]["depth"])
    for index, army in enumerate(armies):
        for fault, message in _faults(army):
            raise SetupError(message, path=f"lists[{index}].{fault}")
        _check_room(army, setup["table"])
    read_losses(setup["options"].get("losses", {}), _strengths(armies), "Stamina")
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
        state.units[id_].casualties = state.units[id_].worn = count
    return state


def table_for(points: int) -> dict[str, float]:
    """Return the advised table in inches: 6 by 4 feet, wider for large armies (MPP-C-29)."""
    figures = tables.figures()
    width = figures.table_width + 24.0 * max(0, (points - 500) // 500)
    return {"width": min(width, 144.0), "depth": figures.table_depth}


def _enlist(state: State, side: int, name: str, army: ArmyList, *, of_bases: bool) -> None:
    book, letter = _book(army), SIDES[side]
    names = unit_names(army, book, of_bases=of_bases)
    commands = [command for command in army.commands if command.units]
    chief = next((c.id for c in commands if c.leader and c.leader.commander_in_chief), commands[0].id)
    for number, command in enumerate(commands, start=1):
        id_ = f"{letter}.{command.id}"
        made = []
        for unit in command.units:
            profile = book.unit(unit.entry, unit.options)
            key = f"{letter}.{unit.id}"
            state.units[key] = Unit(
                key, side, id_, names[unit.id], profile, profile.stamina, profile.morale,
                profile.formations[0],
                tested=not {"Freshly Raised", "Untested"} & set(profile.special),
            )  # fmt: skip
            made.append(key)
        title = title_of(command, number)
        leader = f"{id_}.leader"
        state.commands[id_] = Command(id_, side, title, leader, tuple(made))
        assert command.leader is not None
        state.leaders[leader] = Leader(
            leader, side, id_, commander_name(command, title), command.leader.level,
            command.id == chief, not army.extras.get("commanders_on_foot"),
        )  # fmt: skip
    state.sides.append(Side(side, name, army.name or book.name))


def title_of(command: ListCommand, number: int) -> str:
    """Return what a battalia of a list is called, the first being number 1."""
    return command.name or words.battalia(number)


def commander_name(command: ListCommand, title: str) -> str:
    """Return what the commander of a battalia of that title is called."""
    return (command.leader.name if command.leader else "") or words.commander_of(title)


def _army(setup: Mapping[str, Any], index: int) -> ArmyList:
    return listed(setup["lists"][index], f"lists[{index}]", LISTS)


def _book(army: ArmyList) -> PowderBook:
    book = LISTS.book_of(army)
    assert isinstance(book, PowderBook)
    return book


def _strengths(armies: list[ArmyList]) -> dict[str, int]:
    return {
        f"{letter}.{unit.id}": _book(army).unit(unit.entry, unit.options).stamina
        for letter, army in zip(SIDES, armies, strict=True) for unit in army.units()
    }  # fmt: skip


def _faults(army: ArmyList) -> Iterator[tuple[str, str]]:
    """Yield what makes an army impossible to fight with, as path and sentence."""
    book = _book(army)
    for i, command in enumerate(army.commands):
        for j, unit in enumerate(command.units):
            if unit.entry not in book.entry_by_id:
                yield f"commands[{i}].units[{j}].entry", not_a_unit(unit.entry, book.name)
        if command.units and command.leader is None:
            yield f"commands[{i}].leader", words.NO_COMMANDER
    if not any(command.units for command in army.commands):
        yield "commands", words.NO_UNITS


def _check_room(army: ArmyList, table: Mapping[str, float]) -> None:
    """Raise SetupError if the army cannot stand in its zone, even on open ground (MPP-C-29)."""
    book = _book(army)
    profiles = [book.unit(unit.entry, unit.options) for unit in army.units()]
    sizes = sorted((base_of(each, each.formations[0]) for each in profiles), key=lambda size: -size[1])
    width, free, row = table["width"], tables.zone_depth(table["depth"]), 0.0
    for wide, deep in sizes:
        if row < wide:
            free, row = free - deep, width
        row -= wide
    if free < 0.0:
        raise SetupError(words.table_too_small(width, len(sizes)), path="table")

"""Everything that the builder does to a list: pure functions from a document to a document.

An `Edit` is made by one of the functions below, called without list and number (`copy_unit("u3")`), and
applied by `services.change`; it is given the number of the revision it makes, from which new parts take their
ids, so that an id never comes back for another unit.
What an edit cannot do is an EditError; whether the army is legal afterwards is the check's business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec

from armylists.listparts import EditError as EditError
from armylists.listparts import (
    book_of,
    called,
    command_of,
    fresh,
    grouped,
    label_of,
    leader_of,
    line,
    put,
    put_unit,
    rules_of,
    unit_name,
    unit_of,
    word_of,
)
from armylists.wording import edits as words
from rulesets.engine.lists import ArmyList, ExtraValue, ListCommand, ListLeader, ListUnit
from rulesets.engine.lists.document import MAX_COMMANDS, MAX_UNITS
from rulesets.engine.wording import capfirst, counted
from rulesets.engine.wording.lists import no_such_option

MAX_BASES = 100


@dataclass(frozen=True, slots=True)
class Edited:
    """The list after an edit, and what was done in words. `touched` is the id of the part to look at next."""

    army: ArmyList
    summary: str
    touched: str = ""


Edit = Callable[[ArmyList, int], Edited]
Asked = ParamSpec("Asked")


def edit(change: Callable[Concatenate[ArmyList, int, Asked], Edited]) -> Callable[Asked, Edit]:
    """Make a change into a function that takes only what is asked for, and returns the Edit that does it."""

    def asked(*args: Asked.args, **kwargs: Asked.kwargs) -> Edit:
        return lambda army, number: change(army, number, *args, **kwargs)

    asked.__doc__ = change.__doc__  # not its signature, as `wraps` would have it: list and number come later
    return asked


@edit
def all_of(army: ArmyList, number: int, *edits: Edit) -> Edited:
    """Do several edits as one; the summary names those that changed something."""
    summaries, touched = [], ""
    for each in edits:
        done = each(army, number)
        if done.army != army:
            summaries.append(done.summary)
        army, touched = done.army, done.touched
    return Edited(army, "; ".join(summaries) or words.NOTHING_CHANGED, touched)


# ------------------------------------------------------------------------------------------------ units


@edit
def add_unit(army: ArmyList, number: int, entry_id: str, command_id: str = "") -> Edited:
    """Add a unit of an entry of the book at the end of a command: the last one unless named."""
    entry = book_of(army).entry_by_id.get(entry_id)
    if entry is None:
        raise EditError(words.no_entry(entry_id), path="entry", code="entry")
    if not army.commands:
        army = _with_new_command(army, number, "")
    target = command_of(army, command_id) if command_id else army.commands[-1]
    unit = ListUnit(id=fresh(army, "u", number), entry=entry_id)
    changed = _insert(army, unit, target.id)
    return Edited(changed, words.added_to(entry.label, called(army, target)), unit.id)


@edit
def copy_unit(army: ArmyList, number: int, unit_id: str) -> Edited:
    """Add a second unit like this one, next to it."""
    home, unit = unit_of(army, unit_id)
    copy = unit.model_copy(update={"id": fresh(army, "u", number)})
    changed = _insert(army, copy, home.id, after=unit_id)
    return Edited(changed, words.added_one_more(unit_name(army, unit), called(army, home)), copy.id)


@edit
def remove_unit(army: ArmyList, _number: int, unit_id: str) -> Edited:
    """Remove the unit."""
    home, unit = unit_of(army, unit_id)
    summary = words.removed_from(unit_name(army, unit), called(army, home))
    return Edited(_without(army, unit_id), summary, home.id)


@edit
def move_unit(army: ArmyList, _number: int, unit_id: str, command_id: str) -> Edited:
    """Move the unit to the end of another command."""
    _, unit = unit_of(army, unit_id)
    target = command_of(army, command_id)
    changed = _insert(_without(army, unit_id), unit, target.id)
    return Edited(changed, words.moved_to(unit_name(army, unit), called(army, target)), unit_id)


@edit
def shift_unit(army: ArmyList, _number: int, unit_id: str, by: int) -> Edited:
    """Move the unit, with those alike, past so many other groups of its command: down, or up if negative."""
    home, unit = unit_of(army, unit_id)
    groups = tuple(grouped(home.units))
    place = next(place for place, group in enumerate(groups) if unit in group)
    units = tuple(each for group in _shifted(groups, place, by) for each in group)
    way = "down" if by > 0 else "up"
    return Edited(put(army, home, units=units), words.moved_way(unit_name(army, unit), way), unit_id)


@edit
def to_all_alike(army: ArmyList, number: int, unit_id: str, change: Callable[[str], Edit]) -> Edited:
    """Do to every unit of the command that is like this one what `change` does to one of them."""
    home, unit = unit_of(army, unit_id)
    alike = next(group for group in grouped(home.units) if unit in group)
    for each in alike:
        done = change(each.id)(army, number)
        army = done.army
    summary = words.all_alike(done.summary, len(alike)) if len(alike) > 1 else done.summary
    return Edited(army, summary, unit_id)


@edit
def rename_unit(army: ArmyList, _number: int, unit_id: str, name: str) -> Edited:
    """Give the unit its own name; an empty one takes it away."""
    home, unit = unit_of(army, unit_id)
    renamed = unit.model_copy(update={"name": line(name)})
    old = unit_name(army, unit)
    summary = words.named(old, renamed.name) if renamed.name else words.name_removed(old)
    return Edited(put_unit(army, home, renamed), summary, unit_id)


@edit
def toggle_option(army: ArmyList, _number: int, unit_id: str, option_id: str) -> Edited:
    """Take the option, or put it off if it was taken; one that is not the unit's can only be put off."""
    home, unit = unit_of(army, unit_id)
    book = book_of(army)
    known = {option.id: option for option in book.options_for(unit.entry)}
    name = known[option_id].name if option_id in known else option_id
    if option_id in unit.options:
        options = tuple(each for each in unit.options if each != option_id)
        summary = words.part_removed(unit_name(army, unit), name)
    elif option_id in known:
        taken = {*unit.options, option_id}
        strange = tuple(each for each in unit.options if each not in known)
        options = (*(each for each in known if each in taken), *strange)
        summary = words.part_added(unit_name(army, unit), name)
    else:
        raise EditError(no_such_option(label_of(army, unit), option_id), path="option")
    return Edited(put_unit(army, home, unit.model_copy(update={"options": options})), summary, unit_id)


@edit
def set_bases(army: ArmyList, _number: int, unit_id: str, bases: int) -> Edited:
    """Give the unit so many bases, from 1 to 100."""
    home, unit = unit_of(army, unit_id)
    if not rules_of(army).bases:
        raise EditError(words.no_bases(rules_of(army).name), path="bases")
    if not 1 <= bases <= MAX_BASES:
        raise EditError(words.bases_up_to(MAX_BASES), path="bases")
    summary = f"{unit_name(army, unit)}: {counted(bases, 'base')}"
    return Edited(put_unit(army, home, unit.model_copy(update={"bases": bases})), summary, unit_id)


# ------------------------------------------------------------------------------------------------ commands


@edit
def add_command(army: ArmyList, number: int, name: str = "") -> Edited:
    """Add a command without leader or units at the end."""
    changed = _with_new_command(army, number, name)
    command = changed.commands[-1]
    return Edited(changed, words.added(called(changed, command)), command.id)


@edit
def remove_command(army: ArmyList, _number: int, command_id: str) -> Edited:
    """Remove the command; its units join the one before it, or the one after it."""
    gone = command_of(army, command_id)
    rest = tuple(each for each in army.commands if each.id != command_id)
    summary = words.removed(called(army, gone))
    if gone.units and not rest:
        raise EditError(words.only_command(word_of(army)), path=command_id)
    changed = army.model_copy(update={"commands": rest})
    if not gone.units:
        return Edited(changed, summary)
    heir = rest[max(0, army.commands.index(gone) - 1)]
    changed = put(changed, heir, units=(*heir.units, *gone.units))
    return Edited(changed, words.units_moved(summary, called(changed, heir)), heir.id)


@edit
def rename_command(army: ArmyList, _number: int, command_id: str, name: str) -> Edited:
    """Name the command; an empty name takes its name away."""
    command = command_of(army, command_id)
    changed = put(army, command, name=line(name))
    return Edited(changed, words.renamed(called(army, command), called(changed, command)), command_id)


@edit
def shift_command(army: ArmyList, _number: int, command_id: str, by: int) -> Edited:
    """Move the command so many places down, or up if negative; at the end it stays."""
    command = command_of(army, command_id)
    commands = _shifted(army.commands, army.commands.index(command), by)
    way = "down" if by > 0 else "up"
    summary = words.moved_way(called(army, command), way)
    return Edited(army.model_copy(update={"commands": commands}), summary, command_id)


# ------------------------------------------------------------------------------------------------ leaders


@edit
def set_leader(army: ArmyList, _number: int, command_id: str, level: str) -> Edited:
    """Give the command a leader of that level, with the same name and rank; an empty level removes them."""
    rules, command = rules_of(army), command_of(army, command_id)
    if not level:
        return Edited(
            put(army, command, leader=None), words.leader_removed(called(army, command)), command_id
        )
    if level not in rules.leader_levels:
        levels = ", ".join(rules.leader_levels)
        raise EditError(words.no_level(level, levels), path="level")
    leader = command.leader or ListLeader(level=level)
    changed = put(army, command, leader=leader.model_copy(update={"level": level}))
    name = rules.level_names.get(level, level)
    return Edited(changed, f"{called(army, command)}: {name}", command_id)


@edit
def name_leader(army: ArmyList, _number: int, command_id: str, name: str) -> Edited:
    """Name the leader."""
    command = command_of(army, command_id)
    leader = leader_of(army, command).model_copy(update={"name": line(name)})
    summary = words.leader_named(called(army, command), leader.name)
    return Edited(put(army, command, leader=leader), summary, command_id)


@edit
def make_chief(army: ArmyList, _number: int, command_id: str) -> Edited:
    """Make the leader of this command, and nobody else, commander-in-chief."""
    chosen = command_of(army, command_id)
    leader_of(army, chosen)
    summary = words.made_chief(called(army, chosen))
    for command in army.commands:
        if command.leader:
            rank = {"commander_in_chief": command.id == command_id}
            army = put(army, command, leader=command.leader.model_copy(update=rank))
    return Edited(army, summary, command_id)


# ------------------------------------------------------------------------------------------------ the army


@edit
def set_extra(army: ArmyList, _number: int, key: str, value: ExtraValue) -> Edited:
    """Set one of the things that the whole army buys."""
    known = {extra.key: extra for extra in rules_of(army).extras(book_of(army))}
    if key not in known:
        raise EditError(words.cannot_buy(key), path=f"extras.{key}", code="extra")
    if problem := known[key].problem(value):
        raise EditError(f"{known[key].label} {problem}.", path=f"extras.{key}", code="extra")
    said = {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    changed = army.model_copy(update={"extras": {**army.extras, key: value}})
    return Edited(changed, f"{known[key].label}: {said}")


@edit
def set_header(army: ArmyList, _number: int, *, name: str, player: str, points: int, notes: str) -> Edited:
    """Change what stands at the head of the list."""
    new = {"name": line(name), "player": line(player), "points": points, "notes": notes.strip()}
    said = {
        "name": words.header_named("name", line(name)),
        "player": words.header_named("player", line(player)),
        "points": f"{points} {rules_of(army).unit}",
        "notes": words.NOTES_CHANGED,
    }
    changed = [said[key] for key in new if new[key] != getattr(army, key)]
    summary = ", ".join(changed) or words.NOTHING_CHANGED_HERE
    return Edited(army.model_copy(update=new), capfirst(summary))


# ------------------------------------------------------------------------------------------------ parts


def _with_new_command(army: ArmyList, number: int, name: str) -> ArmyList:
    if len(army.commands) >= MAX_COMMANDS:
        raise EditError(words.most_commands(MAX_COMMANDS, word_of(army)), path="commands", code="full")
    command = ListCommand(id=fresh(army, "c", number)).model_copy(update={"name": line(name)})
    return army.model_copy(update={"commands": (*army.commands, command)})


def _insert(army: ArmyList, unit: ListUnit, command_id: str, after: str = "") -> ArmyList:
    if sum(1 for _ in army.units()) >= MAX_UNITS:
        raise EditError(words.most_units(MAX_UNITS), path="commands", code="full")
    command = command_of(army, command_id)
    places = [each.id for each in command.units]
    place = places.index(after) + 1 if after else len(places)
    return put(army, command, units=(*command.units[:place], unit, *command.units[place:]))


def _without(army: ArmyList, unit_id: str) -> ArmyList:
    home, _ = unit_of(army, unit_id)
    return put(army, home, units=tuple(each for each in home.units if each.id != unit_id))


def _shifted(parts: tuple[Any, ...], place: int, by: int) -> tuple[Any, ...]:
    rest = [*parts[:place], *parts[place + 1 :]]
    rest.insert(min(max(0, place + by), len(rest)), parts[place])
    return tuple(rest)

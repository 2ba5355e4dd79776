"""What lists say: faults and remedies, what changed, and questions about a text that was pasted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulesets.engine.wording import plural


def units(number: int) -> str:
    """Return a number of units in words: `no unit`, `1 unit`, `3 units`."""
    return plural(number, "unit")


# -- constraints.py


def too_large_a_share(
    label: str, bearers: int, allowed: int, share: str, deployed: int, rounding: str
) -> str:
    """Return that more units bear something than may; `share`: of those `deployed`, such as `1/3`."""
    may = f"at most {allowed} may ({share} of {units(deployed)}, rounded {rounding})"
    return f"{label}: {_bear(bearers)}, {may}."


def too_many_bearers(label: str, bearers: int, most: int) -> str:
    return f"{label}: {_bear(bearers)}, at most {most} may."


def _bear(bearers: int) -> str:
    return f"{units(bearers)} {'has it' if bearers == 1 else 'have it'}"


def wrong_number_of_commands(number: int, low: int, high: int) -> str:
    wanted = f"{low}" if low == high else f"{low} to {high}"
    return f"The army has {plural(number, 'command')}; an army of this size needs {wanted}."


def no_such_unit(book: str, entry: str) -> str:
    return f"The book {book} has no unit {entry}."


REMOVE_IT, REMOVE_ONE, ADD_UNIT = "Remove it.", "Remove one.", "Add a unit."
REMOVE_UNIT = "Remove this unit."


def too_few(label: str, number: int, least: int) -> str:
    return f"{label}: the list has {units(number)}, but needs at least {least}."


def add_more(number: int) -> str:
    return f"Add {number} more."


def too_many(label: str, number: int, most: int) -> str:
    return f"{label}: the list has {units(number)}, but may have at most {most}."


def remove(number: int) -> str:
    return f"Remove {number}."


def cannot_take(unit: str, option: str) -> str:
    return f"{unit} cannot take {option}."


def has_twice(option: str) -> str:
    return f"One unit has {option} twice."


def remove_it_from(number: int) -> str:
    return f"Remove it from {units(number)}."


def not_combined(options: Sequence[str], label: str) -> str:
    return f"{' and '.join(options)} cannot be combined: both change {label}."


KEEP_ONE = "Keep one of them."


def add(number: int) -> str:
    return f"Add {number}."


def merge_or_remove(number: int) -> str:
    return f"Merge or remove {number}."


def no_units(command: str) -> str:
    return f"{command or 'The command'} has no units."


def has_only(command: str, what: str) -> str:
    return f"{command or 'The command'} has only {what}."


ADD_ANOTHER_KIND = "Add a unit of another kind."


def not_led(command: str, part: str, leader: str) -> str:
    return f"{command or f'This {part}'} has no {leader}."


NO_CHIEF = "The army has no commander-in-chief."
CHOOSE_LEADER = "Choose one of the leaders."


def too_many_chiefs(number: int) -> str:
    return f"The army has {number} commanders-in-chief; it may have one."


def level_not_allowed(level: str) -> str:
    return f"This army may not have a {level}."


CHOOSE_LOWER_LEVEL = "Choose a lower level."


def level_of_chief_only(level: str) -> str:
    return f"Only the commander-in-chief may be a {level}."


def too_many_bought(label: str, bought: int, most: int) -> str:
    return f"{label}: {bought} bought, at most {most} allowed."


def over_budget(total: int, unit: str, over: int, limit: int) -> str:
    return f"The army costs {total} {unit}, {over} more than the {limit} agreed."


def reduce_to(limit: int, unit: str) -> str:
    return f"Reduce it to {limit} {unit}."


# -- lists/diff.py


def extra_changed(label: str, before: str, after: str) -> str:
    return f"{label}: {before} → {after}."


NOTES_CHANGED = "Notes changed."


def leader_of(level: str, name: str, chief: bool) -> str:
    named = f" {name}" if name else ""
    return f"{level}{named}{' (commander-in-chief)' if chief else ''}"


NO_LEADER = "no leader"


def book_changed(before: str, after: str) -> str:
    return f"Army book: {before} → {after}."


def field_changed(what: str, before: object, after: object) -> str:
    return f"{what}: {before or 'none'} → {after or 'none'}."


def removed(what: str) -> str:
    return f"Removed {what}."


def added(what: str) -> str:
    return f"Added {what}."


def renamed(before: str, after: str) -> str:
    return f"Renamed {before} to {after}."


def leader_changed(command: str, before: str, after: str) -> str:
    return f"{command}: {before} → {after}."


def card_changed(command: str, before: str, after: str) -> str:
    return f"{command}: card {before or 'none'} → {after or 'none'}."


def order_changed(what: str) -> str:
    return f"Changed the order of the {what}s."


def unit_removed(unit: str, command: str) -> str:
    return f"Removed {unit} from {command}."


def unit_added(unit: str, command: str) -> str:
    return f"Added {unit} to {command}."


def unit_moved(unit: str, before: str, after: str) -> str:
    return f"Moved {unit} from {before} to {after}."


def units_reordered(command: str) -> str:
    return f"Changed the order of units in {command}."


def unit_changed(before: str, after: str) -> str:
    return f"{before} → {after}."


def unit_named(unit: str, name: str) -> str:
    return f"Named {unit} “{name}”."


def name_removed(unit: str) -> str:
    return f"Removed the name of {unit}."


USUAL_BASES = "the usual bases"


def bases_changed(unit: str, before: str, after: str) -> str:
    return f"{unit}: {before} → {after}."


def option_removed(unit: str, option: str) -> str:
    return f"{unit}: removed {option}."


def option_added(unit: str, option: str) -> str:
    return f"{unit}: added {option}."


def options_reordered(unit: str) -> str:
    return f"{unit}: changed the order of options."


# -- lists/posted.py


def too_many_lines(lines: int, most: int) -> str:
    return f"has {lines} lines: a list has at most {most}"


POINTS_NOT_WHOLE = "Points must be a whole number."
NOT_A_UNIT = "This is not a unit of the book."
WHICH_LEADER = "Which leader is it?"


def leads_which(leader: str) -> str:
    return f"Which command does {leader or 'this leader'} lead?"


A_HEADING, A_LEADER = "This is the heading of a command", "This is who leads"
WHICH_UNIT = "Which of these is it?"


def no_such_option(unit: str, option: str) -> str:
    return f"{unit} has no option “{option}”."


# -- lists/postedbook.py

NO_BOOK_NAMED = "no army book is named, and no unit of any is in it: choose the book, or add a line “Book: …”"


def no_book_called(name: str) -> str:
    return f"No army book is called “{name}”."


WHICH_BOOK = "Which army book is it?"


# -- lists/reading.py


def too_many_units(units: int, most: int) -> str:
    return f"hold {units} units together: at most {most} can be read"


def not_a_list(wanted: str) -> str:
    return f"is not {wanted!r}: this is not a Leaguer army list"


def version_missing(wanted: int) -> str:
    return f"is missing or no whole number: give {wanted}"


NOT_A_KEY = "{value!r} is not a valid key"
TOO_SMALL = "is {value}: it must be 1 or more"


def used_more_than_once(id: str, times: int) -> str:
    return f"{id!r} is used {times} times: every id must be unique in the list"


ZERO = "is 0: it must be 1 or more"


def not_a_field_of_lists(system: str) -> str:
    return f"is not a field of a list of {system}: remove it"


def no_chief_known(system: str) -> str:
    return f"{system} knows no commander-in-chief: leave it out"


def not_a_field(system: str) -> str:
    return f"is not a field of {system}: remove it"


def level_not_a_field(system: str) -> str:
    return f"is not a field of a list of {system}: leave it out"


def not_a_level(level: str, levels: str) -> str:
    return f"{level!r} must be one of {levels}"


def not_a_known_field(known: Iterable[str]) -> str:
    return f"is not a known field: choose from {', '.join(known)}"


# -- lists/rules.py


def book_unreadable(error: object) -> str:
    return f"the book can no longer be read: {error}"


def no_such_book(book: str, system: str, known: Iterable[str]) -> str:
    return f"{book!r} is not an army book of {system}: choose from {', '.join(known)}"


# -- lists/text.py

NO_SYSTEM_NAMED = "the text names no rule system: add a line “System: …”"
NO_BOOK_IN_TEXT = "the text names no army book: add a line “Book: …”"


def no_book_like(book: str, nearest: str) -> str:
    return f"no army book is called {book!r}{nearest}"


def not_whole(label: str, value: str) -> str:
    return f"{label} must be a whole number, not {value!r}"


YES_OR_NO = "yes or no"


def not_a_choice(label: str, choices: str, value: str) -> str:
    return f"{label} must be {choices}, not {value!r}"


def not_a_card(text: str) -> str:
    return f"{text!r} is not a card: write “card” and its id"


def no_leader_like(level: str, nearest: str) -> str:
    return f"no leader is called {level!r}{nearest}"


QUOTATION_NOT_CLOSED = "a quotation mark is not closed"


def not_unique(unit: str, which: str) -> str:
    return f"{unit!r} is not unique: write {which}"


def no_unit_like(unit: str, nearest: str) -> str:
    return f"the book has no unit {unit!r}{nearest}"


def may_take(options: Sequence[str]) -> str:
    return f"; it may take: {', '.join(options) or 'none'}"


def no_option_like(option: str, nearest: str) -> str:
    return f"the unit has no option {option!r}{nearest}"


def nearest(names: str) -> str:
    return f"; nearest: {names}"


def unnamed_list(book: str, total: int, unit: str) -> str:
    """Return what a list without a name is called, such as `Swedes, 1,000 points`."""
    return f"{book}, {total:,} {unit}"

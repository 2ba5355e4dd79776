"""Changes of lists: what was done, and what cannot be done."""

from __future__ import annotations

NOTHING_CHANGED = "Nothing changed"


def no_entry(entry: str) -> str:
    return f"The book has no entry “{entry}”."


def added_to(part: str, place: str) -> str:
    return f"Added {part} to {place}"


def added_one_more(unit: str, place: str) -> str:
    return f"Added one more {unit} to {place}"


def removed_from(part: str, place: str) -> str:
    return f"Removed {part} from {place}"


def moved_to(unit: str, place: str) -> str:
    return f"Moved {unit} to {place}"


def moved_way(part: str, way: str) -> str:
    return f"Moved {part} {way}"


def all_alike(summary: str, count: int) -> str:
    return f"{summary} (all {count})"


def named(before: str, after: str) -> str:
    return f"Named {before} “{after}”"


def name_removed(unit: str) -> str:
    return f"Removed the name {unit}"


def part_removed(unit: str, part: str) -> str:
    return f"{unit}: removed {part}"


def part_added(unit: str, part: str) -> str:
    return f"{unit}: added {part}"


def no_bases(system: str) -> str:
    return f"Units in {system} do not have a number of bases."


def bases_up_to(most: int) -> str:
    return f"A unit has 1 to {most} bases."


def added(part: str) -> str:
    return f"Added {part}"


def removed(part: str) -> str:
    return f"Removed {part}"


def only_command(command: str) -> str:
    return f"This is the only {command}. Remove its units first."


def units_moved(removed: str, place: str) -> str:
    return f"{removed} and moved its units to {place}"


def renamed(before: str, after: str) -> str:
    return f"Renamed {before} to {after}"


def leader_removed(command: str) -> str:
    return f"{command}: no leader"


def no_level(level: str, levels: str) -> str:
    return f"There is no level “{level}”. Choose one of {levels}."


def made_chief(command: str) -> str:
    return f"Made the leader of {command} commander-in-chief"


def cannot_buy(key: str) -> str:
    return f"An army of this book cannot buy “{key}”."


NOTES_CHANGED = "notes changed"
NOTHING_CHANGED_HERE = "nothing changed"


def most_commands(most: int, command: str) -> str:
    return f"A list holds at most {most} {command}s."


def most_units(most: int) -> str:
    return f"A list holds at most {most} units."


def no_start_from_card(card: str) -> str:
    return f"A list cannot start from the card “{card}”."


def started_from_card(card: str) -> str:
    return f"Started from the card {card}"


def most_parts(most: int) -> str:
    return f"A list holds at most {most} parts."


def no_card(card: str) -> str:
    return f"The book has no card “{card}”."


def not_in_list(part: str) -> str:
    return f"{part} is not in the list."


NOT_FROM_CARDS = "Lists of this system are not built from cards."


def no_part_of_card(part: str) -> str:
    return f"The card has no part “{part}”."


def nobody_can_take(wanted: str) -> str:
    return f"No unit of {wanted} can take it."


def cannot_be_checked(reason: str) -> str:
    return f"Cannot be checked: {reason}"


def updated_to_version(version: str) -> str:
    return f"Updated to version {version} of its book"


def left_the_book(entry: str) -> str:
    return f"{entry} is no longer in the book."


def sizes_become(before: str, after: str) -> str:
    return f"{before} become {after}"


def called_now(name: str) -> str:
    return f"is called {name}"


def price_becomes(before: int, after: int) -> str:
    return f"price {before} becomes {after}"


def value_becomes(label: str, before: str, after: str) -> str:
    return f"{label} {before} becomes {after}"


def has_now(name: str) -> str:
    return f"has {name}"


def loses(name: str) -> str:
    return f"loses {name}"


def command_gone(command: str) -> str:
    return f"This {command} is no longer in the list."


UNIT_GONE = "This unit is no longer in the list."


def has_no_leader(command: str) -> str:
    return f"{command} has no leader. Choose one first."


NOT_FOR_THIS_UNIT = "not for this unit"


def taken_of_share(taken: int, allowed: int, share: str) -> str:
    return f"{taken} of {allowed}, at most {share} of the units"


def taken_of_army(taken: int, most: int) -> str:
    return f"{taken} of {most} in the army"


UNKNOWN_BUTTON = "Leaguer does not know this button. Reload the page and try again."


def enter_whole_number(what: str, least: int, most: int) -> str:
    return f"Enter {what} as a whole number from {least} to {most:,}."


NOTHING_TO_UNDO = "There is nothing to undo."
NOTHING_TO_REDO = "There is nothing to redo."


def header_named(field: str, value: str) -> str:
    return f"{field}: {value or 'none'}"


def leader_named(command: str, name: str) -> str:
    return f"{command}: leader {name or 'without a name'}"


def no_list_from_card(book: str, card: str) -> str:
    return f"no list of {book} can be started from a card {card!r}"

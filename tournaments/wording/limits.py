"""What is said of lists that break the limits of a tournament."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.wording import counted, years

LEAVE_LISTS = "Remove some of the lists."
ANOTHER_LIST = "Send in another list."
ONE_BOOK = "Build all lists from one army book."
LESS = "Make the list smaller."
MORE = "Make the list larger."
MEND = "Correct the list first."
ADD_LIST = "Add such a list."
OTHER_SYSTEM = "The list is for a rule system that this tournament does not play."
SMALL_FORCE = "Small forces are not allowed."


def too_many_lists(sent: int, most: int) -> str:
    return f"There are {counted(sent, 'list')}; a player may bring {most}."


def other_book(book: str) -> str:
    return f"The list is not from the same army book as the first one ({book})."


def book_not_allowed(book: str) -> str:
    return f"The army book {book} is not allowed."


def other_kind(kinds: Sequence[str]) -> str:
    return f"This kind of force is not allowed. Allowed: {', '.join(kinds)}."


def above(total: int, most: int, unit: str) -> str:
    return f"The list has {total} {unit}; the maximum is {most}."


def below(total: int, least: int, unit: str) -> str:
    return f"The list has {total} {unit}; the minimum is {least}."


def other_period(period: str, allowed: tuple[int, int]) -> str:
    return f"The army is from {years(period)}; the tournament covers {allowed[0]}–{allowed[1]}."


def not_legal(faults: int) -> str:
    return f"The list is not legal: {counted(faults, 'fault')}."


def no_list_for_them(most: int, unit: str) -> str:
    return f"No list has {most} {unit} or fewer to play against small forces."

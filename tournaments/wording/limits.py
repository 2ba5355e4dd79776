"""What is said of lists that break the limits of a tournament."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.wording import counted, years

LEAVE_LISTS = "Leave lists out."
ANOTHER_LIST = "Send in another list."
ONE_BOOK = "Build all lists from one army book."
LESS = "Take less."
MORE = "Take more."
MEND = "Correct the list first."
ADD_LIST = "Add such a list."
OTHER_SYSTEM = "The list is for a rule system that is not played here."
SMALL_FORCE = "Small forces are not allowed."


def too_many_lists(sent: int, most: int) -> str:
    return f"These are {counted(sent, 'list')}, and a player may bring {most}."


def other_book(book: str) -> str:
    return f"The list is not from the army book of the first one ({book})."


def book_not_allowed(book: str) -> str:
    return f"The army book {book} is not allowed."


def other_kind(kinds: Sequence[str]) -> str:
    return f"The force is of another kind; allowed: {', '.join(kinds)}."


def above(total: int, most: int, unit: str) -> str:
    return f"The list has {total} {unit}; at most {most} are allowed."


def below(total: int, least: int, unit: str) -> str:
    return f"The list has {total} {unit}; at least {least} are needed."


def other_period(period: str, allowed: tuple[int, int]) -> str:
    return f"The army is of {years(period)}; the tournament is set in {allowed[0]}–{allowed[1]}."


def not_legal(faults: int) -> str:
    return f"The list is not legal: {counted(faults, 'fault')}."


def no_list_for_them(most: int, unit: str) -> str:
    return f"No list has {most} {unit} or fewer, for battles against small forces."

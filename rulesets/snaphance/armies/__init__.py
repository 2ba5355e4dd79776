"""Snaphance armies: books, stand profiles, points, the check of a list, and sample lists."""

from rulesets.contract.lists import Lists
from rulesets.snaphance.armies.book import (
    Profile,
    SnaphanceBook,
    StandProfile,
    books,
    read_book,
    stand_profile,
)
from rulesets.snaphance.armies.check import break_at, break_percent, check, constraints, derived
from rulesets.snaphance.armies.lists import LISTS, TRAININGS, extras, price, sample_lists
from rulesets.snaphance.armies.own import BOOKS

ARMIES = Lists(rules=LISTS, check=check, constraints=constraints, samples=sample_lists)

__all__ = [
    "ARMIES",
    "BOOKS", "LISTS", "TRAININGS", "Profile", "SnaphanceBook", "StandProfile", "books", "break_at",
    "break_percent", "check", "constraints", "derived", "extras", "price", "read_book", "sample_lists",
    "stand_profile",
]  # fmt: skip

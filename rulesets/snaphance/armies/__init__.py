"""Snaphance armies: books, stand profiles, points, the check of a list, and sample lists."""

from rulesets.contract.lists import Lists
from rulesets.contract.sizes import by_cost
from rulesets.snaphance.armies.book import SnaphanceBook, StandProfile, books, stand_profile
from rulesets.snaphance.armies.check import break_at, break_percent, check, constraints, derived
from rulesets.snaphance.armies.lists import LISTS, TRAININGS, price, sample_lists
from rulesets.snaphance.armies.own import BOOKS

ARMIES = Lists(rules=LISTS, check=check, constraints=constraints, samples=sample_lists)
SIZES = by_cost(check)

__all__ = [
    "ARMIES", "BOOKS", "LISTS", "TRAININGS", "SnaphanceBook", "StandProfile", "books", "break_at",
    "break_percent", "check", "derived", "price", "sample_lists", "stand_profile",
]  # fmt: skip

"""The armies of Mail, Pike & Powder: books, unit profiles, the check of a list, samples (MPP-C-28)."""

from __future__ import annotations

from rulesets.contract.lists import Lists
from rulesets.contract.sizes import by_cost
from rulesets.mail_pike_powder.armies.check import check, constraints
from rulesets.mail_pike_powder.armies.lists import LISTS, sample_lists
from rulesets.mail_pike_powder.armies.own import BOOKS
from rulesets.mail_pike_powder.armies.profiles import PowderBook, UnitProfile, books, unit_profile

__all__ = [
    "ARMIES", "BOOKS", "LISTS", "SIZES", "PowderBook", "UnitProfile", "books", "check", "sample_lists",
    "unit_profile",
]  # fmt: skip

ARMIES = Lists(rules=LISTS, check=check, constraints=constraints, samples=sample_lists)
SIZES = by_cost(check)

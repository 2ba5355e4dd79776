"""Baroque armies: books, unit profiles, the check of a list (BQ-A.6), and sample lists."""

from rulesets.baroque.armies.check import check, constraints, cost_lines, derived, scaled_range
from rulesets.baroque.armies.extras import LISTS, common, extras
from rulesets.baroque.armies.own import BOOKS
from rulesets.baroque.armies.profiles import (
    BaroqueBook,
    Profile,
    Quality,
    UnitProfile,
    books,
    read_book,
    unit_profile,
)
from rulesets.baroque.armies.samples import sample_lists
from rulesets.contract.lists import Lists

ARMIES = Lists(rules=LISTS, check=check, constraints=constraints, samples=sample_lists)

__all__ = [
    "ARMIES",
    "BOOKS",
    "LISTS",
    "BaroqueBook",
    "Profile",
    "Quality",
    "UnitProfile",
    "books",
    "check",
    "common",
    "constraints",
    "cost_lines",
    "derived",
    "extras",
    "read_book",
    "sample_lists",
    "scaled_range",
    "unit_profile",
]

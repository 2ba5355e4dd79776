"""Forces of By Fire and Sword: books of cards, the check of a list (BFS-29.2.9), what a force is worth."""

from rulesets.by_fire_and_sword.armies.book import (
    BfsBook,
    books,
    read_book,
    read_document,
    unit_profile,
)
from rulesets.by_fire_and_sword.armies.cards import BookDocument, Card, UnitProfile
from rulesets.by_fire_and_sword.armies.check import check, constraints, derived
from rulesets.by_fire_and_sword.armies.force import (
    Band,
    Force,
    ForceCommander,
    ForceRegiment,
    ForceUnit,
    Line,
    force,
    reconnaissance_lines,
    thresholds,
)
from rulesets.by_fire_and_sword.armies.lists import LISTS, common, extras
from rulesets.by_fire_and_sword.armies.offers import Place
from rulesets.by_fire_and_sword.armies.own import BOOKS
from rulesets.by_fire_and_sword.armies.samples import sample_lists
from rulesets.contract.lists import Lists

ARMIES = Lists(rules=LISTS, check=check, constraints=constraints, samples=sample_lists)

__all__ = [
    "ARMIES",
    "BOOKS",
    "LISTS",
    "Band",
    "BfsBook",
    "BookDocument",
    "Card",
    "Force",
    "ForceCommander",
    "ForceRegiment",
    "ForceUnit",
    "Line",
    "Place",
    "UnitProfile",
    "books",
    "check",
    "common",
    "constraints",
    "derived",
    "extras",
    "force",
    "read_book",
    "read_document",
    "reconnaissance_lines",
    "sample_lists",
    "thresholds",
    "unit_profile",
]

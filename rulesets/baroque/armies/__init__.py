"""Baroque armies: books, unit profiles, the check of a list (BQ-A.6), and sample lists."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulesets.baroque.armies.check import check, constraints, scaled_range
from rulesets.baroque.armies.extras import LISTS
from rulesets.baroque.armies.own import BOOKS
from rulesets.baroque.armies.profiles import BaroqueBook, UnitProfile, books, unit_profile
from rulesets.contract.lists import Lists
from rulesets.contract.sizes import by_cost
from rulesets.engine.lists import ArmyList, samples_in

__all__ = [
    "ARMIES", "BOOKS", "LISTS", "BaroqueBook", "UnitProfile", "books", "check", "sample_lists",
    "scaled_range", "unit_profile",
]  # fmt: skip

SAMPLES = Path(__file__).resolve().parents[3] / "samples" / "lists"


def sample_lists() -> Mapping[str, ArmyList]:
    """Return the sample lists by the name of their file; raises ListError for one that is damaged."""
    return samples_in(SAMPLES, LISTS)


ARMIES = Lists(rules=LISTS, check=check, constraints=constraints, samples=sample_lists)
SIZES = by_cost(check)

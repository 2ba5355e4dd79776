"""What a scoring needs of results, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.engine.errors import Fault
from tournaments import wording as words
from tournaments.engine.formula import Formula, faults_of, needs
from tournaments.engine.settings import Scoring


def needed(scoring: Scoring) -> set[str]:
    """Return the fields of a result that a scoring cannot do without."""
    formulas = [each for each in (scoring.formula, scoring.bonus, scoring.small_formula) if each is not None]
    share = {"losses", "strength"} if scoring.of == "losses_share" else set()
    return share.union(*(needs(each) for each in formulas))


def faults_in_scoring(scoring: Scoring, path: str) -> Iterator[Fault]:
    """Yield what is wrong with a scoring, each fault at its place."""
    leasts = [each.least for each in scoring.bands]
    if leasts and (leasts[0] != 0 or leasts != sorted(set(leasts))):
        yield Fault(f"{path}.bands", words.BANDS_RISE)
    if scoring.bands and scoring.bands[0].points[0] != scoring.bands[0].points[1]:
        yield Fault(f"{path}.bands[0].points", words.FIRST_BAND_IS_A_DRAW)
    for field in ("formula", "bonus", "small_formula"):
        formula: Formula | None = getattr(scoring, field)
        if formula is not None:
            yield from faults_of(formula, f"{path}.{field}")

"""Why two players meet: the criteria of a round in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulesets.engine.wording import capfirst, listed

if TYPE_CHECKING:
    from tournaments.engine.settings import Settings
    from tournaments.engine.swiss import Broken, Explained

_BROKEN = {
    "rematch": "have met before",
    "score": "differ in match points",
    "small": "differ in small points",
    "apart": "are of the same {group}",
    "opposed": "are not of opposed {of}",
    "sides": "have both deployed first, or second, more often",
}
_NAMES = {
    "rematch": "rematches",
    "bye": "the bye",
    "score": "squared differences of match points",
    "small": "squared differences of small points",
    "apart": "pairings within a {group}",
    "opposed": "pairings that are not of opposed {of}",
    "sides": "unbalanced sides",
    "order": "distance from the ideal order",
}
_OF = {"allegiance": "allegiances", "book": "army books", "nation": "nations"}
MEETS_ALL = "Meets every criterion."
BYE = "Of those who have had the fewest byes, nobody who stands lower can be left out."
NO_OTHER = "No whole round is possible without this pairing."
LOT = "Another round is as good; the lot chose this one."
LOCKED = "Locked by the organiser."


BERGER = "By the tables of Berger (FIDE C.05)."
FIDE = {
    "dutch": "By FIDE’s Dutch system (C.04.3, as in force until January 2026).",
    "dubov": "By FIDE’s Dubov system (C.04.4.1, in force from February 2026).",
    "burstein": "By FIDE’s Burstein system (C.04.4.2, in force from February 2026).",
}


CRITERIA = "By the criteria of the settings."
DRAW = "By the draw and the results."


def by_rules(settings: Settings) -> str:
    """Name the rules by which a round is made where it is not made by criteria."""
    if settings.kind == "swiss":
        return CRITERIA if settings.fide is None else FIDE[settings.fide.system]
    return BERGER if "robin" in settings.kind else DRAW


def criterion(rule: Any) -> str:
    """Name a criterion: what a round has as little of as can be."""
    return _named(_NAMES, rule) if rule is not None else "the lot"


def explained(found: Explained, *, locked: bool = False) -> str:
    """Say why a pairing was made: what it does not meet, and why no other round is better."""
    if found.other is None:
        return BYE
    said = f"{broken_words(found.broken)} " if found.broken else ""
    if locked:
        return said + LOCKED
    return said + _why(found) if said else MEETS_ALL


def broken_words(broken: Sequence[Broken]) -> str:
    """Say what two players do not meet of the criteria."""
    return f"They {listed([_named(_BROKEN, each.rule) for each in broken])}."


def _why(found: Explained) -> str:
    if found.instead is None:
        return NO_OTHER
    if found.worse is None:
        return LOT
    now, then = found.instead
    return capfirst(f"any other round is worse: {criterion(found.worse)} would be {then}, not {now}.")


def _named(names: dict[str, str], rule: Any) -> str:
    key = "small" if rule.by == "score" and rule.of == "small" else rule.by
    return names[key].format(group=getattr(rule, "group", ""), of=_OF.get(getattr(rule, "of", ""), ""))

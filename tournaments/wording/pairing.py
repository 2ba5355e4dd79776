"""Why two players meet: the criteria of a round in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesets.engine.wording import capfirst, listed

if TYPE_CHECKING:
    from tournaments.engine.exchanges import Exchanged, NewPair
    from tournaments.engine.settings import Settings
    from tournaments.engine.swiss import Broken, Explained
    from tournaments.engine.why import Reason

_BROKEN = {
    "rematch": "have met before",
    "score": "have different match points",
    "small": "have different small points",
    "apart": "are from the same {group}",
    "opposed": "are not from opposing {of}",
    "sides": "have both deployed first (or both second) more often",
}
_NAMES = {
    "rematch": "rematches",
    "bye": "the bye",
    "score": "squared differences of match points",
    "small": "squared differences of small points",
    "apart": "pairings within a {group}",
    "opposed": "pairings without opposing {of}",
    "sides": "unbalanced sides",
    "order": "distance from the ideal order",
}
_OF = {"allegiance": "allegiances", "book": "army books", "nation": "nations"}
MEETS_ALL = "Meets every criterion."
BYE = "They have had the fewest byes, and nobody lower in the standings can be left out instead."
NO_OTHER = "No complete round is possible without this pairing."
BY_HAND = "An organiser set this pairing by hand."
LOT = "Another round would be just as good; this one was chosen by lot."
LOCKED = "Locked by the organiser."
BREAKS_NOTHING = "Breaks nothing."
CHANGE_SIDES = "They already meet, so they would only change who deploys first."
RESULT_STANDS = "Not possible: one of them has a result."


BERGER = "From the Berger tables (FIDE C.05)."
FIDE = {
    "dutch": "Paired by FIDE’s Dutch system (C.04.3, as in force until January 2026).",
    "dubov": "Paired by FIDE’s Dubov system (C.04.4.1, in force from February 2026).",
    "burstein": "Paired by FIDE’s Burstein system (C.04.4.2, in force from February 2026).",
}


CRITERIA = "Paired by the criteria in the settings."
DRAW = "Set by the draw and the results."


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


def exchanged(found: Exchanged, names: Mapping[str, str]) -> str:
    """Say what an exchange would break; `names`: the players' names by their ids."""
    if found.played:
        return RESULT_STANDS
    if found.refused:
        return f"Not possible: {found.refused}"
    if found.sides:
        return CHANGE_SIDES
    broken = [_new_pair(each, names) for each in found.pairs if each.breaks]
    return " ".join(broken) or BREAKS_NOTHING


def _new_pair(pair: NewPair, names: Mapping[str, str]) -> str:
    if pair.other is None:
        return f"{names[pair.one]} has had a bye before."
    said = ["must not meet"] if pair.forbidden else []
    said += [_named(_BROKEN, each.rule) for each in pair.broken]
    said += ["are not the two players who were locked"] if pair.unlocked else []
    return f"{names[pair.one]} and {names[pair.other]} {listed(said)}."


def reason_words(found: Reason, *, locked: bool) -> str:
    """Say why a pairing stands, whoever made it."""
    if found.explained is not None:
        return explained(found.explained, locked=locked)
    return f"{BY_HAND} {broken_words(found.broken)}" if found.broken else BY_HAND


def _why(found: Explained) -> str:
    if found.instead is None:
        return NO_OTHER
    if found.worse is None:
        return LOT
    now, then = found.instead
    return capfirst(f"every other round is worse: {criterion(found.worse)} would be {then}, not {now}.")


def _named(names: dict[str, str], rule: Any) -> str:
    key = "small" if rule.by == "score" and rule.of == "small" else rule.by
    return names[key].format(group=getattr(rule, "group", ""), of=_OF.get(getattr(rule, "of", ""), ""))

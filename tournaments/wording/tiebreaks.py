"""The names of tie-breaks, and whose rules they follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.wording.commands import LOT

if TYPE_CHECKING:
    from tournaments.engine.settings import Settings, TieBreak

NAMES = {
    "buchholz": "Buchholz",
    "sonneborn_berger": "Sonneborn-Berger",
    "direct": "direct encounter",
    "small": "small points",
    "small_against": "small points against",
    "small_difference": "difference of small points",
    "scores": "scores",
    "scores_against": "scores against",
    "inflicted": "losses inflicted",
    "wins": "wins",
    "wins_fought": "wins on the table",
    "wins_all": "wins with forfeits and byes",
    "schedule": "strength of schedule",
    "progressive": "progressive score",
    "rating": "average rating of opponents",
    "lot": LOT,
}
_ARTICLES = {
    "buchholz": "8.1",
    "sonneborn_berger": "9.1",
    "direct": "6",
    "wins_fought": "7.2",
    "wins_all": "7.1",
    "progressive": "7.5",
    "rating": "10.1",
}
_CAN_BE_CUT = frozenset({"buchholz", "sonneborn_berger", "progressive", "rating"})
_OPPONENTS = frozenset({"buchholz", "sonneborn_berger"})
_UNPLAYED = {
    "zero": "Leaguer: like FIDE C.07, {}, but rounds without a battle count as nothing",
    "own": "Leaguer: like FIDE C.07, {}, but rounds without a battle count as one’s own points",
    "fide_2023": "FIDE C.07 of July 2023, {} and 16",
    "fide_2026": "FIDE C.07 of March 2026, {} and 16",
}
_FIDE = "FIDE C.07 of March 2026, {}"
_OURS = "Leaguer"
_BY_LOT = "Leaguer: drawn from the seed"


def name(how: TieBreak) -> str:
    """Name a tie-break, with what it leaves out."""
    cuts = [
        f"{count} {which}" for count, which in ((how.cut_low, "lowest"), (how.cut_high, "highest")) if count
    ]
    if how.by not in _CAN_BE_CUT or not cuts:
        return NAMES[how.by]
    if how.by == "progressive":
        return NAMES[how.by] + (f" without the first {how.cut_low}" if how.cut_low else "")
    return f"{NAMES[how.by]} without the {' and '.join(cuts)}"


def rule(how: TieBreak, settings: Settings) -> str:
    """Say whose rule a tie-break follows, and of which date."""
    if how.by not in _ARTICLES:
        return _BY_LOT if how.by == "lot" else _OURS
    article = _ARTICLES[how.by] + (" and 14" if how.by in _CAN_BE_CUT and how.cut_low + how.cut_high else "")
    return (_UNPLAYED[settings.unplayed] if how.by in _OPPONENTS else _FIDE).format(article)

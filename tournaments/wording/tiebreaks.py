"""The names of tie-breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.wording.commands import LOT

if TYPE_CHECKING:
    from tournaments.engine.settings import TieBreak

_NAMES = {
    "buchholz": "Buchholz",
    "sonneborn_berger": "Sonneborn-Berger",
    "direct": "direct encounter",
    "small": "small points",
    "small_against": "small points against",
    "small_difference": "difference of small points",
    "wins": "wins",
    "schedule": "strength of schedule",
    "progressive": "progressive score",
    "lot": LOT,
}


def name(how: TieBreak) -> str:
    """Name a tie-break, with what it leaves out."""
    cuts = [
        f"{count} {which}" for count, which in ((how.cut_low, "lowest"), (how.cut_high, "highest")) if count
    ]
    return _NAMES[how.by] + (f" without the {' and '.join(cuts)}" if cuts else "")

"""The result of a battle of Snaphance for tournaments: break points lost (SN-14.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.contract.results import Results, SideFigures, inflicted


def figures(result: Mapping[str, Any]) -> tuple[SideFigures, SideFigures]:
    """Return the figures of both sides: break points lost, of all that they brought; the score is what the
    enemy has lost.
    """
    first, second = ((each["lost"], each["break_points"]) for each in result["scores"])
    return inflicted((first, second))


RESULTS = Results(figures, measure="break points")

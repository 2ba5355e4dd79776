"""The result of a battle of Baroque for tournaments: VD lost of the VDT (BQ-9.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.contract.results import Results, SideFigures, inflicted


def figures(result: Mapping[str, Any]) -> tuple[SideFigures, SideFigures]:
    """Return the figures of both sides: VD lost and VDT; the score is the VD that the enemy has lost."""
    first, second = ((each["lost"], each["vdt"]) for each in result["scores"])
    return inflicted((first, second))


RESULTS = Results(figures, measure="VD")

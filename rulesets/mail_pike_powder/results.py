"""The result of a battle of Mail, Pike & Powder for tournaments: Stamina lost of all there was (MPP-C-26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.contract.results import Results, SideFigures, inflicted


def figures(result: Mapping[str, Any]) -> tuple[SideFigures, SideFigures]:
    """Return the figures of both sides: Stamina lost and had; the score is what the enemy has lost."""
    first, second = ((each["lost"], each["total"]) for each in result["scores"])
    return inflicted((first, second))


RESULTS = Results(figures, measure="Stamina")

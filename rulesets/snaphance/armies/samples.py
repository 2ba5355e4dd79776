"""Ready-made Snaphance armies to begin with (SN-C-armies)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulesets.engine.lists import ArmyList, samples_in
from rulesets.snaphance.armies.lists import LISTS

SAMPLES = Path(__file__).resolve().parents[3] / "samples" / "lists"


def sample_lists() -> Mapping[str, ArmyList]:
    """The sample lists of this system by the name of their file; raises ListError for one that is damaged."""
    return samples_in(SAMPLES, LISTS)

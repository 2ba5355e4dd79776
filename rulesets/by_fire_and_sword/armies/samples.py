"""Ready-made forces of By Fire and Sword to begin with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulesets.by_fire_and_sword.armies.lists import LISTS
from rulesets.engine.lists import ArmyList, samples_in

SAMPLES = Path(__file__).resolve().parents[3] / "samples" / "lists"


def sample_lists() -> Mapping[str, ArmyList]:
    """The sample lists of this system by the name of their file; raises ListError for one that is damaged."""
    return samples_in(SAMPLES, LISTS)

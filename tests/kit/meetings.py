"""Meetings of the sample forces of By Fire and Sword, as pages and browsers see them."""

from __future__ import annotations

from typing import Any

from tests.kit.battles import sample

SIDES = ["Crown", "Horde"]


def meeting_setup(
    one: str = "polish-1649-52-10", two: str = "polish-tatars-13", **changes: Any
) -> dict[str, Any]:
    """The set-up of a meeting of two sample forces; the first is the weaker by three FSP."""
    return {
        "format": "leaguer-setup", "version": 1, "system": "by_fire_and_sword",
        "lists": [sample(one), sample(two)], "sides": SIDES, **changes,
    }  # fmt: skip

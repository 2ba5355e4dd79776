"""The score of a battle for tournaments: victory points, Force Value lost, levels of victory (BFS-34)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.by_fire_and_sword.victory.tables import tables
from rulesets.contract.results import Level, Results, SideFigures


def figures(score: Mapping[str, Any]) -> tuple[SideFigures, SideFigures]:
    """Return the figures of both sides: victory points (BFS-34.5), Force Value lost of all (BFS-34.4), points
    for the scenario.
    """
    first, second = (
        SideFigures(each["total"], each["losses"]["lost"], max(1, each["fv"]), each["scenario_points"])
        for each in score["sides"]
    )
    return first, second


def levels() -> tuple[Level, ...]:
    """Return the results of a battle from the draw up (BFS-34.6) with their Big Points (BFS-34.7)."""
    rows = [row for row in tables().final_result if row.big_points[0] >= row.big_points[1]]
    return tuple(Level(max(0, row.low or 0), row.name, row.big_points, row.rule) for row in rows)


RESULTS = Results(figures, measure="Force Value", levels=levels)

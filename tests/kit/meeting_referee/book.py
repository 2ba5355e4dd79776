"""Figures of the rule book, typed from the catalogue (chapters 30 to 33), and the scenarios' own files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

SCENARIOS = Path(__file__).parents[3] / "rulesets" / "by_fire_and_sword" / "data" / "scenarios"

# BFS-30.3.C, BFS-30.3.D, BFS-30.4.1: what each die says, from 1 to 10.
PATROL, HOLD, KEEP, STORM = "patrol", "take_and_hold", "defend_the_village", "attack_on_a_village"
GUARD, SEIZE, FORAGE = "defend_the_crossing", "capture_the_crossing", "forage"
HINDER, AMBUSH, NIGHT = "delay_the_enemy", "ambush", "night_attack"
EQUAL = (PATROL, PATROL, HOLD, HOLD, STORM, STORM, SEIZE, SEIZE, HINDER, HINDER)
UNEQUAL = (PATROL, HOLD, KEEP, STORM, GUARD, SEIZE, FORAGE, HINDER, AMBUSH, NIGHT)
DEFENSIVE = (KEEP, KEEP, KEEP, GUARD, GUARD, FORAGE, HINDER, HINDER, AMBUSH, NIGHT)
WORTH = {PATROL: 0, HOLD: 0, KEEP: 1, STORM: 0, GUARD: 1, SEIZE: 0, FORAGE: 2, HINDER: 0, AMBUSH: 3, NIGHT: 4}
CHEAPER = {FORAGE: 0, AMBUSH: 1, NIGHT: 2}
VARIABLE = (KEEP, GUARD, HINDER)

# BFS-32.0: the effects by die, the face 0 as 10.
EFFECTS = (
    "fatigue", "enthusiasm", "march_losses", "insubordination", "cowardly_commander", "delay",
    "unexpected_reinforcements", "panic", "choice_of_terrain", "good_bad_day",
)  # fmt: skip
ONCE = ("enthusiasm", "cowardly_commander", "choice_of_terrain", "good_bad_day")
NEVER_CHOSEN = ("exhaustion", "march_losses", "cowardly_commander")

# BFS-33.3 to BFS-33.13: price (a forced march by its class, sendings by hand), how often, on the enemy?
BOUGHT = {
    "decisive_moment": (3, 1, False), "big_mouthed_prisoner": (8, 1, False), "forced_march": (None, 3, False),
    "flanking_maneuver": (None, 1, False), "ambush": (None, 1, False), "splitting": (8, 99, True),
    "confusion": (None, 2, True), "chaos": (9, 1, True), "outmaneuver": (10, 1, True),
    "cut_off_the_retreat": (12, 1, True),
}  # fmt: skip
MARCH = {4: 6, 10: 12, 0: 18}

TYPICAL = {"grove", "hill", "wheat_field", "ploughed_field", "obstacle", "building"}
ATYPICAL = {"forest", "steep_hill", "bog", "village"}
BY_CONSENT = {"stream", "river", "lake", "large_building"}


@cache
def scenario(key: str) -> Mapping[str, Any]:
    """The file of a scenario as it stands."""
    return tomllib.loads((SCENARIOS / f"{key}.toml").read_text(encoding="utf-8"))

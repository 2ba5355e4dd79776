"""Scenarios: their definitions, the ten that ship, and those that players bring along (BFS-30.7).

definitions  what a scenario is
reading      from TOML and JSON, with every fault named
frame        a definition drawn on a table of some size
own          those that users write and keep
telling      one of them in words
"""

from rulesets.by_fire_and_sword.scenarios.definitions import (
    Deployment,
    Moment,
    Objective,
    Part,
    Scenario,
    Special,
    Terrain,
    Value,
    Victory,
    Zone,
)
from rulesets.by_fire_and_sword.scenarios.frame import Drawn, Frame
from rulesets.by_fire_and_sword.scenarios.own import SCENARIOS
from rulesets.by_fire_and_sword.scenarios.reading import (
    ORDER,
    catalogue,
    read_scenario,
    read_scenario_toml,
    schema,
    shipped,
)
from rulesets.by_fire_and_sword.scenarios.telling import describe

__all__ = [
    "ORDER",
    "SCENARIOS",
    "Deployment",
    "Drawn",
    "Frame",
    "Moment",
    "Objective",
    "Part",
    "Scenario",
    "Special",
    "Terrain",
    "Value",
    "Victory",
    "Zone",
    "catalogue",
    "describe",
    "read_scenario",
    "read_scenario_toml",
    "schema",
    "shipped",
]  # fmt: skip

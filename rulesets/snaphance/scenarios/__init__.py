"""Scenarios: their definition, those that ship, and those that users write (SN-1.0.a, SN-C-setup).

definitions  what a scenario is, and what the figures of its Summary Sheet may be
maps         its map, in the document, as plain text, as the battle has it
reading      from TOML and JSON, with every fault named
own          those that users write and keep
"""

from rulesets.snaphance.scenarios.definitions import (
    FORMAT,
    Arrival,
    Placement,
    Scenario,
    ScenarioSide,
    Victory,
    strip,
)
from rulesets.snaphance.scenarios.maps import (
    LETTERS,
    MapPart,
    map_from_text,
    map_of,
    map_to_text,
    part_of,
)
from rulesets.snaphance.scenarios.own import SCENARIOS
from rulesets.snaphance.scenarios.reading import documents, enterable, read, schema, shipped

__all__ = [
    "FORMAT", "LETTERS", "SCENARIOS", "Arrival", "MapPart", "Placement", "Scenario", "ScenarioSide",
    "Victory", "documents", "enterable", "map_from_text", "map_of", "map_to_text", "part_of", "read",
    "schema", "shipped", "strip",
]  # fmt: skip

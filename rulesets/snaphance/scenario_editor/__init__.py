"""How scenarios of Snaphance are shown, edited on their map, and begun as battles (SN-1.0.a, SN-C-setup).

summary  a scenario for its readers
page     the map editor of a draft
figures  its Summary Sheet as fields
typed    what was typed or painted there
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rulesets.contract.scenarios import FaultPlace, ScenarioEditor
from rulesets.engine.digits import whole
from rulesets.snaphance.scenario_editor.figures import figures, place_of, with_figures, with_usual
from rulesets.snaphance.scenario_editor.page import page, rows, sides_of, table
from rulesets.snaphance.scenario_editor.summary import summary
from rulesets.snaphance.scenario_editor.typed import map_text, typed, with_list, with_map_text
from rulesets.snaphance.scenarios import documents, read
from rulesets.snaphance.wording import scenario_editor as words

_SIDE = re.compile(r"sides\[([01])\]\.([a-z_]+)(?:[.\[]([A-Za-z0-9_-]+)\]?)?")
_EDGE = re.compile(r"map\.edges\[(\d{1,4})\]")
_FIELD = re.compile(r"map\.(columns|rows|terrain|heights|roads|edges)\b")


def setup(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the set-up of a battle begun from a scenario; raises FaultyBookError."""
    scenario = read(document)
    names = [side.name or words.side(number) for number, side in enumerate(scenario.sides, start=1)]
    return {
        "format": "leaguer-setup",
        "version": 1,
        "system": "snaphance",
        "lists": [side.army.to_json() for side in scenario.sides],
        "sides": names,
        "table": {"width": scenario.ground.columns, "depth": scenario.ground.rows},
        "terrain": "open",
        "max_turns": scenario.rounds or 60,
        "options": {"scenario": dict(document)},
    }


def fault(draft: Mapping[str, Any], path: str) -> FaultPlace:
    """Return where the map editor shows a fault."""
    if found := _SIDE.match(path):
        return _side_fault(draft, int(found[1]), found[2], found[3] or "")
    if found := _EDGE.match(path):
        edges = rows(table(draft.get("map")).get("edges"))
        number = int(found[1])
        hex_ = str(table(edges[number]).get("hex", "")) if number < len(edges) else ""
        return FaultPlace("map.edges", hexes=(hex_,) if hex_ else ())
    if path == "sheet" or path.startswith("sheet."):
        return FaultPlace(place_of(draft, path))
    found = _FIELD.match(path)
    return FaultPlace(f"map.{found[1]}" if found else "map.terrain" if path == "map" else "")


def _side_fault(draft: Mapping[str, Any], number: int, part: str, key: str) -> FaultPlace:
    """Return the place of a fault in what stands under a key of a side's part."""
    side, field = sides_of(draft)[number], f"sides[{number}].{part}"
    if part in ("placements", "arrivals"):
        hex_ = str(table(table(side.get("placements")).get(key)).get("hex", ""))
        return FaultPlace(field, f"{'ab'[number]}.{key}" if key else "", (hex_,) if hex_ else ())
    if part == "generals":
        hex_ = str(table(side.get("generals")).get(key, ""))
        return FaultPlace(field, hexes=(hex_,) if hex_ else ())
    if part == "zone" and 0 <= whole(key) < len(rows(side.get("zone"))):
        return FaultPlace(field, hexes=(str(rows(side.get("zone"))[whole(key)]),))
    return FaultPlace(field)


SCENARIO_EDITOR = ScenarioEditor(
    system="snaphance",
    summary=summary,
    setup=setup,
    page=page,
    typed=typed,
    with_list=with_list,
    figures=figures,
    with_figures=with_figures,
    with_usual=with_usual,
    map_text=map_text,
    with_map_text=with_map_text,
    fault=fault,
    shipped=documents,
    training="training_clash",
)

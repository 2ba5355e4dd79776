"""A made-up campaign of any size: `python -m benchmarks.campaign_map [areas] [forces] > campaign.json`.

The country is a grid of crooked cells with towns, hills and woods, held in stripes by its factions; forces
are the small Baroque brigades of the island, spread over their faction's own ground. The same numbers always
make the same campaign, so figures of one day can be set beside those of another.
"""

from __future__ import annotations

import json
import sys
from itertools import cycle
from math import ceil, sqrt
from random import Random
from typing import Any

from campaigns.engine.documents import begin, read_campaign
from campaigns.engine.shipped import document
from campaigns.engine.state import State

CELL = 20.0
CROOKED = 0.25
GROUNDS = ("fields", "fields", "fields", "open", "hills", "forest", "marsh", "moor")
TOWNS: tuple[list[dict[str, Any]], ...] = (
    [{"kind": "village"}], [{"kind": "village"}], [{"kind": "village"}, {"kind": "ford"}], [],
    [{"kind": "city"}, {"kind": "magazine"}], [{"kind": "fortress", "strength": 4}],
)  # fmt: skip
COLOURS = ("#8c2f39", "#2f5d8c", "#6b7d2a", "#b07a1e", "#6a4a7c", "#1f7a70", "#4a4a4a", "#a35d7a")


def campaign(areas: int = 500, forces: int = 200, factions: int = 4, seed: int = 1) -> dict[str, Any]:
    """The campaign document."""
    names = [f"faction-{number + 1}" for number in range(factions)]
    country = map_of(areas, names, seed)
    homes = {name: [area["id"] for area in country["areas"] if area["owner"] == name] for name in names}
    return {
        "format": "leaguer-campaign", "version": 1, "name": f"{areas} areas, {forces} forces",
        "systems": ["baroque"], "start": "1648-04-05", "map": country,
        "rules": {"name": "Benchmark", "diplomacy": {"default": "war"}},
        "factions": [
            {"id": name, "name": name.title(), "colour": colour, "money": 500, "income": 50,
             "capital": homes[name][0]}
            for name, colour in zip(names, cycle(COLOURS), strict=False)
        ],
        "forces": list(brigades(forces, homes, seed)),
    }  # fmt: skip


def map_of(areas: int, factions: list[str], seed: int) -> dict[str, Any]:
    """The map document: a grid as square as can be, every corner shared by the cells around it."""
    dice, wide = Random(seed), ceil(sqrt(areas))
    tall = ceil(areas / wide)
    corners = {
        (x, y): (round((x + 0.5 + dice.uniform(-CROOKED, CROOKED)) * CELL, 1),
                 round((y + 0.5 + dice.uniform(-CROOKED, CROOKED)) * CELL, 1))
        for x in range(wide + 1) for y in range(tall + 1)
    }  # fmt: skip
    cells = [(number % wide, number // wide) for number in range(areas)]
    return {
        "name": f"A country of {areas} areas", "width": (wide + 1) * CELL, "height": (tall + 1) * CELL,
        "areas": [area(x, y, corners, factions[x * len(factions) // wide], dice) for x, y in cells],
        "links": [
            {"a": key(x, y), "b": key(*other), "kind": dice.choice(("road", "track", "track", "crossing"))}
            for x, y in cells for other in ((x + 1, y), (x, y + 1)) if other in set(cells)
        ],
    }  # fmt: skip


def area(x: int, y: int, corners: dict[tuple[int, int], Any], owner: str, dice: Random) -> dict[str, Any]:
    """A cell of the grid as an area."""
    ring = [corners[each] for each in ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))]
    at = (round(sum(each[0] for each in ring) / 4, 1), round(sum(each[1] for each in ring) / 4, 1))
    return {
        "id": key(x, y), "name": f"Land {x + 1}.{y + 1}", "at": at, "outlines": [ring], "owner": owner,
        "home": owner, "terrain": dice.choice(GROUNDS), "features": dice.choice(TOWNS),
        "income": dice.randint(1, 10), "supply": dice.randint(6, 20), "victory": 1,
    }  # fmt: skip


def key(x: int, y: int) -> str:
    """The id of a cell."""
    return f"a{x}-{y}"


def brigades(forces: int, homes: dict[str, list[str]], seed: int) -> list[dict[str, Any]]:
    """The forces, in turn one of each faction, somewhere on its own ground."""
    dice, lists = Random(seed + 1), cycle(each["list"] for each in document("island")["forces"])
    return [
        {"id": f"f{number + 1}", "name": f"Brigade {number + 1}", "faction": name,
         "at": dice.choice(homes[name]), "list": force}
        for number, name, force in zip(range(forces), cycle(homes), lists, strict=False)
    ]  # fmt: skip


def state(areas: int = 500, forces: int = 200, factions: int = 4, seed: int = 1) -> State:
    """The campaign at its first turn."""
    return begin(read_campaign(campaign(areas, forces, factions, seed)))


def main() -> None:
    """Prints the document of a campaign of so many areas and forces."""
    areas, forces = [*map(int, sys.argv[1:3]), *(500, 200)[len(sys.argv) - 1 :]]
    print(json.dumps(campaign(areas, forces)))


if __name__ == "__main__":
    main()

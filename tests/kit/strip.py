"""Small campaigns on a made-up map, for tests of what a turn brings.

The map is a strip of country with a detour and an island:

    north -- wood -- castle -- moor -- south
      |        \\                /        |
    harbour     `---- ford -----'        port
      ~~~~~~~~~~~~~~~ isle ~~~~~~~~~~~~~~~

"red" holds the left, "blue" the right; both are at war. "green" is neutral, holds the isle, and nobody has to
mind it. Forces are of sample Baroque lists: `force("r1", "red", "north")`, or quicker ones made by `troop`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from campaigns.engine.documents import CampaignDocument, begin, read_campaign
from campaigns.engine.forces import muster
from campaigns.engine.orders import Orders, read_orders
from campaigns.engine.state import Command, Force, Leader, State, Unit
from rulesets.contract.documents import samples

RED = "royalist-oxford-army"
BLUE = "parliament-eastern-association"
GREEN = "polish-crown-army"
LISTS = {"red": RED, "blue": BLUE, "green": GREEN}

AREAS: list[dict[str, Any]] = [
    {"id": "north", "name": "Northam", "at": [20, 20], "owner": "red", "home": "red", "income": 10,
     "supply": 20, "victory": 2, "features": [{"kind": "city"}]},
    {"id": "wood", "name": "Great Wood", "at": [40, 20], "owner": "red", "home": "red", "terrain": "forest",
     "income": 2, "supply": 6},
    {"id": "castle", "name": "Castleton", "at": [60, 20], "owner": "red", "home": "red", "income": 8,
     "victory": 3, "features": [{"kind": "fortress", "strength": 3}, {"kind": "city"}, {"kind": "magazine"}]},
    {"id": "moor", "name": "Long Moor", "at": [80, 20], "terrain": "moor", "supply": 4},
    {"id": "south", "name": "Southam", "at": [100, 20], "owner": "blue", "home": "blue", "income": 10,
     "supply": 20, "victory": 2, "features": [{"kind": "city"}]},
    {"id": "ford", "name": "Fordingham", "at": [60, 40], "owner": "blue", "home": "blue", "terrain": "hills",
     "income": 4, "features": [{"kind": "ford"}, {"kind": "village"}]},
    {"id": "harbour", "name": "Old Harbour", "at": [20, 40], "owner": "red", "home": "red", "income": 5,
     "features": [{"kind": "port"}]},
    {"id": "port", "name": "Newport", "at": [100, 40], "owner": "blue", "home": "blue", "income": 5,
     "features": [{"kind": "port"}]},
    {"id": "isle", "name": "Green Isle", "at": [60, 60], "owner": "green", "home": "green", "income": 3,
     "features": [{"kind": "port"}, {"kind": "city"}]},
]  # fmt: skip
LINKS: list[dict[str, Any]] = [
    {"a": "north", "b": "wood"},
    {"a": "wood", "b": "castle"},
    {"a": "castle", "b": "moor"},
    {"a": "moor", "b": "south"},
    {"a": "wood", "b": "ford", "kind": "track"},
    {"a": "ford", "b": "moor", "kind": "crossing"},
    {"a": "north", "b": "harbour"},
    {"a": "south", "b": "port"},
    {"a": "harbour", "b": "isle", "kind": "sea"},
    {"a": "isle", "b": "port", "kind": "sea"},
]
MAP: dict[str, Any] = {"name": "The Strip", "width": 120, "height": 80, "areas": AREAS, "links": LINKS}
FACTIONS: list[dict[str, Any]] = [
    {"id": "red", "name": "The Red Cause", "colour": "#7a2e1f", "money": 50, "capital": "north",
     "relations": {"blue": "war"}},
    {"id": "blue", "name": "The Blue League", "colour": "#1f3f7a", "money": 50, "capital": "south",
     "relations": {"red": "war"}},
    {"id": "green", "name": "The Isle", "colour": "#1f7a3f", "money": 50, "capital": "isle"},
]  # fmt: skip
CALM: dict[str, Any] = {
    "weather": [{"name": "fair", "chance": {"winter": 1, "spring": 1, "summer": 1, "autumn": 1}}]
}


def document(forces: Iterable[Mapping[str, Any]] = (), **rules: Any) -> CampaignDocument:
    """A campaign on the strip, in fair weather; `rules` by their parts (`contact={"crossing": 100}`)."""
    return read_campaign(
        {
            "name": "The War of the Strip", "systems": ["baroque"], "start": date(1645, 6, 1).isoformat(),
            "rules": {"calendar": CALM, **rules}, "map": MAP, "factions": FACTIONS, "forces": list(forces),
        }
    )  # fmt: skip


def campaign(*forces: Force, **rules: Any) -> State:
    """A campaign on the strip that waits for the orders of its first turn, with these forces."""
    state = begin(document(**rules))
    state.forces = {each.id: each for each in forces}
    return state


def force(key: str, faction: str, at: str, **fields: Any) -> Force:
    """A force of its faction's sample list, fresh; `fields` of it set after (`inside=True`)."""
    made = muster(key, key.upper(), faction, at, samples()[LISTS[faction]])
    return _with(made, fields)


def troop(key: str, faction: str, at: str, units: int = 3, **fields: Any) -> Force:
    """A small force that is quick to make: `units` regiments of 4 steps worth 20 each under one leader.

    Its units are no entries of its book: no list can be made of it.
    """
    made = Force(id=key, name=key.upper(), faction=faction, at=at, system="baroque", book=faction)
    made.commands = [Command(f"{key}-c1", "Main body", "", Leader("good", f"General {key.upper()}", True))]
    arm = fields.pop("arm", "foot")
    made.units = [
        Unit(f"{key}-u{number}", f"{key}-c1", "regiment", f"Regiment {number}", 4, 20, arm)
        for number in range(1, units + 1)
    ]
    return _with(made, fields)


def orders(faction: str, *acts: Mapping[str, Any], **forces: Mapping[str, Any]) -> Orders:
    """Orders of a faction: acts, and by force what it does (`r1={"do": "march", "path": ["wood"]}`)."""
    return read_orders({"faction": faction, "forces": forces, "acts": list(acts)})


def marching(*path: str, **fields: Any) -> dict[str, Any]:
    """The order to march along a path."""
    return {"do": "march", "path": list(path), **fields}


def _with(made: Force, fields: Mapping[str, Any]) -> Force:
    for name, value in fields.items():
        setattr(made, name, value)
    return made

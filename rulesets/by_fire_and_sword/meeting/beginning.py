"""From a setup document to a meeting: two skirmish forces and their figures (BFS-30.2.1, BFS-30.3.A)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.by_fire_and_sword.armies.force import Force, force
from rulesets.by_fire_and_sword.armies.lists import LISTS
from rulesets.by_fire_and_sword.meeting import terrain
from rulesets.by_fire_and_sword.meeting.options import read_options
from rulesets.by_fire_and_sword.meeting.state import Commander, MeetingState, Unit
from rulesets.engine.document import SetupError
from rulesets.engine.mustering import SIDES, listed, numbered_names, refused_at


def check_setup(setup: Mapping[str, Any]) -> None:
    """Raises SetupError naming the path if two forces cannot meet from `setup`.

    Lists that are not legal may meet by agreement: only those that cannot be read, are no skirmish forces or
    have no commander or no units are refused.
    """
    read_options(setup["options"])
    for index in (0, 1):
        found = read_force(setup["lists"][index], f"lists[{index}]")
        _check_force(found, f"lists[{index}]")
    _check_terrain(setup)


def begin(setup: Mapping[str, Any]) -> MeetingState:
    """The meeting before its first step, from a checked setup document."""
    forces = (read_force(setup["lists"][0], "lists[0]"), read_force(setup["lists"][1], "lists[1]"))
    units: dict[str, Unit] = {}
    commanders: dict[str, Commander] = {}
    for side, found in enumerate(forces):
        for each, name in zip(found.units, numbered_names(unit.name for unit in found.units), strict=True):
            units[f"{SIDES[side]}.{each.id}"] = Unit(f"{SIDES[side]}.{each.id}", side, name, each)
        names = numbered_names(one.name for one in found.commanders)
        for one, name in zip(found.commanders, names, strict=True):
            commanders[f"{SIDES[side]}.{one.id}"] = Commander(f"{SIDES[side]}.{one.id}", side, name, one)
    return MeetingState(
        sides=list(setup["sides"]), forces=forces, units=units, commanders=commanders,
        table=dict(setup["table"]), options={**read_options(setup["options"]), "terrain": setup["terrain"]},
    )  # fmt: skip


def read_force(document: Mapping[str, Any], path: str) -> Force:
    """The force of a list document; raises SetupError below `path`."""
    army = listed(document, path, LISTS)
    with refused_at(path):
        return force(army)


def _check_force(found: Force, path: str) -> None:
    if found.kind != "skirmish":
        words = "is a division: there are scenarios for skirmish forces alone (BFS-30.1)"
        raise SetupError(words, path=path)
    if not any(one.chief for one in found.commanders):
        raise SetupError("has no Skirmish Force Commander (BFS-29.10.4)", path=f"{path}.commands")
    if not found.units:
        raise SetupError("has no units: there is nobody to meet", path=f"{path}.commands")


def _check_terrain(setup: Mapping[str, Any]) -> None:
    """The agreed pieces of terrain, as far as one piece can be judged by itself."""
    if isinstance(setup["terrain"], list):
        terrain.read_pieces(setup["terrain"], setup["table"]["width"], setup["table"]["depth"])

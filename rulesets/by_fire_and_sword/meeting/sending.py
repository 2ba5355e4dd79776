"""Who may be sent to the flank or into ambush, who may march by force, at what price (BFS-33.5 to 33.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesets.by_fire_and_sword.meeting.buying import AMBUSH, FLANK, sending_price
from rulesets.by_fire_and_sword.meeting.squadrons import groups
from rulesets.by_fire_and_sword.meeting.state import MeetingState, Unit

PIKES = "pikes"
LANCES = ("lance", "lances")


def has_pikes(unit: Unit) -> bool:
    """Whether a unit carries pikes."""
    return any(weapon.lower() == PIKES for weapon in unit.of.weapons)


def has_lances(unit: Unit) -> bool:
    """Whether a unit carries lances, winged hussars' lances among them."""
    return any(weapon.lower().endswith(LANCES) for weapon in unit.of.weapons)


def why_stays(state: MeetingState, unit: Unit, key: str) -> str | None:
    """Why a unit may not be sent away, or moved by a forced march; None if it may (BFS-33.5.1, BFS-33.6,
    BFS-33.7; with portable obstacles BFS-28.1.4).
    """
    if unit.of.type == "wagons" or unit.of.wagon_train:
        return f"{unit.name}: no wagons"
    if unit.of.type == "artillery" or unit.of.gun:
        return f"{unit.name}: no artillery"
    if key == AMBUSH and has_pikes(unit):
        return f"{unit.name}: no pikes"
    carriers = state.fortifications.get("carriers", {})
    if unit.of.obstacles or any(unit.id in by_unit for by_unit in carriers.values()):
        return f"{unit.name} carries portable obstacles"
    if unit.id in state.set_aside:
        return f"{unit.name} is not with the force"
    return None


def sendable(state: MeetingState, side: int, key: str) -> Iterator[tuple[tuple[Unit, ...], int]]:
    """BFS-33.6, BFS-33.7: each unit or squadron of a side that may be sent, with its price in points."""
    units = [unit for unit in state.units_of(side) if why_stays(state, unit, key) is None]
    for some in groups(state, units):
        yield some, group_price(state, some, key)


def group_price(state: MeetingState, units: Sequence[Unit], key: str) -> int:
    """What it costs to send these units together. All must have a rule that makes them cheaper."""
    common = frozenset.intersection(*(_rules(unit) for unit in units))
    first = int(state.options.get("flanking_price", 0)) or None if key == FLANK else None
    return sending_price(key, sum(unit.of.bases for unit in units), common, first=first)


def _rules(unit: Unit) -> frozenset[str]:
    return unit.of.special | ({"Light Cavalry"} if "Feigned Flight" in unit.of.special else frozenset())

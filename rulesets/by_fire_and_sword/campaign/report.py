"""What a battle on a table leaves of the forces that fought it, from its RESULT document (BFS-34)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesets.by_fire_and_sword.campaign.fielding import SUBSTITUTE
from rulesets.by_fire_and_sword.victory.losses import UnitCount
from rulesets.by_fire_and_sword.victory.score import SideScore, score
from rulesets.contract.campaign import BattleReport, Fallen, UnitOutcome


def recorded(lists: Sequence[Mapping[str, Any]], result: Mapping[str, Any]) -> BattleReport:
    """Return what a battle leaves that was fought with these lists; raises ResultError for a document that
    cannot be read or does not fit them.
    """
    found = score({**result, "lists": list(lists)})
    return BattleReport(
        winner=found.winner,
        how=found.words,
        units=(dict(_fates(found.sides[0])), dict(_fates(found.sides[1]))),
        leaders=(tuple(_leaders(found.sides[0], lists[0])), tuple(_leaders(found.sides[1], lists[1]))),
        scores=tuple(_figures(side) for side in found.sides),
        turns=found.turns,
    )


def _fates(side: SideScore) -> Iterator[tuple[str, UnitOutcome]]:
    for count in side.losses.units:
        if lost := min(count.unit.bases, count.destroyed + count.fled):
            yield count.unit.id, UnitOutcome(lost, _fallen(count))
    for commander in side.losses.commanders:
        if commander.fate in ("killed", "fled") and not commander.commander.id.endswith(SUBSTITUTE):
            yield (
                commander.commander.id,
                UnitOutcome(1, "destroyed" if commander.fate == "killed" else "fled"),
            )


def _fallen(count: UnitCount) -> Fallen:
    """Return what became of a unit: with nothing left it is destroyed, or fled if most of its bases did."""
    if count.destroyed + count.fled < count.unit.bases:
        return "stood"
    return "fled" if count.fled > count.destroyed else "destroyed"


def _leaders(side: SideScore, document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the commands of a list whose first commander was killed."""
    fates = {each.commander.id: each.fate for each in side.losses.commanders}
    for command in document["commands"]:
        first = next((unit["id"] for unit in command["units"] if unit["id"] in fates), None)
        if first is not None and fates[first] == "killed":
            yield command["id"]


def _figures(side: SideScore) -> dict[str, Any]:
    return {
        "total": side.total, "scenario_points": side.scenario_points, "fv": side.force.fv,
        "lost": side.losses.lost, "band": side.band.name, "result": side.result,
    }  # fmt: skip

"""What a Baroque battle leaves of the armies that fought it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulesets.baroque.state import BAGGAGE
from rulesets.contract.campaign import BattleReport, Fallen, UnitOutcome

_FALLEN: dict[str, Fallen] = {"destroyed": "destroyed", "routed": "fled", "dispersed": "fled", "left": "fled"}
"""BQ-2.5: who is routed, dispersed or has left the table has run; who withdrew in order still stands."""


def report(setup: Mapping[str, Any], state: Mapping[str, Any], result: Mapping[str, Any]) -> BattleReport:
    """What a battle leaves, from its set-up, its state and its result as JSON."""
    return BattleReport(
        winner=result["winner"],
        how=result["how"],
        units=(_fates(setup, state, 0), _fates(setup, state, 1)),
        leaders=(tuple(_leaders(state, 0)), tuple(_leaders(state, 1))),
        scores=tuple(result["scores"]),
        turns=result["turns"],
    )


def _fates(setup: Mapping[str, Any], state: Mapping[str, Any], side: int) -> dict[str, UnitOutcome]:
    before: Mapping[str, int] = setup["options"].get("losses", {})
    fates = {}
    for unit in state["units"]:
        if unit["side"] != side or unit["type"] == BAGGAGE:
            continue
        lost = min(unit["losses"], unit["vbu"] + unit["losses"]) - before.get(unit["id"], 0)
        fate = UnitOutcome(lost, _FALLEN.get(unit["status"], "stood"))
        if fate.lost or fate.fallen != "stood":
            fates[_plain(unit["id"])] = fate
    return fates


def _leaders(state: Mapping[str, Any], side: int) -> Iterable[str]:
    """The ids of the commands whose leader fell, or left the field with his unit (BQ-2.5.1.1.c)."""
    return (
        _plain(each["command"]) for each in state["leaders"] if each["side"] == side and not each["alive"]
    )


def _plain(id_: str) -> str:
    """The id in the list: without the letter of its side."""
    return id_.partition(".")[2]

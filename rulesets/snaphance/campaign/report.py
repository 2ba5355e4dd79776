"""What a Snaphance battle leaves of the armies that fought it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulesets.contract.campaign import BattleReport, Fallen, UnitOutcome
from rulesets.contract.documents import parse_list
from rulesets.snaphance.armies import LISTS, SnaphanceBook

_FALLEN: dict[str, Fallen] = {"destroyed": "destroyed", "fled": "fled"}


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
    army = parse_list(setup["lists"][side])
    book = LISTS.book_of(army)
    assert isinstance(book, SnaphanceBook)
    before: Mapping[str, int] = setup["options"].get("losses", {})
    options = {unit.id: unit.options for unit in army.units()}
    fates = {}
    for stand in state["units"]:
        if stand["side"] != side:
            continue
        key = _plain(stand["id"])
        profile = book.stand(stand["entry"], options[key])
        gone = profile.sp * profile.ranks - sum(stand["ranks"]) - before.get(stand["id"], 0)
        fate = UnitOutcome(gone, _FALLEN.get(stand["status"], "stood"))
        if fate.lost or fate.fallen != "stood":
            fates[key] = fate
    return fates


def _leaders(state: Mapping[str, Any], side: int) -> Iterable[str]:
    """The ids of the groups whose General fell, whoever came for him."""
    return (
        _plain(each["command"])
        for each in state["leaders"]
        if each["side"] == side and (each["replacement"] or not each["alive"])
    )


def _plain(id_: str) -> str:
    """The id in the list: without the letter of its side."""
    return id_.partition(".")[2]

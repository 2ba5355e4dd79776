"""How battles of this system are recorded and scored, for rulesets.contract.record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from rulesets.by_fire_and_sword.scenarios.reading import catalogue
from rulesets.by_fire_and_sword.victory.document import (
    FORMAT,
    MOST_WORDS,
    ResultError,
    read_result,
    result_schema,
)
from rulesets.by_fire_and_sword.victory.entries import Sheet, scenario_lines, to_result
from rulesets.by_fire_and_sword.victory.motivation import due
from rulesets.by_fire_and_sword.victory.score import Score, forces_of, score, score_forces
from rulesets.by_fire_and_sword.wording import meeting as words
from rulesets.contract.record import Met, RecordSystem
from rulesets.engine.wording import curly


def sheet(lists: Sequence[Mapping[str, Any]], points: Any = ()) -> Sheet:
    """Return what can be recorded of two lists; raise ResultError for lists that cannot meet (BFS-29.1.1)."""
    return Sheet(forces_of(lists), scenario_lines(points))


def score_of(found: Sheet, document: Mapping[str, Any]) -> Score:
    """Return the score of a RESULT document between the forces of a sheet; raise ResultError."""
    return score_forces(found.forces, read_result(document))


def met(setup: Mapping[str, Any], state: Mapping[str, Any]) -> Met:
    """Return a finished meeting: its scenario's victory points for each side (BFS-30.2), whether a retreat
    was cut off (BFS-33.13).

    Raises ResultError for one that was called off before the table was ready.
    """
    if not state["ready"]:
        raise ResultError(words.MEETING_CALLED_OFF, code="not-met")
    key = state["scenario"]["key"]
    definition = catalogue(setup["options"].get("scenarios") or ()).get(key)
    if definition is None:
        return Met({"key": key, "name": key, "turns": 0}, ((), ()), {})
    weaker = state.get("weaker") or 0
    points: tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]] = ([], [])
    for line in definition.victory:
        said = {"for": curly(line.text)[:MOST_WORDS], "points": line.points, "most": line.count}
        for part, side in (("weaker", weaker), ("stronger", 1 - weaker)):
            if line.part in (part, "either"):
                points[side].append(said)
    ours = definition.provenance.note if definition.provenance.ours else ""
    scenario = {"key": key, "name": definition.name, "turns": definition.turns, "ours": ours}
    return Met(scenario, (tuple(points[0]), tuple(points[1])), _known(state), _needless(state))


def _known(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is settled before the battle, by entry: retreats cut off, Squadrons (`A`, `B`, ...)."""
    found: dict[str, Any] = {}
    reconnaissance = state.get("reconnaissance") or {}
    if any(effect["key"] == "cut_off_the_retreat" for effect in reconnaissance.get("effects", ())):
        found[f"g.{1 - reconnaissance['buyer']}.cut_off"] = True
    squadrons = (state.get("deployment") or {}).get("squadrons") or {}
    for side, formed in squadrons.items():
        for letter, squadron in zip(ascii_uppercase, formed, strict=False):
            found |= {f"u.{side}.{id_.partition('.')[2]}.squadron": letter for id_ in squadron["units"]}
    return found


def _needless(state: Mapping[str, Any]) -> tuple[str, ...]:
    """Return fields that only an effect needs which the meeting has not brought (BFS-32.3, BFS-32.7)."""
    effects = {effect["key"] for effect in state.get("effects") or ()}
    return tuple(
        field for effect, fields in _FIELDS_OF_EFFECTS.items() if effect not in effects for field in fields
    )


_FIELDS_OF_EFFECTS = {
    "march_losses": ("march_losses",),
    "unexpected_reinforcements": ("returned_destroyed", "returned_fled"),
}

RECORD = RecordSystem(
    format=FORMAT,
    sheet=sheet,
    to_result=to_result,
    score=score,
    score_of=score_of,
    due=due,
    met=met,
    schema=result_schema,
)

"""What stands on the table once both sides have deployed: units and squadrons (BFS-30.2.4, BFS-29.10.3)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.by_fire_and_sword.meeting.state import MeetingState, Unit
from rulesets.engine.records import record


@record
class Formation:
    """A unit or squadron on the table. `id`: that of its first unit; `units`: all of them."""

    id: str
    units: tuple[str, ...]
    name: str
    bases: int


def formations(state: MeetingState, side: int) -> list[Formation]:
    """BFS-30.2.4: the units and squadrons of a side that a draw after deployment is made from: not those in
    the reserves, on the flank, in ambush, or to come in a later turn.
    """
    together = {
        id_: tuple(squadron["units"])
        for squadron in state.deployment.get("squadrons", {}).get(str(side), ())
        for id_ in squadron["units"]
    }
    away = {*state.set_aside, *_late(state)}
    found: dict[str, Formation] = {}
    for unit in state.units_of(side):
        ids = together.get(unit.id, (unit.id,))
        if unit.id not in away and ids[0] not in found:
            found[ids[0]] = _formation([state.units[id_] for id_ in ids])
    return list(found.values())


def _formation(units: list[Unit]) -> Formation:
    name = " with ".join(unit.name for unit in units)
    return Formation(
        units[0].id, tuple(unit.id for unit in units), name, sum(unit.of.bases for unit in units)
    )


def _late(state: MeetingState) -> Iterator[str]:
    for step in state.deployment.get("steps", ()):
        if step["who"] == "late":
            yield from step["units"] or ()

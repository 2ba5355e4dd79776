"""Squadrons: who may form one, who stands in one, how one is split (BFS-29.10.3, BFS-30.2.4, BFS-33.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from rulesets.by_fire_and_sword.armies.prices import squadron_limit
from rulesets.by_fire_and_sword.meeting.state import MeetingState, Unit
from rulesets.by_fire_and_sword.wording import deployment as words
from rulesets.engine.records import record

SINGLE = ("Independent", "Commanded Musketeers")
"""Special rules that keep a unit out of squadrons (BFS-22.14.d, BFS-22.6.f)."""
_MOST_GROUPS = 200
PLUS = "+"
"""Joins the ids of a squadron's units in the key of an option."""


@record
class Formation:
    """A unit or squadron on the table. `id`: that of its first unit; `units`: all of them."""

    id: str
    units: tuple[str, ...]
    name: str
    bases: int


def formations(state: MeetingState, side: int) -> list[Formation]:
    """Return the units and squadrons of a side that a draw after deployment is made from (BFS-30.2.4).

    Not among them are those in the reserves, on the flank, in ambush, or to come in a later turn.
    """
    steps = state.deployment.get("steps", ())
    late = {id_ for step in steps if step["who"] == "late" for id_ in step["units"] or ()}
    found: dict[str, Formation] = {}
    for unit in state.units_of(side):
        ids = squadron_of(state, unit.id)
        if unit.id not in late and unit.id not in state.set_aside and ids[0] not in found:
            units = [state.units[id_] for id_ in ids]
            found[ids[0]] = Formation(units[0].id, ids, named(units), bases_of(units))
    return list(found.values())


def named(units: Iterable[Unit]) -> str:
    """Return units that act as one by name: `Pancerni with Pancerni 2`."""
    return " with ".join(unit.name for unit in units)


def bases_of(units: Iterable[Unit]) -> int:
    """Return how many bases some units have together."""
    return sum(unit.of.bases for unit in units)


def why_apart(state: MeetingState, units: Sequence[Unit]) -> str | None:
    """Return why units are no squadron, if so (BFS-29.10.3, BFS-21.1.3, BFS-21.1.6, BFS-21.1.7)."""
    first = units[0].of
    for unit in units:
        single = next((rule for rule in SINGLE if rule in unit.of.special), None)
        if single is not None:
            return words.never_in_squadron(unit.name, single)
        caught = state.robbers.get(str(unit.side), {}).get("no_squadron", ())
        if unit.id in caught:
            return words.has_left_line(unit.name)
        if _kind(unit) != _kind(units[0]):
            return words.SAME_TYPE_AND_REGIMENT
    most = squadron_limit(first.type)
    if most is None:
        return words.no_squadrons_of(units[0].name)
    bases = bases_of(units)
    if bases > most:
        return words.squadron_too_large(first.type, most, bases)
    return None


def _kind(unit: Unit) -> tuple[str, str, str]:
    return unit.of.type, unit.of.like or unit.of.label or unit.of.name, unit.of.regiment


def groups(state: MeetingState, units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
    """Yield every unit by itself, then every squadron that some of them may form, the smaller first."""
    yield from ((unit,) for unit in units)
    found = 0
    alike: dict[tuple[str, str, str], list[Unit]] = {}
    for unit in units:
        if why_apart(state, (unit,)) is None:
            alike.setdefault(_kind(unit), []).append(unit)
    for same in alike.values():
        for number in range(2, len(same) + 1):
            fitting = [some for some in combinations(same, number) if why_apart(state, some) is None]
            # Where no squadron of this size fits, no larger one does.
            if not fitting:
                break
            for some in fitting:
                found += 1
                # Many alike units have more combinations than a page can offer.
                if found > _MOST_GROUPS:
                    return
                yield some


def squadron_of(state: MeetingState, unit: str) -> tuple[str, ...]:
    """Return the units of the squadron that a unit stands in; itself alone if in none."""
    for side in ("0", "1"):
        for squadron in state.deployment.get("squadrons", {}).get(side, ()):
            if unit in squadron["units"]:
                return tuple(squadron["units"])
    return (unit,)


def split(parts: Sequence[int], least: int = 0) -> tuple[int, int] | None:
    """Return the bases of the two units that a squadron of such component units falls into, the larger first
    (BFS-33.9).

    They are as equal as whole units allow, none below `least`; None if it cannot be divided so.
    """
    whole = sum(parts)
    best: tuple[int, int] | None = None
    # Every division is tried: a squadron has few enough units for that.
    for number in range(1, len(parts)):
        for some in combinations(parts, number):
            one, other = max(sum(some), whole - sum(some)), min(sum(some), whole - sum(some))
            if other >= max(least, 1) and (best is None or one - other < best[0] - best[1]):
                best = one, other
    return best

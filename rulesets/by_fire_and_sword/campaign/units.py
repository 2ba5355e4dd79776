"""The units of a list of By Fire and Sword as a campaign counts them: steps are bases, worth is FSP.

Cards have prices, their units have none of their own (BFS-29.2.6): what a command costs is shared out among
the units of its card by their bases. What stands in a right-hand column bears its own price (BFS-29.2.7).
Commanders are one step each and cost what they are sold for, those of a core nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from rulesets.by_fire_and_sword.armies.force import own_book
from rulesets.by_fire_and_sword.armies.levy import Levy, Muster, Taken
from rulesets.contract.campaign import Arm, CampaignUnit
from rulesets.engine.lists import ArmyList
from rulesets.engine.mustering import numbered_names

_ARMS: dict[str, Arm] = {
    "cavalry": "horse", "commander": "horse", "dragoons": "dragoons", "infantry": "foot", "artillery": "guns",
}  # fmt: skip


def units(army: ArmyList) -> tuple[CampaignUnit, ...]:
    """Return every unit and commander of a list; raise ListError for an unknown book.

    What stands on no card of the book counts for nothing: one step, no worth.
    """
    muster = Muster(army, own_book(army))
    known = {taken.unit.id: taken for _, taken in muster.everything()}
    worth = _worth(muster)
    names = numbered_names(
        known[unit.id].name if unit.id in known else unit.name or unit.entry for unit in army.units()
    )
    return tuple(
        CampaignUnit(
            unit.id, name, steps_of(taken), round(worth.get(unit.id, 0.0), 4), arm_of(taken),
            taken.bases if taken is not None else 0,
        )
        for unit, name in zip(army.units(), names, strict=True)
        for taken in (known.get(unit.id),)
    )  # fmt: skip


def steps_of(taken: Taken | None) -> int:
    """Return the bases of a unit; 1 for a commander."""
    return max(1, taken.bases) if taken is not None else 1


def arm_of(taken: Taken | None) -> Arm:
    """Return foot, horse (commanders too), dragoons, guns, or other (wagons)."""
    return _ARMS.get(taken.profile.type, "other") if taken is not None else "other"


# -- worth ----------------------------------------------------------------------------------------


def _worth(muster: Muster) -> dict[str, float]:
    """Return FSP by unit id; together they are what the list costs."""
    # Only the right-hand column prices units one by one; the rest of a card has a common price.
    own = {taken.path: taken for _, taken in muster.everything() if taken.place.additional}
    worth: defaultdict[str, float] = defaultdict(float)
    pools: defaultdict[str, int] = defaultdict(int)
    for line in muster.lines:
        if line.path in own:
            worth[own[line.path].unit.id] += line.points
        else:
            pools[line.path.partition(".")[0]] += line.points
    for levy in muster.levies:
        _share(worth, pools.pop(levy.path, 0), _sharers(levy))
    # What belongs to no command, such as portable obstacles, is shared by all.
    _share(worth, sum(pools.values()), [taken for _, taken in muster.everything()])
    return worth


def _sharers(levy: Levy) -> list[Taken]:
    """Return who shares what a command's card costs: what stands on the card, else all that it has."""
    core = [taken for taken in levy.taken if not taken.place.additional]
    return core or [*levy.taken, *levy.attached]


def _share(worth: dict[str, float], points: int, sharers: Iterable[Taken]) -> None:
    weights = dict(_weights(list(sharers)))
    for key, weight in weights.items():
        worth[key] += points * weight / sum(weights.values())


def _weights(sharers: list[Taken]) -> Iterator[tuple[str, int]]:
    """Return by unit id the bases; commanders count only where nobody else is."""
    for taken in sharers:
        if taken.bases or all(each.place.is_commander for each in sharers):
            yield taken.unit.id, max(1, taken.bases)

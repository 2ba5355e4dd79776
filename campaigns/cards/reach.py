"""Where a force can march this turn, what that costs it, and whether it would be in supply there.

Told from what its faction knows, whoever asks: enemies that it has not seen bar no way and cut no supply.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from campaigns.cards.forces import area_name
from campaigns.engine.state import Force, State
from campaigns.engine.turn.supply import Supplies
from campaigns.engine.view import view
from campaigns.engine.ways import blocked, cost_of, map_of, reach, share

FED = {"way": "in supply", "magazine": "in supply from a magazine", "area": "lives off the land"}
HUNGRY = "out of supply"


@dataclass(frozen=True, slots=True)
class ReachLine:
    """An area that a force can reach: `cost` in march points (or areas), the `share` (0 to 1) of its turn,
    whether only a `forced` march gets there, how it would be fed ("" for not at all), and the way to it.
    """

    area: str
    name: str
    cost: float
    share: float
    forced: bool
    fed: str
    way: tuple[str, ...]

    @property
    def supply(self) -> str:
        """How it would be fed, in words."""
        return FED.get(self.fed, HUNGRY)


@dataclass
class Reaches:
    """The reach of forces of a faction, as the faction knows the campaign; `state` may hold more."""

    state: State
    faction: str
    known: State = field(init=False)

    def __post_init__(self) -> None:
        self.known = view(self.state, self.faction).state

    @cached_property
    def supplies(self) -> Supplies:
        """Where the faction's forces would be fed."""
        return Supplies(self.known, self.faction)

    @property
    def unit(self) -> str:
        """What a march is counted in."""
        return "areas" if self.known.rules.march.by == "areas" else "march points"

    def of(self, force: Force) -> list[ReachLine]:
        """Return the areas that a force can reach in fair weather, the nearest first; not its own."""
        near, far = reach(self.known, force), reach(self.known, force, forced=True)
        lines = []
        for key, hurried in far.items():
            found = near.get(key)
            least = found or hurried
            lines.append(
                ReachLine(
                    key, area_name(self.known, key), least.cost, least.share, found is None,
                    self.supplies.at(force, key), least.way,
                )
            )  # fmt: skip
        return sorted((each for each in lines if each.area != force.at), key=lambda each: (
            each.forced, each.share, each.name,
        ))  # fmt: skip

    def table(self, force: Force, lines: Iterable[ReachLine]) -> dict[str, Any]:
        """Return the same for a script that draws ways: `steps` by area and neighbour the cost, the share of
        a turn, and that of a forced march; `fed` by area.
        """
        fed = {each.area: each.fed for each in lines}
        steps = {at: dict(self._steps(force, at, fed)) for at in (force.at, *fed)}
        return {"steps": steps, "fed": fed | {force.at: self.supplies.at(force, force.at)}}

    def _steps(self, force: Force, at: str, fed: Iterable[str]) -> Iterable[tuple[str, list[float]]]:
        inside = {force.at, *fed}
        for goal, link in sorted(map_of(self.known).ways[at].items()):
            if goal not in inside or blocked(self.known, force.faction, at, goal):
                continue
            shares = (
                share(self.known, force, link, goal, forced=forced, weather=100) for forced in (False, True)
            )
            # Too far for one turn is told as such: JSON has no infinity.
            yield (
                goal,
                [round(cost_of(self.known, link, goal), 6), *(min(99.0, round(each, 6)) for each in shares)],
            )

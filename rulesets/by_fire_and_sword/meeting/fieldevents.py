"""What happens on the table in a meeting (BFS-30.3.G to I): terrain, reconnaissance, deployment.

Each event is the only change that it records; what it writes into the state are plain JSON values.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from rulesets.by_fire_and_sword import pieces
from rulesets.by_fire_and_sword.meeting.state import MeetingState
from rulesets.by_fire_and_sword.wording import events as words
from rulesets.engine.events import Event, Names
from rulesets.engine.records import record

# -- terrain --------------------------------------------------------------------------------------


@record
class FirstDrawn(Event):
    """BFS-31.3.1: which player places the first terrain element, of how many."""

    first: int
    elements: int

    kind: ClassVar[str] = "terrain-begun"

    def describe(self, names: Names) -> str:
        return words.terrain_in_turns(self.elements, names(str(self.first)))


@record
class PiecePlaced(Event):
    """A terrain piece comes onto the table; `side` places it, None: the scenario or what was agreed on."""

    side: int | None
    piece: dict[str, Any]

    kind: ClassVar[str] = "piece-placed"

    def apply(self, state: MeetingState) -> None:
        state.terrain.append(dict(self.piece))

    def describe(self, names: Names) -> str:
        what = pieces.words(self.piece)
        if self.side is not None:
            return words.places_terrain(names(str(self.side)), what.lower())
        return words.terrain_placed(what, bool(self.piece.get("scenario")))


@record
class PieceShifted(Event):
    """BFS-32.9: a piece was shifted; `piece` is how it lies now."""

    side: int
    piece: dict[str, Any]

    kind: ClassVar[str] = "piece-shifted"

    def apply(self, state: MeetingState) -> None:
        ids = [each["id"] for each in state.terrain]
        state.terrain[ids.index(self.piece["id"])] = dict(self.piece)

    def describe(self, names: Names) -> str:
        return words.shifts_terrain(names(str(self.side)), pieces.words(self.piece).lower())


@record
class PieceRemoved(Event):
    """A piece was taken off the table; `why` in a phrase."""

    side: int | None
    piece: str
    what: str
    why: str

    kind: ClassVar[str] = "piece-removed"

    def apply(self, state: MeetingState) -> None:
        state.terrain = [each for each in state.terrain if each["id"] != self.piece]

    def describe(self, names: Names) -> str:
        side = names(str(self.side)) if self.side is not None else ""
        return words.terrain_off_table(side, self.what.lower(), self.why)


@record
class Consented(Event):
    """A player agrees, or not, to terrain that needs the consent of both (BFS-31.4, BFS-31.6)."""

    side: int
    agreed: bool
    piece: dict[str, Any]
    reasons: tuple[str, ...]

    kind: ClassVar[str] = "terrain-consent"

    def describe(self, names: Names) -> str:
        what = pieces.words(self.piece).lower()
        return words.consented(names(str(self.side)), self.agreed, what, self.reasons)


@record
class PlacingEnded(Event):
    """No further element has room on the table: fewer lie on it than its size allows."""

    placed: int
    elements: int

    kind: ClassVar[str] = "placing-ended"

    def describe(self, names: Names) -> str:
        return words.no_room_for_more(self.placed, self.elements)


@record
class EdgesDrawn(Event):
    """BFS-31.3: the table edge of each side, and which side has the weaker side's part on the map."""

    edges: tuple[str, str]
    weaker_part: int
    parts: tuple[str, str]

    kind: ClassVar[str] = "edges-drawn"

    def apply(self, state: MeetingState) -> None:
        state.edges = dict(enumerate(self.edges))
        state.deployment["weaker_part"] = self.weaker_part
        state.deployment["parts"] = list(self.parts)

    def describe(self, names: Names) -> str:
        return "; ".join(
            words.has_edge(names(str(side)), self.parts[side].lower(), self.edges[side]) for side in (0, 1)
        )


@record
class ObjectivePlaced(Event):
    """BFS-30.2.5: a control marker stands for a point of the table."""

    objective: dict[str, Any]

    kind: ClassVar[str] = "objective-placed"

    def apply(self, state: MeetingState) -> None:
        state.objectives.append(dict(self.objective))

    def describe(self, names: Names) -> str:
        if self.objective["placed"] == "in play":
            return words.objective_in_battle(self.objective["name"])
        return words.objective_at(self.objective["name"], self.objective["x"], self.objective["y"])


# -- reconnaissance -------------------------------------------------------------------------------


@record
class Reconnoitred(Event):
    """BFS-33.2: the points of both sides, who buys (None: nobody), with how many, how many effects at most.

    `against`: how many of them may act on the enemy (BFS-33.8).
    """

    points: tuple[int, int]
    buyer: int | None
    difference: int
    limit: int
    against: int
    why: str = ""

    kind: ClassVar[str] = "reconnoitred"

    def apply(self, state: MeetingState) -> None:
        state.reconnaissance = {
            "points": list(self.points), "buyer": self.buyer, "difference": self.difference, "spent": 0,
            "limit": self.limit, "against": self.against, "effects": [], "why": self.why,
        }  # fmt: skip

    def describe(self, names: Names) -> str:
        if self.buyer is None:
            return words.nobody_reconnoitres(self.why)
        return words.reconnoitred(
            self.points[0], self.points[1], names(str(self.buyer)), self.difference, self.limit, self.against
        )


@record
class EffectBought(Event):
    """A reconnaissance effect was bought for `price` points; `size`: the number of bases it was paid for in a
    forced march (0: any), the points that a unit sent away may cost otherwise.
    """

    side: int
    key: str
    name: str
    price: int
    size: int = 0

    kind: ClassVar[str] = "reconnaissance-bought"

    def apply(self, state: MeetingState) -> None:
        state.reconnaissance["spent"] += self.price
        state.reconnaissance["effects"].append(
            {"key": self.key, "name": self.name, "rule": self.rule, "price": self.price, "size": self.size}
        )

    def describe(self, names: Names) -> str:
        return words.buys(names(str(self.side)), self.name, self.price)


@record
class LancesDiscarded(Event):
    """BFS-33.7: a unit leaves its lances behind and starts the game without them."""

    unit: str

    kind: ClassVar[str] = "lances-discarded"

    def apply(self, state: MeetingState) -> None:
        state.deployment.setdefault("without_lances", []).append(self.unit)

    def describe(self, names: Names) -> str:
        return words.leaves_lances(names(self.unit))


# -- deployment -----------------------------------------------------------------------------------


@record
class OrderFixed(Event):
    """Who deploys when: the steps in their order, each with its side, its units and its zones."""

    first: int
    steps: tuple[dict[str, Any], ...]

    kind: ClassVar[str] = "deployment-order"

    def apply(self, state: MeetingState) -> None:
        state.deployment.update({
            "first": self.first, "steps": [dict(step) for step in self.steps], "done": 0,
            "squadrons": {"0": [], "1": []}, "forced_marches": [],
        })  # fmt: skip

    def describe(self, names: Names) -> str:
        return words.deploys_first(names(str(self.first)))

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "rule": self.rule, "first": self.first, "steps": list(self.steps)}


@record
class UnitsTaken(Event):
    """Which units are deployed in a step."""

    side: int
    step: int
    units: tuple[str, ...]

    kind: ClassVar[str] = "units-taken"

    def apply(self, state: MeetingState) -> None:
        state.deployment["steps"][self.step]["units"] = list(self.units)

    def describe(self, names: Names) -> str:
        if not self.units:
            return words.nothing_to_deploy(names(str(self.side)))
        return words.deploys(names(str(self.side)), map(names, self.units))

    def subjects(self) -> Iterator[str]:
        yield from self.units


@record
class SquadronFormed(Event):
    """BFS-29.10.3: units that are one unit from now on and for the whole battle. `away`: on the flank or in
    ambush, "" on the table.
    """

    side: int
    units: tuple[str, ...]
    bases: int
    away: str = ""

    kind: ClassVar[str] = "squadron-formed"

    def apply(self, state: MeetingState) -> None:
        squadrons = state.deployment.setdefault("squadrons", {"0": [], "1": []})
        squadrons[str(self.side)].append({"units": list(self.units), "bases": self.bases, "away": self.away})

    def describe(self, names: Names) -> str:
        return words.squadron_formed(map(names, self.units), self.bases)

    def subjects(self) -> Iterator[str]:
        yield from self.units


@record
class Deployed(Event):
    """A step of the deployment is done: its units stand on the table."""

    side: int
    step: int

    kind: ClassVar[str] = "deployed"

    def apply(self, state: MeetingState) -> None:
        state.deployment["done"] = self.step + 1

    def describe(self, names: Names) -> str:
        return words.has_deployed(names(str(self.side)))


@record
class ForcedMarchMade(Event):
    """BFS-33.5.1: a unit or squadron makes its free move before the first turn; no `unit`: not used."""

    side: int
    unit: str
    units: tuple[str, ...]

    kind: ClassVar[str] = "forced-march"

    def apply(self, state: MeetingState) -> None:
        state.deployment["forced_marches"].append({"side": self.side, "units": list(self.units)})

    def describe(self, names: Names) -> str:
        if not self.units:
            return words.no_forced_march(names(str(self.side)))
        return words.forced_march(map(names, self.units))


# -- robbers --------------------------------------------------------------------------------------


def _robbers(state: MeetingState, side: int) -> dict[str, Any]:
    found: dict[str, Any] = state.robbers.setdefault(
        str(side), {"dice": [], "losses": {}, "no_free_order": [], "no_squadron": [], "points": {}}
    )
    return found


@record
class RobbersRolled(Event):
    """BFS-30.3.I.2: the dice for the robbers of a side."""

    side: int
    dice: tuple[int, ...]

    kind: ClassVar[str] = "robbers-rolled"

    def apply(self, state: MeetingState) -> None:
        _robbers(state, self.side)["dice"] += list(self.dice)

    def describe(self, names: Names) -> str:
        return words.robbers_rolled(names(str(self.side)), map(str, self.dice))


@record
class RobbersLost(Event):
    """A robber unit starts with 1 point of losses that it cannot reorganize in turn 1; after a 2 to 5 it has
    no free order either.
    """

    side: int
    unit: str
    free_order: bool

    kind: ClassVar[str] = "robbers-lost"

    def apply(self, state: MeetingState) -> None:
        robbers = _robbers(state, self.side)
        robbers["losses"][self.unit] = robbers["losses"].get(self.unit, 0) + 1
        if not self.free_order and self.unit not in robbers["no_free_order"]:
            robbers["no_free_order"].append(self.unit)

    def describe(self, names: Names) -> str:
        return words.plundered(names(self.unit), self.free_order)


@record
class RobbersAway(Event):
    """A robber unit has left its place in the line: no free order and no squadron; with `within` it is
    deployed so many cm around the point.
    """

    side: int
    unit: str
    within: float = 0.0
    x: float = 0.0
    y: float = 0.0

    kind: ClassVar[str] = "robbers-away"

    def apply(self, state: MeetingState) -> None:
        robbers = _robbers(state, self.side)
        for key in ("no_free_order", "no_squadron"):
            if self.unit not in robbers[key]:
                robbers[key].append(self.unit)
        if self.within:
            robbers["points"][self.unit] = {"x": self.x, "y": self.y, "within": self.within}

    def describe(self, names: Names) -> str:
        return words.away_plundering(names(self.unit), self.within, self.x, self.y)

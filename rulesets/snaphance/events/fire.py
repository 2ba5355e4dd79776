"""Events of fire and of what it does: shots, Strength Points lost, disorder, stands that are gone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from rulesets.engine.events import Event, Names
from rulesets.engine.records import record
from rulesets.snaphance.events.movement import vacate
from rulesets.snaphance.state import Melee, State, Status
from rulesets.snaphance.wording import events as words
from rulesets.snaphance.wording.shooting import shown


@record
class Fired(Event):
    """A rank of a stand has fired (0: the front one); that ends opportunity (SN-6.1.c).

    `fire`: voluntary, opportunity, defensive, support or contact. `keeps`: one move is left to it (SN-4.0.h).
    """

    unit: str
    target: str
    fire: str
    dice: int
    hits: int
    rank: int = 0
    keeps: bool = False

    kind: ClassVar[str] = "fired"

    def apply(self, state: State) -> None:
        state.stands[self.unit].opportunity = False
        if self.fire == "voluntary":
            _spend(state, self.unit, self.keeps)

    def describe(self, names: Names) -> str:
        return words.fired(names(self.unit), self.fire, names(self.target), self.rank, self.hits)


@record
class ShotLost(Event):
    """A shot that was announced cannot be made any more (SN-5.0.a); the stand has used its fire."""

    unit: str
    target: str
    why: str
    keeps: bool = False

    kind: ClassVar[str] = "shot-lost"
    sentence: ClassVar[str] = words.SHOT_LOST

    def named(self, names: Names) -> dict[str, Any]:
        return Event.named(self, names) | {"why": shown(self.why)}

    def apply(self, state: State) -> None:
        _spend(state, self.unit, self.keeps)


def _spend(state: State, unit: str, keeps: bool) -> None:
    """Note that the acting stand has fired; `keeps`: one move is left to it (SN-4.0.h)."""
    activation = state.activation
    if activation is None or unit not in activation.stands:
        return
    activation.begun = activation.fired = True
    activation.bound = keeps
    if unit not in activation.fired_by:
        activation.fired_by = (*activation.fired_by, unit)


@record
class LostSP(Event):
    """SN-8.1.a, SN-8.4.b: a stand lost Strength Points, the rear rank first.

    `ranks`: how many of its ranks are gone by it; `points`: the break points lost with them (SN-14.0.a).
    """

    unit: str
    sp: int
    ranks: int
    points: int
    why: str

    kind: ClassVar[str] = "lost-sp"

    def apply(self, state: State) -> None:
        stand = state.stands[self.unit]
        stand.ranks[:] = ranks_after(stand.ranks, self.sp)
        state.lost[stand.side] += self.points

    def describe(self, names: Names) -> str:
        return words.lost_sp(names(self.unit), self.sp, self.why, self.ranks, self.points)


def ranks_after(ranks: list[int], sp: int) -> list[int]:
    """Return the ranks, front first, when `sp` come off the rear; spent ranks are gone (SN-8.4.b)."""
    left = list(ranks)
    while left and sp >= left[-1]:
        sp -= left.pop()
    if left:
        left[-1] -= sp
    return left


@record
class Disordered(Event):
    """A stand becomes disordered, which ends its opportunity (SN-6.1.c)."""

    unit: str
    why: str

    kind: ClassVar[str] = "disordered"
    sentence: ClassVar[str] = words.DISORDERED

    def apply(self, state: State) -> None:
        stand = state.stands[self.unit]
        stand.disordered = True
        stand.opportunity = False


@record
class Removed(Event):
    """A stand leaves the map: its hex, its melees; `points`: break points lost with it (SN-14.0.a)."""

    unit: str
    how: Status
    points: int
    why: str

    kind: ClassVar[str] = "removed"

    def apply(self, state: State) -> None:
        stand = state.stands[self.unit]
        vacate(state, stand)
        stand.status = self.how
        stand.opportunity = False
        state.melees[:] = _without(state.melees, stand.id)
        state.lost[stand.side] += self.points

    def describe(self, names: Names) -> str:
        return words.removed(names(self.unit), self.how, self.why, self.points)


def _without(melees: list[Melee], stand: str) -> list[Melee]:
    """Return the melees when a stand is gone: those of which it was a Battle Stand are over."""
    return [
        replace(melee, supporters=tuple(each for each in melee.supporters if each != stand))
        for melee in melees
        if stand not in melee.stands
    ]

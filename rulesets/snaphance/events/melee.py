"""Events of melee: who fights whom, who wins, which melees go on (SN-10, SN-11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from rulesets.engine.events import Event, Names
from rulesets.engine.records import record
from rulesets.snaphance.events import AboutStands
from rulesets.snaphance.state import Melee, State
from rulesets.snaphance.wording import events as words


@record
class MeleeBegan(Event):
    """SN-10.2.a: two Battle Stands fight, `unit` having made the contact; `supporters` of both sides.

    `again`: an ongoing melee is fought again.
    """

    unit: str
    target: str
    supporters: tuple[str, ...] = ()
    again: bool = False

    kind: ClassVar[str] = "melee-began"

    def describe(self, names: Names) -> str:
        supporters = [*map(names, self.supporters)]
        return words.melee_began(names(self.unit), names(self.target), supporters, self.again)

    def subjects(self) -> Iterator[str]:
        yield from (self.unit, self.target, *self.supporters)


@record
class MeleeDecided(Event):
    """SN-11.0.a: the morale losses of `unit` and `target`, and the side that wins, -1 for a draw."""

    unit: str
    target: str
    losses: tuple[int, int]
    winner: int

    kind: ClassVar[str] = "melee-decided"

    def describe(self, names: Names) -> str:
        won = "" if self.winner < 0 else names(str(self.winner))
        return words.melee_decided(names(self.unit), names(self.target), self.losses, won)


@record
class MeleeOngoing(Event):
    """SN-11.3.a: the melee of two Battle Stands, side 0's first, goes on; what was known of it is replaced.

    The other fields are those of the Melee.
    """

    units: tuple[str, str]
    supporters: tuple[str, ...]
    fought: tuple[str, ...]
    began: int

    kind: ClassVar[str] = "melee-ongoing"
    sentence: ClassVar[str] = words.MELEE_ONGOING

    def apply(self, state: State) -> None:
        others = [melee for melee in state.melees if melee.stands != self.units]
        state.melees = [*others, Melee(self.units, self.supporters, self.fought, self.began)]

    def subjects(self) -> Iterator[str]:
        yield from (*self.units, *self.supporters)


@record
class MeleeOver(AboutStands):
    """The melee of two Battle Stands, side 0's first, is over."""

    kind: ClassVar[str] = "melee-over"
    sentence: ClassVar[str] = words.MELEE_OVER

    def apply(self, state: State) -> None:
        state.melees = [melee for melee in state.melees if melee.stands != self.units]


@record
class SupportEnded(Event):
    """A stand supports no ongoing melee any more: it is attacked itself (SN-11.4.c), or has gone."""

    unit: str

    kind: ClassVar[str] = "support-ended"
    sentence: ClassVar[str] = words.SUPPORT_ENDED

    def apply(self, state: State) -> None:
        state.melees = [
            replace(melee, supporters=tuple(one for one in melee.supporters if one != self.unit))
            for melee in state.melees
        ]

"""The events of charges and reactions: declarations, evasion, interception, the end of a stand's movement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rulesets.engine.events import Event, Names
from rulesets.engine.records import record
from rulesets.snaphance.clash import Coming
from rulesets.snaphance.events import Faced
from rulesets.snaphance.state import State
from rulesets.snaphance.wording import events as words


@record
class Declared(Event):
    """A charge, a reaction or a pursuit is stated before it is done: `action` is charge, opportunity fire,
    counter-charge or has to pursue.
    """

    unit: str
    action: str
    target: str

    kind: ClassVar[str] = "declared"

    def describe(self, names: Names) -> str:
        return words.declared(names(self.unit), self.action, names(self.target))


@record
class Evaded(Event):
    """SN-5.0.e: a stand evades from its `attackers` in their single move number `move` (0 before any)."""

    unit: str
    attackers: list[str]
    move: int

    kind: ClassVar[str] = "evaded"

    def apply(self, state: State) -> None:
        activation = state.activation
        if activation is not None:
            for attacker in self.attackers:
                activation.evaded.setdefault(f"{self.unit} {attacker}", []).append(self.move)

    def describe(self, names: Names) -> str:
        return words.evaded(names(self.unit), [*map(names, self.attackers)])

    def subjects(self) -> Iterator[str]:
        yield self.unit
        yield from self.attackers


@record
class Answering(Event):
    """SN-6.2.e: `unit` will charge `target` from the hex `place` when that has fired; with no unit it has."""

    unit: str
    target: str
    place: str = ""

    kind: ClassVar[str] = "answering"

    def apply(self, state: State) -> None:
        if state.activation is not None:
            state.activation.answer = f"{self.unit} {self.place}" if self.unit else ""

    def describe(self, names: Names) -> str:
        if not self.unit:
            return words.has_fired(names(self.target))
        return words.lets_fire_first(names(self.unit), names(self.target))


@record
class Intercepted(Event):
    """SN-6.2.b: `target` is charged on opportunity by `unit`: nobody else may do so in this activation.

    `how`: opportunity or counter.
    """

    unit: str
    target: str
    how: Coming

    kind: ClassVar[str] = "intercepted"

    def apply(self, state: State) -> None:
        state.intercepted[self.target] = f"{state.turn} {state.active_group}"
        state.stands[self.unit].opportunity = False

    def describe(self, names: Names) -> str:
        said = words.counter_charges if self.how == "counter" else words.charges_on_opportunity
        return said(names(self.unit), names(self.target))


@record
class BonusLost(Event):
    """SN-7.4.1.1.b: fire at 2H has cost the stand its Charge Bonus for this attack."""

    unit: str

    kind: ClassVar[str] = "bonus-lost"
    sentence: ClassVar[str] = words.BONUS_LOST

    def apply(self, state: State) -> None:
        activation = state.activation
        if activation is not None and self.unit not in activation.no_bonus:
            activation.no_bonus = (*activation.no_bonus, self.unit)


@record
class MovementOver(Event):
    """The stands that act now may do nothing more: they were met, have met an enemy or gave up a charge."""

    unit: str
    why: str

    kind: ClassVar[str] = "movement-over"
    sentence: ClassVar[str] = words.MOVEMENT_OVER

    def apply(self, state: State) -> None:
        activation = state.activation
        if activation is None or self.unit not in activation.stands:
            return
        activation.begun = activation.over = True
        if activation.move is not None:
            activation.move.over = True


@record
class FacedAttacker(Faced):
    """SN-4.6.d, SN-10.4.e: a stand turns to face who attacks its flank or rear.

    SN-6.1.c: more than one face ends its opportunity.
    """

    unit: str
    facing: int

    kind: ClassVar[str] = "faced-attacker"
    sentence: ClassVar[str] = words.FACED_ATTACKER

    def apply(self, state: State) -> None:
        stand = state.stands[self.unit]
        turned = (self.facing - stand.facing) % 6
        stand.facing = self.facing
        stand.opportunity = stand.opportunity and turned in (0, 1, 5)

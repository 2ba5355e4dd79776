"""Events of the fight: moves, contact, fire, Disorder, losses, removal, the end."""

from __future__ import annotations

from typing import Any, ClassVar

from rulesets.baroque.state import Face, State, Status
from rulesets.baroque.wording import events as words
from rulesets.engine.events import Event, Names
from rulesets.engine.geometry import Base
from rulesets.engine.records import record


@record
class Declared(Event):
    """An action was stated before it is done (BQ-4.1.3.j): a charge, a shot, a pursuit, a main unit ..."""

    unit: str
    action: str
    target: str = ""

    kind: ClassVar[str] = "declared"

    def describe(self, names: Names) -> str:
        return words.declared(names(self.unit), self.action, names(self.target) if self.target else "")


@record
class Moved(Event):
    """A unit stands at a new place: front midpoint (x, y) and heading.

    `how`: advance, wheel, oblique, back, about-face, face-side, turn-gun, charge (voluntary); evade,
    disengage, retreat, repulse, pursue, pushed, placed (others). `action`: it was a movement action of the
    unit's own (BQ-5.1.a).
    `bu`: distance. `through`: it passed a friend.
    """

    unit: str
    x: float
    y: float
    heading: float
    how: str
    bu: float
    action: bool = False
    through: bool = False

    kind: ClassVar[str] = "moved"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        old = unit.place
        unit.base = Base(self.x, self.y, self.heading, old.width, old.depth)
        unit.moves += self.action
        activation = state.activation
        if activation is None or activation.unit != self.unit:
            return
        if self.how == "turn-gun":
            activation.acted = activation.turned = True
        if self.action:
            activation.march += 1
            activation.acted = True
            activation.last_kind = self.how
            activation.passed_through = self.through

    def describe(self, names: Names) -> str:
        return words.moved(names(self.unit), self.how, self.bu)


@record
class Spent(Event):
    """The activation changed otherwise: `march_over` (no more movement), `done` (nothing more)."""

    unit: str
    march_over: bool = False
    done: bool = False
    why: str = ""

    kind: ClassVar[str] = "spent"

    def apply(self, state: State) -> None:
        activation = state.activation
        if activation is None or activation.unit != self.unit:
            return
        activation.acted = True
        activation.march_over = activation.march_over or self.march_over
        activation.done = activation.done or self.done

    def describe(self, names: Names) -> str:
        return words.spent(names(self.unit), self.why)


@record
class Evaded(Event):
    """The unit took an evasion test (BQ-5.6.c); each earlier one in a turn makes the next harder."""

    unit: str
    success: bool

    kind: ClassVar[str] = "evaded"

    def apply(self, state: State) -> None:
        state.units[self.unit].evasions += 1

    def describe(self, names: Names) -> str:
        return words.evaded(names(self.unit), self.success)


@record
class Fired(Event):
    """A unit fired with `dice` dice and scored `hits`. `fire`: active, opportunity, defensive, pistols,
    caracole.

    `volley`: this was its first volley (BQ-6.1.5.a). `reserved`: movement actions paid for (BQ-6.1.3.2.b),
    -1: none asked.
    """

    unit: str
    target: str
    fire: str
    dice: int
    hits: int
    volley: bool = False
    reserved: int = -1

    kind: ClassVar[str] = "fired"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        if self.fire == "pistols":
            unit.pistols_fired = True
        elif self.volley:
            unit.volley_fired = True
        activation = state.activation
        if self.fire in ("active", "caracole") and activation is not None and activation.unit == self.unit:
            activation.shots += 1
            activation.acted = True
            if self.reserved >= 0:
                activation.reserved = activation.march + self.reserved

    def describe(self, names: Names) -> str:
        return words.fired(names(self.unit), self.fire, names(self.target), self.dice, self.hits)


@record
class PistolsLost(Event):
    """The unit's first contact did not allow its pistol fire, which is lost for the battle (BQ-6.7.b)."""

    unit: str

    kind: ClassVar[str] = "pistols-lost"
    sentence: ClassVar[str] = words.PISTOLS_LOST

    def apply(self, state: State) -> None:
        state.units[self.unit].pistols_fired = True


@record
class Disordered(Event):
    """The unit is Disordered (BQ-2.5.3)."""

    unit: str
    why: str

    kind: ClassVar[str] = "disordered"
    sentence: ClassVar[str] = words.DISORDERED

    def apply(self, state: State) -> None:
        state.units[self.unit].disordered = True


@record
class LostVBU(Event):
    """Permanent losses."""

    unit: str
    losses: int
    why: str

    kind: ClassVar[str] = "lost-vbu"
    sentence: ClassVar[str] = words.LOST_VBU

    def apply(self, state: State) -> None:
        state.units[self.unit].losses += self.losses


@record
class Exhausted(Event):
    """The unit has become Exhausted (BQ-2.5.1.a); follows from its losses and is reported once."""

    unit: str

    kind: ClassVar[str] = "exhausted"
    sentence: ClassVar[str] = words.EXHAUSTED


@record
class Removed(Event):
    """A unit leaves the table: routed, dispersed, destroyed, withdrawn, over the edge; its contacts end."""

    unit: str
    status: Status
    why: str

    kind: ClassVar[str] = "removed"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.status, unit.base = self.status, None
        for pair in [pair for pair in state.contacts if self.unit in pair]:
            del state.contacts[pair]

    def describe(self, names: Names) -> str:
        return words.removed(names(self.unit), self.status, self.why)


@record
class Contacted(Event):
    """`unit`'s front touches the `face` of `target` (BQ-7.1.a, BQ-7.2)."""

    unit: str
    target: str
    face: Face

    kind: ClassVar[str] = "contacted"
    sentence: ClassVar[str] = words.CONTACTED

    def apply(self, state: State) -> None:
        state.contacts[self.unit, self.target] = self.face


@record
class LancesUsed(Event):
    """The unit fights its first charge of the game with the lance (BQ-8.2.2)."""

    unit: str

    kind: ClassVar[str] = "lances-used"
    sentence: ClassVar[str] = words.LANCES_USED

    def apply(self, state: State) -> None:
        state.units[self.unit].lance_used = True


@record
class Separated(Event):
    """Two units are no longer in contact."""

    unit: str
    target: str

    kind: ClassVar[str] = "separated"
    sentence: ClassVar[str] = words.SEPARATED

    def apply(self, state: State) -> None:
        state.contacts.pop((self.unit, self.target), None)
        state.contacts.pop((self.target, self.unit), None)


@record
class Disengaged(Event):
    """The unit has broken off its melee of its own will and may do nothing else this turn (BQ-5.7.d)."""

    unit: str

    kind: ClassVar[str] = "disengaged"
    sentence: ClassVar[str] = words.DISENGAGED

    def apply(self, state: State) -> None:
        state.units[self.unit].disengaged = True
        activation = state.activation
        if activation is not None and activation.unit == self.unit:
            activation.acted = activation.done = True


@record
class BaggageSacked(Event):
    """A side's Baggage is sacked (BQ-7.9.b)."""

    side: int

    kind: ClassVar[str] = "baggage-sacked"
    sentence: ClassVar[str] = words.BAGGAGE_SACKED

    def apply(self, state: State) -> None:
        state.sides[self.side].baggage_sacked = True


@record
class BattleEnded(Event):
    """The end: winner (-1: a draw), how, VDT left by side."""

    winner: int
    how: str
    left: tuple[int, int]

    kind: ClassVar[str] = "battle-ended"

    def describe(self, names: Names) -> str:
        if self.winner < 0:
            return words.drawn(self.how)
        return words.victory(names(str(self.winner)), self.how)

    def scores(self) -> dict[str, Any]:
        return {"winner": self.winner, "left": list(self.left)}

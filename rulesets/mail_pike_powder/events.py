"""Events of Mail, Pike & Powder: the only writers of the state."""

from __future__ import annotations

from typing import Any, ClassVar

from rulesets.engine.events import Event, Names
from rulesets.engine.geometry import Base
from rulesets.engine.records import record
from rulesets.mail_pike_powder.state import Face, Piece, State, Status, quarter
from rulesets.mail_pike_powder.wording import events as words

ALL_FACES = 0b1111

# -- the battle and its turns ---------------------------------------------------------------------


@record
class MovesFirst(Event):
    """Who has the first turn is settled (MPP-C-13, MPP-C-29)."""

    side: int
    kind: ClassVar[str] = "moves-first"
    sentence: ClassVar[str] = words.MOVES_FIRST

    def apply(self, state: State) -> None:
        state.first = self.side


@record
class TurnBegan(Event):
    """The turn of a side begins: what its units and commanders did in their last one is forgotten."""

    side: int
    turn: int
    kind: ClassVar[str] = "turn-began"
    sentence: ClassVar[str] = words.TURN_BEGAN

    def apply(self, state: State) -> None:
        state.active, state.turn, state.silenced = self.side, self.turn, False
        state.sides[self.side].turns += 1
        for unit in state.units.values():
            unit.traversed = False
            if unit.side == self.side:
                unit.ordered = unit.shot = False
                unit.moves = unit.faces = 0
        for leader in state.leaders.values():
            if leader.side == self.side:
                leader.spent = leader.ordered = leader.moved = leader.rerolled = False


@record
class PhaseBegan(Event):
    """A phase of a turn begins: command, shooting or combat (MPP-7)."""

    phase: str
    kind: ClassVar[str] = "phase-began"

    def apply(self, state: State) -> None:
        state.phase = self.phase

    def describe(self, names: Names) -> str:
        return words.phase_began(self.phase)


@record
class TurnEnded(Event):
    """The turn of a side ends, with the battalias that are broken on each side."""

    side: int
    turn: int
    broken: tuple[int, int]
    kind: ClassVar[str] = "turn-ended"
    sentence: ClassVar[str] = words.TURN_ENDED

    def apply(self, state: State) -> None:
        state.phase = ""


@record
class BattleEnded(Event):
    """The end: winner (-1: a draw) and how."""

    winner: int
    how: str
    kind: ClassVar[str] = "battle-ended"

    def describe(self, names: Names) -> str:
        return words.drawn(self.how) if self.winner < 0 else words.victory(names(str(self.winner)), self.how)


# -- setting up -----------------------------------------------------------------------------------


@record
class PiecePlaced(Event):
    """A piece of terrain lies on the table (MPP-C-29)."""

    piece: Piece
    kind: ClassVar[str] = "piece-placed"

    def apply(self, state: State) -> None:
        state.terrain[self.piece.id] = self.piece

    def describe(self, names: Names) -> str:
        return words.piece_placed(self.piece.kind)

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "rule": self.rule, "piece": self.piece.to_json()}


@record
class UnitDeployed(Event):
    """A unit is deployed in a formation (MPP-C-29)."""

    unit: str
    formation: str
    x: float
    y: float
    heading: float
    width: float
    depth: float
    kind: ClassVar[str] = "unit-deployed"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.base = Base(self.x, self.y, self.heading, self.width, self.depth)
        unit.formation, unit.status = self.formation, "field"

    def describe(self, names: Names) -> str:
        return words.deployed(names(self.unit), self.formation)


@record
class LeftOut(Event):
    """There is no room for a unit: it does not take part."""

    unit: str
    kind: ClassVar[str] = "left-out"
    sentence: ClassVar[str] = words.LEFT_OUT

    def apply(self, state: State) -> None:
        state.units[self.unit].status = "left"


@record
class CommandDeployed(Event):
    """All of a battalia stands on the table."""

    command: str
    kind: ClassVar[str] = "command-deployed"
    sentence: ClassVar[str] = words.COMMAND_DEPLOYED

    def apply(self, state: State) -> None:
        state.commands[self.command].deployed = True


# -- commanders -----------------------------------------------------------------------------------


@record
class LeaderMoved(Event):
    """A commander stands at a place; `why` is "" for a move of his own (MPP-3.6, MPP-3.7)."""

    leader: str
    x: float
    y: float
    why: str = ""
    kind: ClassVar[str] = "leader-moved"

    def apply(self, state: State) -> None:
        leader = state.leaders[self.leader]
        leader.x, leader.y, leader.placed, leader.attached = self.x, self.y, True, ""
        if not self.why:
            leader.moved = True

    def describe(self, names: Names) -> str:
        return words.leader_moved(names(self.leader), self.why)


@record
class LeaderJoined(Event):
    """A commander joins a unit (MPP-C-12, MPP-C-38)."""

    leader: str
    unit: str
    kind: ClassVar[str] = "leader-joined"
    sentence: ClassVar[str] = words.LEADER_JOINED

    def apply(self, state: State) -> None:
        leader, base = state.leaders[self.leader], state.units[self.unit].place
        leader.attached, leader.moved = self.unit, True
        leader.x, leader.y = round(base.cx, 4), round(base.cy, 4)


@record
class LeaderLost(Event):
    """A commander is killed (MPP-C-38)."""

    leader: str
    how: str
    kind: ClassVar[str] = "leader-lost"
    sentence: ClassVar[str] = words.LEADER_LOST

    def apply(self, state: State) -> None:
        leader = state.leaders[self.leader]
        leader.alive, leader.fallen, leader.attached = False, True, ""


@record
class LeaderReplaced(Event):
    """Somebody else takes over a battalia, with a lower rating (MPP-C-38)."""

    leader: str
    level: str
    kind: ClassVar[str] = "leader-replaced"
    sentence: ClassVar[str] = words.LEADER_REPLACED

    def apply(self, state: State) -> None:
        leader = state.leaders[self.leader]
        leader.alive, leader.level = True, self.level


@record
class OrderGiven(Event):
    """A commander has given an order: `moves` that it gives, 0 if it failed (MPP-C-06).

    `unit` is "" for an order to the whole battalia; `spent`: he gives no more this turn (MPP-C-07).
    """

    leader: str
    unit: str
    intent: str
    moves: int
    spent: bool
    kind: ClassVar[str] = "order-given"

    def apply(self, state: State) -> None:
        leader = state.leaders[self.leader]
        leader.ordered = True
        leader.spent = leader.spent or self.spent

    def describe(self, names: Names) -> str:
        return words.order_given(
            names(self.leader), names(self.unit) if self.unit else "", self.intent, self.moves
        )


@record
class Silenced(Event):
    """The general has blundered: his army gets no more orders this turn (MPP-C-08)."""

    leader: str
    kind: ClassVar[str] = "silenced"
    sentence: ClassVar[str] = words.SILENCED

    def apply(self, state: State) -> None:
        state.silenced = True


@record
class Rerolled(Event):
    """The general has used his reroll (MPP-C-09)."""

    leader: str
    kind: ClassVar[str] = "rerolled"
    sentence: ClassVar[str] = words.REROLLED

    def apply(self, state: State) -> None:
        state.leaders[self.leader].rerolled = True


# -- moves ----------------------------------------------------------------------------------------


@record
class Activated(Event):
    """A unit has its order, or moves by itself: it gets no other this turn (MPP-C-07, MPP-C-10)."""

    unit: str
    why: str
    kind: ClassVar[str] = "activated"
    sentence: ClassVar[str] = words.ACTIVATED

    def apply(self, state: State) -> None:
        state.units[self.unit].ordered = True


@record
class Moved(Event):
    """A unit stands at a new place: front midpoint (x, y) and heading. `how`: advance, back, side, turn,
    charge, countercharge, evade, retreat, give-ground, follow, sweep, blunder, pull-back, free.
    """

    unit: str
    x: float
    y: float
    heading: float
    how: str
    inches: float
    kind: ClassVar[str] = "moved"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        old = unit.place
        unit.base = Base(self.x, self.y, self.heading, old.width, old.depth)
        _take_along(state, unit.id, unit.base)

    def describe(self, names: Names) -> str:
        return words.moved(names(self.unit), self.how, self.inches)


@record
class Formed(Event):
    """A unit takes up a formation on a new base (MPP-C-14)."""

    unit: str
    formation: str
    x: float
    y: float
    heading: float
    width: float
    depth: float
    kind: ClassVar[str] = "formed"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.base = Base(self.x, self.y, self.heading, self.width, self.depth)
        unit.formation = self.formation
        _take_along(state, unit.id, unit.base)

    def describe(self, names: Names) -> str:
        return words.formed(names(self.unit), self.formation)


@record
class MoveMade(Event):
    """A unit has used one of its moves."""

    unit: str
    kind: ClassVar[str] = "move-made"
    sentence: ClassVar[str] = words.MOVE_MADE

    def apply(self, state: State) -> None:
        state.units[self.unit].moves += 1


@record
class Declared(Event):
    """A charge is declared (MPP-C-15)."""

    unit: str
    target: str
    kind: ClassVar[str] = "declared"
    sentence: ClassVar[str] = words.DECLARED


@record
class Answered(Event):
    """How the target of a charge answers it (MPP-C-15)."""

    unit: str
    target: str
    answer: str
    kind: ClassVar[str] = "answered"

    def describe(self, names: Names) -> str:
        return words.answered(names(self.unit), names(self.target), self.answer)


@record
class Contacted(Event):
    """`unit`'s front touches the `face` of `target`; `charging`: it has its bonus in the first round."""

    unit: str
    target: str
    face: Face
    charging: bool
    kind: ClassVar[str] = "contacted"

    def apply(self, state: State) -> None:
        state.contacts[self.unit, self.target] = self.face
        if self.charging:
            state.units[self.unit].charging = True

    def describe(self, names: Names) -> str:
        return words.contacted(names(self.unit), names(self.target), self.face)


@record
class Separated(Event):
    """Two units are no longer in contact; who is in no other is ready for a new combat."""

    unit: str
    target: str
    kind: ClassVar[str] = "separated"
    sentence: ClassVar[str] = words.SEPARATED

    def apply(self, state: State) -> None:
        state.contacts.pop((self.unit, self.target), None)
        state.contacts.pop((self.target, self.unit), None)
        _out_of_combat(state, self.unit, self.target)


# -- fire, combat, morale -------------------------------------------------------------------------


@record
class Fired(Event):
    """A unit has shot with so many dice: hits, and casualties after saves. `how`: shooting, closing,
    traversing.
    """

    unit: str
    target: str
    how: str
    dice: int
    hits: int
    casualties: int
    kind: ClassVar[str] = "fired"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.fired = True
        if self.how == "shooting":
            if unit.formation in ("square", "building"):  # MPP-9.3.c, MPP-9.3.g: each face shoots once
                unit.faces |= 1 << quarter(unit.place, state.units[self.target].place)
            unit.shot = unit.faces in (0, ALL_FACES)
        elif self.how == "traversing":
            unit.traversed = True

    def describe(self, names: Names) -> str:
        return words.fired(names(self.unit), names(self.target), self.how, self.hits, self.casualties)


@record
class Suffered(Event):
    """A unit takes casualties (MPP-C-18)."""

    unit: str
    casualties: int
    why: str
    kind: ClassVar[str] = "suffered"

    def apply(self, state: State) -> None:
        state.units[self.unit].casualties += self.casualties

    def describe(self, names: Names) -> str:
        return words.suffered(names(self.unit), self.casualties, self.why)


@record
class Recovered(Event):
    """A unit has fewer casualties: rallied (MPP-C-12), or its excess is removed (MPP-C-18)."""

    unit: str
    casualties: int
    why: str
    kind: ClassVar[str] = "recovered"

    def apply(self, state: State) -> None:
        state.units[self.unit].casualties -= self.casualties

    def describe(self, names: Names) -> str:
        return words.recovered(names(self.unit), self.casualties, self.why)


@record
class Shaken(Event):
    """A unit has become shaken; follows from its casualties and is reported once (MPP-1.1.a)."""

    unit: str
    kind: ClassVar[str] = "shaken"
    sentence: ClassVar[str] = words.SHAKEN


@record
class Disordered(Event):
    """A unit is disordered (MPP-C-24); `turn`: that of its side, for MPP-7.4."""

    unit: str
    turn: int
    why: str
    kind: ClassVar[str] = "disordered"
    sentence: ClassVar[str] = words.DISORDERED

    def apply(self, state: State) -> None:
        state.units[self.unit].disordered = max(1, self.turn)


@record
class InOrder(Event):
    """A unit loses its disorder (MPP-7.4, MPP-C-36)."""

    unit: str
    kind: ClassVar[str] = "in-order"
    sentence: ClassVar[str] = words.IN_ORDER

    def apply(self, state: State) -> None:
        state.units[self.unit].disordered = 0


@record
class RoundFought(Event):
    """A unit has fought a round of combat (MPP-7.3); `result`: of its side, `enemy`: of the other."""

    unit: str
    result: int
    enemy: int
    kind: ClassVar[str] = "round-fought"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.rounds += 1
        unit.charging, unit.won = False, self.result > self.enemy

    def describe(self, names: Names) -> str:
        return words.round_fought(names(self.unit), self.result, self.enemy)


@record
class FoughtOn(Event):
    """A winner has stayed in contact: the combat goes on where it was, and it has won its last round
    (MPP-8.1.b, MPP-C-22).
    """

    unit: str
    target: str
    rounds: int
    kind: ClassVar[str] = "fought-on"
    sentence: ClassVar[str] = words.FOUGHT_ON

    def apply(self, state: State) -> None:
        winner, loser = state.units[self.unit], state.units[self.target]
        winner.rounds = loser.rounds = self.rounds
        winner.won = True


@record
class Removed(Event):
    """A unit leaves the table: broken, shattered, destroyed, or over its edge; its contacts end."""

    unit: str
    status: Status
    why: str
    kind: ClassVar[str] = "removed"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        base, unit.status, unit.base = unit.place, self.status, None
        for leader in state.joined(self.unit):
            leader.attached, leader.x, leader.y = "", round(base.cx, 4), round(base.cy, 4)
        met = {other for pair in state.contacts for other in pair if self.unit in pair}
        for pair in [pair for pair in state.contacts if self.unit in pair]:
            del state.contacts[pair]
        _out_of_combat(state, *met)

    def describe(self, names: Names) -> str:
        return words.removed(names(self.unit), self.status, self.why)


@record
class Marked(Event):
    """What a unit does once in a battle is done: `steadied`, `plugged` (MPP-C-35)."""

    unit: str
    mark: str
    kind: ClassVar[str] = "marked"

    def apply(self, state: State) -> None:
        setattr(state.units[self.unit], self.mark, True)

    def describe(self, names: Names) -> str:
        return words.marked(names(self.unit), self.mark)


@record
class Revealed(Event):
    """What a unit is worth becomes known (MPP-C-35, Freshly Raised and Untested)."""

    unit: str
    stamina: int
    morale: int
    kind: ClassVar[str] = "revealed"
    sentence: ClassVar[str] = words.REVEALED

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.stamina, unit.morale, unit.tested = self.stamina, self.morale, True


@record
class BattaliaChecked(Event):
    """A battalia has become broken, or is so no more (MPP-7.1.a, MPP-C-25)."""

    command: str
    broken: bool
    lost: int
    units: int
    kind: ClassVar[str] = "battalia-checked"

    def apply(self, state: State) -> None:
        state.commands[self.command].broken = self.broken

    def describe(self, names: Names) -> str:
        return words.battalia_checked(names(self.command), self.broken, self.lost, self.units)

    def named(self, names: Names) -> dict[str, Any]:
        return {"command": names(self.command), "lost": self.lost, "units": self.units}


def _take_along(state: State, unit: str, base: Base) -> None:
    """Put the commanders who have joined a unit where it stands."""
    for leader in state.joined(unit):
        leader.x, leader.y = round(base.cx, 4), round(base.cy, 4)


def _out_of_combat(state: State, *units: str) -> None:
    """Forget the rounds that units have fought who are in no contact any more."""
    for id_ in units:
        if not state.engaged(id_):
            unit = state.units[id_]
            unit.rounds, unit.charging, unit.won = 0, False, False

"""Events of turns, initiative, activation and leaders (BQ-2.6, BQ-2.7, BQ-4.1, BQ-9.1.h)."""

from __future__ import annotations

from typing import ClassVar

from rulesets.baroque.state import Activation, State
from rulesets.baroque.wording import events as words
from rulesets.engine.events import Event, Names
from rulesets.engine.records import record


@record
class TurnBegan(Event):
    """A turn begins: what counts within a turn is cleared."""

    turn: int

    kind: ClassVar[str] = "turn-began"
    sentence: ClassVar[str] = words.TURN_BEGAN

    def apply(self, state: State) -> None:
        state.turn = self.turn
        for command in state.commands.values():
            command.activated = False
        for unit in state.units.values():
            unit.reacted = unit.activated = unit.cannot_rally = unit.disengaged = False
            unit.moves = unit.evasions = unit.discipline_bonus = unit.cohesion_bonus = 0


@record
class TurnEnded(Event):
    """A turn ends. VDT and VD lost by side, and the hash of the whole state."""

    turn: int
    vdt: tuple[int, int]
    lost: tuple[int, int]
    state_hash: str

    kind: ClassVar[str] = "turn-ended"

    def describe(self, names: Names) -> str:
        return words.turn_ended(self.turn, [names("0"), names("1")], self.vdt, self.lost)


@record
class InitiativeRolled(Event):
    """Who has the initiative and activates `command`; both totals (-1 for a side that has finished)."""

    side: int
    command: str
    totals: tuple[int, int]

    kind: ClassVar[str] = "initiative"

    def describe(self, names: Names) -> str:
        if min(self.totals) < 0:
            return words.only_side_left(names(str(self.side)), names(self.command))
        mine, theirs = self.totals[self.side], self.totals[1 - self.side]
        if self.rule == "BQ-2.7.1":
            return words.initiative_handed(names(str(self.side)), names(self.command))
        return words.initiative(names(str(self.side)), mine, theirs, names(self.command))


@record
class CommandActivated(Event):
    """A command is activated: its leader has 4 BU again."""

    command: str

    kind: ClassVar[str] = "command-activated"
    sentence: ClassVar[str] = words.COMMAND_ACTIVATED

    def apply(self, state: State) -> None:
        command = state.commands[self.command]
        state.active, state.active_command = command.side, self.command
        command.activated = True
        leader = state.leaders[command.leader]
        leader.moved = 0.0
        leader.joined = leader.left = leader.barred = False


@record
class CommandDone(Event):
    """A command's activation is over, or was lost (`why`)."""

    command: str
    why: str = ""

    kind: ClassVar[str] = "command-done"

    def apply(self, state: State) -> None:
        state.commands[self.command].activated = True
        state.active, state.active_command = -1, ""

    def describe(self, names: Names) -> str:
        return words.command_done(names(self.command), self.why)


@record
class UnitActivated(Event):
    """A unit is activated (BQ-4.1.1.d)."""

    unit: str

    kind: ClassVar[str] = "unit-activated"
    sentence: ClassVar[str] = words.UNIT_ACTIVATED

    def apply(self, state: State) -> None:
        state.units[self.unit].activated = True
        state.activation = Activation(self.unit)


@record
class UnitDone(Event):
    """The unit's activation is over; `passive`: it was used up by another unit's melee (BQ-7.6.1.b)."""

    unit: str
    passive: bool = False

    kind: ClassVar[str] = "unit-done"

    def apply(self, state: State) -> None:
        state.units[self.unit].activated = True
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation = None

    def describe(self, names: Names) -> str:
        return words.unit_done(names(self.unit), self.passive)


@record
class Rallied(Event):
    """The unit tried to rally. `success`: it is in good order; `forced` ends the activation (BQ-4.1.2.d)."""

    unit: str
    success: bool
    forced: bool = False

    kind: ClassVar[str] = "rallied"

    def apply(self, state: State) -> None:
        if self.success:
            state.units[self.unit].disordered = False
        activation = state.activation
        if activation is not None and activation.unit == self.unit:
            activation.rallied = True
            activation.done = activation.done or self.forced

    def describe(self, names: Names) -> str:
        return words.rallied(names(self.unit), self.success)


@record
class Reacted(Event):
    """The unit tried a reaction this turn (BQ-2.5.4)."""

    unit: str
    reaction: str
    success: bool

    kind: ClassVar[str] = "reacted"

    def apply(self, state: State) -> None:
        state.units[self.unit].reacted = True

    def describe(self, names: Names) -> str:
        return words.reacted(names(self.unit), self.reaction, self.success)


@record
class LeaderPlaced(Event):
    """A leader is put on the table (the head, BQ-1.3.2)."""

    leader: str
    x: float
    y: float

    kind: ClassVar[str] = "leader-placed"
    sentence: ClassVar[str] = words.LEADER_PLACED

    def apply(self, state: State) -> None:
        leader = state.leaders[self.leader]
        leader.x, leader.y, leader.placed = self.x, self.y, True


@record
class LeaderMoved(Event):
    """A free leader moves to (x, y), using `used` BU of the allowance (0 when only making way)."""

    leader: str
    x: float
    y: float
    used: float

    kind: ClassVar[str] = "leader-moved"

    def apply(self, state: State) -> None:
        leader = state.leaders[self.leader]
        leader.x, leader.y = self.x, self.y
        leader.moved = round(leader.moved + self.used, 4)

    def describe(self, names: Names) -> str:
        return words.leader_moved(names(self.leader), self.used)


@record
class LeaderAttached(Event):
    """A leader joins a unit, using `used` BU of the allowance to reach it (BQ-2.6.1.e)."""

    leader: str
    unit: str
    used: float = 0.0

    kind: ClassVar[str] = "leader-attached"
    sentence: ClassVar[str] = words.LEADER_ATTACHED

    def apply(self, state: State) -> None:
        leader = state.leaders[self.leader]
        leader.attached, leader.joined = self.unit, True
        leader.moved = round(leader.moved + self.used, 4)


@record
class LeaderDetached(Event):
    """A leader is free again at (x, y), `used` BU from the unit; `barred`: it was destroyed (BQ-2.6.1.k)."""

    leader: str
    x: float
    y: float
    barred: bool = False
    used: float = 0.0

    kind: ClassVar[str] = "leader-detached"

    def apply(self, state: State) -> None:
        leader = state.leaders[self.leader]
        leader.attached, leader.x, leader.y = "", self.x, self.y
        leader.moved = round(leader.moved + self.used, 4)
        leader.left = True
        leader.barred = leader.barred or self.barred

    def describe(self, names: Names) -> str:
        return words.leader_detached(names(self.leader), self.barred)


@record
class LeaderLost(Event):
    """A leader is killed, or leaves the field with a unit (BQ-6.2.2.a, BQ-7.5.6.a, BQ-2.5.1.1.c)."""

    leader: str
    how: str

    kind: ClassVar[str] = "leader-lost"
    sentence: ClassVar[str] = words.LEADER_LOST

    def apply(self, state: State) -> None:
        leader = state.leaders[self.leader]
        leader.alive, leader.attached = False, ""


@record
class LevelChanged(Event):
    """A leader's level after a double on initiative (BQ-2.7.5), if only settled as it was."""

    leader: str
    level: str

    kind: ClassVar[str] = "level-changed"
    sentence: ClassVar[str] = words.LEVEL_CHANGED

    def apply(self, state: State) -> None:
        leader = state.leaders[self.leader]
        leader.level_changed = leader.level_changed or leader.level != self.level
        leader.level, leader.settled = self.level, True


@record
class AgitationSpread(Event):
    """Agitators after a double of `die`: bonuses for this turn, or no rally; the last double counts."""

    unit: str
    die: int
    discipline: int
    cohesion: int
    cannot_rally: bool

    kind: ClassVar[str] = "agitation"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.discipline_bonus, unit.cohesion_bonus = self.discipline, self.cohesion
        unit.cannot_rally = self.cannot_rally

    def describe(self, names: Names) -> str:
        return words.agitation(names(self.unit), self.die, self.discipline, self.cohesion, self.cannot_rally)


@record
class CommandBroken(Event):
    """A command has reached its break point (BQ-9.1.h): its units are tested now."""

    command: str
    vdc: int
    lost: int

    kind: ClassVar[str] = "command-broken"
    sentence: ClassVar[str] = words.COMMAND_BROKEN

    def apply(self, state: State) -> None:
        state.commands[self.command].broken = True

"""Events of turns, initiative, activation and leaders (BQ-2.6, BQ-2.7, BQ-4.1, BQ-9.1.h)."""

from __future__ import annotations

from typing import ClassVar

from rulesets.baroque.state import Activation, State
from rulesets.engine.events import Event, Names
from rulesets.engine.records import record


@record
class TurnBegan(Event):
    """A turn begins: what counts within a turn is cleared."""

    turn: int

    kind: ClassVar[str] = "turn-began"
    sentence: ClassVar[str] = "Turn {turn} begins"

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
        left = [f"{names(str(i))} {self.vdt[i] - self.lost[i]} of {self.vdt[i]} VDT" for i in (0, 1)]
        return f"Turn {self.turn} ends: {left[0]}, {left[1]}"


@record
class InitiativeRolled(Event):
    """Who has the initiative and activates `command`; both totals (-1 for a side that has finished)."""

    side: int
    command: str
    totals: tuple[int, int]

    kind: ClassVar[str] = "initiative"

    def describe(self, names: Names) -> str:
        if min(self.totals) < 0:
            return f"Commands are left to {names(str(self.side))} alone: {names(self.command)}"
        mine, theirs = self.totals[self.side], self.totals[1 - self.side]
        if self.rule == "BQ-2.7.1":
            return f"The initiative is handed to {names(str(self.side))} with {names(self.command)}"
        return (
            f"The initiative goes to {names(str(self.side))} ({mine} to {theirs}) with {names(self.command)}"
        )


@record
class CommandActivated(Event):
    """A command is activated: its leader has 4 BU again."""

    command: str

    kind: ClassVar[str] = "command-activated"
    sentence: ClassVar[str] = "{command} is activated"

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
        return f"{names(self.command)} " + (
            f"is not activated this turn: {self.why}" if self.why else "has finished"
        )


@record
class UnitActivated(Event):
    """A unit is activated (BQ-4.1.1.d)."""

    unit: str

    kind: ClassVar[str] = "unit-activated"
    sentence: ClassVar[str] = "{unit} is activated"

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
        return f"{names(self.unit)} " + ("fought and counts as activated" if self.passive else "has finished")


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
        return f"{names(self.unit)} " + ("rallies" if self.success else "does not rally")


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
        return f"{names(self.unit)}: {self.reaction} " + ("succeeds" if self.success else "fails")


@record
class LeaderPlaced(Event):
    """A leader is put on the table (the head, BQ-1.3.2)."""

    leader: str
    x: float
    y: float

    kind: ClassVar[str] = "leader-placed"
    sentence: ClassVar[str] = "{leader} takes post at {x:g}, {y:g}"

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
        return f"{names(self.leader)} " + (f"moves {round(self.used, 2):g} BU" if self.used else "makes way")


@record
class LeaderAttached(Event):
    """A leader joins a unit, using `used` BU of the allowance to reach it (BQ-2.6.1.e)."""

    leader: str
    unit: str
    used: float = 0.0

    kind: ClassVar[str] = "leader-attached"
    sentence: ClassVar[str] = "{leader} joins {unit}"

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
        return f"{names(self.leader)} " + ("survives the unit" if self.barred else "leaves the unit")


@record
class LeaderLost(Event):
    """A leader is killed, or leaves the field with a unit (BQ-6.2.2.a, BQ-7.5.6.a, BQ-2.5.1.1.c)."""

    leader: str
    how: str

    kind: ClassVar[str] = "leader-lost"
    sentence: ClassVar[str] = "{leader} {how}"

    def apply(self, state: State) -> None:
        leader = state.leaders[self.leader]
        leader.alive, leader.attached = False, ""


@record
class LevelChanged(Event):
    """A leader's level after a double on initiative (BQ-2.7.5), if only settled as it was."""

    leader: str
    level: str

    kind: ClassVar[str] = "level-changed"
    sentence: ClassVar[str] = "{leader} is {level} for the rest of the battle"

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
        effects = [f"{self.discipline:+d} in Discipline Tests"] if self.discipline else []
        effects += [f"{self.cohesion:+d} in Cohesion Tests"] if self.cohesion else []
        effects += ["it cannot rally this turn"] if self.cannot_rally else []
        words = f"{names(self.unit)} is stirred up by its agitators (double {self.die})"
        return f"{words}: {', '.join(effects)}" if effects else words


@record
class CommandBroken(Event):
    """A command has reached its break point (BQ-9.1.h): its units are tested now."""

    command: str
    vdc: int
    lost: int

    kind: ClassVar[str] = "command-broken"
    sentence: ClassVar[str] = "{command} is demoralised: {lost} of {vdc} VDC lost"

    def apply(self, state: State) -> None:
        state.commands[self.command].broken = True

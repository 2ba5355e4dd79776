"""Events of rounds, initiative, activation, Generals and the end (SN-1.4, SN-3, SN-6.1, SN-9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from rulesets.engine.events import Event, Names
from rulesets.engine.records import record
from rulesets.snaphance import hexes
from rulesets.snaphance.events import AboutStands, Faced
from rulesets.snaphance.state import Activation, State
from rulesets.snaphance.wording import events as words

# -- rounds and initiative ------------------------------------------------------------------------


@record
class RoundBegan(Event):
    """A round begins (SN-1.4.a): no group and no stand has acted in it."""

    turn: int

    kind: ClassVar[str] = "round-began"
    sentence: ClassVar[str] = words.ROUND_BEGAN

    def apply(self, state: State) -> None:
        state.turn = self.turn
        for group in state.groups.values():
            group.activated = False
        for stand in state.stands.values():
            stand.moved = False
        # An ongoing melee is fought once in each group's activation, so the count begins anew.
        state.melees = [replace(melee, fought=()) for melee in state.melees]
        state.declared = {}


@record
class RoundEnded(Event):
    """A round ends. Break points lost by side and those at which it breaks; the hash of the whole state."""

    turn: int
    lost: tuple[int, int]
    break_at: tuple[int, int]
    state_hash: str

    kind: ClassVar[str] = "round-ended"

    def describe(self, names: Names) -> str:
        return words.round_ended(self.turn, [names("0"), names("1")], self.lost, self.break_at)


@record
class GroupDeclared(Event):
    """A side openly declares the group that it wants to activate next (SN-1.4.b)."""

    side: int
    command: str

    kind: ClassVar[str] = "group-declared"
    sentence: ClassVar[str] = words.GROUP_DECLARED

    def apply(self, state: State) -> None:
        state.declared = {**state.declared, self.side: self.command}


@record
class InitiativeRolled(Event):
    """Who has the initiative and activates `command`; both totals, none for a side that is alone."""

    side: int
    command: str
    totals: tuple[int, ...]

    kind: ClassVar[str] = "initiative"

    def apply(self, state: State) -> None:
        state.declared = {}

    def describe(self, names: Names) -> str:
        if not self.totals:
            return words.only_side_left(names(str(self.side)), names(self.command))
        mine, theirs = self.totals[self.side], self.totals[1 - self.side]
        return words.initiative(names(str(self.side)), mine, theirs, names(self.command))


# -- activation -----------------------------------------------------------------------------------


@record
class GroupActivated(Event):
    """A group is activated (SN-1.4.c): its General may move again (SN-3.1.a)."""

    command: str

    kind: ClassVar[str] = "command-activated"
    sentence: ClassVar[str] = words.GROUP_ACTIVATED

    def apply(self, state: State) -> None:
        group = state.groups[self.command]
        state.active, state.active_group = group.side, group.id
        group.activated = True
        for id_ in group.stands:
            state.stands[id_].turned = state.stands[id_].tried = False
        general = state.generals.get(group.leader)
        if general is not None:
            general.moved, general.helping = False, ()


@record
class GroupDone(Event):
    """The activation of a group is over."""

    command: str

    kind: ClassVar[str] = "command-done"
    sentence: ClassVar[str] = words.GROUP_DONE

    def apply(self, state: State) -> None:
        general = state.generals.get(state.groups[self.command].leader)
        if general is not None:
            general.helping = ()
        state.active, state.active_group = -1, ""


@record
class StandsActivated(AboutStands):
    """A stand acts, or several as one (SN-1.4.c, SN-4.9.a).

    `moves`, `hexes`: what they have moved already, when one of a group that has moved acts for itself.
    """

    moves: int = 0
    hexes: int = 0

    kind: ClassVar[str] = "unit-activated"

    def apply(self, state: State) -> None:
        state.activation = Activation(self.units, moves=self.moves, hexes=self.hexes, begun=self.moves > 0)

    def describe(self, names: Names) -> str:
        return words.act([*map(names, self.units)])


@record
class StandsDone(AboutStands):
    """The stands have acted in this round (SN-1.4.d)."""

    kind: ClassVar[str] = "unit-done"

    def apply(self, state: State) -> None:
        for id_ in self.units:
            state.stands[id_].moved = True
        state.activation = None

    def describe(self, names: Names) -> str:
        return words.have_finished([*map(names, self.units)])


@record
class Recovered(AboutStands):
    """Disordered stands rally: `passed` says whether they may still act (SN-9.0.a-b)."""

    passed: bool

    kind: ClassVar[str] = "recovered"

    def apply(self, state: State) -> None:
        for id_ in self.units:
            state.stands[id_].disordered = False
        activation = state.activation
        if activation is not None and set(self.units) <= set(activation.stands):
            activation.recovered = True
            activation.begun = True
            activation.held = activation.over = not self.passed

    def describe(self, names: Names) -> str:
        return words.rally([*map(names, self.units)], self.passed)


@record
class OpportunityTried(AboutStands):
    """Stands try to go onto opportunity (SN-6.1.a): `success` puts them on it and ends their turn."""

    success: bool

    kind: ClassVar[str] = "opportunity"

    def apply(self, state: State) -> None:
        for id_ in self.units:
            state.stands[id_].opportunity = self.success
            state.stands[id_].tried = True
        activation = state.activation
        if activation is not None and set(self.units) <= set(activation.stands):
            # A failure leaves the turn open: the stand may still act otherwise (SN-6.1.b).
            activation.over = activation.over or self.success

    def describe(self, names: Names) -> str:
        return words.opportunity([*map(names, self.units)], self.success)


@record
class TurnedOnOpportunity(Faced):
    """A stand on opportunity turns one face in its hex and stays on it (SN-6.1.c)."""

    unit: str
    facing: int

    kind: ClassVar[str] = "turned-on-opportunity"
    sentence: ClassVar[str] = words.TURNED_ON_OPPORTUNITY

    def apply(self, state: State) -> None:
        stand = state.stands[self.unit]
        stand.facing, stand.turned = self.facing, True
        if state.activation is not None:
            state.activation.begun = state.activation.over = True


# -- Generals -------------------------------------------------------------------------------------


@record
class GeneralMoved(Event):
    """A General moves alone to a hex (SN-3.1.a) and leaves the stand of the attachment."""

    leader: str
    hex: str

    kind: ClassVar[str] = "leader-moved"
    sentence: ClassVar[str] = words.GENERAL_MOVED

    def apply(self, state: State) -> None:
        general = state.generals[self.leader]
        general.hex, general.moved, general.attached = hexes.named(self.hex), True, ""


@record
class GeneralAttached(Event):
    """A General declares an attachment to the stand in the same hex (SN-3.1.c)."""

    leader: str
    unit: str

    kind: ClassVar[str] = "leader-attached"
    sentence: ClassVar[str] = words.GENERAL_ATTACHED

    def apply(self, state: State) -> None:
        state.generals[self.leader].attached = self.unit


@record
class GeneralDetached(Event):
    """A General is no longer attached, but stays in the hex."""

    leader: str

    kind: ClassVar[str] = "leader-detached"
    sentence: ClassVar[str] = words.GENERAL_DETACHED

    def apply(self, state: State) -> None:
        state.generals[self.leader].attached = ""


@record
class GeneralHelped(AboutStands):
    """A General assists an Order Test: and is bound to these stands in this activation (SN-3.1.b, .e)."""

    leader: str

    kind: ClassVar[str] = "leader-helped"
    sentence: ClassVar[str] = words.GENERAL_HELPED

    def apply(self, state: State) -> None:
        state.generals[self.leader].helping = self.units

    def subjects(self) -> Iterator[str]:
        yield self.leader
        yield from self.units


@record
class GeneralRelocated(Event):
    """A General without a place to be is put to a stand of the group (SN-3.1.d, SN-3.2.c)."""

    leader: str
    unit: str
    hex: str

    kind: ClassVar[str] = "leader-relocated"
    sentence: ClassVar[str] = words.GENERAL_RELOCATED

    def apply(self, state: State) -> None:
        general = state.generals[self.leader]
        general.hex, general.attached = hexes.named(self.hex), ""


@record
class GeneralLost(Event):
    """A General falls with the stand (SN-3.2.b), or leaves when the group has nobody left.

    `returns`: the round in which a replacement takes over, 0 if none will (SN-3.2.d).
    """

    leader: str
    how: str
    returns: int

    kind: ClassVar[str] = "leader-lost"
    sentence: ClassVar[str] = words.GENERAL_LOST

    def apply(self, state: State) -> None:
        general = state.generals[self.leader]
        general.alive, general.attached, general.hex, general.helping = False, "", None, ()
        general.returns = self.returns


@record
class GeneralReplaced(Event):
    """A poor replacement takes over the group of a General who fell (SN-3.2.d), beside one of its stands."""

    leader: str
    unit: str
    hex: str
    initiative: int
    command_range: int

    kind: ClassVar[str] = "leader-replaced"
    sentence: ClassVar[str] = words.GENERAL_REPLACED

    def apply(self, state: State) -> None:
        general = state.generals[self.leader]
        general.alive, general.replacement, general.returns = True, True, 0
        general.level, general.initiative = "replacement", self.initiative
        general.command_range, general.hex = self.command_range, hexes.named(self.hex)


# -- the end --------------------------------------------------------------------------------------


@record
class BattleEnded(Event):
    """The battle is over: the winning side (-1: a draw), why, break points lost by side."""

    winner: int
    how: str
    lost: tuple[int, int]

    kind: ClassVar[str] = "battle-ended"

    def describe(self, names: Names) -> str:
        return words.battle_ended("" if self.winner < 0 else names(str(self.winner)), self.how)

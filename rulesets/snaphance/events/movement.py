"""Events of movement: single moves and their steps, and every other way in which stands change hexes."""

from __future__ import annotations

from typing import ClassVar

from rulesets.engine.events import Event, Names
from rulesets.engine.records import record
from rulesets.snaphance import hexes
from rulesets.snaphance.events import AboutStands
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.state import Mode, Move, Stand, State
from rulesets.snaphance.wording import events as words

KEEPS_OPPORTUNITY = frozenset({"deploy", "enter", "displaced", "pushed"})
"""SN-4.11.c, SN-6.1.c: what happens to a stand without its own moving, and so leaves its status alone."""


def vacate(state: State, stand: Stand) -> None:
    """Take a stand from its hex."""
    if stand.hex is None:
        return
    others = tuple(id_ for id_ in state.occupied.get(stand.hex, ()) if id_ != stand.id)
    # An empty entry would count as an occupied hex in quick tests, so it is removed.
    if others:
        state.occupied[stand.hex] = others
    else:
        state.occupied.pop(stand.hex, None)
    stand.hex = None


def put(state: State, stand: Stand, place: Hex, facing: int) -> None:
    """Put the stand there, and the General attached to it with it (SN-3.1.c)."""
    occupied = state.occupied
    # An attached General shares the stand's moves; one who is only in the hex stays behind.
    vacate(state, stand)
    stand.hex, stand.facing = place, facing
    occupied[place] = (*occupied.get(place, ()), stand.id)
    general = state.generals.get(state.groups[stand.group].leader)
    if general is not None and general.attached == stand.id and general.alive:
        general.hex = place


@record
class MoveBegan(AboutStands):
    """The stands that act begin a single move of `mp` MP: their first, or an extra move (SN-4.4.a)."""

    mp: int
    extra: bool = False

    kind: ClassVar[str] = "move-began"

    def apply(self, state: State) -> None:
        activation = state.activation
        if activation is None:
            return
        start = {id_: (state.stands[id_].place, state.stands[id_].facing) for id_ in self.units}
        activation.move = Move(self.mp, self.mp, start)
        activation.moves += 1
        activation.begun = True

    def describe(self, names: Names) -> str:
        return words.move_began([*map(names, self.units)], self.extra)


@record
class Stepped(AboutStands):
    """A step or a turn of the single move that is under way, by all who act at once.

    `hexes`: labels of where they stand now; `facing`: that of all. `mode`: what the move is by now, `left`:
    MP left in it, `way`: the hexes that the first of them entered, `turned`: faces that all turned.
    """

    hexes: tuple[str, ...]
    facing: int
    mode: Mode
    left: int
    way: tuple[str, ...] = ()
    turned: int = 0

    kind: ClassVar[str] = "stepped"

    def apply(self, state: State) -> None:
        facing, stands = self.facing, state.stands
        for id_, label in zip(self.units, self.hexes, strict=True):
            stand = stands[id_]
            put(state, stand, hexes.named(label), facing)
            stand.opportunity = False
        activation = state.activation
        if activation is None or activation.move is None:
            return
        move = activation.move
        move.mode, move.left = self.mode, self.left
        entered = len(self.way)
        # where the first stand of the move would be: it may have been lost on the way
        first, own = next(iter(move.start.values()))[0], move.start[self.units[0]][0]
        for q, r in map(hexes.named, self.way):
            move.path.append((q + first[0] - own[0], r + first[1] - own[1]))
        move.entered += entered
        move.turned += self.turned
        activation.hexes += entered
        activation.backward += entered if self.mode == "backward" else 0

    def describe(self, names: Names) -> str:
        who, facing = [*map(names, self.units)], hexes.facing_words(self.facing)
        return words.stepped(who, self.mode, self.hexes, facing) if self.way else words.turned(who, facing)


@record
class MoveEnded(AboutStands):
    """The single move is over; `last`: and with it the activation of who made it.

    A move in which nothing was done does not count.
    """

    last: bool = False
    why: str = ""

    kind: ClassVar[str] = "move-ended"

    def apply(self, state: State) -> None:
        activation = state.activation
        if activation is None:
            return
        activation.over = activation.over or self.last
        move = activation.move
        if move is None:
            return
        move.over = True
        # Otherwise beginning and ending a move for nothing would make the next one an extra move.
        if not (move.entered or move.turned or move.mode):
            activation.moves -= 1

    def describe(self, names: Names) -> str:
        return words.move_ended([*map(names, self.units)], self.last, self.why)


@record
class Moved(Event):
    """A stand stands at another hex or faces another way, not by a step of its own move. `hex`: a label."""

    unit: str
    hex: str
    facing: int
    how: str

    kind: ClassVar[str] = "moved"

    def apply(self, state: State) -> None:
        stand = state.stands[self.unit]
        put(state, stand, hexes.named(self.hex), self.facing)
        if stand.status == "reserve":
            stand.status = "field"
        if self.how not in KEEPS_OPPORTUNITY:
            stand.opportunity = False

    def describe(self, names: Names) -> str:
        return words.moved(names(self.unit), self.how, self.hex, hexes.facing_words(self.facing))

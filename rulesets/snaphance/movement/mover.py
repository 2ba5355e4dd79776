"""Who moves: the stands that act, their single move and what is left of it (SN-4.0.g, SN-4.4.a).

Most of it holds for all classes; where one has its own way (SN-4.0.i) the rule that gives it is named.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rulesets.engine.battle import Battle
from rulesets.snaphance import zones
from rulesets.snaphance.classes import StandClass
from rulesets.snaphance.ground import OPEN_GROUND
from rulesets.snaphance.state import Activation, Mode, Move, Stand, State
from rulesets.snaphance.wording import common
from rulesets.snaphance.wording import movement as words

Why: TypeAlias = tuple[str, str]
"""Rule id and reason."""

MOST_BACKWARD = 4
"""SN-4.7.b: hexes backward of a Mounted Combat Stand in one activation."""

MOST_SIDEWAYS = 2
"""SN-4.8.a: hexes sideways of a Mounted Combat Stand in one move."""


@dataclass(slots=True)
class Mover:
    """The stands that act, one or a group that moves as one (SN-4.9.a), and their single move.

    `mp`: of the slowest. `fresh`: nothing has been done in the move yet. `members`: their ids. `found`: the
    steps that have been found, valid as long as nothing happens.
    """

    stands: tuple[Stand, ...]
    members: tuple[str, ...]
    kind: StandClass
    side: int
    facing: int
    mp: int
    activation: Activation
    move: Move | None
    fresh: bool
    mode: Mode
    turned: int
    found: dict[int | str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def shot(self) -> bool:
        """Return whether they are Shot, who turn and step back and sideways in order (SN-4.2.d, SN-4.8.b)."""
        return self.kind.code == "Sh"

    @property
    def disordered(self) -> bool:
        """Whether any of them is."""
        return any(stand.disordered for stand in self.stands)

    def budget(self, mode: Mode) -> int:
        """Return the MP of a whole single move of that kind."""
        if mode == "backward":  # SN-4.7.a-b
            most = 2 * self.mp
            return min(most, MOST_BACKWARD - self.activation.backward) if self.kind.mcs else most
        if mode == "sideways" and self.kind.mcs:  # SN-4.8.a
            return min(self.mp, MOST_SIDEWAYS)
        return self.mp

    def left(self, mode: Mode) -> int:
        """Return the MP left for going on in that way."""
        return self.budget(mode) if self.move is None or self.fresh else self.move.left


def acting(state: State) -> tuple[Stand, ...]:
    """Return the stands that act now and are on the map."""
    activation = state.activation
    if activation is None:
        return ()
    return tuple([stand for id_ in activation.stands if (stand := state.stands[id_]).status == "field"])


def mover(state: State) -> Mover | None:
    """Return who may step or turn now; None if nobody may."""
    return None if why_no_move(state) is not None else _mover(state)


def looked_mover(battle: Battle) -> Mover | None:
    """Return `mover`, worked out once until something happens or the activation changes."""
    activation = battle.state.activation
    stored: tuple[Activation | None, Mover | None] | None = battle.looked.get(("mover",))
    # The activation is compared too: a board looks at stands as if they were acting.
    if stored is None or stored[0] is not activation:
        stored = battle.looked["mover",] = (activation, mover(battle.state))
    return stored[1]


def _mover(state: State) -> Mover | None:
    stands, activation = acting(state), state.activation
    if activation is None or not stands:
        return None
    move = activation.move
    if move is not None and move.over:
        move = None
    fresh = move is None or not (move.entered or move.turned or move.mode)
    first = stands[0]
    return Mover(
        stands, tuple([stand.id for stand in stands]), first.profile.kind, first.side, first.facing,
        # A group is no faster than its slowest stand.
        min([stand.profile.mp for stand in stands]), activation, move, fresh,
        "" if move is None else move.mode, 0 if move is None else move.turned,
    )  # fmt: skip


def under_way(state: State) -> bool:
    """Return whether a single move has been begun and is not over."""
    activation = state.activation
    return activation is not None and activation.move is not None and not activation.move.over


def is_extra(activation: Activation) -> bool:
    """Return whether the move under way is an extra move (SN-4.4.a)."""
    return activation.moves > 1


def why_no_move(state: State) -> Why | None:
    """Return why the stands that act may not step or turn now; None if they may."""
    activation = state.activation
    if activation is None or activation.over:
        return "SN-1.4.d", common.FINISHED
    if activation.held:
        return "SN-9.0.b", words.JUST_RALLIED
    if activation.move is None or activation.move.over:
        if activation.moves:
            return "SN-4.4.a", words.MOVE_OVER
        if activation.fired and not activation.bound:
            return "SN-4.0.h", words.FIRED_WITHOUT_MEANING
    elif activation.fired and activation.moves > 1:
        return "SN-4.0.h", words.FIRED_AFTER_MOVING
    # Whoever began its move in a zone may leave it; whoever entered one has to halt.
    entered = activation.move is not None and not activation.move.over and activation.move.entered
    for stand in acting(state):
        if tied(state, stand):
            return "SN-4.6.e", common.IN_MELEE
        if entered and zones.zones_at(state, stand.place, stand.side):
            return "SN-4.6.b", words.ENTERED_ZONE
    return None


def why_no_extra(state: State) -> Why | None:
    """Return why the stands that act may not begin an extra move now; None if they may (SN-4.4.a).

    Artillery makes none (SN-4.1.a), nor does anybody who is disordered or has fired (SN-4.0.h). The other
    classes that move freely may, and are tested for it like the rest (SN-4.5.e).
    """
    activation = state.activation
    if activation is None or activation.over or activation.held:
        return "SN-1.4.d", common.FINISHED
    stands = acting(state)
    if not stands:
        return "SN-1.4.d", words.GONE
    if not activation.moves:
        return "SN-4.4.a", words.NOT_MOVED
    move = activation.move
    # Free classes still choose a facing with 0 MP left, so their move is not over by itself.
    if move is not None and not move.over and (move.left > 0 or not stands[0].profile.kind.free):
        return "SN-4.4.a", words.MOVE_NOT_OVER
    if activation.fired:
        return "SN-4.0.h", common.FIRED
    if stands[0].profile.code == "Art":
        return "SN-4.1.a", words.NO_EXTRA_FOR_ARTILLERY
    if any(stand.disordered for stand in stands):
        return "SN-4.4.a", common.DISORDERED
    if any(tied(state, stand) for stand in stands):
        return "SN-4.6.e", common.IN_MELEE
    return None


def tied(state: State, stand: Stand) -> bool:
    """Return whether a melee holds the stand; Skirmishers in the open break off (SN-4.6.e, SN-10.5.h)."""
    if not state.melees or not state.in_melee(stand.id):
        return False
    return stand.profile.code != "Sk" or state.map.cell(stand.place).terrain not in OPEN_GROUND

"""What a charge would do before it is made: where its stands would be and whom they would meet (SN-10.0)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from rulesets.engine.records import record
from rulesets.snaphance import hexes
from rulesets.snaphance.charge import who
from rulesets.snaphance.clash import Approach, Coming
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.state import Move, Stand, State


@record
class Charge:
    """A charge of one stand or of a group that moves together: by its last step its stands come into contact.

    `places`: where each of them will stand, with the facing `facing`; `contacts`: by those who come into
    contact, whom they meet. `target`: the enemy that was named; `steps`: False if nobody leaves his hex.
    """

    target: str
    places: Mapping[str, Hex]
    facing: int
    contacts: Mapping[str, tuple[str, ...]]
    steps: bool = True

    def met(self, state: State) -> list[Stand]:
        """Every enemy that is contacted, in the order of the chargers."""
        ids = dict.fromkeys(id_ for enemies in self.contacts.values() for id_ in enemies)
        return [state.stands[id_] for id_ in ids]

    def against(self, enemy: str) -> tuple[str, ...]:
        """The chargers who contact that enemy."""
        return tuple(id_ for id_, enemies in self.contacts.items() if enemy in enemies)


def onset(state: State, places: Mapping[str, Hex], facing: int, target: str = "") -> Charge:
    """The charge by which stands come to stand at these places with that facing, as enemies stand now."""
    contacts: dict[str, tuple[str, ...]] = {}
    for id_, place in places.items():
        met = who.contacted(state, state.stands[id_], place, facing)
        if met:
            contacts[id_] = tuple(enemy.id for enemy in met)
    steps = any(state.stands[id_].hex != place for id_, place in places.items())
    return Charge(target, places, facing, contacts, steps)


def again(state: State, charge: Charge, chargers: Container[str] | None = None) -> Charge:
    """The same charge as stands are now: without chargers who are gone or enemies who have left.

    `chargers`: those who are still with it.
    """
    places = {
        id_: place
        for id_, place in charge.places.items()
        if state.stands[id_].on_field and (chargers is None or id_ in chargers)
    }
    return onset(state, places, charge.facing, charge.target)


def why_not(state: State, charge: Charge) -> who.Why | None:
    """SN-10.0.a-d: why a charge may not be made; None if it may. Everybody who comes into contact must be
    entitled to charge everybody whom he meets.
    """
    for id_, enemies in charge.contacts.items():
        stand = state.stands[id_]
        start, place = start_of(state, stand), charge.places[id_]
        for enemy in enemies:
            barred = who.why_not(state, stand, state.stands[enemy], start, place)
            if barred is not None:
                return barred
    return None


def targets(state: State, charge: Charge) -> Sequence[Stand]:
    """SN-10.2.b-d: the enemies whom its player may name: who may be the Battle Stand against a charge of one
    stand; of a group, whose enemies are shared out at contact (SN-10.2.f), the first Combat Stand met, or if
    there is none the first one met.
    """
    if len(charge.places) > 1:
        return sorted(charge.met(state), key=lambda enemy: not enemy.profile.kind.combat)[:1]
    [(id_, place)] = charge.places.items()
    return who.battle_stands(state, state.stands[id_], place, charge.met(state))


# -- the way there --------------------------------------------------------------------------------


def current_move(state: State, stand: Stand) -> Move | None:
    """The single move that a stand is making, or has just made."""
    move = None if state.activation is None else state.activation.move
    return move if move is not None and stand.id in move.start else None


def start_of(state: State, stand: Stand) -> Hex:
    """Where the single move of a stand began; its hex if none is under way."""
    return next(way_of(state, stand))


def way_of(state: State, stand: Stand) -> Iterator[Hex]:
    """Every hex where a stand has been in its single move, the first one first; its hex if it makes none."""
    move = current_move(state, stand)
    if move is None or move.over or state.activation is None:
        yield stand.place
        return
    start, first = move.start[stand.id][0], move.start[next(iter(move.start))][0]
    yield start
    for q, r in move.path:
        yield q - first[0] + start[0], r - first[1] + start[1]


def approach(state: State, stand: Stand, how: Coming = "charge") -> Approach:
    """SN-10.3.f, SN-10.4.a: how a stand has come where it stands in its single move."""
    move = current_move(state, stand)
    if move is None or move.over:
        return Approach(stand.id, stand.place, 0, False, how)
    start, *path = way_of(state, stand)
    return Approach(stand.id, start, move.entered, move.mode in ("forward", "free"), how, tuple(path))


def from_front(enemy: Stand, place: Hex) -> bool:
    """SN-5.0.b: whether a contact from `place` comes through the front two hexes of `enemy`."""
    return place in hexes.front(enemy.place, enemy.facing)

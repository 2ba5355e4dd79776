"""Who may charge whom, and whom a charge would meet before it is made (SN-10.0, SN-10.2)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from rulesets.engine.records import record
from rulesets.snaphance import hexes
from rulesets.snaphance.charge import skirmish
from rulesets.snaphance.clash import Approach, Coming
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.shooting import cover
from rulesets.snaphance.state import Move, Stand, State
from rulesets.snaphance.wording import charge as words
from rulesets.snaphance.wording import common

Why: TypeAlias = tuple[str, str]
"""The id of a rule and the reason, for players who ask why something may not be done."""


def contacted(state: State, stand: Stand, place: Hex, facing: int) -> list[Stand]:
    """Return the enemies in front of a stand that would be there, the right one first (SN-10.0.d)."""
    found = (state.enemy_at(front, stand.side) for front in hexes.front(place, facing))
    return [enemy for enemy in found if enemy is not None]


# -- who may charge whom --------------------------------------------------------------------------


def why_no_charge(state: State, stand: Stand) -> Why | None:
    """Return why a stand can charge nobody now; None if there may be somebody to charge (SN-10.0.a-b)."""
    profile = stand.profile
    if profile.charge_bonus < 1 and profile.code != "LC":
        return "SN-10.0.a", words.NO_CHARGE_BONUS
    if state.in_melee(stand.id):
        return "SN-4.6.e", common.IN_MELEE
    return None


def why_no_charge_at(state: State, stand: Stand, target: Stand, start: Hex, place: Hex) -> Why | None:
    """Return why a stand from `start` may not charge `target` from `place`; None if it may (SN-10.0.a-c)."""
    barred = why_no_charge(state, stand)
    if barred is not None:
        return barred
    profile, other = stand.profile, target.profile
    rear = place in hexes.behind(target.place, target.facing)
    from_behind = rear and not hexes.before_line(target.place, target.facing, start)
    if profile.charge_bonus < 1 and not (other.code == "Sk" or (other.code == "Sh" and from_behind)):
        return "SN-10.0.b", words.LIGHT_CAVALRY
    if not profile.kind.mounted and other.kind.mcs and not profile.may_contact_mcs:
        return "SN-10.0.c", words.NOT_AGAINST_MOUNTED
    return why_no_assault(state, stand, target)


def why_no_assault(state: State, stand: Stand, target: Stand) -> Why | None:
    """Return why a stand may not attack a fortified building; None if it may (SN-C-found-tower)."""
    if not cover.in_fort(state, target):
        return None
    if stand.profile.kind.mounted:
        return "SN-C-found-tower", words.FOOT_ATTACK_BUILDINGS
    if state.in_melee(target.id):
        return "SN-C-found-tower", words.ANOTHER_ATTACKS
    return None


def may_charge(state: State, stand: Stand, target: Stand, start: Hex, place: Hex) -> bool:
    """Return whether a stand whose move began on `start` may charge `target` from `place` (SN-10.0.a-c)."""
    return why_no_charge_at(state, stand, target, start, place) is None


# -- whom it fights -------------------------------------------------------------------------------


def battle_stands(state: State, stand: Stand, place: Hex, enemies: Iterable[Stand]) -> list[Stand]:
    """Return those of the enemies met at `place` who may be the Battle Stand (SN-10.2.b-d, SN-6.3.c).

    A Combat Stand comes before a Support Stand, also before one that has provoked an opportunity charge; then
    who faces the charger before who is hit in flank or rear. Skirmishers who are swept away fight nobody as
    long as anybody else is met.
    """
    found = list(enemies)
    # Each line prefers one kind and falls back on all if there is none of it.
    found = [one for one in found if not skirmish.is_swept(state, one, stand, place)] or found
    found = [one for one in found if one.profile.kind.combat] or found
    return [one for one in found if one.faces(place)] or found


@record
class Charge:
    """A charge of one stand or of a group that moves together: by its last step its stands come into contact.

    `places`: where each of them will stand, with the facing `facing`; `contacts`: by those who come into
    contact, whom they meet. `target`: the enemy that was named; `steps`: False if nobody leaves its hex.
    """

    target: str
    places: Mapping[str, Hex]
    facing: int
    contacts: Mapping[str, tuple[str, ...]]
    steps: bool = True

    def met(self, state: State) -> list[Stand]:
        """Return every enemy that is contacted, in the order of the chargers."""
        ids = dict.fromkeys(id_ for enemies in self.contacts.values() for id_ in enemies)
        return [state.stands[id_] for id_ in ids]

    def against(self, enemy: str) -> tuple[str, ...]:
        """Return the chargers who contact that enemy."""
        return tuple(id_ for id_, enemies in self.contacts.items() if enemy in enemies)


def onset(state: State, places: Mapping[str, Hex], facing: int, target: str = "") -> Charge:
    """Return the charge by which stands come to stand at these places with that facing, enemies as now."""
    contacts: dict[str, tuple[str, ...]] = {}
    # Stands that moved away or were lost since the charge was declared are left out by looking again.
    for id_, place in places.items():
        met = contacted(state, state.stands[id_], place, facing)
        if met:
            contacts[id_] = tuple(enemy.id for enemy in met)
    steps = any(state.stands[id_].hex != place for id_, place in places.items())
    return Charge(target, places, facing, contacts, steps)


def again(state: State, charge: Charge, chargers: Container[str] | None = None) -> Charge:
    """Return the same charge as stands are now: without chargers who are gone or enemies who have left.

    `chargers`: those who are still with it.
    """
    places = {
        id_: place
        for id_, place in charge.places.items()
        if state.stands[id_].on_field and (chargers is None or id_ in chargers)
    }
    return onset(state, places, charge.facing, charge.target)


def why_not(state: State, charge: Charge) -> Why | None:
    """Return why a charge may not be made; None if all in contact may charge all they meet (SN-10.0.a-d)."""
    for id_, enemies in charge.contacts.items():
        stand = state.stands[id_]
        # The move began at the first hex of the way: from there rear attacks are judged (SN-10.4.a).
        start, place = next(way_of(state, stand)), charge.places[id_]
        for enemy in enemies:
            barred = why_no_charge_at(state, stand, state.stands[enemy], start, place)
            if barred is not None:
                return barred
    return None


def targets(state: State, charge: Charge) -> Sequence[Stand]:
    """Return the enemies that may be named; a group has one choice only (SN-10.2.b-d, SN-10.2.f)."""
    if len(charge.places) > 1:
        return sorted(charge.met(state), key=lambda enemy: not enemy.profile.kind.combat)[:1]
    [(id_, place)] = charge.places.items()
    return battle_stands(state, state.stands[id_], place, charge.met(state))


# -- the way there --------------------------------------------------------------------------------


def current_move(state: State, stand: Stand) -> Move | None:
    """Return the single move that a stand is making, or has just made."""
    move = None if state.activation is None else state.activation.move
    return move if move is not None and stand.id in move.start else None


def way_of(state: State, stand: Stand) -> Iterator[Hex]:
    """Yield every hex of a stand in its single move, the first one first; its own if it makes none."""
    move = current_move(state, stand)
    if move is None or move.over or state.activation is None:
        yield stand.place
        return
    start, first = move.start[stand.id][0], move.start[next(iter(move.start))][0]
    yield start
    for q, r in move.path:
        # The path is that of the first stand of the move; the others have made the same steps beside it.
        yield q - first[0] + start[0], r - first[1] + start[1]


def approach(state: State, stand: Stand, how: Coming = "charge") -> Approach:
    """Return how a stand has come where it stands in its single move (SN-10.3.f, SN-10.4.a)."""
    move = current_move(state, stand)
    if move is None or move.over:
        return Approach(stand.id, stand.place, 0, False, how)
    start, *path = way_of(state, stand)
    return Approach(stand.id, start, move.entered, move.mode in ("forward", "free"), how, tuple(path))

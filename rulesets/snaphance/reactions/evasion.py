"""Evasion: who may evade, from whom, and the move to the rear (SN-5.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.snaphance import command, ground, hexes, morale, movement, zones
from rulesets.snaphance.charge import plan
from rulesets.snaphance.charge.plan import Charge, Why
from rulesets.snaphance.events.charge import Evaded
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.movement import friends
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording import common
from rulesets.snaphance.wording import reactions as words

EVADERS = frozenset({"Sk", "Dr", "LC"})
"""SN-5.0.a: the classes that evade."""

# -- who may evade --------------------------------------------------------------------------------


def why_no_evasion(state: State, stand: Stand, attackers: Sequence[Stand]) -> Why | None:
    """Return why a stand may not evade from these; None if it may (SN-5.0.a, SN-5.0.c, SN-5.0.e-f)."""
    if stand.profile.code not in EVADERS:
        return "SN-5.0.a", words.WHO_EVADES
    if stand.side == state.active:  # SN-6.0.e: nor does who has provoked an answer, for that is its enemy
        return "SN-5.0.a", words.WHEN_TO_EVADE
    if state.in_melee(stand.id):
        return "SN-5.0.c", common.IN_MELEE
    if before := earlier(state, stand, attackers):
        if stand.profile.code == "Sk" and stand.profile.weapon == "musket":
            return "SN-5.0.f", words.SKIRMISHERS_ONCE
        if stand.disordered:
            return "SN-5.0.f", words.DISORDERED_ONCE
        if now(state) in before:
            return "SN-C-evade-timing", words.EVADED_ALREADY
    if not any(True for _ in _next(state, stand, stand.place, stand.profile.mp, 0)):
        return "SN-5.0.d", words.NO_ROOM
    return None


def earlier(state: State, stand: Stand, attackers: Sequence[Stand]) -> list[int]:
    """Return in which single moves of one attacker it has evaded: the longest such list (SN-5.0.e)."""
    activation = state.activation
    if activation is None:
        return []
    pairs = (activation.evaded.get(f"{stand.id} {attacker.id}", []) for attacker in attackers)
    return max(pairs, key=len, default=[])


def now(state: State) -> int:
    """Return the number of the single move under way, 0 before the first."""
    return 0 if state.activation is None else state.activation.moves


def from_charge(state: State, stand: Stand, charge: Charge) -> bool:
    """Return whether a stand may evade a charge on it, or on one it supports (SN-5.0.a-c, SN-5.0.g)."""
    attackers = attackers_of(state, stand, charge)
    if not attackers or why_no_evasion(state, stand, attackers) is not None:
        return False
    return all(_comes_from_front(state, stand, attacker, charge) for attacker in attackers)


def attackers_of(state: State, stand: Stand, charge: Charge) -> list[Stand]:
    """Return the chargers whom a stand would evade from; supporting Skirmishers evade too (SN-10.5.g)."""
    contacting = charge.against(stand.id)
    if contacting:
        return [state.stands[id_] for id_ in contacting]
    if stand.profile.code != "Sk":
        return []
    return [state.stands[id_] for id_ in charge.contacts if stand.faces(charge.places[id_])]


def _comes_from_front(state: State, stand: Stand, attacker: Stand, charge: Charge) -> bool:
    """Return whether a charge comes from the front or falls under an exception (SN-5.0.c, SN-5.0.g). The
    attacker was in front of the face line in some hex of its way; or it stood at the flank and merely turned,
    or meets the flank because it attacks the Combat Stand beside it.
    """
    way = (*plan.way_of(state, attacker), charge.places[attacker.id])
    if any(hexes.before_line(stand.place, stand.facing, place) for place in way):
        return True
    if len(set(way)) == 1 and attacker.place in hexes.flanks(stand.place, stand.facing):
        return True
    object_ = state.stands[charge.target]
    beside = object_ is not stand and hexes.distance(object_.place, stand.place) == 1
    on_flank = charge.places[attacker.id] in hexes.flanks(stand.place, stand.facing)
    return beside and on_flank and object_.profile.kind.combat


def from_shot(state: State, stand: Stand, shooter: Stand) -> bool:
    """Return whether a stand may evade from fire, which must come through its front (SN-5.0.a-b)."""
    through = hexes.in_wide_arc(stand.place, stand.facing, shooter.place)
    return through and why_no_evasion(state, stand, [shooter]) is None


# -- the move -------------------------------------------------------------------------------------


def run(battle: Battle, stand: Stand, attackers: Sequence[Stand]) -> Steps[None]:
    """Move an evading stand as its player chooses, with an Order Test if repeated (SN-5.0.d-e)."""
    state: State = battle.state
    # Counted before the event, which adds this evasion to the list.
    repeated = len(earlier(state, stand, attackers))
    battle.apply(Evaded("SN-5.0.a", stand.id, [one.id for one in attackers], now(state)))
    left, gone = stand.profile.mp, 0
    while True:
        choice = yield from _choose(battle, stand, left, gone)
        if choice is None:
            break
        cost = ground.enter_cost(state, stand, stand.place, choice)
        movement.place(battle, stand, choice, stand.facing, "evade", "SN-5.0.d")
        gone += 1
        if cost is not None and cost.disorders:
            morale.disorder(battle, stand, words.EVADES_OVER_GROUND, "SN-C-terrain")
        left -= left if cost is None else cost.mp
    if repeated:
        passed = yield from command.order_test(
            battle, [stand], words.SECOND_EVASION if repeated == 1 else words.FURTHER_EVASION,
            # The second evasion is an ordinary extra move; each further one is harder by one more.
            harder=repeated - 1, rule="SN-5.0.e",
        )  # fmt: skip
        if not passed:
            morale.disorder(battle, stand, words.FAILS_TEST, "SN-4.5.b")


def _choose(battle: Battle, stand: Stand, left: int, gone: int) -> Steps[Hex | None]:
    """Choose the next hex of an evasion, None for no more; the player is asked where there is a choice."""
    state: State = battle.state
    following = list(_next(state, stand, stand.place, left, gone))
    stops = gone > 0 and _may_stop(state, stand, stand.place)
    if not following:
        return None
    if len(following) == 1 and not stops:
        return following[0]
    rule = "SN-5.0.d"
    options = []
    for place in following:
        friend, label = state.stand_at(place), hexes.label(place)
        key = {"do": "evade-step", "unit": stand.id, "hex": label}
        options.append(Option(key, words.evade_to(label, friend.name if friend is not None else ""), rule))
    if stops:
        options.append(Option({"do": "stop", "unit": stand.id}, words.STOP_HERE, rule))
    text = words.evade_where(stand.name)
    choice = yield Decision("evade step", stand.side, text, rule, tuple(options), stand.id)
    return None if choice["do"] == "stop" else hexes.named(choice["hex"])


def _next(state: State, stand: Stand, place: Hex, left: int, gone: int) -> Iterator[Hex]:
    """Yield the rear hexes to step into from `place` with `left` MP, if a stop is possible after it
    (SN-C-evade-timing).
    """
    if gone and zones.zones_at(state, place, stand.side):
        return
    for following in hexes.rear(place, stand.facing):
        cost = ground.enter_cost(state, stand, place, following)
        if cost is None or cost.mp > left:  # what takes a whole move costs all MP
            continue
        other = state.stand_at(following)
        if other is not None and not (other.side == stand.side and friends.may_pass(state, stand, other)):
            continue
        rest = left - cost.mp
        # A step among friends is offered only if the rest of the MP lead to a free hex.
        if _may_stop(state, stand, following) or any(_next(state, stand, following, rest, gone + 1)):
            yield following


def _may_stop(state: State, stand: Stand, place: Hex) -> bool:
    """Return whether the stand may stop there: alone, no flank open to a zone (SN-1.2.a, SN-4.6.c)."""
    alone = all(id_ == stand.id for id_ in state.occupied.get(place, ()))
    return alone and not zones.exposed(state, stand, place, stand.facing)

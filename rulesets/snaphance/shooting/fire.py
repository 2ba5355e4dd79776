"""Firing as the action of a stand that acts (SN-4.0.h, SN-7.2, SN-7.3), and on opportunity (SN-6.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Menu, Option, Steps
from rulesets.snaphance import hexes
from rulesets.snaphance.events.fire import ShotLost
from rulesets.snaphance.morale import Outcome
from rulesets.snaphance.procedures import reactions
from rulesets.snaphance.shooting import dice
from rulesets.snaphance.shooting.dice import Why
from rulesets.snaphance.shooting.volley import (
    Shot,
    chances,
    facts,
    in_reach,
    shoot,
    why_no_target,
    why_no_volley,
)
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording import common
from rulesets.snaphance.wording import shooting as words

PLEDGED = frozenset({"Sh", "PS", "Pi"})
"""SN-7.2.c, SN-7.3.b: the classes that say beforehand whether they will move after firing, and pay for it."""
TWO_RANKS = 2
"""SN-7.3.a: ranks of Pistols that may fire."""


# ---------------------------------------------------------------------------- what is allowed


def why_no_fire(state: State, stand: Stand) -> Why | None:
    """Return the rule and reason why a stand may not fire by itself; None if it may (SN-4.0.h, SN-7.0)."""
    activation = state.activation
    if not dice.reach(stand.profile, state.sheet):
        return "SN-7.0.c", words.NO_LONG_ARMS
    if not stand.on_field or state.in_melee(stand.id):
        return "SN-7.0.e", common.IN_CLOSE_COMBAT
    if activation is None or stand.id not in activation.stands or activation.over:
        return "SN-1.4.c", words.NOT_ACTING
    if stand.id in activation.fired_by:
        return "SN-4.0.h", words.FIRED_ALREADY
    if activation.held:
        return "SN-9.0.b", words.FAILED_TO_RECOVER
    if activation.move is not None and not activation.move.over:
        return "SN-4.0.h", words.MOVE_NOT_OVER
    if activation.moves and stand.disordered:
        return "SN-9.0.c", words.MOVED_IN_DISORDER
    if activation.moves and stand.profile.code == "Art":
        return "SN-7.2.e", words.ARTILLERY_MOVED
    if activation.hexes > dice.DRAGOONS_RIDE and stand.profile.code == "Dr":
        return "SN-7.2.d", words.DRAGOONS_RODE
    return None


def _may_keep(state: State, stand: Stand) -> bool:
    """Return whether the stand may fire first and move then (SN-4.0.h)."""
    activation = state.activation
    alone = activation is not None and activation.stands == (stand.id,) and not activation.moves
    return alone and not stand.disordered and stand.profile.code != "Art"


# ---------------------------------------------------------------------------- options


def options(battle: Battle) -> Menu:
    """Return every shot that the stands which act may take now.

    A choice is {"do": "fire", "unit", "target"}, with "ranks": 2 for both ranks of Pistols (SN-7.3.a) and
    "then": "move" for who means to move afterwards and pays for it (SN-7.2.c, SN-7.3.b).
    """
    state: State = battle.state
    return Menu(
        *(
            ({"do": "fire", "unit": stand.id, "target": target.id}, partial(_shots, state, stand, target))
            for stand in map(state.stands.__getitem__, state.activation.stands if state.activation else ())
            if why_no_fire(state, stand) is None
            for target in in_reach(state, stand)
        )
    )


def _shots(state: State, stand: Stand, target: Stand) -> Iterator[Option]:
    if why_no_target(state, stand, target) is not None:
        return
    pledges = (False, True) if stand.profile.code in PLEDGED and _may_keep(state, stand) else (False,)
    for ranks in range(1, _most_ranks(stand) + 1):
        for pledged in pledges:
            shots = [Shot(stand.id, target.id, "voluntary", rank, pledged) for rank in range(ranks)]
            if any(why_no_volley(state, shot) is not None for shot in shots):
                continue
            key = {"do": "fire", "unit": stand.id, "target": target.id}
            if ranks > 1:
                key["ranks"] = ranks  # type: ignore[assignment]
            if pledged:
                key["then"] = "move"
            yield Option(key, partial(_label, state, stand, target, shots), _rule(ranks, pledged, stand))


def _most_ranks(stand: Stand) -> int:
    """Return how many ranks can fire: two of Pistols, one of all others (SN-7.3.a, SN-8.4.a)."""
    return min(TWO_RANKS, len(stand.ranks)) if stand.profile.code == "Pi" else 1


def _rule(ranks: int, pledged: bool, stand: Stand) -> str:
    if pledged:
        return "SN-7.3.b" if stand.profile.code == "Pi" else "SN-7.2.c"
    return "SN-7.3.a" if ranks > 1 else "SN-7.0.c"


def _label(state: State, stand: Stand, target: Stand, shots: list[Shot]) -> str:
    counts = [dice.count(facts(state, shot), state.sheet) for shot in shots]
    # Ranks fire one after the other; to hit at all is the contrary of all of them missing.
    missed = 1.0
    for shot in shots:
        missed *= float(chances(state, shot).probability(lambda harm: not harm[0]))
    distance = hexes.distance(stand.place, target.place)
    return words.shot(target.name, distance, counts, 1 - missed, shots[0].keeps)


# ---------------------------------------------------------------------------- doing it


def perform(battle: Battle, choice: Choice) -> Steps[None]:
    """Fire with a stand that acts, once the enemy has answered the announcement (SN-7.0, SN-7.3).

    If the target has evaded, or the firer was met, the shot is lost where it cannot be made any more
    (SN-5.0.a). Each rank fires for itself, with its own test (SN-7.3.a).
    """
    state: State = battle.state
    stand, target = state.stands[choice["unit"]], state.stands[choice["target"]]
    pledged = choice.get("then") == "move"
    # SN-4.0.h: Skirmishers, Light Cavalry and Dragoons that have not moved keep a move for nothing
    keeps = pledged or (stand.profile.code not in PLEDGED and _may_keep(state, stand))
    yield from reactions().before_shot(battle, stand, target)
    shots = [Shot(stand.id, target.id, "voluntary", rank, keeps) for rank in range(choice.get("ranks", 1))]
    yield from _volleys(battle, shots)
    yield from reactions().after_shot(battle, stand, target)


def _volleys(battle: Battle, shots: list[Shot]) -> Steps[Outcome]:
    """Fire the ranks of a stand one after the other, while they can; return what they did (SN-7.3.a)."""
    state: State = battle.state
    together = Outcome()
    for shot in shots:
        stand, target = state.stands[shot.firer], state.stands[shot.target]
        if shot.rank >= len(stand.ranks):
            continue
        # Asked for each rank anew: the first may have destroyed or moved the target.
        why = why_no_target(state, stand, target, shot.fire) or why_no_volley(state, shot)
        if why is not None:
            # The loss of a shot is logged once, and only where the player chose to fire.
            if not shot.rank and shot.fire == "voluntary":
                battle.apply(ShotLost(why[0], shot.firer, shot.target, words.stored(why[1]), shot.keeps))
            break
        made = yield from shoot(battle, shot)
        together = Outcome(
            max(together.loss, made.loss),
            together.passed and made.passed,
            together.sp_lost + made.sp_lost,
            together.tested or made.tested,
        )
    return together


# ---------------------------------------------------------------------------- on opportunity


def may_answer(state: State, firer: Stand, target: Stand, *, charging: bool = False) -> bool:
    """Return whether a stand on opportunity can fire at an enemy now (SN-6.4.a, SN-7.4.2.a).

    `charging`: the target is a Mounted Combat Stand that charges it. Pistols fire at 2H (SN-7.4.1.1.a).
    """
    return why_no_answer(state, firer, target, charging=charging) is None


def why_no_answer(state: State, firer: Stand, target: Stand, *, charging: bool = False) -> Why | None:
    """Return the rule and reason why a stand on opportunity cannot fire at an enemy; None if it can."""
    if not firer.opportunity or firer.disordered:
        return "SN-6.1.a", common.NOT_ON_OPPORTUNITY
    why = why_no_target(state, firer, target, "opportunity")
    if why is None and charging and hexes.distance(firer.place, target.place) < 2:
        return "SN-7.4.2.a", words.CHARGE_AT_POINT_BLANK
    return why or why_no_volley(state, Shot(firer.id, target.id, "opportunity"))


def opportunity(battle: Battle, firer: Stand, target: Stand, *, charging: bool = False) -> Steps[Outcome]:
    """Fire with a stand on opportunity, which ends its opportunity (SN-6.1.c, SN-6.4.a).

    Pistols fire both ranks (SN-7.4.1.2.a), at a Mounted Combat Stand that charges them one (SN-7.4.1.1.a,
    `charging`). Returns what all volleys have done together: `sp_lost` in all, `tested`: it was hit.
    """
    ranks = 1 if charging and target.profile.kind.mcs else _most_ranks(firer)
    return (
        yield from _volleys(battle, [Shot(firer.id, target.id, "opportunity", rank) for rank in range(ranks)])
    )

"""Fire when stands have met: defensive, supporting and contact fire before a melee (SN-7.4 to SN-7.6).

The charged Battle Stand fires, and Horse on either side, all at the same time; then they test. Then each
supporting stand fires and its target tests at once (SN-10.1.a). Skirmishers that may not fight are gone after
their fire (SN-7.4.g, SN-7.5.c).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.snaphance import hexes
from rulesets.snaphance.clash import Clash
from rulesets.snaphance.morale import Outcome, remove
from rulesets.snaphance.shooting import cover, dice
from rulesets.snaphance.shooting.dice import Why
from rulesets.snaphance.shooting.volley import Shot, cap, facts, roll, shielded, shoot, suffer
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording import shooting as words

DEFENDERS = frozenset({"LC", "Pi", "Sk", "Sh", "Dr", "Art", "PS"})
"""SN-7.4.c to SN-7.4.i: the classes with defensive fire; that of Horse is their contact fire (SN-7.4.d)."""


def fire(battle: Battle, clash: Clash) -> Steps[Clash]:
    """Fire everything that is fired before a melee, each shot with its Morale Tests (SN-10.1.a).

    Returns the clash with those who have lost their Charge Bonus by it (SN-7.4.1.a, SN-7.5.e). A Battle Stand
    may be gone afterwards.
    """
    state: State = battle.state
    # All dice of the Battle Stands fall before any loss: their fire is simultaneous.
    thrown = []
    for shot in at_once(state, clash):
        most = cap(facts(state, shot))
        thrown.append((shot, (yield from roll(battle, shot)), most))
    for shot, scored, most in thrown:
        yield from suffer(battle, shot, scored, most)
        if scored and shot.fire == "defensive" and cancels_bonus(state, shot):  # SN-7.4.1.a: a hit is enough
            clash = replace(clash, no_bonus=clash.no_bonus | {shot.target})
    for shot in in_support(state, clash):
        if not (state.stands[shot.firer].on_field and state.stands[shot.target].on_field):
            continue
        made: Outcome = yield from shoot(battle, shot)
        # SN-7.5.e: a loss, be it for disorder alone
        if made.sp_lost and shot.target == clash.attacker and cancels_bonus(state, shot):
            clash = replace(clash, no_bonus=clash.no_bonus | {shot.target})
    _ride_down(battle, clash)
    return clash


# ---------------------------------------------------------------------------- who may fire


def why_no_defence(state: State, stand: Stand, clash: Clash) -> Why | None:
    """Return the rule and reason why the charged Battle Stand has no defensive fire; None if it has (SN-7.4).

    Of Pistols the front rank fires alone (SN-7.4.e), also after fire on opportunity (SN-7.4.1.1.d). Contact
    fire of Horse is none of it (`fires_on_contact`).
    """
    attacker = state.stands[clash.attacker]
    if clash.again or stand.id in clash.silent:
        return "SN-7.4.b", words.NOT_AGAINST_SUCH
    if stand.id in clash.approaches:
        return "SN-7.4.a", words.MADE_CONTACT
    if not (stand.faces(attacker.place) or cover.in_fort(state, stand)):
        return "SN-7.4.a", words.NOT_IN_FRONT
    return why_not_entitled(state, stand, attacker)


def why_not_entitled(state: State, stand: Stand, attacker: Stand) -> Why | None:
    """Return why a stand has no defensive fire against that attacker; None if it has (SN-7.4.c-i)."""
    code = stand.profile.code
    if code not in DEFENDERS or not _reaches_contact(state, stand):
        return "SN-7.4.a", words.NO_DEFENSIVE_FIRE
    if code in ("Sh", "Dr") and attacker.profile.kind.mcs and not shielded(state, stand, attacker.place):
        return "SN-7.4.h", words.IN_OPEN_ALONE
    return None


def fires_on_contact(stand: Stand, enemy: Stand, clash: Clash) -> bool:
    """Return whether Horse as Battle Stand fires on contact: met in front, not in pursuit (SN-7.6.a,
    SN-7.6.c).
    """
    if clash.again or not stand.profile.contact_fire_dice or not stand.faces(enemy.place):
        return False
    own, other = clash.approaches.get(stand.id), clash.approaches.get(enemy.id)
    if own is not None:
        return own.how != "pursuit"
    if stand.id not in clash.silent:
        return True
    return other is not None and other.how in ("opportunity", "counter")


def why_no_support(state: State, stand: Stand, clash: Clash) -> Why | None:
    """Return why a supporter of the charged side has no supporting fire; None if it has (SN-7.5).

    Fire of Horse is none of it (`_supports_on_contact`).
    """
    attacker, charged = state.stands[clash.attacker], state.stands[clash.defender]
    if clash.again or stand.id in clash.silent:
        return "SN-7.4.b", words.NOT_AGAINST_SUCH
    beside = charged.profile.kind.combat and hexes.distance(stand.place, charged.place) == 1
    if beside and stand.profile.code == "Sh" and _reaches_contact(state, stand):
        return None  # SN-7.5.a: always beside a Combat Stand
    return why_not_entitled(state, stand, attacker)


def _reaches_contact(state: State, stand: Stand) -> bool:
    return dice.weapon_dice(stand.profile, 1, state.sheet) is not None


def _supports_on_contact(clash: Clash, stand: Stand, side: int) -> bool:
    """Return whether Horse that support the attacker (0) or the charged (1) fire (SN-7.6.b, SN-7.6.c)."""
    own, led = clash.approaches.get(stand.id), clash.approaches.get(clash.attacker)
    if clash.again:
        return own is not None and own.how != "pursuit"
    if stand.id in clash.silent:
        return False
    # Pursuit by the stand itself or by the attacker that it supports: either silences it.
    if side == 0:
        return all(each is None or each.how != "pursuit" for each in (own, led))
    return led is None or led.how != "pursuit" or clash.defender not in clash.silent


# ---------------------------------------------------------------------------- the fire


def at_once(state: State, clash: Clash) -> list[Shot]:
    """Return the shots of the Battle Stands, which are fired at the same time (SN-7.4, SN-7.6.a)."""
    attacker, charged = state.stands[clash.attacker], state.stands[clash.defender]
    shots = []
    if why_no_defence(state, charged, clash) is None:
        shots.append(Shot(charged.id, attacker.id, "defensive"))
    elif fires_on_contact(charged, attacker, clash):
        shots.append(Shot(charged.id, attacker.id, "contact"))
    if fires_on_contact(attacker, charged, clash):
        shots.append(Shot(attacker.id, charged.id, "contact"))
    return shots


def in_support(state: State, clash: Clash) -> Iterator[Shot]:
    """Yield the shots of supporting stands in their order, the charged side's first (SN-7.5, SN-7.6.b).

    There are none any more once one of the Battle Stands is gone: no melee is left to support.
    """
    leaders = state.stands[clash.attacker], state.stands[clash.defender]
    for side, enemy in ((1, clash.attacker), (0, clash.defender)):
        for name in clash.supporters[side]:
            stand = state.stands[name]
            if not all(leader.on_field for leader in leaders):
                return
            if stand.profile.contact_fire_dice:
                if _supports_on_contact(clash, stand, side):
                    yield Shot(name, enemy, "support")
            elif side == 1 and why_no_support(state, stand, clash) is None:
                yield Shot(name, enemy, "support")


def cancels_bonus(state: State, shot: Shot) -> bool:
    """Return whether a shot may cost a Charge Bonus: Pistols at Lancers (SN-7.4.1.a, SN-7.5.e)."""
    return state.stands[shot.firer].profile.code == "Pi" and state.stands[shot.target].profile.code == "Ln"


# ---------------------------------------------------------------------------- Skirmishers


def _ride_down(battle: Battle, clash: Clash) -> None:
    """Destroy Skirmishers in the open, charged or supporting, after their fire (SN-7.4.g, SN-7.5.c,
    SN-10.5.g).
    """
    state: State = battle.state
    attacker = state.stands[clash.attacker]
    if clash.again or not attacker.on_field:
        return
    for name in (clash.defender, *clash.supporters[1]):
        stand = state.stands[name]
        charged = name == clash.defender
        if stand.profile.code != "Sk" or not stand.on_field or (name in clash.silent and not charged):
            continue
        # SN-7.4.f, SN-10.5.d, SN-10.5.i: they may fight in cover, or against Shot and Dragoons
        if cover.sweeps(attacker) and not cover.sheltered(state, stand.place, attacker.place):
            rule = "SN-7.4.g" if charged else "SN-7.5.c"
            remove(battle, stand, "destroyed", rule, words.CAUGHT_IN_OPEN)

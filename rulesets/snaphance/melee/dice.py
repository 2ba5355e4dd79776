"""The melee dice of a clash on the map, for rolls and for exact odds (SN-10.1, SN-10.3, SN-10.4)."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal, TypeAlias

from rulesets.engine import hits
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.dice import Modifier
from rulesets.snaphance import hexes
from rulesets.snaphance.clash import Approach, Clash
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.melee import factors
from rulesets.snaphance.melee.contact import from_behind, on_flank
from rulesets.snaphance.melee.factors import Denied, Fighter, Flank, Onset, bonus_now
from rulesets.snaphance.melee.factors import denied as why_denied
from rulesets.snaphance.shooting.cover import between, ground
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording import melee as words

ROUGH = frozenset({"woods", "town", "rough", "marsh"})
"""SN-C-combat-factors: kinds of terrain in which mounted stands fight badly."""


def fighter(state: State, clash: Clash, stand: Stand) -> Fighter:
    """Return the facts of a stand of a clash, Battle Stand or supporting, against the enemy Battle Stand."""
    foe = opponent(state, clash, stand)
    approach = clash.approaches.get(stand.id)
    charges = _charges(stand, foe, approach)
    # Without a charge there is no bonus to deny, so the reasons are not looked for.
    bonus = charge_bonus(stand) if charges else 0
    attacks = _attacks(state, clash, stand, approach)
    attack, defence = _terrain_dice(state, stand, foe, attacks=attacks)
    return Fighter(
        stand.sp,
        bonus=bonus,
        denied=denied(state, clash, stand, foe) if bonus else None,
        disordered=stand.disordered,
        flank=_flank(state, stand, foe, approach),
        uphill=_level(state, stand.place) > _level(state, foe.place),
        pikes=_pikes(state, clash, stand, foe),
        hindered=stand.profile.kind.mounted and _hindered(state, stand, foe, attacks=attacks),
        attack=attack,
        defence=defence,
    )


def opponent(state: State, clash: Clash, stand: Stand) -> Stand:
    """Return the enemy Battle Stand of a stand in a clash (SN-10.2.a)."""
    attacker = state.stands[clash.attacker]
    return state.stands[clash.defender] if stand.side == attacker.side else attacker


# ---------------------------------------------------------------------------- the Charge Bonus


def charge_bonus(stand: Stand) -> int:
    """Return the Charge Bonus of a stand as it is now (SN-10.3.g)."""
    profile = stand.profile
    return bonus_now(profile.charge_bonus, profile.charge_bonus_after_loss, lost=stand.losses > 0)


def _charges(stand: Stand, foe: Stand, approach: Approach | None) -> bool:
    """Return whether a stand in contact charged, pursued or was moving forward (SN-10.3.a, SN-10.3.1.a)."""
    if approach is None or not stand.faces(foe.place):
        return False
    return approach.how != "none" or approach.forward


def denied(state: State, clash: Clash, stand: Stand, foe: Stand) -> Denied | None:
    """Return the first reason why a charging stand has no Charge Bonus; None if it has it (SN-10.3.b-f)."""
    approach = clash.approaches.get(stand.id)
    place = _removing(state, stand, foe, approach)
    beside_foe = [state.friend_at(beside, foe.side) for beside in hexes.neighbours(foe.place)]
    return why_denied(
        Onset(
            mounted=stand.profile.kind.mounted,
            foe_mounted=foe.profile.kind.mounted,
            moved=approach is not None and approach.entered > 0,
            lost=stand.id in clash.no_bonus,
            against_pikes=foe.profile.kind.pike_armed and foe.faces(stand.place),
            before_pikes=any(
                one and one.profile.code == "Pk" and one.faces(stand.place) for one in beside_foe
            ),
            ground="" if place is None else words.at_hex(hexes.label(place)),
        )
    )


def _removing(state: State, stand: Stand, foe: Stand, approach: Approach | None) -> Hex | None:
    """Return the hex that takes the Charge Bonus; None if none does (SN-10.3.e, SN-C-terrain)."""
    way = [stand.place]
    if approach is not None and approach.path:
        way = [approach.start, *approach.path]
    # Where only the start is known the side between it and the last hex counts, if they are neighbours.
    elif approach is not None and hexes.direction(approach.start, stand.place) is not None:
        way = [approach.start, stand.place]
    for place, other in pairwise((*way, foe.place)):
        side = between(state, place, other)
        if ground(state, other).removes_charge_bonus or (side is not None and side.removes_charge_bonus):
            return other
    # Who has not moved is charged on its own ground, which was no step of the way.
    return stand.place if ground(state, stand.place).removes_charge_bonus else None


# ---------------------------------------------------------------------------- where they fight


def _flank(state: State, stand: Stand, foe: Stand, approach: Approach | None) -> Flank:
    """Return where a stand strikes: flank or rear, or heavily as heavy cavalry (SN-10.4.b, SN-10.4.d).

    It goes on in an ongoing melee (SN-10.4.c).
    """
    if not stand.faces(foe.place) or not on_flank(state, stand.place, foe):
        return ""
    return "heavy_flank" if stand.profile.kind.mcs and from_behind(approach, foe) else "flank"


def _attacks(state: State, clash: Clash, stand: Stand, approach: Approach | None) -> bool:
    """Return whether a stand attacks the enemy's ground: its side or it itself made the contact."""
    if approach is not None and approach.how != "none":
        return True
    return stand.side == state.stands[clash.attacker].side


def _level(state: State, place: Hex) -> int:
    return max(state.map.cell(place).level, ground(state, place).level)


def _pikes(state: State, clash: Clash, stand: Stand, foe: Stand) -> bool:
    """Return whether a Pike block in order is attacked by a mounted stand in front (SN-C-combat-factors)."""
    if stand.profile.code != "Pk" or stand.disordered or not foe.profile.kind.mounted:
        return False
    return stand.faces(foe.place) and _attacks(state, clash, foe, clash.approaches.get(foe.id))


def _hindered(state: State, stand: Stand, foe: Stand, *, attacks: bool) -> bool:
    """Return whether bad ground or attacking over an obstacle hinders mounted (SN-C-combat-factors)."""
    places = (stand.place, foe.place) if attacks else (stand.place,)
    if any(state.map.cell(place).terrain in ROUGH for place in places):
        return True
    side = between(state, stand.place, foe.place)
    # An obstacle that costs the attacker dice is known by its negative value.
    return attacks and side is not None and side.attacker < 0


def _terrain_dice(state: State, stand: Stand, foe: Stand, *, attacks: bool) -> tuple[int, int]:
    """Return the dice for attacking and defending a place, by the hex or the side before it (SN-C-terrain).

    The obstacle that a mounted stand attacks over hinders it already (`_hindered`).
    """
    side = between(state, stand.place, foe.place)
    if not attacks:
        own = ground(state, stand.place)
        # The hex counts before its side: a defender gains once, not from both.
        return 0, own.defender or (side.defender if side is not None else 0)
    if stand.profile.kind.mounted:
        return 0, 0
    place = ground(state, foe.place)
    return place.attacker or (side.attacker if side is not None else 0), 0


Role: TypeAlias = Literal["attacker", "defender"]
ROLES: tuple[Role, Role] = ("attacker", "defender")

number = factors.number


def battle_stand(state: State, clash: Clash, role: Role) -> Stand:
    """Return the Battle Stand of one side of a clash (SN-10.2.a)."""
    return state.stands[clash.attacker if role == "attacker" else clash.defender]


def terms(state: State, clash: Clash, role: Role) -> list[Modifier]:
    """Return everything that makes up the dice of one side, with its rules (SN-10.1.b, SN-10.6.b).

    The Battle Stand's SP come first, the halves of its supporting stands last; their sum is how many dice
    the side throws.
    """
    side = ROLES.index(role)
    main = battle_stand(state, clash, role)
    supporters = [state.stands[one] for one in clash.supporters[side]]
    return factors.side_terms(
        fighter(state, clash, main),
        [(one.name, fighter(state, clash, one)) for one in supporters],
        state.sheet,
    )


def own(state: State, clash: Clash, role: Role) -> int:
    """Return the dice of the Battle Stand of one side, without those who support it (SN-10.2.a)."""
    return number(factors.own_terms(fighter(state, clash, battle_stand(state, clash, role)), state.sheet))


def support(state: State, clash: Clash, role: Role) -> int:
    """Return the dice that the supporting stands add to those of a Battle Stand (SN-10.6.b)."""
    supporters = map(state.stands.__getitem__, clash.supporters[ROLES.index(role)])
    fighters = (fighter(state, clash, one) for one in supporters)
    return sum(factors.support(factors.own_terms(each, state.sheet)) for each in fighters)


def roll(battle: Battle, clash: Clash, role: Role) -> Steps[int]:
    """Roll the dice of one side; return its hits (SN-10.1.b, SN-7.0.d)."""
    made = terms(battle.state, clash, role)
    count, stand = number(made), battle_stand(battle.state, clash, role)
    counts = yield from hits.roll_hits(
        battle, words.MELEE, count, rule="SN-10.1.b", side=stand.side, unit=stand.id, modifiers=made,
        words=words.dice(max(1, count)),
    )  # fmt: skip
    return hits.hits(counts)

"""The melee dice of a clash on the map: one way for rolls and for exact odds (SN-10.1.b)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulesets.engine import hits
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.dice import Modifier
from rulesets.snaphance.clash import Clash
from rulesets.snaphance.melee import factors
from rulesets.snaphance.melee.facts import fighter
from rulesets.snaphance.state import Stand, State

Role: TypeAlias = Literal["attacker", "defender"]
ROLES: tuple[Role, Role] = ("attacker", "defender")

number = factors.number


def battle_stand(state: State, clash: Clash, role: Role) -> Stand:
    """SN-10.2.a: the Battle Stand of one side of a clash."""
    return state.stands[clash.attacker if role == "attacker" else clash.defender]


def terms(state: State, clash: Clash, role: Role) -> list[Modifier]:
    """SN-10.1.b, SN-10.6.b: everything that makes up the dice of one side, with its rules.

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
    """SN-10.2.a: the dice of the Battle Stand of one side, without those who support it."""
    return number(factors.own_terms(fighter(state, clash, battle_stand(state, clash, role)), state.sheet))


def support(state: State, clash: Clash, role: Role) -> int:
    """SN-10.6.b: the dice that its supporting stands add to those."""
    supporters = map(state.stands.__getitem__, clash.supporters[ROLES.index(role)])
    fighters = (fighter(state, clash, one) for one in supporters)
    return sum(factors.support(factors.own_terms(each, state.sheet)) for each in fighters)


def roll(battle: Battle, clash: Clash, role: Role) -> Steps[int]:
    """SN-10.1.b, SN-7.0.d: one side throws its dice; returns its hits."""
    made = terms(battle.state, clash, role)
    count, stand = number(made), battle_stand(battle.state, clash, role)
    counts = yield from hits.roll_hits(
        battle, "Melee", count, rule="SN-10.1.b", side=stand.side, unit=stand.id, modifiers=made,
        words=f"{count} dice" if count > 1 else "1 die",
    )  # fmt: skip
    return hits.hits(counts)

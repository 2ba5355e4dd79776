"""Opportunity fire: who may fire at whom, and what it does to a charge (SN-6.4, SN-7.4.1.1, SN-7.4.2)."""

from __future__ import annotations

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.snaphance import hexes
from rulesets.snaphance.charge import plan, who
from rulesets.snaphance.events.charge import BonusLost, Declared, MovementOver
from rulesets.snaphance.shooting import fire
from rulesets.snaphance.state import Stand, State


def may_fire(state: State, stand: Stand, enemy: Stand, *, charged: bool = False) -> bool:
    """SN-6.0.a, SN-6.0.c, SN-6.4.a: whether a stand on opportunity can fire at an enemy of the active side.

    `charged`: the enemy has declared a charge on it, which it may meet with fire at 2H or more alone
    (SN-7.4.2.a).
    """
    if not stand.opportunity or stand.side == state.active:
        return False
    return fire.may_answer(state, stand, enemy, charging=charged)


def closes_in(state: State, stand: Stand, enemy: Stand) -> bool:
    """SN-7.4.1.1.a, SN-7.4.1.2.a: whether a Mounted Combat Stand on its way could still charge the stand with
    what is left of its single move: then Pistols have fire of one rank only.
    """
    move = plan.current_move(state, enemy)
    if move is None or move.over or not enemy.profile.kind.mcs:
        return False
    if who.why_no_charge(state, enemy) is not None:
        return False
    return hexes.distance(stand.place, enemy.place) <= move.left + 1


def run(battle: Battle, stand: Stand, enemy: Stand, *, charging: bool) -> Steps[bool]:
    """SN-6.4.a: a stand on opportunity fires at an enemy; True if that gives up its charge (SN-7.4.1.1.c).

    `charging`: he charges the stand, or could still do so in this single move. Pistols then fire one rank,
    and what they do to Lancers and Mounted Combat Stands is the matter of SN-7.4.1.1.
    """
    battle.apply(Declared("SN-6.4.a", stand.id, "opportunity fire", enemy.id))
    far = hexes.distance(stand.place, enemy.place) > 1
    outcome = yield from fire.opportunity(battle, stand, enemy, charging=charging)
    if not (charging and far and stand.profile.code == "Pi" and enemy.profile.kind.mcs and enemy.on_field):
        return False
    if outcome.sp_lost and enemy.profile.code == "Ln":
        battle.apply(BonusLost("SN-7.4.1.1.b", enemy.id))
    return outcome.tested


def abort(battle: Battle, stand: Stand) -> Steps[bool]:
    """SN-7.4.1.1.c: whether a Mounted Combat Stand that was hit at 2H gives up its charge; it has
    then finished, where it was hit.
    """
    rule = "SN-7.4.1.1.c"
    options = (
        Option({"do": "go-on", "unit": stand.id}, "Charge home", rule),
        Option({"do": "abort", "unit": stand.id}, "Give the charge up and stop here", rule),
    )
    text = f"{stand.name} was hit by pistols on its way. Does it charge home?"
    choice = yield Decision("abort charge", stand.side, text, rule, options, stand.id)
    if choice["do"] == "go-on":
        return False
    battle.apply(MovementOver(rule, stand.id, "it gives up its charge"))
    return True

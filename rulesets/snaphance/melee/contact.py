"""Contact: from where a stand meets its enemy, and what a blow on flank or rear does (SN-10.4)."""

from __future__ import annotations

from rulesets.engine.battle import Battle
from rulesets.snaphance import hexes
from rulesets.snaphance.clash import Approach, Clash
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.morale import disorder
from rulesets.snaphance.shooting.cover import in_fort
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording import melee as words


def on_flank(state: State, place: Hex, enemy: Stand) -> bool:
    """Return whether a hex is one of the four flank and rear hexes of an enemy (SN-4.0.c, SN-10.4.b).

    SN-C-found-tower: the garrison of a fortified building faces every direction and has none.
    """
    return place in hexes.behind(enemy.place, enemy.facing) and not in_fort(state, enemy)


def from_behind(approach: Approach | None, enemy: Stand) -> bool:
    """Return whether a stand has come at least 1H from behind the enemy's front (SN-10.4.a, SN-10.4.d)."""
    if approach is None or approach.entered < 1:
        return False
    return not hexes.before_line(enemy.place, enemy.facing, approach.start)


def disorder_flanked(battle: Battle, clash: Clash) -> None:
    """Disorder a Battle Stand that is struck on flank or rear from behind its front, before all else
    (SN-10.4.a).
    """
    state: State = battle.state
    # Supporters that came from behind disorder the enemy Battle Stand as its opponent does.
    sides = (clash.attacker, *clash.supporters[0]), (clash.defender, *clash.supporters[1])
    for own, other in (sides, sides[::-1]):
        struck = state.stands[other[0]]
        for name in own:
            comer, approach = state.stands[name], clash.approaches.get(name)
            if comer.on_field and from_behind(approach, struck) and on_flank(state, comer.place, struck):
                disorder(battle, struck, words.struck_by(comer.name), "SN-10.4.a")
    attacker, defender = state.stands[clash.attacker], state.stands[clash.defender]
    if in_fort(state, defender):
        disorder(battle, attacker, words.ATTACKS_BUILDING, "SN-C-terrain")

"""The choices of an automatic meeting, and the advice for one that is not.

The policy of the weaker player, open to everybody:

scenario        the dearest that he may choose, for it is made for a weaker side and needs no luck; of equal
                ones the first on the list. He discards only what he could not choose
scenario value  the lowest: what is left becomes effects
fortifications  an element for every two Bases on foot and two for each gun, for half of what is left at most;
                no portable obstacles
effects         rolls first and chooses last, from the first of PREFERRED that he may choose
day             a bad day for an enemy commander who has more CP than his own, else a good day

Terrain, reconnaissance and deployment have theirs in fieldpolicy.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulesets.by_fire_and_sword.meeting import fieldpolicy
from rulesets.by_fire_and_sword.meeting.fortify import ELEMENTS, per_fsp
from rulesets.by_fire_and_sword.meeting.state import MeetingState
from rulesets.engine.battle import TYPED, Battle
from rulesets.engine.decisions import Choice, Decision, Number
from rulesets.engine.system import Advice

PREFERRED = (
    "delay", "unexpected_reinforcements", "enthusiasm", "good_bad_day", "panic", "insubordination", "fatigue",
    "choice_of_terrain",
)  # fmt: skip
"""Effects in the order in which they are chosen."""


def choose(battle: Battle, decision: Decision) -> Choice:
    """What the policy chooses; ValueError for dice, which a person types in."""
    return advise(battle, decision).choice


def advise(battle: Battle, decision: Decision) -> Advice:
    """What the policy chooses, and why."""
    if decision.kind == TYPED:
        raise ValueError("dice are typed in by a person")
    own = _OWN.get(decision.kind)
    if own is not None:
        return own(battle.state, decision)
    return fieldpolicy.advise(battle, decision)


def _scenario(state: MeetingState, decision: Decision) -> Advice:
    """BFS-30.3.D, BFS-30.4.2"""
    offered = [option for option in decision.options if option.key["do"] == "scenario"]
    if not offered:
        return Advice({"do": "discard"}, "nothing that was rolled may be chosen")
    values = {offer.key: offer.value for offer in state.scenario.offers}
    best = max(offered, key=lambda option: values[option.key["scenario"]])
    return Advice(dict(best.key), f"worth {values[best.key['scenario']]} FSP without luck")


def _value(_state: MeetingState, decision: Decision) -> Advice:
    """BFS-30.3.D.1"""
    least = min(decision.options, key=lambda option: int(option.key["fsp"]))
    return Advice(dict(least.key), "what is left becomes effects")


def _fortifications(state: MeetingState, decision: Decision) -> Advice:
    """BFS-30.3.E"""
    option = next((option for option in decision.options if option.key["do"] == "elements"), None)
    wanted = _elements_wanted(state, decision.side)
    if option is None or not wanted:
        return Advice({"do": "done"}, "" if option is None else "nobody is there to stand behind them")
    number = next(param for param in option.params if isinstance(param, Number))
    step = per_fsp(ELEMENTS)
    most = max(int(number.high) // step // 2, 1) * step
    elements = min(wanted + wanted % step, most, int(number.high))
    return Advice(
        {"do": "elements", "elements": elements}, f"{wanted} would cover those on foot and the guns"
    )


def _elements_wanted(state: MeetingState, side: int) -> int:
    units = [unit.of for unit in state.units_of(side)]
    on_foot = sum(unit.bases for unit in units if unit.type == "infantry")
    return (on_foot + 1) // 2 + 2 * sum(unit.bases for unit in units if unit.gun)


def _effect(_state: MeetingState, decision: Decision) -> Advice:
    """BFS-32.12"""
    if decision.offers(do="roll"):
        return Advice({"do": "roll"}, "what the dice give can be made up for later")
    best = next(key for key in PREFERRED if decision.offers(do="choose", effect=key))
    return Advice({"do": "choose", "effect": best}, "the best that may be chosen")


def _day(state: MeetingState, decision: Decision) -> Advice:
    """BFS-32.10"""
    own, enemy = state.chief(decision.side).of.cp, state.chief(1 - decision.side).of.cp
    if enemy > own:
        return Advice({"do": "bad"}, f"{enemy} CP against {own}")
    return Advice({"do": "good"}, f"{own} CP against {enemy}")


_OWN: Mapping[str, Callable[[MeetingState, Decision], Advice]] = {
    "scenario": _scenario,
    "scenario value": _value,
    "fortifications": _fortifications,
    "additional effect": _effect,
    "day": _day,
}

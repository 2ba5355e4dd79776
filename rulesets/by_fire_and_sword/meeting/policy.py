"""The choices of an automatic meeting, and the advice for one that is not; open to everybody.

scenario           the dearest that may be chosen, for it is made for a weaker side and needs no luck; of
                   equal ones the first on the list. Discards only what could not be chosen
scenario value     the lowest: what is left over becomes effects
fortifications     an element for every two Bases on foot and two for each gun, for half of what is left at
                   most; no portable obstacles
effects            rolls first and chooses last, from the first of PREFERRED that may be chosen
day                a bad day for an enemy commander who has more CP than the own one, else a good day
terrain            kinds in turn (hill, grove, field, forest, obstacle ...), each on the first free of the
                   ready-made spots, the inner ones first; no consent to what the rules leave to consent
choice of terrain  takes away the atypical piece nearest to the own edge, or nothing
reconnaissance     buys from a fixed order as long as it can be paid
deployment         sends the largest unit that was paid for, in turn 2; first units of the list first; no
                   squadrons
robbers            picks the enemy's largest and the own smallest unit
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulesets.by_fire_and_sword.meeting import changing, deployment, reconnaissance, robbers, terrain
from rulesets.by_fire_and_sword.meeting.fortify import ELEMENTS, per_fsp
from rulesets.by_fire_and_sword.meeting.state import MeetingState
from rulesets.by_fire_and_sword.wording import meeting as words
from rulesets.engine.battle import TYPED, Battle
from rulesets.engine.canonical import digest
from rulesets.engine.decisions import Choice, Decision, Number
from rulesets.engine.system import Advice

PREFERRED = (
    "delay", "unexpected_reinforcements", "enthusiasm", "good_bad_day", "panic", "insubordination", "fatigue",
    "choice_of_terrain",
)  # fmt: skip
"""Effects in the order in which they are chosen."""

FLANK_TURN = 2
_SALT_DIGITS = 12
Policy = Callable[[Battle, Decision], Choice]


def choose(battle: Battle, decision: Decision) -> Choice:
    """Return what the policy chooses; raise ValueError for dice, which a person types in."""
    return advise(battle, decision).choice


def advise(battle: Battle, decision: Decision) -> Advice:
    """Return what the policy chooses, and why; raise ValueError for dice or an unknown decision."""
    if decision.kind == TYPED:
        raise ValueError("dice are typed in by a person")
    own = _OWN.get(decision.kind)
    if own is not None:
        return own(battle.state, decision)
    choice = _ON_THE_TABLE.get(decision.kind, deployment.policy)(battle, decision)
    return Advice(choice, words.REASONS.get((decision.kind, choice["do"]), ""))


def _scenario(state: MeetingState, decision: Decision) -> Advice:
    """Choose the scenario of the highest value (BFS-30.3.D, BFS-30.4.2)."""
    offered = [option for option in decision.options if option.key["do"] == "scenario"]
    if not offered:
        return Advice({"do": "discard"}, words.NOTHING_MAY_BE_CHOSEN)
    values = {offer.key: offer.value for offer in state.scenario.offers}
    # The value of a scenario is strength that the weaker side gets without any die.
    best = max(offered, key=lambda option: values[option.key["scenario"]])
    return Advice(dict(best.key), words.worth_without_luck(values[best.key["scenario"]]))


def _value(_state: MeetingState, decision: Decision) -> Advice:
    """Choose the lowest final value (BFS-30.3.D.1)."""
    least = min(decision.options, key=lambda option: int(option.key["fsp"]))
    return Advice(dict(least.key), words.LEFT_OVER_BECOMES_EFFECTS)


def _fortifications(state: MeetingState, decision: Decision) -> Advice:
    """Choose fortifications for those on foot and the guns (BFS-30.3.E)."""
    option = next((option for option in decision.options if option.key["do"] == "elements"), None)
    units = [unit.of for unit in state.units_of(decision.side)]
    on_foot = sum(unit.bases for unit in units if unit.type == "infantry")
    wanted = (on_foot + 1) // 2 + 2 * sum(unit.bases for unit in units if unit.gun)
    if option is None or not wanted:
        return Advice({"do": "done"}, "" if option is None else words.NOBODY_TO_PROTECT)
    number = next(param for param in option.params if isinstance(param, Number))
    step = per_fsp(ELEMENTS)
    # Half of what could be bought at most: the rest of the advantage is left for effects.
    most = max(int(number.high) // step // 2, 1) * step
    elements = min(wanted + wanted % step, most, int(number.high))
    why = words.would_protect(wanted)
    return Advice({"do": "elements", "elements": elements}, why)


def _effect(_state: MeetingState, decision: Decision) -> Advice:
    """Roll first, then choose the best effect (BFS-32.12)."""
    if decision.offers(do="roll"):
        return Advice({"do": "roll"}, words.ROLL_FIRST)
    best = next(key for key in PREFERRED if decision.offers(do="choose", effect=key))
    return Advice({"do": "choose", "effect": best}, words.BEST_EFFECT)


def _day(state: MeetingState, decision: Decision) -> Advice:
    """Choose a good or a bad day by who has more CP (BFS-32.10)."""
    own, enemy = state.chief(decision.side).of.cp, state.chief(1 - decision.side).of.cp
    # A bad day lowers nobody below 2 CP (BFS-32.10), so it pays against a commander who has some to lose.
    if enemy > own:
        return Advice({"do": "bad"}, words.cp_against(enemy, own))
    return Advice({"do": "good"}, words.cp_against(own, enemy))


_OWN: Mapping[str, Callable[[MeetingState, Decision], Advice]] = {
    "scenario": _scenario,
    "scenario value": _value,
    "fortifications": _fortifications,
    "additional effect": _effect,
    "day": _day,
}


def _flank_turn(battle: Battle, decision: Decision) -> Choice:
    """Write the turn of a flanking maneuver down, with a salt that nobody else can work out (BFS-33.6.1)."""
    salt = int(digest({"seed": battle.seed, "salt": decision.kind})[:_SALT_DIGITS], 16) + 1
    return {"do": "write", "turn": FLANK_TURN, "salt": salt}


_ON_THE_TABLE: Mapping[str, Policy] = {
    "place terrain": terrain.policy,
    "terrain consent": lambda _battle, _decision: {"do": "refuse"},
    "choice of terrain": changing.policy,
    "reconnaissance": reconnaissance.policy,
    "flank turn": _flank_turn,
    "robbers": robbers.policy,
    "robbers point": lambda _battle, decision: next(
        dict(option.key) for option in decision.options if not option.params
    ),
}
"""The policies of the steps on the table; all other kinds are those of the deployment."""

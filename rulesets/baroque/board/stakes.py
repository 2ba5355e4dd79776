"""What hangs on an option that leads to dice: how a shot or a charge may end; what a test
needs, how likely that is, and what follows.
"""

from __future__ import annotations

from rulesets.baroque.board import chances
from rulesets.baroque.board.answers import is_answered
from rulesets.baroque.board.charging_back import comes_first
from rulesets.baroque.board.targets import odds_of
from rulesets.baroque.state import State, Unit
from rulesets.baroque.wording import charge as words
from rulesets.baroque.wording.movement import ACTIVATION_OVER
from rulesets.contract.wording import REACTIONS, odds_in_a_line
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option

_PASSED = {
    "about-face": "it stays in order",
    "face-side": "it stays in order",
    "disengage": "it falls back one move, disordered, and does nothing else this turn",
    "withdraw": "it goes off the table",
    "caracole": "it fires a second time",
    "rally": "it is in good order and may act",
    "forced-rally": "it is in good order, and its activation is over",
}
_FAILED = {
    "about-face": "it is disordered",
    "face-side": "it is disordered",
    "disengage": "it has to fight",
    "withdraw": chances.STAYS,
    "caracole": ACTIVATION_OVER,
    "rally": "it stays disordered and may act",
    "forced-rally": "it stays disordered, and its activation is over",
}
_ASKED = frozenset({"unit", "react", "caracole"})
_MARCHED = "it stays in order and may march on", "it is disordered and stops"
_CHARGED = "it stays in order", "it is disordered"
_EVADED = "it gets out of the way", "it stays where it is"
_REACTED = "it does so", "it does nothing, and may not react again this turn"


def stakes(battle: Battle, option: Option) -> str:
    """Return what a player should know before taking an option that is tested (BQ-2.4.1), shoots or charges;
    "" of any other.
    """
    decision, key = battle.pending, option.key
    state: State = battle.state
    unit = state.units.get(key.get("unit", "" if decision is None else decision.subject))
    if unit is None or unit.base is None or decision is None or decision.kind not in _ASKED:
        return ""
    return " ".join(filter(None, (_odds(battle, unit, option), _test(battle, unit, option))))


def _odds(battle: Battle, unit: Unit, option: Option) -> str:
    """Return how a shot or a charge may end, in a line, and what comes before that holds."""
    ends = [(each.short, each.chance) for each in odds_of(battle, option) if each.short]
    own = option.key["do"] == "charge"
    before = [REACTIONS] if own and is_answered(battle.state, unit, option) else []
    before += comes_first(battle, option)
    if own and chances.of_option(battle.state, unit, option) is not None:
        before.append(words.MARCH_TEST)
    return odds_in_a_line(ends, before)


def _test(battle: Battle, unit: Unit, option: Option) -> str:
    """Return what a Discipline Test needs, how likely that is, and what follows."""
    do = option.key["do"]
    reaction = chances.of_reaction(battle, unit, option)
    test = reaction or chances.of_option(battle.state, unit, option)
    if test is None:
        return ""
    if reaction is not None:
        passed, failed = _EVADED if do == "evade" else _REACTED
    elif do in chances.MARCHING:
        passed, failed = _CHARGED if do == "charge" else _MARCHED
    else:
        passed, failed = _PASSED[do], _FAILED[do]
    return f"Test: {test.needs} ({test.chance:.0%}). Passed: {passed}. Failed: {failed}."

"""What hangs on an option that leads to an Order Test: what is needed, how likely it is, what follows; what a
charge comes to.
"""

from __future__ import annotations

from rulesets.contract.wording import REACTIONS, odds_in_a_line
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.engine.dice import total
from rulesets.snaphance import command
from rulesets.snaphance.board.targets import CHARGES, answered, charge_odds
from rulesets.snaphance.movement.mover import is_extra, under_way
from rulesets.snaphance.state import State
from rulesets.snaphance.wording import charge as words

_RALLIED = "it rallies and may still act", "it rallies, but it may not move or fire this round"
_WAITS = "it is on opportunity, and its turn ends", "it may still act"
_EXTRA = "it stays in order and may make another", "it is disordered and its turn ends"
_FOLLOWS = {
    "recover": _RALLIED,
    "group-recover": _RALLIED,
    "opportunity": _WAITS,
    "group-opportunity": _WAITS,
    "extra-move": _EXTRA,
}


def stakes(battle: Battle, option: Option) -> str:
    """Return what a player should know before an Order Test (SN-4.5) or a charge (SN-10.1.a), "" before
    anything else.
    """
    do = option.key["do"]
    if do in CHARGES:
        return charge_words(battle, option)
    if do not in _FOLLOWS:
        return ""
    state: State = battle.state
    names = str(option.key.get("units") or option.key.get("unit", "")).split()
    stands = [state.stands[name] for name in names if name in state.stands]
    if not stands:
        return ""
    # The test of an extra move comes at its end, and each one after the first is harder (SN-4.5.f).
    moves = 0 if state.activation is None else state.activation.moves
    harder = max(0, moves - 1) if do == "extra-move" else 0
    needed = command.order_target(stands, harder) - total(command.order_modifiers(state, stands))
    chance = float(command.order_chance(state, stands, harder))
    when = "Order Test at the end of the move" if do == "extra-move" else "Order Test"
    passed, failed = _FOLLOWS[do]
    return f"{when}: {max(1, needed)} or more on a die ({chance:.0%}). Passed: {passed}. Failed: {failed}."


def charge_words(battle: Battle, option: Option) -> str:
    """Return the odds of a charge in a line, and what comes before they hold (SN-6.0, SN-C-order-timing)."""
    state: State = battle.state
    activation = state.activation
    own = option.key["do"] == "charge"
    # Beginning a move counts it, so one that has not begun is an extra move if one was made before.
    tested = own and activation is not None and (
        is_extra(activation) if under_way(state) else activation.moves > 0
    )  # fmt: skip
    before = [
        what
        for what, comes in (
            (REACTIONS, not own or answered(state, option)),
            (words.ORDER_TEST, tested),
        )
        if comes
    ]
    ends = ((each.short, each.chance) for each in charge_odds(battle, option) if each.short)
    return odds_in_a_line(ends, before)

"""What hangs on an option that leads to an Order Test: what is needed, how likely it is, what follows."""

from __future__ import annotations

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.engine.dice import total
from rulesets.snaphance import command
from rulesets.snaphance.state import State

_RALLIED = "it rallies and may still act", "it rallies, but it may not move or fire this round"
_WAITS = "it is on opportunity, and its turn ends", "nothing is lost: it may still act"
_EXTRA = "it stays in order and may make another", "it is disordered and its turn ends"
_FOLLOWS = {
    "recover": _RALLIED,
    "group-recover": _RALLIED,
    "opportunity": _WAITS,
    "group-opportunity": _WAITS,
    "extra-move": _EXTRA,
}


def stakes(battle: Battle, option: Option) -> str:
    """Return what a player should know before an Order Test (SN-4.5); "" where none follows."""
    do = option.key["do"]
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

"""Ghosts: where a stand would stand after the options on offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rulesets.contract.board import Ghost, Move
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.engine.geometry import Base
from rulesets.snaphance import command, hexes, viewing
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.state import Stand, State

AT_ONCE = frozenset(
    {"step", "displace", "pass", "turn", "turn-rear", "end-move", "evade-step", "turn-on-opportunity",
     "face", "face-attacker"}
)  # fmt: skip
"""What is done as soon as it is pointed at: single steps and turns."""

_STEPS = frozenset({"step", "displace", "pass", "turn", "turn-rear", "end-move"})


def moves(battle: Battle, stand: Stand, options: Sequence[Option]) -> tuple[Move, ...]:
    """Return the options of the pending decision that move or turn the stand, each with its ghost.

    None while it is deployed: its places fill the whole zone, with every facing.
    """
    return tuple(_moves(battle.state, stand, options)) if stand.hex is not None else ()


def _moves(state: State, stand: Stand, options: Sequence[Option]) -> Iterator[Move]:
    for option in options:
        there = place_of(stand, option.key)
        if there is None:
            continue
        place, facing = there
        chance, words = _test(state, stand, option.key, place)
        yield Move(
            option.key, option.label, option.rule, "", (ghost(state, stand, place, facing),),
            chance, words, at_once=option.key["do"] in AT_ONCE,
            others=tuple(_others(state, stand, place, facing)),
        )  # fmt: skip


def _others(state: State, stand: Stand, place: Hex, facing: int) -> Iterator[Ghost]:
    """Yield the others that move with the stand as one, each shifted as it is (SN-4.9.a)."""
    activation = state.activation
    if activation is None or stand.id != activation.stand:
        return
    dq, dr = place[0] - stand.place[0], place[1] - stand.place[1]
    for id_ in activation.stands[1:]:
        other = state.stands[id_]
        if other.on_field:
            yield ghost(state, other, (other.place[0] + dq, other.place[1] + dr), facing)


def place_of(stand: Stand, key: Mapping[str, Any]) -> tuple[Hex, int] | None:
    """Return the hex and the facing that an option leads to; None for one that leads nowhere else."""
    if key.get("do") == "turn-rear":
        return stand.place, (stand.facing + 3) % 6
    if ("hex" not in key and "facing" not in key) or "leader" in key:
        return None
    place = hexes.named(key["hex"]) if "hex" in key else stand.hex
    return None if place is None else (place, key.get("facing", stand.facing))


def ghost(state: State, stand: Stand, place: Hex, facing: int) -> Ghost:
    """Return a stand as it would stand in a hex."""
    base = viewing.base_at(stand, place, facing, state.map.rows)
    return Ghost(0.0, Base(*base).corners, base[2])


def _test(state: State, stand: Stand, key: Mapping[str, Any], place: Hex) -> tuple[float | None, str]:
    """Return the chance and the words of the Order Test of an extra move that ended there (SN-4.4.a)."""
    activation = state.activation
    # The first single move needs no test, so its steps show none.
    if activation is None or key["do"] not in _STEPS or activation.moves < 2:
        return None, ""
    with standing(stand, place):
        stands = [stand, *(state.stands[id_] for id_ in activation.stands if id_ != stand.id)]
        harder = activation.moves - 2
        chance = float(command.order_chance(state, stands, harder))
        return chance, order_words(state, stands, harder)


def order_words(state: State, stands: Sequence[Stand], harder: int) -> str:
    """Return the test in words: `Order Test at its end: 67% (General +1); failed, ...`."""
    changes = [f"{each.why} {each.value:+d}" for each in command.order_modifiers(state, stands)]
    changes += [f"{harder} harder"] if harder else []
    chance = f"{float(command.order_chance(state, stands, harder)):.0%}"
    terms = f" ({', '.join(changes)})" if changes else ""
    return f"Order Test at its end: {chance}{terms}; failed, it is disordered and stops"


@contextmanager
def standing(stand: Stand, place: Hex) -> Iterator[None]:
    """Treat the stand as if it stood elsewhere, for what asks for its hex alone."""
    before, stand.hex = stand.hex, place
    try:
        yield
    finally:
        stand.hex = before

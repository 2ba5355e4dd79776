"""Putting stands elsewhere: steps of their own moves, and every other change of place."""

from __future__ import annotations

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.snaphance import clash, command, generals, hexes, morale
from rulesets.snaphance.events.movement import MoveBegan, Moved, MoveEnded, Stepped
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.movement.mover import acting, is_extra, under_way
from rulesets.snaphance.movement.steps import Step
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording import movement as words

_RULES = {
    "forward": "SN-4.0.g", "backward": "SN-4.7.a", "sideways": "SN-4.8.a", "free": "SN-4.1.a",
    "rear": "SN-4.3.a", "": "SN-4.2.a",
}  # fmt: skip


def place(battle: Battle, stand: Stand, hex_: Hex, facing: int, how: str, rule: str) -> None:
    """Put a stand on a hex with a facing, other than by its own step; `how` is one of events.movement.How. An
    enemy General alone there is driven off (SN-3.1.d).
    """
    battle.apply(Moved(rule, stand.id, hexes.label(hex_), facing % 6, how))
    generals.overrun(battle, hex_, stand.side)


def begin(battle: Battle) -> None:
    """Begin a single move of the stands that act; an extra move if it is not their first (SN-4.4.a)."""
    state: State = battle.state
    activation, stands = state.activation, acting(state)
    if activation is None:
        return
    extra = activation.moves > 0
    mp = min(stand.profile.mp for stand in stands)
    rule = "SN-4.4.a" if extra else "SN-4.0.g"
    battle.apply(MoveBegan(rule, tuple(stand.id for stand in stands), mp, extra))


def take(battle: Battle, step: Step) -> None:
    """Make a step or turn and nothing more: no reaction is asked for and the move does not end.

    Friends fall back (SN-4.11.a), enemy Generals are driven off, and who becomes disordered is.
    """
    state: State = battle.state
    if not under_way(state):
        begin(battle)
    rule = rule_of(state, step)
    labels = tuple([hexes.label(end) for end in step.hexes])
    way = tuple([hexes.label(end) for end in step.way])
    battle.apply(Stepped(rule, step.units, labels, step.facing, step.mode, step.left, way, step.turned))
    # After the step, for the friends fall back into the hexes that it has left.
    for id_, back in step.displaced:
        friend = state.stands[id_]
        place(battle, friend, back, friend.facing, "displaced", rule)
    if step.way:
        for end in step.hexes:
            generals.overrun(battle, end, state.stands[step.units[0]].side)
        if state.melees:  # Skirmishers who move away, as nobody else may, are out of it
            for id_ in step.units:
                clash.leave(battle, state.stands[id_], "SN-10.5.h")
    for id_, cause, why in step.disorders:
        morale.disorder(battle, state.stands[id_], why, cause)


def rule_of(state: State, step: Step) -> str:
    """Return the rule that allows a step or turn."""
    combat = state.stands[step.units[0]].profile.kind.combat
    if step.do == "displace":
        return "SN-4.11.a" if combat else "SN-4.11.b"
    if step.do == "pass":
        return "SN-4.10.b" if combat else "SN-4.10.a"
    return "SN-4.2.a" if step.turned and step.mode in ("forward", "sideways") else _RULES[step.mode]


def finish_move(battle: Battle) -> Steps[None]:
    """End the single move that is under way; after an extra move the Order Test follows (SN-4.4.a).

    One die for all who act together (SN-4.9.a). Whoever fails is disordered and has finished (SN-4.5.b,
    SN-C-order-timing). Each extra move is harder than the one before (SN-4.5.f).
    """
    state: State = battle.state
    activation = state.activation
    if activation is None or not under_way(state):
        return
    move = activation.move
    # A move in which nothing was done is no extra move, so it needs no test.
    done = move is not None and bool(move.entered or move.turned or move.mode)
    battle.apply(MoveEnded("SN-4.0.g", activation.stands))
    stands = acting(state)
    if not (done and is_extra(activation) and stands):
        return
    # The second single move is the first that is tested, and the first that is not yet harder.
    harder = activation.moves - 2
    passed = yield from command.order_test(
        battle, list(stands), words.EXTRA_MOVE, harder=harder, rule="SN-4.4.a"
    )
    if passed:
        return
    for stand in stands:
        morale.disorder(battle, stand, words.FAILS_TEST, "SN-4.5.b")
    battle.apply(MoveEnded("SN-4.5.b", activation.stands, last=True, why=words.TEST_FAILED))


def stop(battle: Battle, rule: str, why: str = "") -> None:
    """End all movement of those who act, and with it their activation (SN-4.2.b, SN-4.5.b)."""
    state: State = battle.state
    if state.activation is not None and not state.activation.over:
        battle.apply(MoveEnded(rule, state.activation.stands, last=True, why=why))

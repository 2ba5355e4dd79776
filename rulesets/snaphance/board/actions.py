"""What a stand may do now, and why not: every action and answer there is (SN-4.0.h, SN-5.0, SN-6.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from rulesets.contract.board import Action, Bar
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.engine.wording import lowfirst
from rulesets.engine.wording.battles import (
    BATTLE_OVER,
    DRAWING_UP,
    NOT_ITS_TURN_TO_DEPLOY,
    OTHER_DECISION_FIRST,
)
from rulesets.snaphance import charge, command, hexes, movement
from rulesets.snaphance.board.moves import order_words
from rulesets.snaphance.board.sketch import as_if_acting, is_acting
from rulesets.snaphance.board.stakes import charge_words
from rulesets.snaphance.board.targets import CHARGES
from rulesets.snaphance.charge.plan import why_no_charge_at
from rulesets.snaphance.reactions import evasion
from rulesets.snaphance.shooting import fire
from rulesets.snaphance.shooting.dice import reach as range_of
from rulesets.snaphance.shooting.volley import targets
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording import command as commanding
from rulesets.snaphance.wording.common import ACTED, NOT_ON_OPPORTUNITY
from rulesets.snaphance.wording.movement import MAKE_EXTRA_MOVE
from rulesets.snaphance.wording.shooting import NO_LONG_ARMS

Why = tuple[str, str]
"""Rule id and reason."""
Rule = Callable[[State, Stand], Why | None]

_TESTED = {"recover": "SN-9.1.a", "group-recover": "SN-9.1.a", "opportunity": "SN-6.1.a",
           "group-opportunity": "SN-4.9.b"}  # fmt: skip
ACTING: Why = "SN-4.0.h", "it is acting"
FEW, MOST_LISTED = 2, 6
"""So many places of one kind are shown one by one; so many hexes are named of more."""

_TOGETHER = {
    "step": ("Move", "hex"), "displace": ("Move, a friend falling back", "hex"),
    "pass": ("Move through friends", "hex"), "turn": ("Turn", "facing"),
    "end-move": ("End the move facing", "facing"), "place": ("Be placed", "hex"),
    "evade-step": ("Evade", "hex"),
}  # fmt: skip
_FAILED = {
    "recover": "failed, it rallies and does nothing else",
    "group-recover": "failed, they rally and do nothing else",
    "opportunity": "failed, it may act otherwise",
    "group-opportunity": "failed, they may act otherwise",
}


@dataclass(frozen=True, slots=True)
class ActionRule:
    """Something that a stand can do: `what` in words, the options that do it, what bars it from a stand that
    acts; an `answer` is given in the enemy's activation instead.
    """

    what: str
    does: frozenset[str]
    why: Rule
    answer: bool = False


def actions(battle: Battle, stand: Stand, options: Sequence[Option]) -> tuple[Action, ...]:
    """Return everything that the stand may do (`options` about it), then all that it may not."""
    state: State = battle.state
    offers = tuple(_offers(battle, stand, options))
    if stand.hex is None:
        due = f"it arrives in round {stand.arrives}" if stand.arrives else NOT_ITS_TURN_TO_DEPLOY
        return offers or (Action("Come to the map", False, due, "SN-C-setup"),)
    if not state.turn:
        return offers or (Action("Act", False, DRAWING_UP, "SN-1.4.a"),)
    done = {option.key["do"] for option in options}
    barred = [action_rule for action_rule in ACTION_RULES if not action_rule.does & done]
    # The reasons are asked while the stand seems to act, the words made afterwards, of the true state.
    with as_if_acting(state, stand):
        bars = [None if action_rule.answer else action_rule.why(state, stand) for action_rule in barred]
    refusals = tuple(_barred(battle, stand, barred, bars))
    return (*offers, *refusals)


def _offers(battle: Battle, stand: Stand, options: Sequence[Option]) -> Iterator[Action]:
    """Yield what is on offer; many hexes or facings of one kind are joined, for the map shows each."""
    for do, run in groupby(options, key=lambda option: option.key["do"]):
        alike = list(run)
        if do in _TOGETHER and len(alike) > FEW:
            what, of = _TOGETHER[do]
            yield Action(what, True, _places(alike, of), alike[0].rule)
        else:
            yield from (_offer(battle, stand, option) for option in alike)


def _places(options: Sequence[Option], of: str) -> str:
    """Return places in words: `to 0505, 0605 and 3 more hexes` or `north or south`."""
    if of == "facing":
        return ", ".join(dict.fromkeys(hexes.facing_words(option.key["facing"]) for option in options))
    labels = list(dict.fromkeys(option.key["hex"] for option in options))
    more = len(labels) - MOST_LISTED
    listed = ", ".join(labels[:MOST_LISTED])
    return f"to {listed} and {more} more hexes" if more > 0 else f"to {listed}"


def _offer(battle: Battle, stand: Stand, option: Option) -> Action:
    label = option.label.partition(commanding.TESTED)[0]  # the words about the test say it with its reasons
    if option.key["do"] in CHARGES:
        words = lowfirst(charge_words(battle, option)).rstrip(".")
    else:
        words = _words(battle.state, stand, option)
    return Action(label, True, words, option.rule, option.key)


def _words(state: State, stand: Stand, option: Option) -> str:
    """Return the words about the Order Test that an option leads to, "" for none (SN-4.5.a)."""
    do = option.key["do"]
    if do == "extra-move" and state.activation is not None:
        stands = [state.stands[id_] for id_ in state.activation.stands]
        return order_words(state, stands, max(0, state.activation.moves - 1))
    if do not in _TESTED:
        return ""
    ids = str(option.key.get("units", stand.id)).split()
    stands = [state.stands[id_] for id_ in ids]
    changes = ", ".join(f"{each.why} {each.value:+d}" for each in command.order_modifiers(state, stands))
    chance = f"Order Test: {float(command.order_chance(state, stands)):.0%}"
    return f"{chance}{f' ({changes})' if changes else ''}; {_FAILED[do]}"


def _barred(
    battle: Battle, stand: Stand, action_rules: Sequence[ActionRule], bars: Sequence[Why | None]
) -> Iterator[Action]:
    state: State = battle.state
    for action_rule, bar in zip(action_rules, bars, strict=True):
        why: Why | None
        if action_rule.answer:
            why = action_rule.why(state, stand) or (
                ("SN-6.0.c", "it answers in an enemy activation alone")
                if state.active == stand.side or state.active < 0
                else ("SN-6.0.a", "nothing happens now that it could answer")
            )
        elif "activate" in action_rule.does and is_acting(state, stand):
            continue  # it is doing so
        else:
            why = bar or not_now(battle, stand)
        if why is not None:
            yield Action(action_rule.what, False, why[1], why[0])


# ---------------------------------------------------------------------------- not its moment


def not_now(battle: Battle, stand: Stand) -> Why | None:
    """Return why a stand cannot act at this moment; None if it acts and nothing else has to be decided."""
    state: State = battle.state
    if battle.pending is None:
        return "", BATTLE_OVER
    if is_acting(state, stand):
        return None if battle.pending.kind == "stand" else ("SN-4.0.h", OTHER_DECISION_FIRST)
    if stand.moved:
        return "SN-1.4.d", ACTED
    if state.in_melee(stand.id):
        return "SN-4.6.e", "it is in a melee"
    group = state.groups[stand.group]
    if stand.group == state.active_group:
        return "SN-1.4.c", "it has to be chosen first: stands act one after the other"
    if group.activated:
        return "SN-1.4.a", "its group has been activated in this round"
    if state.active == stand.side:
        return "SN-1.4.c", f"{state.groups[state.active_group].name} is active"
    if state.active >= 0:
        return "SN-1.4.c", "the enemy is active: it can only answer"
    return "SN-1.4.b", "its group waits for the initiative"


# ---------------------------------------------------------------------------- what bars it


def _begun(state: State) -> bool:
    return state.activation is not None and state.activation.begun


def _no_move(state: State, _stand: Stand) -> Why | None:
    why = movement.why_no_move(state)
    if why is not None:
        return why
    steps = list(movement.candidates(state))
    if not steps:
        return "SN-4.0.g", "there is no hex that it may enter"
    if all(step.enemies for step in steps):
        return "SN-10.0.d", "every step that is left would be a charge"
    return None


def _no_turning(state: State, stand: Stand) -> Why | None:
    if stand.profile.kind.free:
        return "SN-4.1.a", "it takes any facing at the end of its move"
    if stand.disordered:
        return "SN-4.3.a", "it is disordered"
    return movement.why_no_move(state) or movement.why_no_turn_rear(state)


def _no_fire(state: State, stand: Stand) -> Why | None:
    why = fire.why_no_fire(state, stand)
    if why is None and not any(True for _ in targets(state, stand)):
        reach = range_of(stand.profile, state.sheet)
        return "SN-7.0.c", f"no enemy is in its arc, in sight and within {reach}H"
    return why


def _no_charge(state: State, stand: Stand) -> Why | None:
    why = charge.why_no_charge(state, stand)
    if why is None and not any(step.enemies for step in movement.candidates(state)):
        return "SN-10.0.a", "no enemy whom it may charge comes before it with its next step"
    return why


def _no_answer(state: State, stand: Stand, do: str) -> Why | None:
    """Return why a stand may not answer with a charge or fire on opportunity; None if it may (SN-6.0.a)."""
    if do == "fire" and not range_of(stand.profile, state.sheet):
        return "SN-7.0.c", NO_LONG_ARMS
    if not stand.opportunity:
        return "SN-6.0.a", NOT_ON_OPPORTUNITY
    return charge.why_no_charge(state, stand) if do == "charge" else None


ACTION_RULES: tuple[ActionRule, ...] = (
    ActionRule("Act", frozenset({"activate"}),
         lambda state, stand: ACTING if is_acting(state, stand) and _begun(state) else None),
    ActionRule("Rally", frozenset({"recover", "group-recover"}), command.why_no_recovery),
    ActionRule(commanding.GO_ONTO_OPPORTUNITY, frozenset({"opportunity", "group-opportunity"}),
         command.why_no_opportunity),
    ActionRule("Move", frozenset({"step", "displace", "pass", "turn", "end-move"}), _no_move),
    ActionRule("Turn to the rear", frozenset({"turn-rear"}), _no_turning),
    ActionRule(MAKE_EXTRA_MOVE, frozenset({"extra-move"}),
         lambda state, _stand: movement.why_no_extra(state)),
    ActionRule("Fire", frozenset({"fire"}), _no_fire),
    ActionRule("Charge", frozenset({"charge"}), _no_charge),
    ActionRule("Fight on", frozenset({"fight"}),
         lambda state, stand: None if state.in_melee(stand.id) else ("SN-11.3.a", "it is in no melee")),
    ActionRule("Evade", frozenset({"evade"}),
         lambda state, stand: evasion.why_no_evasion(state, stand, ()), answer=True),
    ActionRule("Charge on opportunity", frozenset({"opportunity-charge", "counter-charge"}),
         partial(_no_answer, do="charge"), answer=True),
    ActionRule("Fire on opportunity", frozenset({"opportunity-fire"}),
         partial(_no_answer, do="fire"), answer=True),
)  # fmt: skip


def bars(battle: Battle, stand: Stand, options: Sequence[Option]) -> tuple[Bar, ...]:
    """Return the hexes around a stand that is asked what it does to which no option leads, with reasons."""
    pending = battle.pending
    if pending is None or pending.kind != "stand" or pending.subject != stand.id or stand.hex is None:
        return ()
    if not is_acting(battle.state, stand):
        return ()
    return tuple(_bars(battle.state, stand, {option.key.get("hex") for option in options}))


def _bars(state: State, stand: Stand, open_: set[str | None]) -> Iterator[Bar]:
    for towards in range(6):
        there = hexes.neighbour(stand.place, towards)
        if there not in state.map or hexes.label(there) in open_:
            continue
        rule, why = movement.why_no_step(state, towards) or _would_meet(state, stand, towards)
        yield Bar(hexes.label(there), why, rule)


def _would_meet(state: State, stand: Stand, towards: int) -> tuple[str, str]:
    """Return why a step would meet an enemy but is not on offer as a charge (SN-10.0.d)."""
    there = hexes.neighbour(stand.place, towards)
    # A charge is judged from where its whole move began, not from the last step (SN-10.4.a).
    start = stand.place
    if state.activation is not None and state.activation.move is not None:
        start = state.activation.move.start[stand.id][0]
    for step in movement.candidates(state):
        for id_ in step.enemies if step.hexes[0] == there else ():
            enemy = state.stands[id_]
            why = why_no_charge_at(state, stand, enemy, start, there)
            if why is not None:
                return why[0], f"it would come into contact with {enemy.name}, and {why[1]}"
    return "SN-10.0.d", "it would come into contact with the enemy: that is a charge"

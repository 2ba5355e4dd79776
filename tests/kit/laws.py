"""Laws that hold at every moment of a battle, whoever plays it: AssertionError if one is broken."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from rulesets import rulebook
from rulesets.baroque.state import BAGGAGE, State
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Dice, Number, Option, Refusal
from tests.kit.referee.battle import judged


def check_table(battle: Battle, before: dict[str, int]) -> None:
    """Bases are on the table and apart, contacts are contacts, losses only grow (`before`: those seen)."""
    state: State = battle.state
    standing = list(state.on_field())
    # BQ-5.5.1.d, BQ-4.1.3.j: in the middle of an action a mover may stand on a light friend whom he passes
    passing = battle.pending is not None and battle.pending.kind not in ("command", "initiative")
    for i, unit in enumerate(standing):
        base = unit.place
        if unit.profile.type != BAGGAGE:
            assert geometry.within(base, -0.01, -0.01, state.width + 0.01, state.depth + 0.01), unit.id
        assert unit.vbu > 0, f"{unit.id} stands with VBU {unit.vbu}"
        for other in () if passing else standing[i + 1 :]:
            assert not geometry.overlap(base, other.place, 0.01), f"{unit.id} stands on {other.id}"
    for unit in state.units.values():
        assert unit.losses >= before.get(unit.id, 0), f"{unit.id} got VBU back"
        before[unit.id] = unit.losses
        assert (unit.base is not None) == (unit.status == "field"), unit.id
    for one, two in state.contacts:
        assert state.units[one].side != state.units[two].side
        assert geometry.gap(state.units[one].place, state.units[two].place) < 0.02, (one, two)
    for leader in state.leaders.values():
        assert not leader.attached or state.units[leader.attached].on_field, leader.id


PROPOSED = frozenset({"leader-move", "leader-leave"})
"""Options whose default place is where to begin from, not always a place to go to."""


def check_options(decision: Decision) -> None:
    """What is offered is taken: each key is unique, an option accepts its defaults, unless they only propose.

    One that needs a number from the player takes or refuses any number in words, and never fails otherwise.
    """
    keys = Counter(json.dumps(option.key, sort_keys=True) for option in decision.options)
    assert keys.most_common(1)[0][1] == 1, keys.most_common(1)
    for option in decision.options:
        choice, complete = _with_defaults(option)
        if complete and option.key["do"] not in PROPOSED:
            option.read(choice)  # raises Refusal if it does not take it
            assert decision.read(choice)["do"] == option.key["do"]
        for extreme in _extremes(option, choice):
            with suppress(Refusal):
                read = option.read(extreme)
                assert option.read(read) == read, "a choice that was read is read again as it is"


def _with_defaults(option: Option) -> tuple[Choice, bool]:
    """The option's key with all defaults, and whether nothing is left for the player to give."""
    choice: Choice = dict(option.key)
    complete = True
    for param in option.params:
        if isinstance(param, Dice):
            choice[param.name] = [1] * param.count
        elif param.default is None:
            complete = False
        else:
            choice[param.name] = param.default
    return choice, complete


def _extremes(option: Option, choice: Choice) -> Iterator[Choice]:
    for param in option.params:
        if isinstance(param, Number):
            for value in (param.low, param.high, (param.low + param.high) / 2):
                others = {p.name: p.low for p in option.params if isinstance(p, Number)}
                yield {**others, **choice, param.name: int(value) if param.whole else value}


NONSENSE: tuple[Any, ...] = (
    {}, {"do": "fly"}, {"do": []}, {"do": None}, {"do": {"do": "advance"}}, [], None, "advance",
    {"do": "advance", "unit": 7}, {"do": "wheel", "unit": "", "corner": "left", "degrees": float("nan")},
)  # fmt: skip


def check_refusals(battle: Battle) -> None:
    """A refused choice changes nothing: nonsense, a wrong number, a key too many, the other player's."""
    decision = battle.pending
    assert decision is not None
    first = decision.options[0]
    choice, _ = _with_defaults(first)
    wrong: list[tuple[Any, int]] = [(each, decision.side) for each in NONSENSE]
    wrong += [(choice, 1 - decision.side), ({**choice, "swiftly": True}, decision.side)]
    for param in first.params:
        if isinstance(param, Number):
            wrong.append(({**choice, param.name: param.high + 1}, decision.side))
            wrong.append(({**choice, param.name: "far"}, decision.side))
        else:
            wrong.append(({**choice, param.name: [0] * param.count}, decision.side))
    before = _fingerprint(battle)
    for each, side in wrong:
        with pytest.raises(Refusal):
            battle.choose(each, side)
    assert _fingerprint(battle) == before
    assert battle.pending is decision


def _fingerprint(battle: Battle) -> tuple[Any, ...]:
    return battle.state_hash(), battle.hash, len(battle.entries), len(battle.choices)


def check_views(battle: Battle) -> None:
    """What a player may see is JSON; the decision is shown to nobody but the one who makes it."""
    pending = battle.pending
    for side in (0, 1, None):
        shown = json.loads(json.dumps(battle.view(side), allow_nan=False))
        assert (shown["decision"] is not None) == (pending is not None and pending.side == side)
        assert (shown["seed"] is None) == (pending is not None)


def check_log(battle: Battle) -> None:
    """Every event says what happened; the rules that it names are in the book; no loss is invented."""
    rules = rulebook.rules(battle.system.slug)
    ours = next(iter(rules)).partition("-")[0] + "-"  # a name such as "Foot (SM-2)" is no rule
    names = str.upper
    lost: Counter[str] = Counter()
    for number, entry in enumerate(battle.entries, start=1):
        event = entry.event
        assert entry.number == number
        assert event.words(names).strip(), event
        unknown = {id_ for id_ in _rule_ids(event.to_json()) if id_.startswith(ours)} - rules.keys()
        assert not unknown, (unknown, event)
        if event.kind == "lost-vbu":
            lost[event.to_json()["unit"]] += event.to_json()["losses"]
    assert lost == {unit.id: unit.losses for unit in battle.state.units.values() if unit.losses}


def check_figures(battle: Battle) -> None:
    """Dice, targets, results and what follows are those of the book; every loss has its cause."""
    faults = judged(battle).faults
    assert not faults, "\n".join(faults[:5])


def _rule_ids(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from rulebook.RULE_ID.findall(value)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _rule_ids(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _rule_ids(each)

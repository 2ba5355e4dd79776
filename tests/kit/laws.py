"""Laws that no rule system may break, whoever plays: AssertionError if one is broken.

What holds on a system's own field stands apart: tablelaws.py, hexlaws.py.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from rulesets.engine import document
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Dice, Number, Option, Refusal
from rulesets.site import rulebook

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
    """Every event says what happened, and the rules that it names are in the book or among what fills its
    gaps."""
    system = battle.system.slug
    known = rulebook.rules(system).keys() | rulebook.completions(system).keys()
    ours = f"{battle.system.prefix}-"  # a name such as "Foot (SM-2)" is not a rule
    names = str.upper
    for number, entry in enumerate(battle.entries, start=1):
        event = entry.event
        assert entry.number == number
        assert event.describe(names).strip(), event
        unknown = {id_ for id_ in _rule_ids(event.to_json()) if id_.startswith(ours)} - known
        assert not unknown, (unknown, event)


def check_moment(battle: Battle, number: int) -> None:
    """What is offered, refused and seen, at some moments of a battle; `number` says at which."""
    if battle.pending is not None and len(battle.choices) % 7 == number % 7:
        check_options(battle.pending)
    if battle.pending is not None and len(battle.choices) % 41 == number % 41:
        check_refusals(battle)
        check_views(battle)


def check_end(battle: Battle) -> None:
    """A battle that is over took no more turns than agreed, is told in its log, and replays to the same
    events."""
    assert battle.result is not None
    assert 1 <= battle.result.turns <= battle.setup["max_turns"]
    check_views(battle)
    check_log(battle)
    again = document.replay(battle.system, document.to_document(battle))
    assert again.stop is None
    assert again.same


def _rule_ids(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from rulebook.RULE_ID.findall(value)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _rule_ids(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _rule_ids(each)

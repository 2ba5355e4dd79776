"""Battles of any system recalled from their choices: AssertionError where one is not what was played."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import pytest

from rulesets.engine.battle import Battle, Kept
from rulesets.engine.canonical import canonical_json
from rulesets.engine.decisions import Refusal

EVERY = 23  # choices between the moments that are looked at
PART = 40  # choices that are recalled at once


def kept(battle: Battle) -> list[Kept]:
    """The choices of a battle as they come back from where they are kept."""
    made = json.loads(json.dumps([each.to_json() for each in battle.choices]))
    return [(each["side"], each["decision"], each["choice"]) for each in made]


def begun(battle: Battle) -> Battle:
    """The battle before its first choice."""
    return Battle(battle.system, battle.setup, battle.seed)


def recalled(battle: Battle, choices: Sequence[Kept]) -> Battle:
    """The battle after these choices, recalled at once."""
    again = begun(battle)
    again.recall(choices)
    return again


def everything(battle: Battle) -> str:
    """All that there is to a battle, with the decision that is pending and all that it offers."""
    pending, result = battle.pending, battle.result
    events = [entry.hash for entry in battle.entries]
    choices = [(made.to_json(), made.at) for made in battle.choices]
    return canonical_json([
        battle.hash, events, choices, battle.state.to_json(),
        None if pending is None else pending.to_json(), None if result is None else result.to_json(),
    ])  # fmt: skip


def check_every_moment(battle: Battle, first: int) -> None:
    """Recalled up to any moment it is the battle that is played up to there; looked at from choice `first`
    (below EVERY) on."""
    choices = kept(battle)
    step = begun(battle)
    for made, (side, kind, choice) in enumerate(choices, start=1):
        step.repeat(kind, choice, side)
        if made % EVERY == first or made == len(choices):
            assert everything(recalled(battle, choices[:made])) == everything(step)
    assert everything(step) == everything(battle)


def check_in_parts(battle: Battle) -> None:
    """It may be recalled in parts."""
    choices = kept(battle)
    again = begun(battle)
    for start in range(0, len(choices), PART):
        again.recall(choices[start : start + PART])
    again.recall([])
    assert everything(again) == everything(battle)


def check_conceded(battle: Battle) -> None:
    """Who is to decide gives up: what he is asked about is never done, and the end is recalled."""
    assert battle.pending is not None
    battle.concede(battle.pending.side)
    assert everything(recalled(battle, kept(battle))) == everything(battle)


def check_other_decisions(battle: Battle) -> None:
    """Another decision than was kept, or another player's, stops it."""
    choices = kept(battle)
    side, kind, choice = choices[10]
    for wrong in ((1 - side, kind, choice), (side, "pursue", choice)):
        with pytest.raises(Refusal):
            recalled(battle, [*choices[:10], wrong, *choices[11:]])


def check_altered(battle: Battle, number: int) -> None:
    """Another unit or number, a choice left out or made twice: an error or another hash. `number` says which
    choice is altered, and how."""
    rng = random.Random(number)
    choices = kept(battle)
    at = rng.randrange(len(choices) - 1)
    side, kind, choice = choices[at]
    others = [each for each in choices if each[1] == kind and each[2] != choice]
    altered = {
        0: [*choices[:at], *choices[at + 1 :]],
        1: [*choices[:at], choices[at], *choices[at:]],
        2: [*choices[:at], (side, kind, rng.choice(others)[2] if others else {}), *choices[at + 1 :]],
    }[number % 3]
    try:
        again = recalled(battle, altered)
    except Exception:
        return
    if again.hash == battle.hash:
        assert canonical_json(again.state.to_json()) == canonical_json(battle.state.to_json())

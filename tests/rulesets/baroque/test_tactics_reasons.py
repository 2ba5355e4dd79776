"""The tactician says why: a reason for every kind of decision, in the figures that he goes by."""

from __future__ import annotations

from collections import defaultdict

import pytest

from rulesets.baroque import activation, tactics
from rulesets.baroque.shooting.dice import range_modifiers, shot_dice, shot_passes
from rulesets.baroque.shooting.targets import targets
from rulesets.baroque.tactics import worth
from rulesets.contract import registry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Refusal
from tests.kit import duel
from tests.kit.battles import baroque, sample
from tests.kit.field import Field, unit
from tests.kit.players import uniform
from tests.rulesets.baroque.test_play import random_battle

SYSTEM = registry.get("baroque")

EVERYDAY = {
    "place terrain", "change terrain", "deploy unit", "deploy leader", "initiative", "re-roll", "command",
    "unit", "react", "pursue", "pursuit direction", "destiny",
}  # fmt: skip
"""Kinds that a handful of battles reach for certain."""


@pytest.fixture(scope="module")
def reasons() -> dict[str, dict[str, set[str]]]:
    """Every reason given in a few battles of random lists, by kind of decision and by what is chosen.

    Each is checked on its way: offered, the tactician's own choice, a phrase without a full stop, and the
    battle as it was before he was asked.
    """
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    battles = [random_battle(number) for number in range(5)]
    battles.append(baroque(sample("ottoman-field-army"), sample("swedish-royal-army"), max_turns=5))
    for number, battle in enumerate(battles):
        other = uniform(number)
        while (decision := battle.pending) is not None:
            before = (battle.state_hash(), len(battle.entries)) if len(battle.choices) % 20 == 0 else None
            told = SYSTEM.core.advise(battle, decision)
            if before is not None:
                assert (battle.state_hash(), len(battle.entries)) == before
            assert decision.read(told.choice)
            assert told.choice == SYSTEM.core.tactician(battle, decision)
            assert told.reason == told.reason.strip()
            assert told.reason
            assert not told.reason.endswith(".")
            found[decision.kind][told.choice["do"]].add(told.reason)
            battle.choose(told.choice if decision.side or number % 2 else other(battle, decision))
    return found


def test_every_kind_of_decision_has_its_reason(reasons):
    assert set(reasons) >= EVERYDAY
    assert set(reasons) <= set(tactics.ADVISERS)
    assert all(why for kind in reasons.values() for words in kind.values() for why in words)


def test_what_a_unit_does_has_a_reason_of_its_own_with_figures(reasons):
    done = reasons["unit"]
    assert set(done) >= {"advance", "wheel", "shoot", "charge", "fight", "rally", "end-unit", "withdraw"}
    for do in ("shoot", "charge", "fight"):
        assert all(" VD" in why for why in done[do])
    assert all("BU" in why for why in done["advance"])
    assert all("%" in why for why in done["rally"])


def test_answers_are_weighed_and_declined_for_a_reason(reasons):
    answers = reasons["react"]
    assert all(" to pass: worth " in why for do, words in answers.items() if do != "none" for why in words)
    assert all(why.startswith("does not react: ") for why in answers["none"])
    assert len(answers) >= 3


def test_the_figure_of_a_shot_is_its_exact_expected_harm():
    firer, target = unit("a1", 10, 5, 90, "T", i=0, weapons=("Musket",)), unit("b1", 10, 7.5, 270)
    field = Field(firer, target)
    told = tactics.advise(field, next(activation.activate(field, firer)))
    aim = targets(field.state, firer)[0]
    shot = aim.shot(firer, target.profile, moves=0)
    passes = shot_passes(shot, first_volley=True)
    harm = worth.of_fire(target, shot_dice(shot), passes, range_modifiers(aim.at), leader=False).harm
    assert 0.1 < harm < 1
    assert told.reason == f"fires at b1: that should cost the enemy {harm:.2f} VD"


def test_dice_that_are_typed_in_are_left_to_the_player():
    battle = baroque(sample("royalist-patrol-300"), sample("parliament-patrol-300"), dice="typed")
    told = _told(battle)
    assert "roll the dice" in told.reason
    with pytest.raises(Refusal):
        battle.choose(told.choice)


def _told(battle: Battle):
    assert battle.pending.kind == "dice"
    return SYSTEM.core.advise(battle, battle.pending)


def test_a_system_without_an_adviser_advises_what_its_tactician_does():
    battle = Battle(duel.DUEL, duel.setup(), "1")
    assert battle.pending is not None
    told = duel.DUEL.core.advise(battle, battle.pending)
    assert told.to_json() == {"choice": {"do": "cut"}, "reason": ""}

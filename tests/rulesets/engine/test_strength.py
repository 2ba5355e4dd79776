"""How strong the tactician plays."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulesets.contract import registry
from rulesets.contract.documents import read_setup
from rulesets.engine.battle import Battle
from rulesets.engine.document import SetupError, begin, read_document, replay, to_document
from rulesets.engine.strength import StrengthError, choice_of, read_strengths, strengths_of

EASY, BEST = "recruit", "veteran"


def clash(first: str, second: str, seed: str) -> Battle:
    """A training clash between tacticians of these strengths, fought to its end."""
    system = registry.get("snaphance")
    editor = system.scenarios
    assert editor is not None
    setup = editor.setup(editor.shipped()[editor.training])
    battle = begin(system, {**setup, "strengths": [first, second]}, seed)
    battle.play([choice_of, choice_of])
    return battle


def test_a_setup_without_strengths_is_what_it_was() -> None:
    editor = registry.get("snaphance").scenarios
    assert editor is not None
    setup = editor.setup(editor.shipped()[editor.training])
    assert "strengths" not in read_setup(setup)
    assert strengths_of(setup) == ("veteran", "veteran")


def test_a_setup_says_how_strong_the_tactician_is() -> None:
    editor = registry.get("snaphance").scenarios
    assert editor is not None
    setup: dict[str, Any] = editor.setup(editor.shipped()[editor.training])
    assert read_setup({**setup, "strengths": [EASY, BEST]})["strengths"] == [EASY, BEST]
    for wrong in ([EASY], [EASY, "genius"], [EASY] * 3):
        with pytest.raises(SetupError, match="strengths"):
            read_setup({**setup, "strengths": wrong})


@pytest.mark.parametrize(
    ("text", "both"),
    [("recruit", [EASY, EASY]), ("Recruit, veteran", [EASY, BEST]), ("veteran,recruit", [BEST, EASY])],
)
def test_one_word_is_for_both_sides_and_two_are_for_each(text: str, both: list[str]) -> None:
    assert read_strengths(text) == both


@pytest.mark.parametrize("text", ["", "genius", "recruit,", "recruit,regular,veteran"])
def test_an_unknown_strength_is_refused(text: str) -> None:
    with pytest.raises(StrengthError, match="recruit, regular, veteran"):
        read_strengths(text)


def test_a_veteran_never_slips() -> None:
    battle = clash(BEST, BEST, "even")
    again = begin(battle.system, battle.setup, "even")  # type: ignore[arg-type]
    again.play([again.system.core.tactician] * 2)
    assert again.hash == battle.hash


def test_a_slip_is_a_recorded_choice_and_replays() -> None:
    battle = clash(EASY, BEST, "slips")
    document = to_document(battle)
    assert document["setup"]["strengths"] == [EASY, BEST]
    found = replay(registry.get("snaphance"), read_document(json.dumps(document)))
    assert found.same
    assert clash(EASY, BEST, "slips").hash == battle.hash != clash(BEST, BEST, "slips").hash


def test_a_recruit_loses_to_a_veteran_on_either_side() -> None:
    results = [clash(EASY, BEST, f"a{n}").result for n in range(3)]
    results += [clash(BEST, EASY, f"b{n}").result for n in range(3)]
    winners = [None if result is None else result.winner for result in results]
    assert winners.count(None) == 0
    assert [winner == 1 for winner in winners[:3]].count(True) + winners[3:].count(0) >= 5


def test_advice_comes_from_a_veteran() -> None:
    """Who asks what the tactician would do wants the best answer."""
    battle = begin(registry.get("snaphance"), dict(clash(EASY, EASY, "x").setup), "x")
    decision = battle.pending
    assert decision is not None
    assert battle.system.core.advise(battle, decision).choice == battle.system.core.tactician(
        battle, decision
    )

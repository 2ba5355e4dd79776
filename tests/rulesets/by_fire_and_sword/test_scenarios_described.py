"""Scenarios in words."""

from __future__ import annotations

import pytest

from rulesets.by_fire_and_sword.presentation import describe
from rulesets.by_fire_and_sword.scenarios.reading import shipped


@pytest.mark.rule("BFS-30.7")
@pytest.mark.parametrize("key", shipped())
def test_everything_that_a_player_has_to_know_is_in_its_words(key: str) -> None:
    scenario = shipped()[key]
    chapters = dict(describe(scenario))
    words = "\n".join(line for lines in chapters.values() for line in lines)
    for text in (
        *(step.text for step in scenario.deployment), *(rule.text for rule in scenario.special),
        *(award.text for award in scenario.victory), scenario.summary,
    ):  # fmt: skip
        assert text in words
    assert len(chapters["Points"]) == len(scenario.victory)
    assert all(lines for lines in chapters.values())


@pytest.mark.rule("BFS-30.7")
def test_an_ambush_in_words() -> None:
    chapters = dict(describe(shipped()["ambush"]))
    assert chapters[""][1:] == (
        "Weaker side: ambusher. Stronger side: column.",
        "6 turns; first to deploy: column; there is no reconnaissance.",
    )
    assert chapters["Deployment"][1].startswith("Ambusher, one unit: One unit as the bait")
    assert chapters["Rules"][1] == "Column, turn 1: The column's weapons with Match do not fire in this turn."
    assert chapters["Points"][1].startswith("Ambusher: 1 for each unit of the column")
    assert chapters["Points"][1].endswith(", 3 times at most")

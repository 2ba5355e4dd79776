"""Tatars are spelt in one way; lists and rules that spell them in the other are still read."""

from __future__ import annotations

import pytest
from django.conf import settings

from rulesets.by_fire_and_sword.armies.lists import books, sample_lists
from rulesets.contract.documents import from_text, to_text
from rulesets.engine.lists.naming import named
from tests.rulesets.by_fire_and_sword.test_meeting_scenario import REROLL, chosen, force, pick

SAMPLES = ("tartar-raid-11", "tartar-plunderers-3", "polish-division")


def test_nothing_that_is_shown_is_spelt_in_the_other_way() -> None:
    shown = [
        path
        for folder in ("rulesets", "campaigns", "battles", "armylists", "samples", "templates", "docs")
        for path in (settings.BASE_DIR / folder).rglob("*")
        if path.suffix in (".toml", ".json", ".html", ".py", ".md")
    ]
    assert len(shown) > 500
    assert [str(path) for path in shown if "Tartar" in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_list_that_was_written_as_text_in_the_other_spelling_is_read(sample: str) -> None:
    army = sample_lists()[sample]
    text = to_text(army, books()[army.book])
    assert "Tatar" in text
    back = from_text(text.replace("Tatar", "Tartar"))
    assert [unit.entry for unit in back.units()] == [unit.entry for unit in army.units()]


def test_a_posted_name_means_the_same_in_both_spellings() -> None:
    entries = books()["tartar"].entries
    for name in ("Tartar rabble", "Tatar rabble", "tartars rabble"):
        assert {entry.name for entry in named(name, entries, lambda each: (each.name,))} == {"Tatar rabble"}


@pytest.mark.rule("BFS-30.3.D")
def test_a_reroll_that_was_agreed_in_the_other_spelling_still_holds() -> None:
    enemy = force(9, special_rules=("Beating the Tatars...",))
    agreed = {**REROLL, "rule": "Beating the Tartars"}
    found = chosen(force(6), enemy, [1, 7, 2], pick("take_and_hold"), scenario_rerolls=[agreed])
    assert found.rolled == [2, 7]

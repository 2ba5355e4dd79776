"""What a player reads of a battle: no inner ids, two decimals at most, and what hangs on dice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from battles.board.panel import panel
from battles.lines import Register, log_line
from rulesets.contract import registry
from rulesets.contract.board import Figure, Target
from rulesets.engine.battle import Battle
from rulesets.engine.document import begin
from rulesets.engine.wording import numbered, plain, tidy
from tests.kit.battles import sample, setup

INNER = re.compile(r"(?<![\w.])(?:[ab]\.c\d\w*|c\d+u\d+|[ab]\.baggage|t\d+)(?![\w.])")
UNEVEN = re.compile(r"\d\.\d{3,}")
CHOICES = 400


def skirmish() -> Battle:
    """A battle with terrain that is placed by the procedure."""
    lists = sample("royalist-patrol-300"), sample("parliament-patrol-300")
    document = setup(*lists, terrain="roll", max_turns=3, sides=["Royalists", "Parliament"])
    return begin(registry.get("baroque"), document, "3")


def hexes() -> Battle:
    document = setup(
        sample("swedish-army-1632"), sample("imperial-army-1632"),
        terrain="open", max_turns=2, sides=["Swedes", "Imperialists"],
    )  # fmt: skip
    return begin(registry.get("snaphance"), document | {"system": "snaphance"}, "3")


def shown(battle: Battle) -> Iterator[str]:
    """Every sentence of a battle that the tactician fights: questions, options, stakes, the log."""
    known = registry.get(battle.system.slug)
    assert known.board is not None
    for _ in range(CHOICES):
        decision = battle.pending
        if decision is None:
            break
        state: Any = battle.view(decision.side)["state"]
        register = Register(battle.setup["sides"], state)
        found = panel(decision, register.name, {}, stakes=lambda each: known.board.stakes(battle, each))  # type: ignore[union-attr]
        yield found.text
        for section in found.sections:
            yield section.heading
            for option in section.options:
                yield option.label
                yield option.stakes
                yield from (field.limits for field in option.fields)
                yield from (field.shown for field in option.fields)
        battle.choose(battle.system.core.tactician(battle, decision))
    register = Register(battle.setup["sides"], battle.view(None)["state"])
    for entry in battle.entries:
        line = log_line(entry, register, known.presentation)
        yield line.words
        if line.roll is not None:
            yield line.roll.result


@pytest.mark.parametrize("make", [skirmish, hexes])
def test_nothing_that_a_player_reads_has_inner_ids_or_uneven_numbers(make: Any) -> None:
    said = list(shown(make()))
    assert len(said) > 2_000
    assert any("Passed:" in words and "Failed:" in words for words in said)
    assert [words for words in said if INNER.search(words)] == []
    assert [words for words in said if UNEVEN.search(words)] == []


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("it goes 0.8000001 BU", "it goes 0.8 BU"),
        ("13.3333, 2.5", "13.33, 2.5"),
        ("-0.0000001 BU", "0 BU"),
        ("BQ-6.1.1.a at 1.25", "BQ-6.1.1.a at 1.25"),
        ("in 1632", "in 1632"),
    ],
)
def test_numbers_have_two_decimals_at_most(words: str, wanted: str) -> None:
    assert tidy(words) == wanted


def test_a_plain_number_has_no_needless_zeros() -> None:
    assert [plain(value) for value in (2, 0.8, 13.3333, 100, -1.5)] == ["2", "0.8", "13.33", "100", "-1.5"]


def test_what_several_share_gets_a_number() -> None:
    assert numbered({"t1": "Wood", "t2": "Marsh", "t5": "Wood"}) == {
        "t1": "Wood 1", "t2": "Marsh", "t5": "Wood 2",
    }  # fmt: skip


def test_a_target_is_summed_up_by_the_figures_that_say_how_it_ends() -> None:
    figures = (Figure("how", None, "1 BU"), Figure("wins the round", 0.5, "", short="win"))
    assert Target("a", "Foot", "charge", "BQ-5.4.a", figures).summary == figures[1:]

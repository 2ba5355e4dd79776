"""Figures and lists as words."""

from __future__ import annotations

import pytest

from rulesets.engine import wording


def test_what_is_counted_is_one_or_many() -> None:
    assert [wording.counted(number, "step") for number in (0, 1, 3)] == ["0 steps", "1 step", "3 steps"]
    assert [wording.counted(number, "die", "dice") for number in (1, 2)] == ["1 die", "2 dice"]
    assert [wording.plural(number, "hit") for number in (0, 1, 2)] == ["no hit", "1 hit", "2 hits"]


def test_lists_end_with_and_or_another_word() -> None:
    assert [wording.listed(list(words)) for words in ("", "a", "ab", "abc")] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert wording.listed(("n", "s"), "or") == "n or s"


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (112, "112th"), (21, "21st")],
)
def test_ordinals(number: int, words: str) -> None:
    assert wording.ordinal(number) == words


@pytest.mark.parametrize(("number", "words"), [(2, "+2"), (0, "0"), (-1, "−1"), (0.5, "+0.5"), (-2.0, "−2")])
def test_signed_numbers_have_a_true_minus(number: float, words: str) -> None:
    assert wording.signed(number) == words
    assert wording.minus(number) == words.removeprefix("+")


@pytest.mark.parametrize(
    ("share", "words"),
    [(0, "0%"), (0.0001, "< 0.1%"), (0.1216, "12.2%"), (0.9999, "> 99.9%"), (1, "100%")],
)
def test_nothing_that_may_happen_or_fail_is_called_sure(share: float, words: str) -> None:
    assert wording.percent(share) == words


def test_means_have_two_digits() -> None:
    assert [wording.rounded(value) for value in (0.254, -1.44)] == ["0.25", "-1.4"]


def test_only_the_first_letter_changes() -> None:
    assert wording.capfirst("a P&M of Horse") == "A P&M of Horse"
    assert wording.lowfirst("A P&M") == "a P&M"
    assert wording.capfirst("") == wording.lowfirst("") == ""


def test_a_sentence_ends_once() -> None:
    assert wording.sentence("is taken") == wording.sentence("is taken.") == "Is taken."


def test_a_key_is_a_heading() -> None:
    assert wording.titled("chevaux_de_frise") == "Chevaux de frise"


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("1642-1651", "1642–1651"),
        ("1649-52", "1649–52"),
        ("about 1630-1634", "about 1630–1634"),
        ("BFS-31", "BFS-31"),
    ],
)
def test_years_have_a_dash_between_them(stored, shown):
    assert wording.years(stored) == shown

"""Ghosts along the numbers of an option, in inches."""

from __future__ import annotations

from rulesets.engine.decisions import Choice, Number, Option, Refusal
from rulesets.engine.geometry import wheel
from rulesets.freetable.ghosts import base_at, first_number, joined, number_of, refusal_of, samples
from tests.rulesets.freetable.tables import base


def check(choice: Choice) -> None:
    if choice["inches"] > 9:
        raise Refusal("there is a pond", rule="R")


FAR = Number("inches", 2, 12, "in", default=8)
OPTION = Option({"do": "march"}, "March", "R", (Number("aside", -3, 3, "in", default=0), FAR), check)


def test_samples_run_from_end_to_end_and_hold_the_default() -> None:
    assert samples(FAR, 5) == [2, 4.5, 7, 8, 9.5, 12]
    assert samples(Number("turn", -90, 90), 3) == [-90, 0, 90]


def test_the_numbers_of_an_option() -> None:
    assert number_of(OPTION, "inches") is FAR
    first = first_number(OPTION)
    assert first is not None
    assert first.name == "aside"
    assert first_number(Option({"do": "halt"}, "Halt", "R")) is None


def test_why_an_option_does_not_take_some_numbers() -> None:
    assert refusal_of(OPTION, {"do": "march", "inches": 9}) is None
    assert refusal_of(OPTION, {"do": "march", "inches": 10}) == "there is a pond"
    assert "2 to 12 in" in (refusal_of(OPTION, {"do": "march", "inches": 20}) or "")


def test_a_ghost_stands_for_a_base() -> None:
    start = base(36, 10)
    end = wheel(start, "left", 30)
    assert base_at(start, end.corners, end.heading) == end


def test_notes_are_joined_without_empty_ones() -> None:
    assert joined("", "a pond", "", "a hill") == "a pond; a hill"

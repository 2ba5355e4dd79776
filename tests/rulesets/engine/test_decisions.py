"""Decisions: choices are matched by their keys, options are made only when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulesets.engine.decisions import Choice, Decision, Dice, Drawn, Menu, Number, Option, Refusal

MARCH = Option({"do": "march", "unit": "a"}, "March", "R-1", (Number("bu", 0.1, 2.0, "BU", default=1.0),))
HALT = Option({"do": "halt", "unit": "a"}, "Halt", "R-2")
WHEEL = Option({"do": "wheel", "unit": "a", "corner": "left"}, "Wheel", "R-3", (Number("degrees", 0, 90),))


class Counted:
    """A maker of options that knows how many it was asked for."""

    def __init__(self, *options: Option) -> None:
        self.options = options
        self.made = 0

    def __call__(self) -> Iterator[Option]:
        for option in self.options:
            self.made += 1
            yield option


def decision(*options: Option) -> Decision:
    return Decision("unit", 0, "What now?", "R-0", options)


# ---------------------------------------------------------------------------- choices


def test_a_choice_is_found_by_its_keys_whatever_the_order_of_the_options() -> None:
    for options in ((MARCH, HALT, WHEEL), (WHEEL, HALT, MARCH)):
        assert decision(*options).read({"do": "march", "unit": "a", "bu": 1.23456}) == {
            "do": "march", "unit": "a", "bu": 1.2346,
        }  # fmt: skip


def test_a_missing_number_takes_its_default_or_is_asked_for() -> None:
    assert decision(MARCH).read({"do": "march", "unit": "a"})["bu"] == 1.0
    with pytest.raises(Refusal, match="give 0 to 90") as caught:
        decision(WHEEL).read({"do": "wheel", "unit": "a", "corner": "left"})
    assert caught.value.path == "choice.degrees"


@pytest.mark.parametrize(
    ("choice", "path"),
    [
        ({"do": "march", "unit": "a", "bu": 3}, "choice.bu"),
        ({"do": "march", "unit": "a", "bu": True}, "choice.bu"),
        ({"do": "march", "unit": "a", "bu": float("inf")}, "choice.bu"),
        ({"do": "march", "unit": "a", "bu": 1, "fast": 1}, "choice.fast"),
        ({"do": "march", "unit": "b"}, "choice"),
        ({"do": ["march"], "unit": "a"}, "choice"),
        ({}, "choice"),
        ("march", "choice"),
    ],
)
def test_what_is_not_offered_is_refused_with_its_place(choice: Any, path: str) -> None:
    with pytest.raises(Refusal) as caught:
        decision(MARCH, HALT).read(choice)
    assert caught.value.path == path


def test_the_option_with_the_most_keys_is_meant() -> None:
    free = Option({"do": "place", "kind": "wood"}, "Anywhere", "R-4", (Number("x", 0, 20),))
    ready = Option({"do": "place", "kind": "wood", "at": "3"}, "Place 3", "R-4")
    assert decision(free, ready).read({"do": "place", "kind": "wood", "at": "3"})["at"] == "3"


def test_an_option_may_refuse_what_its_limits_allow() -> None:
    def taken(choice: Choice) -> None:
        if choice["bu"] == 1.5:
            raise Refusal("somebody stands there", rule="R-5", path="choice.bu")

    option = Option({"do": "march"}, "March", "R-1", (Number("bu", 0, 2),), taken)
    assert option.read({"do": "march", "bu": 1.4})["bu"] == 1.4
    with pytest.raises(Refusal, match="somebody stands there"):
        option.read({"do": "march", "bu": 1.5})


@pytest.mark.parametrize("dice", [[1, 2], [1, 2, 7], [1, 2, True], "123", None])
def test_dice_that_are_typed_in_must_be_dice(dice: Any) -> None:
    option = Option({"do": "dice"}, "Roll 3d6", "R-6", (Dice(3, 6),))
    with pytest.raises(Refusal):
        option.read({"do": "dice", "dice": dice})


# ---------------------------------------------------------------------------- menus


def test_a_menu_makes_only_the_group_that_a_choice_fits() -> None:
    first, second = Counted(MARCH), Counted(HALT, WHEEL)
    menu = Menu(({"do": "march"}, first), ({"do": frozenset({"halt", "wheel"})}, second))
    made = Decision("unit", 0, "What now?", "R-0", menu).read({"do": "halt", "unit": "a"})
    assert made == dict(HALT.key)
    assert (first.made, second.made) == (0, 1)


def test_of_options_that_all_fit_the_most_particular_is_read() -> None:
    near = Option({"do": "place", "at": "1"}, "There", "R-1")
    free = Option({"do": "place"}, "Anywhere", "R-1", (Number("x", 0, 9, default=4),))
    for options in ((free, near), (near, free)):
        decision = Decision("unit", 0, "Where?", "R-0", options)
        assert decision.read({"do": "place", "at": "1"}) == {"do": "place", "at": "1"}
        assert decision.read({"do": "place", "x": 2}) == {"do": "place", "x": 2.0}
        assert decision.read({"do": "place"}) == {"do": "place", "x": 4.0}


def test_what_a_menu_has_made_is_not_made_again() -> None:
    maker = Counted(MARCH, HALT)
    menu = Menu(({}, maker))
    assert bool(menu)
    assert maker.made == 1
    assert list(menu) == list(menu) == [MARCH, HALT]
    assert list(menu.followed_by(({"do": "wheel"}, Counted(WHEEL)))) == [MARCH, HALT, WHEEL]
    assert maker.made == 2


def test_a_group_is_passed_over_by_any_of_its_keys() -> None:
    wood, hill = Counted(HALT), Counted(WHEEL)
    menu = Menu(({"do": "place", "kind": "wood"}, wood), ({"do": "place", "kind": "hill"}, hill))
    assert list(menu.fitting({"do": "place", "kind": "hill"})) == [WHEEL]
    assert list(menu.fitting({"kind": "hill"})) == [WHEEL]
    assert list(menu.fitting({"do": "place"})) == [HALT, WHEEL]
    assert list(menu.fitting({"do": "march"})) == []
    assert wood.made == 1


def test_a_menu_looks_first_for_what_is_quick_to_find() -> None:
    slow, quick = Counted(MARCH), Counted(HALT)
    menu = Menu(({"do": "march"}, slow), ({"do": "halt"}, quick))
    assert menu.offers("halt")
    assert slow.made == 0
    assert not Menu(({"do": "march"}, Counted())).offers("march")


def test_a_menu_looks_first_for_what_is_foreseen() -> None:
    march, halt, wheel = Counted(MARCH), Counted(HALT), Counted(WHEEL)
    menu = Menu(({"do": "march"}, march), ({"do": "halt"}, halt), ({"do": "wheel"}, wheel))
    assert menu.holds({"do": "wheel", "unit": "a"})
    assert not menu.holds({"do": "something else"})
    assert (march.made, halt.made, wheel.made) == (0, 0, 1)


def test_a_group_may_be_a_menu_of_its_own() -> None:
    march, halt = Counted(MARCH), Counted(HALT)
    menu = Menu(({}, lambda: Menu(({"do": "march"}, march), ({"do": "halt"}, halt))))
    assert list(menu.fitting({"do": "halt"})) == [HALT]
    assert (march.made, halt.made) == (0, 1)
    assert list(menu) == [MARCH, HALT]
    assert not Menu(({}, Menu))


def test_groups_that_are_written_down_once_are_made_from_what_a_menu_is_about() -> None:
    groups = (({"do": "march"}, lambda name, far: [Option({"do": "march", "unit": name}, "", "R-1")] * far),)
    menu = Menu(*groups, facts=("a", 2))
    assert [dict(option.key) for option in menu] == [{"do": "march", "unit": "a"}] * 2
    more = menu.followed_by(({"do": "halt"}, lambda name, far: [HALT] * far))
    assert len(more) == 4
    assert len(more.among(do={"halt"})) == 2
    assert not Menu(*groups, facts=("a", 0))


def test_words_are_made_when_they_are_read() -> None:
    made = []
    option = Option({"do": "march"}, lambda: made.append(1) or "March", "R-1")
    Decision("unit", 0, "What now?", "R-0", (option,)).read({"do": "march"})
    assert not made
    assert option.to_json()["label"] == option.label == "March"


def test_a_menu_can_be_narrowed_by_what_its_groups_have_in_common() -> None:
    march, halt, wheel = Counted(MARCH), Counted(HALT), Counted(WHEEL)
    menu = Menu(
        ({"do": "march", "unit": "a"}, march),
        ({"do": "halt", "unit": "a"}, halt),
        ({"do": "wheel", "unit": "b"}, wheel),
    )
    assert menu
    assert list(menu.without(unit="a")) == [WHEEL]
    assert list(menu.among(do={"march", "wheel"})) == [MARCH, WHEEL]
    assert list(menu.among(do={"march", "wheel"}).without(unit="b")) == [MARCH]
    assert not menu.without(unit="a").among(do={"march"})
    assert (march.made, halt.made) == (1, 0)


def test_a_menu_is_a_sequence_in_the_order_of_its_groups() -> None:
    menu = Menu(({"do": "march"}, Counted(MARCH)), ({}, Counted(HALT, WHEEL)))
    assert len(menu) == 3
    assert menu[0] is MARCH
    assert menu[1:] == (HALT, WHEEL)
    assert not Menu()


def test_options_are_drawn_one_by_one_and_kept() -> None:
    maker = Counted(MARCH, HALT, WHEEL)
    drawn = Drawn(maker())
    assert drawn
    assert maker.made == 1
    inner = [(one, two) for one in drawn for two in drawn]
    assert len(inner) == 9
    assert maker.made == 3
    assert not Drawn(())

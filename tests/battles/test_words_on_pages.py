"""What the pages of a battle say of its dice and its end, and what they do not repeat."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles import services
from battles.models import Battle
from tests.kit.board import address, forms, text
from tests.kit.rows import make_choices, pending

pytestmark = pytest.mark.django_db

TYPED = "rolled at the table and typed in"


@pytest.mark.parametrize("dice", ["typed", "stream"])
def test_pages_say_where_the_dice_come_from(as_alice: Client, alice: User, patrol: Any, dice: str) -> None:
    row = services.begin(alice, {**patrol, "dice": dice})
    typed = dice == "typed"
    for page in (row.get_absolute_url(), address(row)):
        words = text(as_alice.get(page))
        assert (TYPED in words) is typed
        assert ("sealed" in words) is not typed
        assert (row.seed_hash[:12] in words) is not typed


def test_dice_are_entered_with_a_button_that_says_so(as_alice: Client, alice: User, patrol: Any) -> None:
    row = services.begin(alice, {**patrol, "dice": "typed"}, tacticians=())
    while pending(row).kind != "dice":
        make_choices(row, 1, alice)
    for page in (row.get_absolute_url(), address(row)):
        form = forms(text(as_alice.get(page)), "/choose/")[0]
        assert ">Enter the dice</button>" in form
        assert pending(row).options[0].label not in form


def test_who_gives_up_before_the_first_turn_does_so_during_set_up(
    as_alice: Client, by_hand: Battle, alice: User
) -> None:
    services.resign(by_hand, by_hand.revision, 0, alice)
    for page in (by_hand.get_absolute_url(), address(by_hand)):
        words = text(as_alice.get(page))
        assert "during set-up" in words.lower()
        assert "turn 0" not in words


@pytest.mark.parametrize(("who", "said"), [("hand", False), ("both", True)])
def test_a_new_battle_is_announced_where_its_board_does_not_tell_it(
    as_alice: Client, who: str, said: bool
) -> None:
    answer = as_alice.post(
        "/battles/new/",
        {
            "a-army": "sample:royalist-patrol-300", "b-army": "sample:parliament-patrol-300",
            "table": "20x15", "terrain": "open", "max_turns": "16", "who": who, "dice": "stream",
        },
        follow=True,
    )  # fmt: skip
    assert ("The battle has started" in text(answer)) is said

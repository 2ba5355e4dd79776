"""Army books of Snaphance that users write (SN-15.0.a-b)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from rulesets.engine.errors import FaultyBookError
from rulesets.snaphance.armies import BOOKS


@pytest.fixture
def document() -> dict[str, Any]:
    """The Huguenots as a user keeps them, to be spoilt."""
    return copy.deepcopy(BOOKS.kept(dict(BOOKS.shipped()["huguenot"])))


def test_a_new_book_wants_a_stand():
    assert [(fault.path, fault.message) for fault in BOOKS.faults(BOOKS.empty("Mine"))] == [
        ("entries", "holds no stand yet: add one")
    ]


def test_a_new_row_is_a_stand_that_can_be_read():
    table = BOOKS.form().tables[0]
    document = BOOKS.empty("Mine") | {"entries": [{**table.new, "name": "Trained band"}]}
    assert BOOKS.faults(BOOKS.kept(document)) == ()


@pytest.mark.rule("SN-15.0.a", "SN-8.4.a", "SN-14.0.a")
@pytest.mark.parametrize(
    ("figure", "value"),
    [
        ("code", "El"), ("sp", 0), ("ranks", 4), ("ranks", 0), ("mp", -1), ("charge_bonus", -1),
        ("charge_bonus_after_loss", 4), ("order_rating", "D"), ("break_points", 4), ("break_points", 0),
        ("weapon", "bow"), ("mix_dice", 1), ("contact_fire_dice", -1), ("pursuit_table", "naval"),
        ("may_contact_mcs", True),
    ],
)  # fmt: skip
def test_a_figure_that_no_stand_has_is_named(document: dict[str, Any], figure: str, value: object):
    document["entries"][0]["profile"][figure] = value
    with pytest.raises(FaultyBookError) as caught:
        BOOKS.read(document, "own.mine", "1")
    assert caught.value.faults[0].path == f"entries[0].profile.{figure}"


@pytest.mark.rule("SN-13.0.a")
def test_support_stands_do_not_pursue(document: dict[str, Any]):
    shot = next(i for i, row in enumerate(document["entries"]) if row["profile"]["code"] == "Sh")
    document["entries"][shot]["profile"]["pursuit_table"] = "infantry"
    assert [fault.path for fault in BOOKS.faults(document)] == [f"entries[{shot}].profile.pursuit_table"]


def test_a_book_of_another_system_is_refused(document: dict[str, Any]):
    assert "system" in [fault.path for fault in BOOKS.faults({**document, "system": "baroque"})]


def test_a_card_is_drawn_and_tells_what_the_formula_would_ask(document: dict[str, Any]):
    drawn = BOOKS.preview(document, "entries[0]")
    assert drawn is not None
    assert (drawn.data[0].card.label, drawn.data[0].words) == ("Huguenot Millers", "")
    document["entries"][0]["points"] = 99
    again = BOOKS.preview(document, "entries[0]")
    assert again is not None
    assert again.data[0].words == "The formula of points would ask 28."


@pytest.mark.parametrize("part", ["entries", "entries[99]", "options[0]", "name"])
def test_there_is_nothing_to_draw_elsewhere(document: dict[str, Any], part: str):
    assert BOOKS.preview(document, part) is None


def test_a_faulty_row_is_not_drawn(document: dict[str, Any]):
    document["entries"][0]["profile"]["ranks"] = 7
    assert BOOKS.preview(document, "entries[0]") is None

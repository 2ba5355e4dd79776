"""How much may happen in the positions of perft.toml, and in which order it is offered."""

from __future__ import annotations

import pytest

from rulesets.snaphance.classes import CLASSES
from tests.kit.perft import Placed, count, positions

HEXES = positions("snaphance")


def test_there_are_a_dozen_positions_and_every_class_stands_on_them() -> None:
    assert len(HEXES) >= 12
    assert {row["type"] for position in HEXES.values() for row in position.units} == CLASSES.keys()


@pytest.mark.parametrize("position", HEXES.values(), ids=lambda position: position.id)
def test_a_position_has_as_many_choices_as_it_had(position: Placed) -> None:
    found = count(position)
    assert (found.choices, dict(found.asked)) == (position.choices, position.asked), f"\n{found}"


def offered(position: Placed, *made: dict[str, object]) -> list[str]:
    decision = position.after(made)
    assert decision is not None
    return [" ".join(str(value) for value in option.key.values()) for option in decision.options]


def test_options_are_offered_in_the_same_order_as_ever() -> None:
    position = HEXES["skirmishers in front of the pikes"]
    assert offered(position) == ["activate a.c1u1", "activate a.c1u2", "end-group"]
    assert offered(position, {"do": "activate", "unit": "a.c1u1"}) == [
        "opportunity a.c1u1",
        "charge a.c1u1 0705 1 b.c1u1",
        "charge a.c1u1 0605 1 b.c1u1",
        "step a.c1u1 0707",
        "displace a.c1u1 0606",
        "step a.c1u1 0506",
        "step a.c1u1 0507",
        "step a.c1u1 0508",
        "step a.c1u1 0608",
        "turn a.c1u1 2",
        "turn a.c1u1 0",
        "turn-rear a.c1u1",
        "end-stand a.c1u1",
    ]

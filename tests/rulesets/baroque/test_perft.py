"""How much may happen in the positions of perft.toml, and in which order it is offered."""

from __future__ import annotations

import pytest

from rulesets.baroque.tables import tables
from tests.kit.perft import Placed, count, positions


def test_there_are_a_dozen_positions_and_more_than_half_the_troop_types_stand_on_them() -> None:
    assert len(positions()) >= 12
    types = {row["type"] for position in positions().values() for row in position.units}
    assert len(types) > len(tables().troop_type) / 2


@pytest.mark.parametrize("position", positions().values(), ids=lambda position: position.id)
def test_a_position_has_as_many_choices_as_it_had(position: Placed) -> None:
    found = count(position)
    assert (found.choices, dict(found.asked)) == (position.choices, position.asked), f"\n{found}"


def test_a_count_is_the_sum_of_what_is_under_each_choice() -> None:
    found = count(positions()["horse at a ford"])
    assert sum(found.choices) == sum(found.under.values())
    assert len(found.under) == found.choices[0]


def test_options_are_offered_in_the_same_order_as_ever() -> None:
    position = positions()["a tercio behind skirmishers"]
    first = position.after(())
    assert [" ".join(map(str, option.key.values())) for option in first.options] == [
        "activate a1",
        "activate a2",
        "leader-move a.c1.leader",
        "leader-join a.c1.leader a1",
        "leader-join a.c1.leader a2",
        "end-command",
    ]
    second = position.after(({"do": "activate", "unit": "a2"},))
    assert [" ".join(map(str, option.key.values())) for option in second.options] == [
        "withdraw a2",
        "advance a2",
        "oblique a2",
        "back a2",
        "wheel a2 left",
        "wheel a2 right",
        "about-face a2",
        "leader-move a.c1.leader",
        "leader-join a.c1.leader a1",
        "leader-join a.c1.leader a2",
        "end-unit a2",
    ]

"""How much may happen in the positions of perft.toml."""

from __future__ import annotations

import pytest

from tests.kit.perft import Placed, count, positions

POSITIONS = positions("mail_pike_powder").values()


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.id)
def test_a_position_has_as_many_choices_as_it_had(position: Placed) -> None:
    found = count(position)
    assert (found.choices, dict(found.asked)) == (position.choices, position.asked), f"\n{found}"


def test_the_positions_ask_every_kind_of_question_of_the_command_phase() -> None:
    asked = {kind for position in POSITIONS for kind in position.asked}
    assert {"initiative", "order", "reroll order", "move", "charge answer", "traversing shots"} <= asked

"""Chances that the board tells equal those of all dice that can fall."""

from __future__ import annotations

from itertools import product

import pytest

from rulesets.baroque.command import discipline_test, rally_chance
from rulesets.baroque.traits import traits
from tests.kit.field import Field, unit


class InTurn:
    """Dice that show these values, as many as are asked for."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self.left = list(values)

    def roll(self, sides: int, count: int) -> tuple[int, ...]:
        return tuple(self.left.pop(0) for _ in range(count))


@pytest.mark.rule("BQ-4.1.2.b", "BQ-8.1.1", "BQ-8.1.7")
@pytest.mark.parametrize("discipline", ["A", "B", "C"])
@pytest.mark.parametrize(
    "special",
    [(), ("Iron Officers",), ("Demotivated Troops",), ("Iron Officers", "Demotivated Troops")],
)
def test_the_chance_to_rally_counts_every_reroll(special: tuple[str, ...], discipline: str) -> None:
    passed = 0
    for dice in product(range(1, 7), repeat=3):
        field = Field(unit("a.c1u1", 10, 3, 90, special=special, d=discipline, disordered=True))
        one = field.state.units["a.c1u1"]
        field.dice = InTurn(dice)
        iron = bool(traits(one.profile).iron_officers)
        passed += field.run(discipline_test(field, one, "Rally", "BQ-4.1.2.b", iron_officers=iron))
    field = Field(unit("a.c1u1", 10, 3, 90, special=special, d=discipline, disordered=True))
    assert rally_chance(field.state, field.state.units["a.c1u1"]) == pytest.approx(passed / 6**3)

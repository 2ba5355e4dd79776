"""The sub-categories of stands, each by what it does in play (SN-2.0-2.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.snaphance import ground, hexes, zones
from rulesets.snaphance.movement.friends import may_pass
from tests.kit.hexfield import HexField, stand
from tests.kit.hexmoves import mover, offered, steps

ANY, AHEAD = {0, 1, 2, 3, 4, 5}, hexes.named("0605")


def facings(code: str) -> set[Any]:
    """How a stand may face that has gone one hex ahead."""
    made = mover("0606", code)
    steps(made, "0605")
    return offered(made, "end-move")


def woods(code: str) -> str:
    """What becomes of a stand that is to enter woods."""
    field = HexField(stand("a.c1u1", "0606", code, mp=9), terrain={"0605": "woods"})
    own = field.stand("a.c1u1")
    cost = ground.enter_cost(field.state, own, own.place, AHEAD)
    if cost is None:
        return "stays out"
    return "is disordered" if cost.disorders else "stops" if cost.whole else "goes on"


@pytest.mark.rule("SN-2.0.a", "SN-2.1.a", "SN-2.2.a", "SN-2.0.b")
@pytest.mark.parametrize(
    ("code", "combat", "zone", "free", "in_woods"),
    [
        pytest.param("Pi", True, True, False, "is disordered", marks=pytest.mark.rule("SN-2.1.1")),
        pytest.param("Ln", True, True, False, "is disordered", marks=pytest.mark.rule("SN-2.1.2")),
        pytest.param("Hs", True, True, False, "is disordered", marks=pytest.mark.rule("SN-2.1.3")),
        pytest.param("FH", True, True, False, "is disordered", marks=pytest.mark.rule("SN-2.1.4")),
        pytest.param("Pk", True, True, False, "is disordered", marks=pytest.mark.rule("SN-2.1.5")),
        pytest.param("PS", True, True, False, "is disordered", marks=pytest.mark.rule("SN-2.1.6")),
        pytest.param("LC", False, False, True, "stops", marks=pytest.mark.rule("SN-2.2.1")),
        pytest.param("Dr", False, False, True, "stops", marks=pytest.mark.rule("SN-2.2.2")),
        pytest.param("Sh", False, True, False, "stops", marks=pytest.mark.rule("SN-2.2.3")),
        pytest.param("Sk", False, False, True, "goes on", marks=pytest.mark.rule("SN-2.2.4")),
        pytest.param("Art", False, False, True, "stays out", marks=pytest.mark.rule("SN-2.2.5")),
    ],
)
def test_each_class_passes_friends_holds_ground_turns_and_enters_woods_as_its_kind_does(
    code: str, combat: bool, zone: bool, free: bool, in_woods: str
) -> None:
    field = HexField(stand("a.c1u1", "0606", code, 1), stand("a.c1u2", "0605", "PS", 4))
    own, friend = field.stand("a.c1u1"), field.stand("a.c1u2")
    assert may_pass(field.state, own, friend) is not combat
    assert zones.has_zone(field.state, own) is zone
    assert (facings(code) == ANY) is free
    assert woods(code) == in_woods

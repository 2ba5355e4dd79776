"""Strength Points come off the rear, ranks go with their break points, stands leave the map."""

from __future__ import annotations

import pytest

from rulesets.snaphance import morale
from rulesets.snaphance.events.fire import LostSP, Removed, ranks_after
from rulesets.snaphance.hexes import named
from rulesets.snaphance.state import Melee
from tests.kit.hexfield import HexField, stand


@pytest.mark.rule("SN-8.4.b")
@pytest.mark.parametrize(
    ("ranks", "sp", "left"),
    [
        ([5, 5], 1, [5, 4]), ([5, 1], 1, [5]), ([5, 1], 2, [4]), ([6, 6, 2], 2, [6, 6]), ([3], 2, [1]),
        ([2], 2, []), ([1, 1, 1], 2, [1]), ([5, 5], 0, [5, 5]),
    ],
)  # fmt: skip
def test_losses_come_off_the_rear_rank_first(ranks: list[int], sp: int, left: list[int]) -> None:
    assert ranks_after(ranks, sp) == left


@pytest.mark.rule("SN-14.0.a", "SN-8.4.b")
@pytest.mark.example("SN-EX-26")
def test_each_rank_that_goes_costs_its_break_points() -> None:
    field = HexField(stand("a.c1u1", "0606", "Pk", sp=6, ranks=3, break_points=3))
    pikes, lost = field.stand("a.c1u1"), []

    for _ in range(3):
        morale.lose(field, pikes, 6, "hit", "SN-8.1.a")
        lost.append(field.state.lost[0])

    assert lost == [3, 6, 9]
    assert [event.ranks for event in field.events(LostSP)] == [1, 1, 1]
    assert field.events(Removed)[0].points == 0
    assert not pikes.on_field


@pytest.mark.rule("SN-1.3.b")
def test_a_stand_loses_no_more_than_it_has() -> None:
    field = HexField(stand("a.c1u1", "0606", "Sk", sp=2, break_points=1))

    assert morale.lose(field, field.stand("a.c1u1"), 5, "hit", "SN-8.1.a") is True
    assert field.events(LostSP)[0].sp == 2
    assert field.state.lost == [1, 0]


def test_no_loss_is_no_event() -> None:
    field = HexField(stand("a.c1u1", "0606", "Sk"))

    assert morale.lose(field, field.stand("a.c1u1"), 0, "nothing", "SN-8.1.a") is False
    assert field.log == []


@pytest.mark.rule("SN-14.0.a", "SN-12.0.h", "SN-13.0.h")
@pytest.mark.parametrize(("how", "points"), [("destroyed", 4), ("fled", 4), ("pursued", 0)])
def test_who_leaves_in_pursuit_costs_no_break_points(how: str, points: int) -> None:
    field = HexField(stand("a.c1u1", "0606", "Pi", ranks=3, left=[5, 2], break_points=2))
    gone = field.stand("a.c1u1")

    morale.remove(field, gone, how, "SN-12.0.h")  # type: ignore[arg-type]
    morale.remove(field, gone, how, "SN-12.0.h")  # type: ignore[arg-type]

    assert field.state.lost == [points, 0]
    assert (gone.status, gone.hex) == (how, None)
    assert len(field.events(Removed)) == 1


@pytest.mark.rule("SN-3.2.b", "SN-3.2.c")
def test_the_general_falls_with_the_stand_that_he_is_attached_to_alone() -> None:
    attached, near = (
        HexField(stand("a.c1u1", "0606", "Sh"), stand("a.c1u2", "0806", "Sh"), generals={"a.c1": "0606"})
        for _ in range(2)
    )
    attached.state.generals["a.c1.leader"].attached = "a.c1u1"

    for field in (attached, near):
        morale.remove(field, field.stand("a.c1u1"), "destroyed", "SN-1.3.b")

    assert not attached.state.generals["a.c1.leader"].alive
    assert near.state.generals["a.c1.leader"].alive
    assert near.state.generals["a.c1.leader"].hex == named("0806")


@pytest.mark.rule("SN-11.3.a")
def test_melees_end_with_their_battle_stands_and_lose_supporters() -> None:
    field = HexField(
        stand("a.c1u1", "0606"), stand("a.c1u2", "0706"), stand("b.c1u1", "0605", "Pk"),
        stand("b.c1u2", "0705", "Pk"),
    )  # fmt: skip
    field.state.melees = [
        Melee(("a.c1u1", "b.c1u1"), ("b.c1u2",)), Melee(("a.c1u2", "b.c1u2"), ("a.c1u1",))
    ]  # fmt: skip

    morale.remove(field, field.stand("b.c1u2"), "destroyed", "SN-1.3.b")

    assert field.state.melees == [Melee(("a.c1u1", "b.c1u1"), ())]


@pytest.mark.rule("SN-6.1.c")
def test_disorder_ends_opportunity_and_happens_once() -> None:
    field = HexField(stand("a.c1u1", "0606", "Sh", opportunity=True))
    one = field.stand("a.c1u1")

    morale.disorder(field, one, "hit by fire", "SN-8.3.a")
    morale.disorder(field, one, "hit by fire", "SN-8.3.a")

    assert (one.disordered, one.opportunity, len(field.log)) == (True, False, 1)

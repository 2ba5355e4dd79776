"""Break points, breaking, the last round (SN-14.0, SN-C-break, SN-C-setup)."""

import pytest

from rulesets.snaphance import morale, victory
from rulesets.snaphance.state import Plan
from tests.kit.hexfield import HexField, stand


def field(**changes) -> HexField:
    """Alice with a block of three ranks of 3 points and a stand of 2, Bob with 2 and 2."""
    return HexField(
        stand("a.c1u1", "0206", "Pk", ranks=3, break_points=3), stand("a.c1u2", "0406"),
        stand("b.c1u1", "0201"), stand("b.c1u2", "0401"), **{"break_at": 4, **changes},
    )  # fmt: skip


@pytest.mark.rule("SN-14.0.a")
def test_every_rank_counts_by_itself():
    one = field()
    assert one.state.sides[0].break_points == 11
    morale.lose(one, one.stand("a.c1u1"), 6, "fire", "SN-8.1.a")
    assert one.state.lost == [3, 0]
    assert [(loss.ranks, loss.points) for loss in victory.losses(one.state, 0)] == [(1, 3)]


@pytest.mark.rule("SN-14.0.b")
def test_who_breaks_first_has_lost():
    one = field()
    morale.remove(one, one.stand("b.c1u1"), "destroyed", "SN-1.3.b")
    assert not victory.decided(one.state)
    morale.remove(one, one.stand("b.c1u2"), "fled", "SN-12.0.h")
    assert victory.decided(one.state)
    result = victory.result(one)
    assert (result.winner, result.rule) == (0, "SN-14.0.b")
    assert result.scores[1]["lost"] == 4
    assert result.scores[1]["percentage"] == 0


@pytest.mark.rule("SN-14.0.b", "SN-C-break")
def test_both_broken_the_smaller_share_wins():
    one = field(break_at=2)
    morale.remove(one, one.stand("b.c1u1"), "destroyed", "SN-1.3.b")
    morale.remove(one, one.stand("a.c1u2"), "destroyed", "SN-1.3.b")
    assert victory.result(one).winner == 0
    one = HexField(stand("a.c1u1", "0206"), stand("b.c1u1", "0201"), break_at=2)
    for each in ("a.c1u1", "b.c1u1"):
        morale.remove(one, one.stand(each), "destroyed", "SN-1.3.b")
    assert victory.result(one).winner is None


@pytest.mark.rule("SN-13.0.h", "SN-C-break")
def test_who_pursues_off_the_board_costs_nothing_but_is_gone():
    one = field()
    morale.remove(one, one.stand("b.c1u1"), "pursued", "SN-13.0.h")
    assert one.state.lost == [0, 0]
    assert list(victory.losses(one.state, 1)) == []
    morale.remove(one, one.stand("b.c1u2"), "pursued", "SN-13.0.h")
    assert victory.decided(one.state)
    assert victory.result(one).winner == 0


@pytest.mark.rule("SN-C-setup")
@pytest.mark.parametrize(("end", "winner"), [("share", 0), ("draw", None), ("first", 0), ("second", 1)])
def test_the_last_round(end, winner):
    one = field(most_rounds=3)
    one.state.plan = Plan(at_the_end=end)
    morale.remove(one, one.stand("b.c1u1"), "destroyed", "SN-1.3.b")
    one.state.turn = 2
    assert victory.end_of_round(one) is None
    one.state.turn = 3
    assert victory.end_of_round(one).winner == winner


@pytest.mark.rule("SN-C-setup")
def test_without_a_limit_it_goes_on():
    one = field(most_rounds=0)
    one.state.turn = 50
    assert victory.end_of_round(one) is None


@pytest.mark.rule("SN-14.0.a")
def test_the_figures_of_a_side():
    one = field()
    morale.lose(one, one.stand("a.c1u1"), 6, "fire", "SN-8.1.a")
    score = victory.score(one.state, 0)
    assert (score["total"], score["lost"], score["left"], score["break_points"]) == (4, 3, 1, 11)
    assert score["groups"][0]["lost"] == 3
    assert score["groups"][0]["lines"][0]["why"] == "1 rank lost"

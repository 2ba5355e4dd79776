"""Strength Points and ranks lost, break points, breaking and the last round (SN-8.4, SN-14.0, SN-C-break)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.document import SetupError
from rulesets.snaphance import hexes, morale, victory
from rulesets.snaphance.events.fire import LostSP, Removed, ranks_after
from rulesets.snaphance.hexes import named
from rulesets.snaphance.morale import lose
from rulesets.snaphance.state import Melee, Plan
from rulesets.snaphance.victory import losses, score
from tests.kit.battles import sample
from tests.kit.hexfield import HexField, stand
from tests.kit.hexlists import snaphance


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
def test_a_stand_loses_no_more_than_it_has_and_no_loss_is_no_event() -> None:
    field = HexField(stand("a.c1u1", "0606", "Sk", sp=2, break_points=1))

    assert morale.lose(field, field.stand("a.c1u1"), 0, "nothing", "SN-8.1.a") is False
    assert field.log == []
    assert morale.lose(field, field.stand("a.c1u1"), 5, "hit", "SN-8.1.a") is True
    assert field.events(LostSP)[0].sp == 2
    assert field.state.lost == [1, 0]


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
    field.state.melees = [Melee(("a.c1u1", "b.c1u1"), ("b.c1u2",)), Melee(("a.c1u2", "b.c1u2"), ("a.c1u1",))]

    morale.remove(field, field.stand("b.c1u2"), "destroyed", "SN-1.3.b")

    assert field.state.melees == [Melee(("a.c1u1", "b.c1u1"), ())]


@pytest.mark.rule("SN-6.1.c")
def test_disorder_ends_opportunity_and_happens_once() -> None:
    field = HexField(stand("a.c1u1", "0606", "Sh", opportunity=True))
    one = field.stand("a.c1u1")

    morale.disorder(field, one, "hit by fire", "SN-8.3.a")
    morale.disorder(field, one, "hit by fire", "SN-8.3.a")

    assert (one.disordered, one.opportunity, len(field.log)) == (True, False, 1)


HUGUENOTS, CATHOLICS = sample("huguenot-army"), sample("french-catholic-army")


def ranked() -> tuple[str, int, int]:
    """The id of a stand of the first army with several ranks, its SP in a rank, its ranks."""
    state = snaphance(HUGUENOTS, CATHOLICS).state
    stand = next(each for each in state.stands.values() if each.profile.ranks > 1)
    return stand.id, stand.profile.sp, stand.profile.ranks


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"losses": {"a.nobody": 1}}, "options.losses.a.nobody"),
        ({"losses": {"a.c1u1": 0}}, "options.losses.a.c1u1"),
        ({"losses": {"a.c1u1": 500}}, "options.losses.a.c1u1"),
        ({"losses": 3}, "options.losses"),
        ({"ground": {}}, "options.ground"),
    ],
)
def test_losses_that_cannot_be_are_refused_with_their_place(options: dict[str, Any], path: str) -> None:
    with pytest.raises(SetupError) as caught:
        snaphance(HUGUENOTS, CATHOLICS, options=options)
    assert caught.value.path == path


@pytest.mark.rule("SN-8.4.b")
def test_the_rear_rank_has_borne_the_losses() -> None:
    id_, sp, count = ranked()
    stand = snaphance(HUGUENOTS, CATHOLICS, options={"losses": {id_: sp + 1}}).state.stands[id_]
    assert stand.ranks == [sp] * (count - 2) + [sp - 1]
    assert (stand.ranks_brought, stand.ranks_lost, stand.worn) == (count - 1, 0, sp + 1)


@pytest.mark.rule("SN-14.0.a", "SN-14.0.b")
def test_ranks_lost_before_are_no_break_points_of_this_battle() -> None:
    id_, sp, _ = ranked()
    whole = snaphance(HUGUENOTS, CATHOLICS).state
    battle = snaphance(HUGUENOTS, CATHOLICS, options={"losses": {id_: sp}})
    state, stand = battle.state, battle.state.stands[id_]
    side, points = stand.side, stand.profile.break_points
    assert state.sides[side].break_points == whole.sides[side].break_points - points
    assert not list(losses(state, side))
    stand.status, stand.hex = "field", hexes.at(5, 10)
    lose(battle, stand, sum(stand.ranks), "shot", "SN-8.4.b")
    assert state.lost[side] == score(state, side)["lost"] == points * stand.ranks_brought
    assert sum(loss.points for loss in losses(state, side)) == state.lost[side]


def field(**changes) -> HexField:
    """Alice with a block of three ranks of 3 points and a stand of 2, Bob with 2 and 2."""
    return HexField(
        stand("a.c1u1", "0206", "Pk", ranks=3, break_points=3), stand("a.c1u2", "0406"),
        stand("b.c1u1", "0201"), stand("b.c1u2", "0401"), **{"break_at": 4, **changes},
    )  # fmt: skip


@pytest.mark.rule("SN-14.0.a")
def test_every_rank_counts_by_itself_in_the_figures_of_a_side():
    one = field()
    assert one.state.sides[0].break_points == 11
    morale.lose(one, one.stand("a.c1u1"), 6, "fire", "SN-8.1.a")
    assert one.state.lost == [3, 0]
    assert [(loss.ranks, loss.points) for loss in victory.losses(one.state, 0)] == [(1, 3)]
    score = victory.score(one.state, 0)
    assert (score["total"], score["lost"], score["left"], score["break_points"]) == (4, 3, 1, 11)
    assert score["groups"][0]["lost"] == 3
    assert score["groups"][0]["lines"][0]["why"] == "1 rank lost"


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
    one.state.most_rounds = 0  # no limit
    assert victory.end_of_round(one) is None

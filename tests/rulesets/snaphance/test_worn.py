"""Battles that begin with losses of earlier ones: what is refused, and what break points are left."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.document import SetupError
from rulesets.snaphance import hexes
from rulesets.snaphance.morale import lose
from rulesets.snaphance.victory import losses, score
from tests.kit.hexlists import sample, snaphance

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

"""Groups then knock-out, and double round robins."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.engine.playing import begun, by_chance, played, to_the_end
from tournaments.engine.document import read_tournament
from tournaments.engine.groups import Through, drawn, first_line, going_on, rounds_in_groups
from tournaments.engine.ranking import ranking
from tournaments.engine.rounds import next_round
from tournaments.engine.swiss import PairingError


def test_seeds_come_into_groups_to_and_fro() -> None:
    groups = drawn(begun(10, "groups", groups={"count": 3}))
    assert groups == (("p1", "p6", "p7"), ("p2", "p5", "p8"), ("p3", "p4", "p9", "p10"))
    by_lot = drawn(begun(10, "groups", groups={"count": 3, "seeding": "lot"}))
    assert by_lot != groups
    assert {len(each) for each in by_lot} == {3, 4}


@given(
    size=st.integers(9, 20), count=st.integers(2, 3), seed=st.integers(0, 999),
    play=st.sampled_from(("round_robin", "swiss")), then=st.sampled_from(("knockout", "double_knockout")),
)  # fmt: skip
def test_groups_are_played_to_the_end_and_their_first_go_on(
    size: int, count: int, seed: int, play: str, then: str
) -> None:
    settings = {"count": count, "play": play, "rounds": 2, "then": then}
    found = to_the_end(begun(size, "groups", groups=settings), by_chance(seed))
    before, groups = rounds_in_groups(found), found.rounds[0].draw
    assert before == (2 if play == "swiss" else max(len(each) - 1 + len(each) % 2 for each in groups))
    of = {key: at for at, group in enumerate(groups) for key in group}
    met: Counter[frozenset[str]] = Counter()
    for each in found.rounds[:before]:
        met.update(frozenset(pairing.players) for pairing in each.pairings)
    assert all(len({of[key] for key in pair}) == 1 for pair in met)
    assert set(met.values()) == {1}
    if play == "round_robin":
        assert len(met) == sum(len(each) * (len(each) - 1) // 2 for each in groups)
    line = [key for key in found.rounds[before].draw[0] if key]
    assert Counter(of[key] for key in line) == dict.fromkeys(range(count), 2)
    places = ranking(found).places
    assert places[0].rank == 1
    assert {each.player.id for each in places[: len(line)]} == set(line)
    assert read_tournament(found.to_json()) == found


@given(groups=st.integers(2, 16), through=st.integers(1, 4))
def test_those_of_one_group_meet_as_late_as_can_be(groups: int, through: int) -> None:
    found = [
        Through(f"g{group}-{place}", group, place, 3)  # type: ignore[arg-type]
        for place in range(through) for group in range(groups)
    ]  # fmt: skip
    line = first_line(found)
    assert sorted(key for key in line if key) == sorted(each.player for each in found)
    halves = [line[: len(line) // 2], line[len(line) // 2 :]]
    if through == 2:
        assert all(len({key.split("-")[0] for key in half if key}) == sum(map(bool, half)) for half in halves)
    for one, other in zip(line[::2], line[1::2], strict=True):
        assert not (one and other) or one.split("-")[0] != other.split("-")[0]
    seeds = [each.player for each in found]
    byes = {one or other for one, other in zip(line[::2], line[1::2], strict=True) if not (one and other)}
    assert byes <= set(seeds[: groups * -(-len(byes) // groups)]), "byes are for the first of the groups"


def test_the_best_of_the_groups_are_seeded_first() -> None:
    found = begun(8, "groups", groups={"count": 2})
    while len(found.rounds) < 3:
        found = played(found, next_round(found))
    assert [each.player for each in going_on(found)] == ["p1", "p2", "p4", "p3"]
    fourth = next_round(found)
    assert {frozenset(each.players) for each in fourth.pairings} == {
        frozenset(("p1", "p3")), frozenset(("p2", "p4")),
    }  # fmt: skip


def test_too_few_players_for_so_many_groups() -> None:
    with pytest.raises(PairingError, match="too few players for so many groups"):
        next_round(begun(7, "groups"))


def test_a_double_round_robin_is_played_twice_with_sides_exchanged() -> None:
    found = to_the_end(begun(5, "double_round_robin"))
    pairs = Counter(each.players for one in found.rounds for each in one.pairings)
    assert len(found.rounds) == 10
    assert set(pairs.values()) == {1}
    assert all(pair[::-1] in pairs for pair in pairs)

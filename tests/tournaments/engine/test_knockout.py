"""Knock-outs: nobody is out too early or too late, seeds meet late, byes are for the best."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.engine.playing import begun, better_seed_wins, by_chance, played, to_the_end
from tournaments.engine.bracket import places
from tournaments.engine.document import Result, Tournament, TournamentError, read_tournament
from tournaments.engine.ranking import ranking
from tournaments.engine.rounds import next_round
from tournaments.engine.scoring import scored
from tournaments.engine.swiss import PairingError


def ranks(tournament: Tournament) -> dict[int, list[str]]:
    """Who shares which place."""
    found: dict[int, list[str]] = {}
    for each in ranking(tournament).places:
        found.setdefault(each.rank, []).append(each.player.id)
    return found


def defeats(tournament: Tournament) -> Counter[str]:
    found: Counter[str] = Counter()
    for each in tournament.rounds:
        for pairing in each.pairings:
            assert pairing.result is not None
            outcomes = scored(pairing.result, tournament.settings.scoring).outcomes
            found += Counter(key for key, how in zip(pairing.players, outcomes, strict=True) if how == "loss")
    return found


def test_the_best_seeds_meet_last() -> None:
    assert places(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    found = to_the_end(begun(8, "knockout"))
    assert [len(each.pairings) for each in found.rounds] == [4, 2, 1]
    assert set(found.rounds[2].pairings[0].players) == {"p1", "p2"}
    assert {place: set(who) for place, who in ranks(found).items()} == {
        1: {"p1"}, 2: {"p2"}, 3: {"p3", "p4"}, 5: {"p5", "p6", "p7", "p8"},
    }  # fmt: skip


def test_the_first_seeds_have_the_byes() -> None:
    first = next_round(begun(6, "knockout"))
    assert {each.player for each in first.byes} == {"p1", "p2"}
    assert {frozenset(each.players) for each in first.pairings} == {
        frozenset(("p3", "p6")), frozenset(("p4", "p5")),
    }  # fmt: skip


def test_the_third_place_is_fought_for_beside_the_final() -> None:
    found = to_the_end(begun(4, "knockout", knockout={"third_place": True}))
    assert [set(each.players) for each in found.rounds[1].pairings] == [{"p1", "p2"}, {"p3", "p4"}]
    assert ranks(found) == {1: ["p1"], 2: ["p2"], 3: ["p3"], 4: ["p4"]}


@given(size=st.integers(2, 21), seed=st.integers(0, 10_000), third=st.booleans())
def test_one_defeat_puts_everybody_but_the_champion_out(size: int, seed: int, third: bool) -> None:
    found = to_the_end(begun(size, "knockout", knockout={"third_place": third}), by_chance(seed))
    lost = defeats(found)
    first = ranks(found)[1]
    assert len(first) == 1
    assert lost[first[0]] == 0
    assert sum(len(each.pairings) for each in found.rounds) == size - 1 + (third and size > 3)
    assert sum(1 for each in found.players if lost[each.id] == 0) == 1
    assert len(found.rounds) == (size - 1).bit_length()


@given(size=st.integers(2, 21), seed=st.integers(0, 10_000), reset=st.booleans())
def test_in_a_double_knock_out_it_takes_two(size: int, seed: int, reset: bool) -> None:
    found = to_the_end(begun(size, "double_knockout", knockout={"reset": reset}), by_chance(seed))
    lost = defeats(found)
    (champion,) = ranks(found)[1]
    assert lost[champion] <= 1
    others = [lost[each.id] for each in found.players if each.id != champion]
    assert others.count(2) >= len(others) - (not reset)
    assert max(others) == 2 or not reset
    assert read_tournament(found.to_json()) == found


def test_nobody_meets_twice_before_the_last_three_of_a_double_knock_out() -> None:
    found = to_the_end(begun(16, "double_knockout"))
    met = Counter(frozenset(each.players) for one in found.rounds[:-2] for each in one.pairings)
    assert max(met.values()) == 1


def test_the_second_final_is_fought_only_if_it_is_needed() -> None:
    best = to_the_end(begun(4, "double_knockout"))
    assert len(best.rounds) == 4
    turned = best.up_to(3)
    final = next_round(turned)
    upset = played(turned, final, lambda one, other: Result(scores=(3, 1) if one == "p2" else (1, 3)))
    again = next_round(upset)
    assert [set(each.players) for each in again.pairings] == [{"p1", "p2"}]
    assert ranks(to_the_end(upset))[1] == ["p1"]
    once = begun(4, "double_knockout", knockout={"reset": False}).model_copy(update={"rounds": upset.rounds})
    assert ranks(once)[1] == ["p2"]
    with pytest.raises(PairingError, match="The knock-out is over"):
        next_round(once)


def test_after_a_draw_somebody_has_to_say_who_goes_on() -> None:
    first = next_round(begun(4, "knockout"))
    drawn = played(begun(4, "knockout"), first, lambda *_: Result(scores=(2, 2)))
    with pytest.raises(PairingError, match="drew: choose which of them goes through"):
        next_round(drawn)
    said = played(begun(4, "knockout"), first, lambda *_: Result(scores=(2, 2), goes_on=1))
    through = {each.players[1] for each in first.pairings}
    assert set(next_round(said).pairings[0].players) == through
    settings = drawn.settings.model_copy(
        update={"knockout": drawn.settings.knockout.model_copy(update={"draws": "seed"})}
    )
    by_seed = drawn.model_copy(update={"settings": settings})
    assert set(next_round(by_seed).pairings[0].players) == {"p1", "p2"}


def test_who_has_left_lets_the_other_through_and_is_out() -> None:
    found = played(begun(8, "knockout"), next_round(begun(8, "knockout")))
    players = tuple(
        each.model_copy(update={"last_round": 1}) if each.id == "p1" else each for each in found.players
    )
    found = found.model_copy(update={"players": players})
    second = next_round(found)
    assert [each.player for each in second.byes] == ["p4"]
    assert ranks(to_the_end(found))[1] == ["p2"]


def test_results_and_ratings_that_come_later_do_not_move_the_draw() -> None:
    found = played(begun(8, "knockout"), next_round(begun(8, "knockout")))
    changed = tuple(each.model_copy(update={"number": 9 - int(each.id[1:])}) for each in found.players)
    late = found.model_copy(update={"players": changed})
    assert next_round(late) == next_round(found)


@pytest.mark.parametrize(("change", "fault"), [
    ({"draw": []}, "rounds[0].draw: is missing: this kind of tournament starts with a draw"),
    ({"draw": [["p1", "p2", "p3"]]}, "rounds[0].draw[0]: must have 2, 4, 8, 16 … places"),
    ({"draw": [["p1", "p9"]]}, "rounds[0].draw: “p9” was not in the tournament for the draw"),
    ({"draw": [["p1", "p1"]]}, "rounds[0].draw: “p1” is used twice"),
])  # fmt: skip
def test_a_wrong_draw_is_a_fault_at_its_place(change: dict[str, Any], fault: str) -> None:
    document = played(begun(4, "knockout"), next_round(begun(4, "knockout"))).to_json()
    document["rounds"][0] |= change
    with pytest.raises(TournamentError) as error:
        read_tournament(document)
    assert fault in [str(each) for each in error.value.faults]


def test_a_knock_out_of_one_cannot_begin_and_waits_for_results() -> None:
    with pytest.raises(PairingError, match="at least two players"):
        next_round(begun(1, "knockout"))
    found = begun(4, "knockout")
    with pytest.raises(PairingError, match="Results of round 1 are missing"):
        next_round(found.with_round(next_round(found)))
    assert better_seed_wins("p1", "p2").scores == (3, 1)

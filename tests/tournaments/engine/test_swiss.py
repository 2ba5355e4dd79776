"""Swiss rounds: against every round there could be, and by the criteria one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine import settings as rules
from tournaments.engine.check import check_round
from tournaments.engine.document import Forbidden, Player, Result, Round, Tournament, everybody_in
from tournaments.engine.generate import generate
from tournaments.engine.matching import Pair, total
from tournaments.engine.settings import Settings
from tournaments.engine.swiss import Graph, PairingError, propose

CRITERIA = (
    rules.Rematch(hard=False), rules.Bye(), rules.ScoreDifference(), rules.ScoreDifference(of="small"),
    rules.Apart(group="club"), rules.Apart(group="club", rounds=1), rules.Opposed(), rules.Sides(),
    rules.Order(how="fold"), rules.Order(how="neighbours"), rules.Order(how="rating"),
)  # fmt: skip


def people(*clubs: str, **more: Any) -> tuple[Player, ...]:
    """Players p1, p2 and so on of these clubs."""
    return tuple(
        Player(id=f"p{number}", name=f"P{number}", club=club, **more) for number, club in enumerate(clubs, 1)
    )


def played(tournament: Tournament, found: Round, *scores: tuple[int, int]) -> Tournament:
    """The tournament with a round and the results of its tables."""
    pairings = tuple(
        each.model_copy(update={"result": Result(scores=score)})
        for each, score in zip(found.pairings, scores, strict=True)
    )
    return tournament.with_round(found.model_copy(update={"pairings": pairings}))


def pairs(found: Round) -> set[frozenset[str]]:
    return {frozenset(each.players) for each in found.pairings}


def whole_rounds(left: tuple[int, ...]) -> Iterator[list[Pair]]:
    """Every way to pair all of these players."""
    if not left:
        yield []
        return
    first, *others = left
    for other in others:
        for rest in whole_rounds(tuple(each for each in others if each != other)):
            yield [(first, other), *rest]


@given(
    criteria=st.lists(st.sampled_from(CRITERIA), min_size=1, max_size=6, unique_by=lambda each: each.by),
    size=st.integers(2, 10),
    seed=st.integers(0, 1000),
    before=st.integers(0, 2),
    draws=st.randoms(use_true_random=False),
)
def test_no_round_is_better_than_the_one_proposed(
    criteria: list[Any], size: int, seed: int, before: int, draws: random.Random
) -> None:
    """By the costs of every round that keeps the locks; and the same whatever the order of the input."""
    settings = Settings(pairing=tuple(criteria), rounds=before + 1)
    past = generate(size, before + 1, str(seed), played=before, settings=settings)
    here = [each.id for each in past.players if each.plays(before + 1)]
    if len(here) < 2:
        return
    locks = [tuple(draws.sample(here, 2))] if draws.random() < 0.3 else []
    proposal = propose(past, locks=locks)
    graph = Graph(past, before + 1, {}, locks)
    everybody = tuple(range(2 * graph.needed()))
    ways = (total(graph.costs, each) for each in whole_rounds(everybody) if all(map(graph.costs.get, each)))
    assert proposal.costs == min(ways)
    assert {frozenset(each) for each in locks} <= pairs(proposal.round)
    assert propose(shuffled(past, draws), locks=locks).round == proposal.round


def shuffled(past: Tournament, draws: random.Random) -> Tournament:
    """The same tournament with its players, and the tables of its rounds, in another order."""
    players, rounds = list(past.players), []
    draws.shuffle(players)
    for each in past.rounds:
        tables, byes = list(each.pairings), list(each.byes)
        draws.shuffle(tables)
        draws.shuffle(byes)
        rounds.append(each.model_copy(update={"pairings": tuple(tables), "byes": tuple(byes)}))
    return past.model_copy(update={"players": tuple(players), "rounds": tuple(rounds)})


@pytest.mark.parametrize("players", [8, 11, 16, 21])
def test_a_tournament_keeps_its_promises_to_the_end(players: int) -> None:
    found = generate(players, 5, "kept")
    met: set[frozenset[str]] = set()
    byes: list[str] = []
    for number, each in enumerate(found.rounds, 1):
        assert everybody_in(each) == {player.id for player in found.players if player.plays(number)}
        assert not pairs(each) & met, "nobody meets twice"
        met |= pairs(each)
        byes += [bye.player for bye in each.byes if bye.kind == "bye"]
    assert len(byes) == len(set(byes)), "nobody is left over twice"


def test_the_same_seed_gives_the_same_round_whatever_the_order_of_the_players() -> None:
    found = generate(24, 4, "again", played=3)
    turned = found.model_copy(update={"players": found.players[::-1]})
    assert propose(found).round == propose(turned).round == propose(found).round
    other = found.model_copy(update={"seed": "another"})
    assert propose(other).round != propose(found).round


def test_players_of_one_club_are_kept_apart_only_as_long_as_the_settings_say() -> None:
    apart = rules.Apart(group="club", rounds=1)
    past = Tournament(settings=Settings(rounds=2, pairing=(apart,)), players=people("A", "A", "B", "B"))
    first = propose(past).round
    clubs = {each.id: each.club for each in past.players}
    assert all(clubs[one] != clubs[other] for one, other in pairs(first))
    second = propose(played(past, first, (1, 0), (1, 0)))
    assert not any(broken.rule.by == "apart" for each in second.explained for broken in each.broken)


def test_opponents_are_of_two_allegiances_where_they_can_be() -> None:
    everyone = [
        each.model_copy(update={"allegiance": side})
        for each, side in zip(people(*"      "), "RRRPPP", strict=True)
    ]
    past = Tournament(settings=Settings(pairing=(rules.Opposed(),)), players=tuple(everyone))
    sides = {each.id: each.allegiance for each in everyone}
    assert all(sides[one] != sides[other] for one, other in pairs(propose(past).round))


def test_historical_opponents_meet_where_they_can() -> None:
    books = ["swedish", "swedish", "imperial", "polish", "polish", "muscovite"]
    everyone = tuple(
        each.model_copy(update={"book": book}) for each, book in zip(people(*" " * 6), books, strict=True)
    )
    rule = rules.Opposed(of="book", pairs=(("swedish", "imperial"), ("polish", "muscovite"),
                                           ("swedish", "polish")))  # fmt: skip
    past = Tournament(settings=Settings(pairing=(rule,)), players=everyone)
    proposal = propose(past)
    of = dict(zip(["p1", "p2", "p3", "p4", "p5", "p6"], books, strict=True))
    assert sorted(sorted(of[key] for key in pair) for pair in pairs(proposal.round)) == [
        ["imperial", "swedish"], ["muscovite", "polish"], ["polish", "swedish"],
    ]  # fmt: skip
    assert not any(broken for each in proposal.explained for broken in each.broken)


def test_nobody_breaks_what_nobody_could_meet() -> None:
    past = Tournament(settings=Settings(pairing=(rules.Opposed(),)), players=people(*" " * 4))
    assert not any(each.broken for each in propose(past).explained)


@pytest.mark.parametrize(("rank", "first", "pairs_of_seeds"), [
    ({"rank": "seed"}, {}, {(1, 3), (2, 4)}), ({}, {"first": "seed"}, {(1, 3), (2, 4)}),
    ({"rank": "rating"}, {}, {(1, 2), (3, 4)}), ({"rank": "seed", "how": "neighbours"}, {}, {(1, 2), (3, 4)}),
])  # fmt: skip
def test_the_order_may_be_that_of_seeds_or_ratings(
    rank: dict[str, Any], first: dict[str, Any], pairs_of_seeds: set[tuple[int, int]]
) -> None:
    ratings = {1: 1900, 3: 1800, 2: 1700, 4: 1600}
    everyone = tuple(Player(id=f"p{at}", name="P", number=at, rating=ratings[at]) for at in range(1, 5))
    past = Tournament(settings=Settings(pairing=(rules.Order(**rank, **first),)), players=everyone)
    assert pairs(propose(past).round) == {frozenset(f"p{at}" for at in pair) for pair in pairs_of_seeds}


def test_a_sealed_lot_orders_the_first_round_by_the_seed_alone() -> None:
    everyone = tuple(Player(id=f"p{at}", name="P", rating=2000 - at) for at in range(12))
    settings = Settings(pairing=(rules.Order(rank="lot"),))
    rounds = {
        frozenset(pairs(propose(Tournament(settings=settings, players=everyone, seed=seed)).round))
        for seed in ("a", "b", "d")
    }
    assert len(rounds) == 3


def test_the_top_half_meets_the_bottom_half() -> None:
    rated = tuple(each.model_copy(update={"rating": 2000 - at}) for at, each in enumerate(people(*" " * 8)))
    past = Tournament(settings=Settings(pairing=(rules.Order(how="fold"),)), players=rated)
    assert pairs(propose(past).round) == {frozenset((f"p{at}", f"p{at + 4}")) for at in range(1, 5)}


def test_who_was_first_is_second_next_time() -> None:
    past = Tournament(settings=Settings(rounds=2), players=people("A", "B", "C", "D"))
    first = propose(past).round
    begun = [each.players[0] for each in first.pairings]
    second = propose(played(past, first, (3, 0), (3, 0))).round
    firsts = {each.players[0] for each in second.pairings}
    assert len(firsts & set(begun)) == sum(set(each.players) <= set(begun) for each in second.pairings)


def test_the_bye_goes_to_who_stands_lowest_and_has_had_none() -> None:
    past = Tournament(settings=Settings(rounds=3), players=people("A", "B", "C"))
    seen = []
    for _ in range(3):
        found = propose(past).round
        (bye,) = found.byes
        seen.append(bye.player)
        past = played(past, found, (5, 0))
    assert sorted(seen) == ["p1", "p2", "p3"]


def test_who_asks_for_a_bye_has_it_and_is_not_paired() -> None:
    past = Tournament(players=people("A", "B", "C"))
    found = propose(past, asked={"p2": "half"}).round
    assert [(each.player, each.kind) for each in found.byes] == [("p2", "half")]
    assert pairs(found) == {frozenset(("p1", "p3"))}


def test_who_is_late_or_has_left_is_not_paired() -> None:
    late, gone, absent = (
        people("A")[0].model_copy(update={"id": key} | more)
        for key, more in (("l", {"first_round": 2}), ("g", {"last_round": 1}), ("a", {"absent": (1,)}))
    )
    past = Tournament(settings=Settings(rounds=2), players=(*people("B", "C", "D"), late, gone, absent))
    first = propose(past).round
    assert everybody_in(first) == {"p1", "p2", "p3", "g"}
    assert everybody_in(propose(played(past, first, (1, 0), (1, 0))).round) == {"p1", "p2", "p3", "l", "a"}


# -- locks, and what cannot be ---------------------------------------------------------------------


def test_who_is_locked_plays_whatever_it_costs() -> None:
    past = Tournament(players=people("A", "A", "B", "B"))
    found = propose(past, locks=[("p1", "p2")]).round
    assert frozenset(("p1", "p2")) in pairs(found)
    assert [each.locked for each in found.pairings] == [
        set(each.players) == {"p1", "p2"} for each in found.pairings
    ]


@pytest.mark.parametrize(("locks", "says"), [
    ([("p1", "p2"), ("p2", "p3")], "locked in two pairings"),
    ([("p1", "nobody")], "does not play in this round"),
])  # fmt: skip
def test_locks_that_cannot_be_are_refused_by_name(locks: list[tuple[str, str]], says: str) -> None:
    with pytest.raises(PairingError, match=says):
        propose(Tournament(players=people("A", "B", "C", "D")), locks=locks)


def test_more_rounds_than_opponents_are_refused_with_the_reason() -> None:
    past = Tournament(settings=Settings(rounds=4), players=people("A", "B", "C", "D"))
    for _ in range(3):
        past = played(past, propose(past).round, (2, 1), (2, 1))
    with pytest.raises(PairingError, match="without a rematch"):
        propose(past)
    allowed = past.settings.model_copy(update={"pairing": (rules.Rematch(hard=False),)})
    assert propose(past.model_copy(update={"settings": allowed})).round


def test_no_round_begins_before_the_last_one_is_over() -> None:
    past = Tournament(players=people("A", "B"))
    with pytest.raises(PairingError, match="Results of round 1 are missing"):
        propose(past.with_round(propose(past).round))
    with pytest.raises(PairingError, match="at least two players"):
        propose(Tournament(players=people("A")))


# -- reasons and checks ----------------------------------------------------------------------------


def test_a_pairing_says_what_it_breaks_and_why_that_was_cheapest() -> None:
    """Three of one club and one of another: two of the three meet, and no other round avoids it."""
    apart = rules.Apart(group="club")
    past = Tournament(
        settings=Settings(rounds=3, pairing=(rules.Rematch(hard=False), apart)),
        players=people("A", "A", "A", "B"),
    )
    past = played(past, propose(past).round, (2, 0), (2, 0))
    broken = {
        frozenset((each.player.id, each.other.id if each.other else "")): each.broken
        for each in propose(past).explained
    }
    (both,) = [each for each in broken.values() if each]
    assert [each.rule.by for each in both] == ["apart"]
    for one, other in combinations(past.players, 2):
        if frozenset((one.id, other.id)) in broken:
            own = bool(broken[frozenset((one.id, other.id))])
            assert own == (one.club == other.club)


def test_a_reason_names_the_rule_that_would_have_been_worse() -> None:
    """Those of a club have met nobody else: apart again would mean to meet somebody a second time."""
    settings = Settings(rounds=3, pairing=(rules.Rematch(hard=False), rules.Apart(group="club")))
    past = Tournament(settings=settings, players=people("A", "A", "B", "B"))
    for _ in range(2):
        past = played(past, propose(past).round, (2, 0), (2, 0))
    last = propose(past)
    for each in last.explained:
        (broken,) = each.broken
        assert (broken.rule.by, each.worse.by, each.instead) == ("apart", "rematch", (0, 2))


def test_every_round_that_was_proposed_checks_as_the_best() -> None:
    found = generate(13, 4, "checked")
    assert all(check_round(found, number).optimal for number in range(1, 5))


def test_a_round_that_was_changed_by_hand_is_shown_a_better_one() -> None:
    found = generate(12, 3, "swap")
    last = found.rounds[-1]
    (one, other), rest = last.pairings[:2], last.pairings[2:]
    swapped = (
        one.model_copy(update={"players": (one.players[0], other.players[0])}),
        other.model_copy(update={"players": (one.players[1], other.players[1])}),
    )
    worse = found.up_to(2).with_round(last.model_copy(update={"pairings": (*swapped, *rest)}))
    checked = check_round(worse, 3)
    assert not checked.optimal
    assert checked.worse is not None
    assert checked.worse.now > checked.worse.best
    assert checked.better is not None
    assert pairs(checked.better) == pairs(last)


def test_a_round_of_forty_is_as_good_as_any_that_is_tried() -> None:
    """Nothing that two swaps could change is left: of a thousand such rounds none is cheaper."""
    past = generate(40, 4, "forty", played=3)
    proposal, graph = propose(past), Graph(past, 4, {}, ())
    best = [graph.pair_of(*each.players) for each in proposal.round.pairings]
    best += [graph.pair_of(each.player, None) for each in proposal.round.byes if each.kind == "bye"]
    assert total(graph.costs, best) == proposal.costs
    drawn = random.Random(1)
    for _ in range(1000):
        one, other = drawn.sample(best, 2)
        four = [*one, *other]
        drawn.shuffle(four)
        tried = [each for each in best if each not in (one, other)]
        tried += [(min(four[:2]), max(four[:2])), (min(four[2:]), max(four[2:]))]
        if all(each in graph.costs for each in tried):
            assert total(graph.costs, tried) >= proposal.costs


def test_a_round_that_leaves_somebody_out_cannot_be_checked() -> None:
    found = generate(8, 1, "left out")
    (only,) = found.rounds
    short = found.up_to(0).with_round(only.model_copy(update={"pairings": only.pairings[1:]}))
    with pytest.raises(PairingError, match="Round 1 must have everyone who plays"):
        check_round(short, 1)


def test_who_is_forbidden_to_meet_does_not_unless_locked() -> None:
    never = Forbidden(players=("p1", "p2"))
    past = Tournament(players=people("A", "A", "B", "B"), settings=Settings(pairing=()), forbidden=(never,))
    for seed in range(8):
        drawn = past.model_copy(update={"seed": str(seed)})
        assert frozenset(("p1", "p2")) not in pairs(propose(drawn).round)
    assert frozenset(("p1", "p2")) in pairs(propose(past, locks=[("p1", "p2")]).round)
    two = past.model_copy(update={"players": past.players[:2]})
    with pytest.raises(PairingError):
        propose(two)

"""Campaigns that play themselves: the same with the same seed, to their end, by the laws of a turn."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.engine import shipped
from campaigns.engine.dice import TurnDice
from campaigns.engine.documents import begin
from campaigns.engine.events.base import learns
from campaigns.engine.quick import quick
from campaigns.engine.resolve import Resolution, march, open_engagements
from campaigns.engine.simulation import (
    Balance,
    Run,
    ahead,
    balance,
    commanded,
    figures,
    interval,
    play,
    simulate,
)
from campaigns.engine.state import State
from rulesets.engine.canonical import canonical_json
from tests.kit.campaignlaws import (
    everybody_is_somewhere,
    money_adds_up,
    rules_are_named,
    steps_add_up,
    steps_are_possible,
)
from tests.kit.effort import tries
from tests.kit.strip import campaign, troop

KEYS = tuple(shipped.campaigns())
SHORT = 4


@cache
def start(key: str) -> State:
    """A campaign that ships, at its first turn."""
    return begin(shipped.campaigns()[key])


# -- one campaign ---------------------------------------------------------------------------------


@pytest.mark.parametrize("battles", ["engine", "quick"])
def test_the_same_seed_is_the_same_campaign(battles):
    runs = [simulate(start("island"), SHORT, "seed", battles) for _ in range(2)]
    assert runs[0] == runs[1]
    assert runs[0].battles


def test_another_seed_is_another_campaign():
    assert (
        simulate(start("island"), SHORT, "a", "quick").hash
        != simulate(start("island"), SHORT, "b", "quick").hash
    )


def test_a_document_and_the_state_that_it_begins_are_played_alike():
    document = shipped.campaigns()["island"]
    assert simulate(document, 2, "seed", "quick") == simulate(start("island"), 2, "seed", "quick")


def test_a_campaign_is_left_as_it_was():
    before = start("island").to_json()
    simulate(start("island"), 2, "seed", "quick")
    assert start("island").to_json() == before


@pytest.mark.parametrize("key", KEYS)
def test_every_campaign_that_ships_comes_to_its_end(key):
    run = simulate(start(key), 60, "seed", "quick")
    assert run.over
    assert run.turns == len(run.figures) - 1 <= (start(key).rules.victory.turns or 60)
    assert run.battles >= sum(run.won.values()) > 0


def test_battles_are_fought_by_the_engine_where_it_can():
    run = simulate(start("island"), SHORT, "seed")
    assert run.battles
    assert run.quick == 0
    assert simulate(start("island"), SHORT, "seed", "quick").quick > 0


def test_everybody_wins_the_island_now_and_then():
    """By the campaign's dice, because they do not change with the tacticians."""
    wins = Counter(simulate(start("island"), 10, str(seed), "quick").winner for seed in range(1, 41))
    assert all(8 <= wins[faction] <= 20 for faction in start("island").factions), wins


def test_systems_that_are_fought_on_tables_use_the_campaigns_dice():
    run = simulate(start("deluge"), 3, "seed")
    assert run.quick == run.battles > 0


def test_no_more_turns_are_played_than_asked_for():
    run = simulate(start("island"), 2, "seed", "quick")
    assert (run.turns, run.over, len(run.figures)) == (2, False, 3)


def test_the_first_figures_are_those_of_the_beginning_and_the_last_of_the_end():
    *_, last = play(start("island"), 3, "seed", "quick")
    run = simulate(start("island"), 3, "seed", "quick")
    assert run.figures[0] == figures(start("island"))
    assert run.figures[-1] == figures(last.state)
    assert run.hash == last.hash


def test_battles_that_are_fought_already_are_not_fought_again():
    state = start("island")
    waiting = march(state, commanded(state, "seed"), "seed").state
    (first, *_) = open_engagements(waiting)
    outcome = quick(waiting, first, TurnDice("another"))
    outcome.how, outcome.winner = "The umpire has seen it.", 1
    concluded = next(play(waiting, 1, "seed", "quick", {first.id: outcome}))
    assert concluded.state.engagements[first.id].outcome == outcome


# -- laws over a whole campaign -------------------------------------------------------------------


def parts(key: str, seed: str, battles: str) -> list[tuple[State, Resolution]]:
    """Each part of a campaign with the state before it."""
    state, found = start(key), []
    for part in play(state, 60, seed, battles):
        found.append((state, part))
        state = part.state
    return found


@pytest.fixture(
    scope="module", params=[("island", "engine"), *((key, "quick") for key in KEYS)], ids=" ".join
)
def played(request) -> list[tuple[State, Resolution]]:
    key, battles = request.param
    found = parts(key, "laws", battles)
    assert len(found) > 4
    return found


def test_the_laws_of_a_turn_hold_in_every_part(played):
    for before, part in played:
        steps_add_up(before, part.state, part.entries)
        steps_are_possible(part.state)
        money_adds_up(before, part.state, part.entries)
        rules_are_named(before, part.entries)
        if part.state.map is not None:
            everybody_is_somewhere(part.state)


def test_a_campaign_has_marches_battles_sieges_and_a_winner():
    seen: Counter[str] = Counter()
    for seed in range(2):
        for _, part in parts("island", f"seed {seed}", "quick"):
            seen.update(entry.event.kind for entry in part.entries)
        assert part.state.phase == "over"
    assert min(seen["marched"] / 40, seen["battle settled"] / 10, seen["area taken"] / 20) > 1
    assert min(seen["fortress fallen"], seen["force raised"]) > 0
    assert seen["order refused"] < seen["marched"] / 10


def may_know(state: State, faction: str, key: str) -> bool:
    """Whether a faction may know of a force: its side's, one that it has sighted, or one where it stands."""
    force = state.forces[key]
    near = {each.at for each in state.forces.values() if each.faction == faction}
    sighted = key in state.factions[faction].sightings
    return state.relation(faction, force.faction) == "alliance" or sighted or force.at in near


@pytest.mark.parametrize(("campaign_key", "turns"), [("island", 8), ("deluge", 3)])
def test_nobody_learns_of_forces_that_they_cannot_know(campaign_key, turns):
    before = start(campaign_key)
    for part in play(before, turns, "secrets", "quick"):
        for event in (entry.event for entry in part.entries):
            named = [value for value in event.to_json().values() if isinstance(value, str)]
            forces = [key for key in named if key in part.state.forces and key != event.kind]
            for key, faction in product(forces, part.state.factions):
                if learns(event.known, faction):
                    moments = [each for each in (before, part.state) if key in each.forces]
                    assert any(may_know(each, faction, key) for each in moments), event
        before = part.state


def test_a_state_can_be_kept_after_each_part(played):
    for _, part in played[-2:]:
        value = part.state.to_json()
        assert canonical_json(State.from_json(value).to_json()) == canonical_json(value)


def test_turns_follow_one_another_and_the_log_is_one_chain(played):
    states = [part.state for _, part in played]
    assert all(later.turn - earlier.turn in (0, 1) for earlier, later in pairwise(states))
    assert len({part.hash for _, part in played}) == len(played)


@settings(max_examples=tries(8))
@given(st.text(st.characters(min_codepoint=97, max_codepoint=122), min_size=1, max_size=8))
def test_whatever_the_seed_money_and_strength_never_fall_below_nothing(seed):
    for part in play(start("island"), 10, seed, "quick"):
        assert all(unit.lost <= unit.steps for force in part.state.forces.values() for unit in force.units)
        assert all(each["worth"] >= 0 and each["strength"] >= 0 for each in figures(part.state).values())


# -- who is ahead ---------------------------------------------------------------------------------


def test_ahead_is_who_would_win_if_it_ended_now():
    state = campaign(troop("r1", "red", "north"), troop("b1", "blue", "south"), victory={"areas": "end"})
    state.factions["green"].neutral = True
    assert ahead(state) == "red"
    state.factions["blue"].points = 99
    assert ahead(state) == "blue"
    assert state.factions["red"].points == 0


def test_ahead_is_the_winner_of_a_campaign_that_is_over():
    state = campaign(troop("r1", "red", "north"))
    state.phase, state.winner = "over", "blue"
    assert ahead(state) == "blue"
    assert list(play(state, 5, "seed")) == []


# -- what many come to ----------------------------------------------------------------------------


def made(winner: str, *areas: tuple[int, int], battles: int = 2, over: bool = True) -> Run:
    """A run of two factions that held so many areas at the beginning and after each turn."""
    course = tuple(
        {
            key: {"areas": held, "forces": 1, "worth": 10.0 * held, "strength": 5, "points": 0, "money": 7}
            for key, held in zip(("blue", "red"), both, strict=True)
        }
        for both in areas
    )
    return Run(
        seed="s", turns=len(areas) - 1, over=over, winner=winner, battles=battles, quick=1,
        won={"blue": 0, "red": battles}, figures=course,
    )  # fmt: skip


def standing(found: Balance, key: str):
    return next(each for each in found.factions if each.faction == key)


def test_wins_are_counted_with_their_share():
    found = balance([made("red", (3, 3))] * 3 + [made("blue", (3, 3))] + [made("", (3, 3), over=False)])
    assert (found.runs, found.over, found.drawn) == (5, 4, 1)
    assert [(each.faction, each.wins, each.chance.share) for each in found.factions] == [
        ("blue", 1, 0.2),
        ("red", 3, 0.6),
    ]
    assert standing(found, "red").won == 2
    assert found.quick == 0.5


def test_a_run_that_ended_early_counts_as_it_stood():
    found = balance([made("red", (3, 3), (1, 5)), made("red", (3, 3), (2, 4), (0, 6))])
    assert standing(found, "blue").course["areas"] == (3, 1.5, 0.5)
    assert standing(found, "red").ends["worth"] == 55
    assert found.turns == 1.5


@pytest.mark.parametrize(("wins", "fair"), [(5, ("", "")), (10, ("less", "more"))])
def test_only_a_sure_difference_is_called_unfair(wins, fair):
    runs = [made("red" if number < wins else "blue", (3, 3)) for number in range(10)]
    assert tuple(each.fair for each in balance(runs).factions) == fair


def test_an_equal_share_is_that_of_the_contenders():
    runs = [made("red", (3, 3))] * 10
    assert standing(balance(runs, ["red"]), "red").fair == ""
    assert standing(balance(runs, ["red", "blue"]), "red").fair == "more"


def test_no_runs_come_to_nothing():
    with pytest.raises(ValueError, match="no runs"):
        balance([])


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_bounds_are_those_of_wilsons_formula(count, of, low, high):
    """The last is a worked example of statistics books."""
    found = interval(count, of)
    assert (found.low, found.high) == (pytest.approx(low, abs=2e-4), pytest.approx(high, abs=2e-4))


@given(st.integers(1, 400).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_a_share_lies_between_its_bounds_and_more_runs_narrow_them(counts):
    count, of = counts
    found, more = interval(count, of), interval(count * 4, of * 4)
    assert 0 <= found.low <= found.share <= found.high <= 1
    assert more.high - more.low < found.high - found.low


def test_players_of_a_ladder_challenge_each_other_though_they_do_not_know_the_others_armies():
    assert {act.do for each in commanded(start("ladder"), "seed").values() for act in each.acts} == {
        "challenge"
    }

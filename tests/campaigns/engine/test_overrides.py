"""The umpire's acts: what each changes, who learns of it, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine import shipped
from campaigns.engine.documents import begin, read_campaign
from campaigns.engine.events import read_event
from campaigns.engine.overrides import OverrideError, overruled, read_acts
from campaigns.engine.state import State
from rulesets.engine.canonical import chained


@pytest.fixture
def state() -> State:
    return begin(read_campaign(shipped.document("island")))


def after(state: State, *acts: dict[str, Any]) -> State:
    return overruled(state, read_acts(list(acts)), "because").state


def test_money_and_points_are_added_or_taken(state: State) -> None:
    found = after(
        state,
        {"do": "money", "faction": "crown", "amount": -3},
        {"do": "points", "faction": "crown", "amount": 4},
    )
    assert found.factions["crown"].money == state.factions["crown"].money - 3
    assert found.factions["crown"].points == state.factions["crown"].points + 4


def test_a_moved_force_stands_in_the_open(state: State) -> None:
    state.forces["cr1"].inside = True
    found = after(state, {"do": "move", "force": "cr1", "area": "wrack"}).forces["cr1"]
    assert (found.at, found.inside, found.besieging) == ("wrack", False, False)


def test_a_unit_is_set_as_said_and_left_else(state: State) -> None:
    key = state.forces["cr1"].units[0].id
    found = after(state, {"do": "unit", "force": "cr1", "unit": key, "lost": 2, "status": "away", "back": 5})
    unit = found.forces["cr1"].units[0]
    assert (unit.lost, unit.status, unit.back, unit.experience) == (2, "away", 5, 0)


def test_a_leader_is_captured_and_both_sides_learn_of_it(state: State) -> None:
    command = next(each for each in state.forces["cr1"].commands if each.leader)
    act = {"do": "leader", "force": "cr1", "command": command.id, "fate": "captured", "captor": "commons"}
    brought = overruled(state, read_acts([act]), "because")
    leader = next(each.leader for each in brought.state.forces["cr1"].commands if each.id == command.id)
    assert leader is not None
    assert (leader.fate, leader.captor) == ("captured", "commons")
    assert brought.entries[0].event.known == ("commons", "crown")


def test_a_relation_holds_for_both(state: State) -> None:
    state.factions["crown"].offers["company"] = "truce"
    found = after(state, {"do": "relation", "faction": "crown", "other": "company", "relation": "alliance"})
    assert found.relation("crown", "company") == found.relation("company", "crown") == "alliance"
    assert found.factions["crown"].offers == {}


def test_the_date_brings_its_season(state: State) -> None:
    found = after(state, {"do": "date", "date": "1644-01-09"})
    assert (found.date, found.season) == ("1644-01-09", "winter")


def test_a_force_and_a_faction_are_renamed(state: State) -> None:
    found = after(
        state,
        {"do": "rename", "force": "cr1", "name": "The Old Guard"},
        {"do": "rename", "faction": "crown", "name": "The King"},
    )
    assert (found.forces["cr1"].name, found.factions["crown"].name) == ("The Old Guard", "The King")


def test_a_force_is_mustered_of_a_list_and_another_taken_away(state: State) -> None:
    army = next(each["list"] for each in shipped.document("island")["forces"])
    act = {"do": "add", "faction": "company", "area": "wrack", "name": "Fresh", "list": army}
    found = after(state, act, act, {"do": "remove", "force": "cy1"})
    assert [found.forces[key].name for key in ("u1", "u2")] == ["Fresh", "Fresh"]
    assert found.forces["u1"].at == "wrack"
    assert found.forces["u1"].strength > 0
    assert not {unit.id for unit in found.forces["u1"].units} & {unit.id for unit in found.forces["u2"].units}
    assert "cy1" not in {force.id for force in found.standing()}


def test_a_force_handed_over_has_no_commander_of_its_own(state: State) -> None:
    state.forces["cr1"].commander = "k1"
    found = after(state, {"do": "hand", "force": "cr1", "faction": "company"}).forces["cr1"]
    assert (found.faction, found.commander) == ("company", "")


def test_owner_weather_and_end(state: State) -> None:
    found = after(
        state, {"do": "owner", "area": "wrack", "faction": "crown"}, {"do": "weather", "weather": "rain"},
        {"do": "end", "faction": "crown"},
    )  # fmt: skip
    assert (found.areas["wrack"].owner, found.weather) == ("crown", "rain")
    assert (found.phase, found.winner) == ("over", "crown")


@pytest.mark.parametrize(
    ("act", "path"),
    [
        ({"do": "money", "faction": "nobody", "amount": 1}, "acts[0].faction"),
        ({"do": "owner", "area": "moon"}, "acts[0].area"),
        ({"do": "move", "force": "zz", "area": "wrack"}, "acts[0].force"),
        ({"do": "unit", "force": "cr1", "unit": "zz"}, "acts[0].unit"),
        ({"do": "unit", "force": "cr1", "unit": "cr1-c1u1", "lost": 99}, "acts[0].lost"),
        ({"do": "leader", "force": "cr1", "command": "zz", "fate": "killed"}, "acts[0].command"),
        ({"do": "leader", "force": "cr1", "command": "cr1-c1", "fate": "killed", "captor": "x"},
         "acts[0].captor"),
        ({"do": "relation", "faction": "crown", "other": "crown", "relation": "war"}, "acts[0].other"),
        ({"do": "weather", "weather": "frogs"}, "acts[0].weather"),
        ({"do": "outcome", "engagement": "t1e1", "outcome": {"winner": 0}}, "acts[0].engagement"),
        ({"do": "rename", "name": "Nobody"}, "acts[0].force"),
        ({"do": "add", "faction": "crown", "area": "wrack", "list": "no-such-list"}, "acts[0].list"),
        ({"do": "add", "faction": "crown", "list": "no-such-list"}, "acts[0].area"),
        ({"do": "end", "faction": "nobody"}, "acts[0].faction"),
        ({"do": "money", "faction": "crown"}, "acts[0].amount"),
        ({"do": "money", "faction": "crown", "amount": 1, "why": "?"}, "acts[0].why"),
        ({"do": "date", "date": "yesterday"}, "acts[0].date"),
        ({"do": "dance"}, "acts[0]"),
        ({}, "acts[0]"),
        ("money", "acts[0]"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_refused_with_its_place(state: State, act: Any, path: str) -> None:
    with pytest.raises(OverrideError) as refused:
        overruled(state, read_acts([act]), "because")
    assert refused.value.path == path


@pytest.mark.parametrize("acts", [[], None, {}, [{"do": "end"}] * 201])
def test_1_to_200_acts_are_taken(acts: Any) -> None:
    with pytest.raises(OverrideError) as refused:
        read_acts(acts)
    assert refused.value.path == "acts"


def test_the_state_before_is_left_alone_and_the_chain_goes_on(state: State) -> None:
    before = state.to_json()
    acts = [{"do": "money", "faction": "crown", "amount": 1}, {"do": "weather", "weather": "rain"}]
    brought = overruled(state, read_acts(acts), "because", "abc")
    assert state.to_json() == before
    link = "abc"
    for entry in brought.entries:
        link = chained(link, entry.event.to_json())
        assert entry.hash == link
    assert brought.hash == link


def test_every_act_comes_back_from_json_with_its_sentence(state: State) -> None:
    acts = [{"do": "money", "faction": "crown", "amount": 1}, {"do": "end"}]
    for entry in overruled(state, read_acts(acts), "a debt").entries:
        again = read_event(entry.event.to_json())
        assert again == entry.event
        assert again.describe(str).endswith(": a debt")

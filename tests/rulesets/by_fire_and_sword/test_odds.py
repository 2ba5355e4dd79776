"""The odds of a meeting: what may be asked, what is answered, by page, interface and command."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from django.test import Client

from rulesets.by_fire_and_sword import tables
from rulesets.by_fire_and_sword.armies.force import force
from rulesets.by_fire_and_sword.armies.lists import sample_lists
from rulesets.by_fire_and_sword.meeting.chances import scenario_chances
from rulesets.by_fire_and_sword.meeting.effects import limits_of
from rulesets.by_fire_and_sword.meeting.play import begin
from rulesets.by_fire_and_sword.odds import ODDS
from rulesets.by_fire_and_sword.odds.query import of_force
from rulesets.by_fire_and_sword.scenarios.reading import shipped
from rulesets.contract.documents import read_setup
from rulesets.contract.odds import OddsError

odds = ODDS.answer

PAGE, API = "/odds/", "/api/v1/odds/"
WEAK, STRONG = {"fsp": 7, "cp": 2}, {"fsp": 10, "cp": 2, "units": 8, "commanders": 2}
QUERY = {"kind": "meeting", "forces": [{"figures": WEAK}, {"figures": STRONG}]}


def figures(one=(), two=(), **more):
    forces = [{"figures": {**WEAK, **dict(one)}}, {"figures": {**STRONG, **dict(two)}}]
    return {"kind": "meeting", "forces": forces, **more}


def skirmish_samples():
    return {name: army for name, army in sample_lists().items() if force(army).kind == "skirmish"}


@pytest.mark.rule("BFS-30.3.D", "BFS-32.0")
def test_the_answer_has_scenarios_and_effects():
    answer = odds(figures(spent=1))
    assert (answer["weaker"], answer["advantage"], answer["effects"]["due"]) == (0, 3, 2)
    chances = {one["key"]: one["available"] for one in answer["scenario"]["scenarios"]}
    assert chances["ambush"] == pytest.approx(0.19)
    assert "night_attack" not in chances
    assert answer["scenario"]["none"] == pytest.approx(0.01)
    assert sum(each["expected"] for each in answer["effects"]["effects"]) == pytest.approx(
        2 - next(e["expected"] for e in answer["effects"]["effects"] if e["key"] == "exhaustion"), abs=1e-4
    )


@pytest.mark.rule("BFS-30.3.C")
def test_equal_forces_have_no_effects_and_one_die():
    answer = odds(figures(two={"fsp": 7}))
    assert (answer["weaker"], answer["effects"]["due"], answer["scenario"]["dice"]) == (None, 0, 1)
    assert [one["by_one_die"] for one in answer["scenario"]["scenarios"]] == [0.2] * 5


@pytest.mark.rule("BFS-32.12")
def test_effects_may_be_chosen_before_rolling():
    answer = odds(figures(choice_of_effects=True, chosen=["fatigue"]))
    assert (answer["effects"]["rolled"], answer["effects"]["left_for_later"]) == (2, 0)
    found = {one["key"]: one["once"] for one in answer["effects"]["effects"]}
    assert found["fatigue"] + found["exhaustion"] == pytest.approx(1)


@pytest.mark.rule("BFS-30.4.3")
def test_army_rules_are_asked_for_as_in_a_setup():
    rule = {"rule": "Beating the Tatars", "dice": [9]}
    query = figures(two={"special_rules": ["Beating the Tatars"]}, scenario_rerolls=[rule])
    chances = {one["key"]: one["available"] for one in odds(query)["scenario"]["scenarios"]}
    assert chances["ambush"] < 0.03


@pytest.mark.rule("BFS-30.7", "BFS-30.3.D")
def test_scenarios_of_ones_own_have_their_own_value():
    path = Path(tables.DATA) / "scenarios" / "patrol.toml"
    dear = {**tomllib.loads(path.read_text(encoding="utf-8")), "value_fsp": 9}
    chances = {
        one["key"] for one in odds(figures(scenarios=[dear]))["scenario"]["scenarios"] if one["available"]
    }
    assert "patrol" not in chances
    with pytest.raises(OddsError) as caught:
        odds(figures(scenarios=[{**dear, "turns": 0}]))
    assert caught.value.path == "scenarios[0].turns"


def test_sample_lists_and_list_documents_are_read_alike():
    one, two = list(skirmish_samples())[:2]
    named = odds({"forces": [{"sample": one}, {"sample": two}]})
    lists = sample_lists()
    given = odds({"forces": [{"list": lists[one].to_json()}, {"list": lists[two].to_json()}]})
    assert named == given
    assert named["forces"][0]["fsp"] == force(lists[one]).fsp


def test_the_figures_of_a_force_are_those_of_its_meeting():
    lists = list(skirmish_samples().values())
    assert len(lists) >= 4
    for army in lists:
        state = begin(
            read_setup(
                {"system": "by_fire_and_sword", "lists": [army.to_json()] * 2, "sides": ["Jan", "Bohdan"]}
            )
        )
        assert of_force(force(army)).limits == limits_of(state, 1)
        assert scenario_chances(state.forces, shipped()).method


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ([], ""),
        ({}, "forces"),
        ({"kind": "shot", "forces": []}, "kind"),
        ({"forces": [{}, {"figures": STRONG}]}, "forces[0]"),
        ({"forces": [{"figures": WEAK, "sample": "x"}, {"figures": STRONG}]}, "forces[0]"),
        ({"forces": [{"figures": WEAK}, {"sample": "chess"}]}, "forces[1].sample"),
        ({"forces": [{"figures": WEAK}, {"sample": "swedish-royal-army"}]}, "forces[1].sample"),
        ({"forces": [{"figures": WEAK}, {"list": {"format": "chess"}}]}, "forces[1].list"),
        (figures(one={"fsp": -1}), "forces[0].figures.fsp"),
        (figures(two={"held": 9}), "forces[1].figures.held"),
        (figures(two={"named": 3}), "forces[1].figures.named"),
        (figures(two={"fsp": 40}), "forces"),
        (figures(spent=4), "spent"),
        (figures(choice_of_effects=True, chosen=["panic", "panic"]), "chosen"),
        (figures(choice_of_effects=True, chosen=["march_losses"]), "chosen"),
        (figures(choice_of_effects=True, chosen=["chess"]), "chosen[0]"),
        (figures(chosen=["panic"]), "chosen"),
        (figures(scenario_rerolls=[{"rule": "x", "dice": [11]}]), "scenario_rerolls[0].dice[0]"),
    ],
)
def test_a_bad_query_names_the_place(query, path):
    with pytest.raises(OddsError) as caught:
        odds(query)
    assert caught.value.path.startswith(path)
    assert caught.value.message


# -- page, interface, command ----------------------------------------------------------------------


def text(client: Client, **query: str) -> str:
    answer = client.get(PAGE, {"system": "by_fire_and_sword", **query})
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_asks_for_two_forces_and_shows_their_chances(client: Client):
    page = text(client, choice="on")
    for name in ("a-fsp", "b-fsp", "a-army", "spent", "choice", "chosen"):
        assert f'name="{name}"' in page
    assert "is weaker than" in page
    assert "Night attack" not in page
    assert "BFS-32.11" in page
    assert "19.0%" in page


def test_a_sample_list_needs_no_figures(client: Client):
    one, two = list(skirmish_samples())[:2]
    page = text(client, **{"a-army": one, "b-army": two})
    assert 'name="a-fsp"' not in page
    assert sample_lists()[one].name in page


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"spent": "4"}, "advantage of 3 FSP"),
        ({"b-held": "7"}, "more than the 6"),
        ({"a-army": "chess"}, "Choose one from the list"),
        ({"choice": "on", "chosen": "panic", "spent": "1"}, "may be chosen"),
        ({"b-fsp": "40"}, "20 at most"),
    ],
)
def test_what_is_wrong_stands_at_its_field(client: Client, query: dict[str, str], words: str):
    page = text(client, **query)
    assert words in page
    assert "is weaker than" not in page

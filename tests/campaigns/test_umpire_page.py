"""The umpire's desk and the rule set: what he may do, and that nobody else may."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.html import escape

from campaigns.cards import rules as cards
from campaigns.engine.rules import CampaignRules, usual
from campaigns.engine.state import State
from campaigns.forms.umpire import ACTS
from campaigns.models import Campaign, Disclosure, TurnRow
from campaigns.persistence import state_of
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import battles, change

pytestmark = pytest.mark.django_db

GETS = ("", "preview", *(f"act/{do}" for do in ACTS))


def fresh(row: Campaign) -> Campaign:
    return Campaign.objects.get(pk=row.pk)


def with_revision(row: Campaign, **fields: Any) -> dict[str, Any]:
    return {"revision": fresh(row).revision, **fields}


@pytest.mark.parametrize("name", GETS)
def test_the_umpire_finds_everything_on_his_desk(row: Campaign, as_alice: Client, name: str) -> None:
    assert as_alice.get(page(row, "umpire", *filter(None, name.split("/")))).status_code == 200


def test_a_preview_that_is_only_opened_says_that_everyone_can_read_of_it(
    row: Campaign, as_alice: Client
) -> None:
    answer = as_alice.get(page(row, "umpire", "preview"))
    assert "Everyone in the campaign can see" in text(answer)
    assert "preview" not in answer.context
    assert not Disclosure.objects.exists()


def test_a_preview_tells_what_would_happen_and_keeps_nothing(row: Campaign, as_alice: Client) -> None:
    answer = as_alice.post(page(row, "umpire", "preview"))
    told = answer.context["preview"].entries
    assert told
    for entry in told:
        assert (escape(entry["words"]) in text(answer)) is (entry["event"]["kind"] != "marches over")
    assert not TurnRow.objects.exists()
    assert fresh(row).revision == row.revision


def test_a_turn_is_resolved_once(row: Campaign, as_alice: Client) -> None:
    form = with_revision(row)
    as_alice.post(page(row, "umpire", "resolve"), form)
    turn = fresh(row).turn
    as_alice.post(page(row, "umpire", "resolve"), form)
    assert fresh(row).turn == turn == 2


def test_the_umpires_desk_names_the_battles_that_are_waited_for(row: Campaign, as_alice: Client) -> None:
    battles(row, ("cr1", "co1"))
    answer = as_alice.get(page(row, "umpire"))
    assert [status.status for status, _ in answer.context["engagements"]] == ["open"]
    assert "The battle of " in text(answer)


@pytest.mark.parametrize("name", ["preview", "resolve"])
def test_battles_that_are_still_to_be_fought_are_named(row: Campaign, as_alice: Client, name: str) -> None:
    battles(row, ("cr1", "co1"), ("cr2", "co2"))
    address = page(row, "umpire", name)
    answer = as_alice.post(address, with_revision(row), follow=True)
    assert "The battle of Wrack and the battle of Eastgate are still to be fought." in text(answer)
    assert fresh(row).phase == "battles"


def test_a_deadline_is_set_and_taken_away(row: Campaign, as_alice: Client) -> None:
    as_alice.post(page(row, "umpire", "deadline"), {"deadline": "2040-05-01T18:00", "hours": "168"})
    now = fresh(row)
    assert now.deadline is not None
    assert (now.hours, now.alone) == (168, False)
    as_alice.post(page(row, "umpire", "deadline"), {"deadline": "", "hours": "", "alone": "on"})
    assert fresh(row).deadline is None


def test_a_deadline_that_has_passed_is_said_at_its_field(row: Campaign, as_alice: Client) -> None:
    answer = as_alice.post(page(row, "umpire", "deadline"), {"deadline": "1999-01-01T00:00", "hours": "0"})
    assert answer.status_code == 400
    assert "deadline" in answer.context["deadline"].errors


def test_a_campaign_rests_and_goes_on(row: Campaign, as_alice: Client) -> None:
    as_alice.post(page(row, "umpire", "pause"), {"on": "1"})
    assert fresh(row).paused
    as_alice.post(page(row, "umpire", "resolve"), with_revision(row))
    assert fresh(row).turn == 1
    as_alice.post(page(row, "umpire", "pause"), {"on": "0"})
    assert not fresh(row).paused


DONE: dict[str, dict[str, Any]] = {
    "money": {"faction": "crown", "amount": "-10"},
    "points": {"faction": "crown", "amount": "3"},
    "owner": {"area": "Stonebridge", "faction": "crown"},
    "move": {"force": "cr1", "area": "stonebridge"},
    "hand": {"force": "cr1", "faction": "commons"},
    "remove": {"force": "cr1"},
    "rename": {"force": "cr1", "name": "The Queen's Horse"},
    "relation": {"faction": "crown", "other": "commons", "relation": "truce"},
    "weather": {"weather": "snow"},
    "date": {"date": "1648-06-01"},
    "end": {"faction": "commons"},
    "add": {
        "faction": "crown", "area": "Havenport", "name": "Reinforcements", "klass": "brigade",
        "list": "sample:royalist-patrol-300",
    },
}  # fmt: skip
CHECKS: dict[str, Any] = {
    "money": lambda s, b: s.factions["crown"].money == b.factions["crown"].money - 10,
    "points": lambda s, b: s.factions["crown"].points == 3,
    "owner": lambda s, b: s.areas["stonebridge"].owner == "crown",
    "move": lambda s, b: s.forces["cr1"].at == "stonebridge",
    "hand": lambda s, b: s.forces["cr1"].faction == "commons",
    "remove": lambda s, b: s.forces["cr1"].gone,
    "rename": lambda s, b: s.forces["cr1"].name == "The Queen's Horse",
    "relation": lambda s, b: s.relation("crown", "commons") == "truce",
    "weather": lambda s, b: s.weather == "snow",
    "date": lambda s, b: s.date == "1648-06-01",
    "end": lambda s, b: (s.phase, s.winner) == ("over", "commons"),
    "add": lambda s, b: any(each.name == "Reinforcements" for each in s.forces.values()),
}


@pytest.mark.parametrize("do", list(DONE))
def test_the_umpire_decides_past_the_rules_and_says_why(row: Campaign, as_alice: Client, do: str) -> None:
    before = state_of(row)
    form = with_revision(row, reason="A quarrel was settled", **DONE[do])
    answer = as_alice.post(page(row, "umpire", "act", do), form)
    assert answer.status_code == 302, answer.context["form"].errors
    assert CHECKS[do](state_of(fresh(row)), before)
    assert TurnRow.objects.get().inputs["reason"] == "A quarrel was settled"


def test_units_and_leaders_are_changed_by_the_umpire(row: Campaign, as_alice: Client) -> None:
    force = state_of(row).forces["cr1"]
    unit, command = force.units[0].id, force.commands[0].id
    form = with_revision(row, unit=f"cr1 {unit}", lost="1", reason="Miscounted")
    assert as_alice.post(page(row, "umpire", "act", "unit"), form).status_code == 302
    form = with_revision(row, command=f"cr1 {command}", fate="wounded", back="4", reason="Thrown")
    assert as_alice.post(page(row, "umpire", "act", "leader"), form).status_code == 302
    now = state_of(fresh(row)).forces["cr1"]
    assert now.units[0].lost == 1
    assert now.commands[0].leader.fate == "wounded"  # type: ignore[union-attr]


def test_without_a_reason_nothing_is_done(row: Campaign, as_alice: Client) -> None:
    answer = as_alice.post(
        page(row, "umpire", "act", "money"), with_revision(row, faction="crown", amount="5")
    )
    assert answer.status_code == 400
    assert "reason" in answer.context["form"].errors
    assert not TurnRow.objects.exists()


def test_what_cannot_be_done_is_said_at_its_field(row: Campaign, as_alice: Client) -> None:
    form = with_revision(row, faction="crown", other="crown", relation="war", reason="Mutiny")
    answer = as_alice.post(page(row, "umpire", "act", "relation"), form)
    assert answer.status_code == 400
    assert "other" in answer.context["form"].errors


@pytest.mark.parametrize(
    ("do", "fields", "at", "words"),
    [
        ("hand", {"force": "cr1", "faction": "crown"}, "faction", "already belongs"),
        ("leader", {"command": "cr1 cr1-c1", "fate": "captured"}, "captor", "who holds the captive"),
        ("leader", {"command": "cr1 cr1-c1", "fate": "captured", "captor": "crown"}, "captor", "their own"),
        ("unit", {"unit": "cr1 cr1-c1u1"}, "__all__", "what to change"),
    ],
)
def test_what_cannot_be_meant_is_said_at_its_field(
    row: Campaign, as_alice: Client, do: str, fields: dict[str, str], at: str, words: str
) -> None:
    answer = as_alice.post(page(row, "umpire", "act", do), with_revision(row, reason="So be it", **fields))
    assert answer.status_code == 400
    assert words in str(answer.context["form"].errors[at])
    assert words in text(answer)
    assert not TurnRow.objects.exists()


@pytest.mark.parametrize("do", ["move", "hand", "remove"])
def test_a_force_that_fights_this_turn_stays_until_its_end(row: Campaign, as_alice: Client, do: str) -> None:
    battles(row, ("cr1", "co1"))
    answer = as_alice.post(page(row, "umpire", "act", do), with_revision(row, reason="Why", **DONE[do]))
    assert answer.status_code == 400
    assert "It fights this turn" in text(answer)
    other = {**DONE[do], "force": "cr2"}
    assert (
        as_alice.post(page(row, "umpire", "act", do), with_revision(row, reason="Why", **other)).status_code
        == 302
    )


def test_the_umpire_goes_back_to_an_earlier_turn(row: Campaign, as_alice: Client) -> None:
    for _ in range(2):
        as_alice.post(page(row, "umpire", "resolve"), with_revision(row))
    assert fresh(row).turn == 3
    form = with_revision(row, turn="2", reason="Orders were mixed up")
    as_alice.post(page(row, "umpire", "back"), form)
    assert fresh(row).turn == 2


def test_a_copy_is_another_campaign_with_its_umpire_alone(row: Campaign, as_alice: Client) -> None:
    as_alice.post(page(row, "umpire", "clone"), {"name": "Merrow again"})
    copy = Campaign.objects.get(name="Merrow again")
    assert [each.user.username for each in copy.members.all()] == ["alice"]


def test_a_campaign_leaves_as_one_file_and_comes_back(row: Campaign, as_alice: Client) -> None:
    as_alice.post(page(row, "umpire", "resolve"), with_revision(row))
    answer = as_alice.get(f"{page(row)}campaign.json")
    assert answer["Content-Disposition"].startswith("attachment")
    file = SimpleUploadedFile("campaign.json", answer.content)
    back = as_alice.post("/campaigns/new/file/", {"file": file})
    assert back.status_code == 302
    again = Campaign.objects.exclude(pk=row.pk).get()
    assert state_of(again).to_json() == state_of(fresh(row)).to_json()


def test_a_campaign_is_deleted_only_when_it_was_put_away(row: Campaign, as_alice: Client) -> None:
    as_alice.post(page(row, "umpire", "delete"))
    assert Campaign.objects.filter(pk=row.pk).exists()
    as_alice.post(page(row, "umpire", "archive"))
    as_alice.post(page(row, "umpire", "delete"))
    assert not Campaign.objects.filter(pk=row.pk).exists()


# -- the rule set ----------------------------------------------------------------------------------


def test_every_figure_of_the_rules_has_words_and_stands_on_the_page(row: Campaign, as_bob: Client) -> None:
    parts = cards.sections(state_of(row).rules)
    figures = {figure.path: figure for part in parts for figure in part.figures}
    assert set(figures) == set(cards.words()["words"])
    shown = text(as_bob.get(page(row, "rules")))
    for path, figure in figures.items():
        there = f'id="{figure.anchor}"' in shown and f'<span class="label">{escape(figure.label)}' in shown
        assert there is not path.startswith("ladder.")
        assert path not in shown or "." not in path
    assert "Ground in battles of Baroque" in shown
    assert shown.count('<details class="rules-part"') == shown.count('href="#part-') + 1


def test_units_follow_their_figures_as_people_write_them() -> None:
    rules = CampaignRules.model_validate(
        {
            "format": "leaguer-campaign-rules",
            "version": 1,
            "attrition": {"percent": 25, "steps": 1, "refit": 2},
        }
    )
    said = {
        figure.path: f"{figure.leaves[0].shown}{figure.following}"
        for part in cards.sections(rules) for figure in part.figures if figure.alone
    }  # fmt: skip
    assert said["attrition.percent"] == "25% of its steps"
    assert said["attrition.steps"] == "1 step per unit"
    assert said["attrition.refit"] == "2 steps per turn"
    assert not [each for each in said.values() if " %" in each or each.startswith("1 turns")]


@pytest.mark.parametrize(
    ("shape", "there", "not_there"),
    [("map", "march", "ladder"), ("ladder", "ladder", "march"), ("story", "attrition", "ladder")],
)
def test_the_rules_show_what_a_campaign_of_their_shape_goes_by(
    shape: str, there: str, not_there: str
) -> None:
    shown = {part.key for part in cards.sections_of(CampaignRules(), shape)}
    assert shown >= {there, "calendar", "battles", "victory"}
    assert not_there not in shown
    assert shown <= set(cards.words()["sections"])


def test_every_value_of_the_rules_is_reached_by_its_place() -> None:
    rules = usual()
    document: dict[str, Any] = {}
    for path, leaf in cards.leaves(rules).items():
        if leaf.value is not None:
            cards.put(document, path, leaf.value)
    whole = rules.to_json()
    whole["battles"] |= {"method": "sides", "method_hours": 0, "method_late": "automatic"}  # left out there
    assert document == {name: whole[name] for name in whole if name not in cards.HEADER}


@pytest.mark.parametrize("key", list(cards.words()["sections"]))
def test_a_part_of_the_rules_sent_back_as_it_is_changes_nothing(
    row: Campaign, as_alice: Client, key: str
) -> None:
    form = as_alice.get(page(row, "rules", key)).context["form"]
    data = {name: form[name].value() for name in form.places}
    data = {name: value for name, value in data.items() if value not in (None, False)}
    for name, leaf in form.places.items():
        if leaf.kind == "months":
            data[name] = str(form[name].value())
    answer = as_alice.post(page(row, "rules", key), with_revision(row, reason="As it was", **data))
    assert answer.status_code == 302, answer.context["form"].errors
    assert state_of(fresh(row)).rules == state_of(row).rules


def test_a_changed_figure_is_logged_with_its_place(row: Campaign, as_alice: Client, as_bob: Client) -> None:
    data = {leaf.path: leaf.value for leaf in _leaves(row, "scouting")} | {"scouting.rumour": "55"}
    as_alice.post(page(row, "rules", "scouting"), with_revision(row, reason="Too quiet", **data))
    assert state_of(fresh(row)).rules.scouting.rumour == 55
    reason = TurnRow.objects.get().inputs["reason"]
    assert f"{cards.label_of('scouting.rumour')} 10 → 55" in reason
    assert "Too quiet" in reason


def test_a_figure_that_cannot_be_is_said_at_its_field(row: Campaign, as_alice: Client) -> None:
    data = {leaf.path: leaf.value for leaf in _leaves(row, "scouting")} | {"scouting.rumour": "101"}
    answer = as_alice.post(page(row, "rules", "scouting"), with_revision(row, reason="Why not", **data))
    assert answer.status_code == 400
    assert "scouting.rumour" in answer.context["form"].errors


def test_the_rules_leave_as_a_file(row: Campaign, as_bob: Client) -> None:
    answer = as_bob.get(f"{page(row)}rules.json")
    assert json.loads(answer.content) == state_of(row).rules.to_json()


def _leaves(row: Campaign, key: str) -> list[cards.Leaf]:
    part = cards.section(state_of(row).rules, key)
    assert part is not None
    return [leaf for figure in part.figures for leaf in figure.leaves]


# -- before it begins --------------------------------------------------------------------------------


def test_the_checklist_tells_what_to_look_at_before_the_first_turn(row: Campaign, as_alice: Client) -> None:
    answer = as_alice.get(page(row, "umpire"))
    checks = {each.name: each for each in answer.context["checks"]}
    assert list(checks) == ["War or peace", "Date", "Forces", "Areas", "Supply", "Players", "Deadline"]
    assert checks["War or peace"].ok
    assert "The Crown and The Commons" in checks["War or peace"].words
    assert checks["Date"].ok
    assert (checks["Players"].ok, checks["Players"].words) == (False, "No player yet: The Company.")
    assert not checks["Deadline"].ok
    assert "Before you begin" in text(answer)
    assert "“Carry out the orders” starts the campaign." in text(answer)
    assert answer.context["deadline"]["hours"].value() is None
    as_alice.post(page(row, "umpire", "resolve"), with_revision(row))
    assert "Before you begin" not in text(as_alice.get(page(row, "umpire")))


def test_a_date_that_does_not_fit_the_map_is_said(row: Campaign, as_alice: Client) -> None:
    change(row, lambda state: setattr(state, "date", "1815-06-18"))
    checks = {each.name: each for each in as_alice.get(page(row, "umpire")).context["checks"]}
    assert not checks["Date"].ok
    assert "The map shows the year 1648." in checks["Date"].words


def test_a_campaign_at_peace_begins_only_with_a_tick(row: Campaign, as_alice: Client) -> None:
    def peace(state: State) -> None:
        rules = state.rules.diplomacy.model_copy(update={"default": "neutral"})
        state.rules = state.rules.model_copy(update={"diplomacy": rules})

    change(row, peace)
    shown = text(as_alice.get(page(row, "umpire")))
    assert "Begin at peace: nobody is at war with anybody" in shown
    answer = as_alice.post(page(row, "umpire", "resolve"), with_revision(row), follow=True)
    assert "Nobody is at war" in text(answer)
    assert fresh(row).turn == 1
    as_alice.post(page(row, "umpire", "resolve"), with_revision(row, peace="1"))
    assert fresh(row).turn == 2

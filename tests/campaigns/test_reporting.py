"""The report of a battle begins with what is known, and one that comes too late is said to, and not lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import services
from campaigns.engine.state import State, to_json
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of
from tests.kit.campaigns import change, outcome
from tests.kit.consent import KEY, Call, agreed, begin, kept, shown, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(met: Campaign) -> Campaign:
    """The first battle is fought on a table, as both sides agreed."""
    agreed(met, "table")
    services.fight(met, KEY, "table")
    return met


def initial(client: Client, row: Campaign) -> dict[str, Any]:
    """What the form of a report begins with, but for what nothing happened to."""
    form = client.get(url(row, "report/")).context["form"]
    return {name: value for name, value in form.initial.items() if value not in ("", 0, "stood")}


def units(row: Campaign) -> tuple[str, str]:
    """The first unit of each side."""
    state = state_of(row)
    first, second = (next(state.forces[key].ready()).id for key in ("cr1", "co1"))
    return first, second


def test_the_umpires_result_begins_with_the_only_report(
    table: Campaign, chief: Member, as_alice: Client
) -> None:
    one, two = units(table)
    services.report(table, KEY, chief, outcome(table, KEY, winner=1, lost=(1, 2)))
    found = initial(as_alice, table)
    assert (found["winner"], found[f"lost-{one}"], found[f"lost-{two}"]) == ("1", 1, 2)
    assert "Filled in from the report of The Crown." in shown(as_alice, table, "report/")


def test_it_begins_with_what_both_reports_say_and_leaves_open_where_they_differ(
    table: Campaign, chief: Member, enemy: Member, as_alice: Client
) -> None:
    one, two = units(table)
    services.report(table, KEY, chief, outcome(table, KEY, winner=0, lost=(1, 2)))
    services.report(table, KEY, enemy, outcome(table, KEY, winner=1, lost=(1, 1)))
    found = initial(as_alice, table)
    assert found[f"lost-{one}"] == 1
    assert f"lost-{two}" not in found
    assert "winner" not in found
    page = shown(as_alice, table, "report/")
    assert "Filled in from both reports where they agree." in page
    assert "Where the two reports differ" in page
    assert '<td data-label="Report from The Crown">2 lost</td>' in page


def test_without_a_report_it_begins_with_the_forces_and_what_they_are_worth(
    table: Campaign, as_alice: Client, as_bob: Client
) -> None:
    state = state_of(table)
    for client in (as_alice, as_bob):
        page = shown(client, table, "report/")
        for key in ("cr1", "co1"):
            force = state.forces[key]
            assert f"{force.name}, worth " in page
            unit = next(force.ready())
            assert f"{unit.name} <small>({unit.left} of {unit.steps} left)</small>" in page
        assert "Filled in" not in page


def test_a_side_reads_nothing_of_the_others_report_in_its_own(
    table: Campaign, chief: Member, as_dora: Client
) -> None:
    services.report(table, KEY, chief, outcome(table, KEY, winner=1))
    assert initial(as_dora, table) == {}
    assert "Filled in" not in shown(as_dora, table, "report/")


def test_it_begins_with_what_the_battle_came_to(
    met: Campaign, chief: Member, as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A battle that was fought here and could not be settled by itself."""
    begin(met, chief, "board")
    met.engagements.filter(key=KEY).update(means="table")
    came_to = outcome(met, KEY, winner=1, lost=(2, 1))
    monkeypatch.setattr("campaigns.reporting.fighting.found_out", lambda row, found: came_to)
    one, _ = units(met)
    found = initial(as_alice, met)
    assert (found["winner"], found[f"lost-{one}"]) == ("1", 2)
    assert "Filled in from the battle as it was fought or recorded here." in shown(as_alice, met, "report/")


# -- too late --------------------------------------------------------------------------------------


def filled(row: Campaign) -> dict[str, str]:
    state = state_of(row)
    every = [unit.id for key in ("cr1", "co1") for unit in state.forces[key].ready()]
    form = {"winner": "0", "how": "They ran into the marsh."}
    return form | {f"fallen-{key}": "stood" for key in every} | {f"lost-{units(row)[0]}": "1"}


@pytest.mark.parametrize("turn_over", [False, True])
def test_a_report_that_comes_too_late_is_refused_and_stays_on_the_page(
    table: Campaign, as_bob: Client, alice: User, *, turn_over: bool
) -> None:
    form, (one, _) = filled(table), units(table)
    services.settle(table, KEY, outcome(table, KEY, winner=1), alice)
    if turn_over:
        services.settle(table, "t1e2", outcome(table, "t1e2"))
    answer = as_bob.post(url(table, "report/"), form)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Your report was not sent.</strong> The battle is already settled. The Commons won." in page
    assert 'value="They ran into the marsh."' in page
    assert f'name="lost-{one}" value="1"' in page
    assert "<fieldset" in page
    assert "Send the report" not in page
    assert kept(table).outcome["winner"] == 1


def test_a_result_of_the_umpire_that_comes_too_late_is_refused_and_stays(
    table: Campaign, as_alice: Client, chief: Member, enemy: Member
) -> None:
    form = filled(table)
    for member in (chief, enemy):
        services.report(table, KEY, member, outcome(table, KEY, winner=1))
    answer = as_alice.post(url(table, "report/"), form)
    assert answer.status_code == 409
    assert "Both sides reported the same result." in answer.content.decode()
    assert 'value="They ran into the marsh."' in answer.content.decode()


def test_a_report_is_refused_that_is_overtaken_while_it_is_sent(
    table: Campaign, as_bob: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    form, whole = filled(table), services.report

    def overtaken(*args: Any) -> str:
        services.settle(table, KEY, outcome(table, KEY, winner=1), alice)
        return whole(*args)

    monkeypatch.setattr("campaigns.views.reports.services.report", overtaken)
    answer = as_bob.post(url(table, "report/"), form)
    assert answer.status_code == 409
    assert 'value="They ran into the marsh."' in answer.content.decode()


def test_whoever_opens_a_report_of_a_settled_battle_is_told(
    table: Campaign, as_bob: Client, alice: User
) -> None:
    services.settle(table, KEY, outcome(table, KEY), alice)
    said = as_bob.get(url(table, "report/"), follow=True).content.decode()
    assert "The battle is already settled." in said


def test_over_rest_a_late_report_is_refused_with_a_sentence(
    table: Campaign, bob: User, alice: User, rest: Call
) -> None:
    report = to_json(outcome(table, KEY))
    services.settle(table, KEY, outcome(table, KEY, winner=1), alice)
    answer = rest(bob, "report/", {"outcome": report})
    assert answer.status_code == 400
    [error] = answer.json()["errors"]
    assert (error["path"], error["message"]) == ("engagement", "the battle is already settled")


def test_an_early_report_shows_no_enemy(met: Campaign, as_bob: Client) -> None:
    def named(state: State) -> None:
        state.forces["co1"].units[0].name = "Zyxregiment"

    change(met, named)
    answer = as_bob.post(url(met, "report/"), {"winner": "0"}, follow=True)
    assert "Both sides have to agree to fight on a table before anyone reports." in answer.content.decode()
    assert "Zyxregiment" not in answer.content.decode()

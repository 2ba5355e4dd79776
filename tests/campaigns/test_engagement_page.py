"""The pages of engagements: who sees what of them, how they are fought, and what both sides report."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client

from battles.models import Battle
from campaigns import services, tasks
from campaigns.engine.state import State
from campaigns.models import Campaign, EngagementRow
from campaigns.persistence import state_of
from campaigns.settling import report_hash
from tests.kit.campaigns import battles, change, outcome
from tests.kit.clients import signed_in
from tests.kit.consent import agreed

pytestmark = pytest.mark.django_db
FIRST, SECOND = "t1e1", "t1e2"


def url(row: Campaign, rest: str = f"{FIRST}/") -> str:
    return f"/campaigns/{row.public_id}/battles/{rest}"


@pytest.fixture
def table(met: Campaign) -> Campaign:
    """The first battle is fought on a table, as both sides agreed."""
    agreed(met, "table")
    services.fight(met, FIRST, "table")
    return met


def page(client: Client, row: Campaign, rest: str = f"{FIRST}/") -> str:
    answer = client.get(url(row, rest))
    assert answer.status_code == 200
    return str(answer.content.decode())


def kept(row: Campaign) -> EngagementRow:
    return row.engagements.get(key=FIRST)


def filled(row: Campaign, **more: object) -> dict[str, object]:
    """A report: the first side won, and the first unit of the second side fled."""
    units = [unit for key in ("cr1", "co1") for unit in state_of(row).forces[key].ready()]
    form: dict[str, object] = {"winner": "0", "how": "They ran."}
    for unit in units:
        form |= {f"lost-{unit.id}": "", f"fallen-{unit.id}": "stood"}
    last = units[-1].id
    return form | {f"lost-{last}": "1", f"fallen-{last}": "fled"} | more


def test_both_battles_are_on_the_page_of_battles(met: Campaign, as_bob: Client) -> None:
    shown = page(as_bob, met, "")
    assert shown.count("The Crown") >= 2
    assert url(met) in shown
    assert shown.count('data-label="turn"') == 2  # on a telephone each battle is a block of its own


def test_the_enemys_order_of_battle_is_hidden_before_it_begins(met: Campaign, as_bob: Client) -> None:
    state = state_of(met)
    ours, theirs = (next(state.forces[key].ready()).id for key in ("cr1", "co1"))
    shown = page(as_bob, met)
    leader = state.forces["co1"].commands[0].leader
    assert leader is not None
    assert leader.name not in shown
    assert "You see their units when the battle starts." in shown
    agreed(met, "table")
    as_bob.post(url(met, f"{FIRST}/fight/"), {"means": "table"})
    assert leader.name in page(as_bob, met)
    assert ours != theirs


def test_an_onlooker_knows_of_it_when_it_is_settled(met: Campaign, nora: User) -> None:
    client = signed_in(nora)
    assert client.get(url(met)).status_code == 404
    for key in (FIRST, SECOND):
        services.settle(met, key, outcome(met, key))
    shown = page(client, met)
    assert "The Crown won" in shown
    assert "What to do now" not in shown


def test_a_forecast_goes_on_in_slices_and_shows_how_far_it_is(
    met: Campaign, as_bob: Client, as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaigns.forecasting.SLICE", 0.01)
    monkeypatch.setattr("campaigns.forecasting.SAMPLES", 2)
    first = as_bob.post(url(met, f"{FIRST}/forecast/"), headers={"HX-Request": "true"}).content.decode()
    assert 'value="1"' in first
    assert 'hx-trigger="load' in first
    second = as_bob.post(url(met, f"{FIRST}/forecast/"), headers={"HX-Request": "true"}).content.decode()
    assert "<progress" not in second
    assert 'hx-trigger="load' not in second
    his = page(as_bob, met)  # in words, whichever it was
    assert any(each in his for each in ("most of them.", "about equally often."))
    assert "From 2 of 2" not in his
    assert "From 2 of 2 battles" in page(as_alice, met)
    assert kept(met).outcome is None


def test_without_a_script_each_press_goes_on(
    met: Campaign, as_bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaigns.forecasting.SLICE", 0.01)
    answer = as_bob.post(url(met, f"{FIRST}/forecast/"))
    assert answer.status_code == 302
    assert "1 of 20</progress>" in page(as_bob, met)


@pytest.mark.parametrize("means", ["board", "automatic"])
def test_a_battle_begins_and_is_found_again(met: Campaign, as_bob: Client, means: str) -> None:
    agreed(met, means)
    answer = as_bob.post(url(met, f"{FIRST}/fight/"), {"means": means})
    battle = Battle.objects.get()
    assert answer["Location"] == battle.get_absolute_url()
    assert battle.get_absolute_url() in page(as_bob, met)
    assert kept(met).battle == battle


def test_a_battle_that_a_campaign_waits_for_is_not_archived(met: Campaign, as_bob: Client) -> None:
    agreed(met, "board")
    as_bob.post(url(met, f"{FIRST}/fight/"), {"means": "board"})
    battle = Battle.objects.get()
    answer = as_bob.post(f"{battle.get_absolute_url()}archive/", follow=True).content.decode()
    assert "is not settled yet: finish it first." in answer
    battle.refresh_from_db()
    assert not battle.archived
    services.settle(met, FIRST, outcome(met, FIRST))
    as_bob.post(f"{battle.get_absolute_url()}archive/")
    battle.refresh_from_db()
    assert battle.archived


def test_reports_that_agree_settle_it(table: Campaign, as_bob: Client, as_dora: Client) -> None:
    as_bob.post(url(table, f"{FIRST}/report/"), filled(table))
    assert kept(table).status == "reported"
    as_dora.post(url(table, f"{FIRST}/report/"), filled(table, how="We withdrew."))
    assert kept(table).status == "settled"
    assert kept(table).outcome["winner"] == 0
    assert [fate["fallen"] for fate in kept(table).outcome["units"].values()] == ["fled"]


def test_reports_that_differ_are_the_umpires_to_decide(
    table: Campaign, as_bob: Client, as_dora: Client, as_alice: Client
) -> None:
    as_bob.post(url(table, f"{FIRST}/report/"), filled(table))
    as_dora.post(url(table, f"{FIRST}/report/"), filled(table, winner="1"))
    assert kept(table).status == "disputed"
    for client in (as_alice, as_bob, as_dora):
        shown = page(client, table)
        assert "The two reports differ." in shown
        for name in ("The Crown", "The Commons"):
            assert f'<td data-label="Report from {name}">{name}</td>' in shown
        assert "Propose a way" not in shown
    as_dora.post(url(table, f"{FIRST}/fight/"), {"means": "automatic"})
    assert kept(table).status == "disputed"
    assert not Battle.objects.exists()
    said = as_alice.post(url(table, f"{FIRST}/report/"), filled(table, winner="draw"), follow=True)
    assert kept(table).outcome["winner"] is None
    assert "The battle is settled with your result." in said.content.decode()


def test_a_leader_without_a_name_is_not_headed_by_a_key(table: Campaign, as_bob: Client) -> None:
    def unnamed(state: State) -> None:
        for command in state.forces["cr1"].commands:
            command.name = ""
            if command.leader:
                command.leader.name = ""

    change(table, unnamed)
    shown = page(as_bob, table, f"{FIRST}/report/")
    assert "<caption>Command 1" in shown
    assert "<caption>cr1-" not in shown


def test_reports_name_the_faction_of_each_unit(
    table: Campaign, as_bob: Client, as_dora: Client, as_alice: Client
) -> None:
    last = [*state_of(table).forces["co1"].ready()][-1]
    as_bob.post(url(table, f"{FIRST}/report/"), filled(table))
    as_dora.post(url(table, f"{FIRST}/report/"), filled(table, **{f"fallen-{last.id}": "stood"}))
    shown = page(as_alice, table)
    assert f'<th class="what" scope="row">{last.name} (The Commons)</th>' in shown
    assert f"<b>{last.name} (The Commons)</b>: 1 lost, fled" in shown


def test_a_battle_of_an_earlier_turn_shows_who_took_the_field(row: Campaign, as_alice: Client) -> None:
    battles(row, ("cr1", "co1"))
    before = as_alice.get(url(row)).context["card"].sides
    services.settle(row, FIRST, outcome(row, FIRST))
    row.refresh_from_db()
    assert row.turn == 2
    assert as_alice.get(url(row)).context["card"].sides[1].commands == before[1].commands
    assert state_of(row).forces["co1"].strength < sum(
        unit.left for command in before[1].commands for unit in command.units
    )


def test_what_is_settled_is_waited_for_no_longer(met: Campaign, as_bob: Client) -> None:
    home = f"/campaigns/{met.public_id}/"
    assert len(as_bob.get(home).context["waited_for"]) == 2
    services.settle(met, FIRST, outcome(met, FIRST))
    answer = as_bob.get(home)
    assert [each.id for each in answer.context["waited_for"]] == [SECOND]
    assert "Battles to fight" in answer.content.decode()


def test_a_report_that_cannot_be_is_refused_at_its_field(table: Campaign, as_bob: Client) -> None:
    unit = next(state_of(table).forces["cr1"].ready())
    answer = as_bob.post(
        url(table, f"{FIRST}/report/"), filled(table, **{f"lost-{unit.id}": str(unit.left + 1)})
    )
    assert answer.status_code == 400
    shown, words = answer.content.decode(), f"has {unit.left} left: enter {unit.left} or less."
    assert f'<a href="#id_lost-{unit.id}">{unit.name} {words}</a>' in shown
    assert kept(table).claim_a is None


def test_a_report_can_be_changed_until_it_is_settled(table: Campaign, as_bob: Client) -> None:
    as_bob.post(url(table, f"{FIRST}/report/"), filled(table))
    assert 'value="They ran."' in page(as_bob, table, f"{FIRST}/report/")
    as_bob.post(url(table, f"{FIRST}/report/"), filled(table, winner="1"))
    assert kept(table).claim_a["winner"] == 1


def test_who_does_not_fight_in_it_can_do_nothing(row: Campaign, as_bob: Client) -> None:
    battles(row, ("cy1", "co1"))
    for rest, data in (("fight/", {"means": "board"}), ("forecast/", {}), ("report/", {"winner": "0"})):
        assert as_bob.post(url(row, f"{FIRST}/{rest}"), data).status_code == 404
    assert not Battle.objects.exists()


def test_the_page_asks_the_same_of_many_battles(
    met: Campaign, as_bob: Client, django_assert_max_num_queries: object
) -> None:
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        page(as_bob, met, "")


def test_the_umpire_alone_sets_reports_aside(table: Campaign, as_bob: Client, as_alice: Client) -> None:
    as_bob.post(url(table, f"{FIRST}/report/"), filled(table))
    assert as_bob.post(url(table, f"{FIRST}/give-up/")).status_code == 404
    assert "Waiting for the report of The Commons." in page(as_alice, table)
    as_alice.post(url(table, f"{FIRST}/give-up/"))
    assert (kept(table).status, kept(table).claims) == ("fighting", (None, None))
    assert "Fight it on your table, then report what happened." in page(as_bob, table)
    assert "Delete the reports" not in page(as_alice, table)


@pytest.mark.usefixtures("confirmed")
def test_a_settled_battle_says_how_it_was_settled_and_what_it_cost(
    table: Campaign,
    as_bob: Client,
    as_dora: Client,
    as_alice: Client,
    mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: Any,
) -> None:
    as_bob.post(url(table, f"{FIRST}/report/"), filled(table))
    as_dora.post(url(table, f"{FIRST}/report/"), filled(table, winner="1"))
    with django_capture_on_commit_callbacks(execute=True):
        as_alice.post(url(table, f"{FIRST}/agree/"), {"side": "0", "hash": report_hash(kept(table).claim_a)})
    words = "The umpire accepted the report from The Crown."
    for client in (as_bob, as_dora, as_alice):
        shown = page(client, table)
        assert words in shown
        assert "<td>1 lost, fled</td>" in shown
        assert "<td>no losses</td>" in shown
    answer = as_dora.get(f"/api/v1/campaigns/{table.public_id}/engagements/{FIRST}/").json()
    assert answer["settled"] == words
    told = {to for each in mailoutbox if "accepted the report from The Crown" in each.body for to in each.to}
    assert "dora@example.org" in told
    services.settle(table, SECOND, outcome(table, SECOND))  # the turn concludes
    assert words in as_dora.get(f"/campaigns/{table.public_id}/chronicle/").content.decode()


@pytest.mark.parametrize("by_umpire", [False, True])
def test_the_umpires_own_result_is_told_from_reports_that_agree(
    table: Campaign, as_bob: Client, as_dora: Client, as_alice: Client, nora: User, *, by_umpire: bool
) -> None:
    as_bob.post(url(table, f"{FIRST}/report/"), filled(table))
    (as_alice if by_umpire else as_dora).post(url(table, f"{FIRST}/report/"), filled(table))
    shown = page(as_bob, table)
    assert ("The umpire entered the result." in shown) is by_umpire
    assert ("Both sides reported the same result." in shown) is not by_umpire
    services.settle(table, SECOND, outcome(table, SECOND))  # with it everybody hears of both
    heard = page(signed_in(nora), table)
    assert "The Crown won" in heard
    assert not any(each in heard for each in ("same result", "entered the result", "decided it", "1 lost"))


def test_a_difference_says_what_each_side_told_of_a_unit(
    table: Campaign, as_bob: Client, as_dora: Client, as_alice: Client
) -> None:
    last = list(state_of(table).forces["co1"].ready())[-1]
    as_bob.post(url(table, f"{FIRST}/report/"), filled(table))
    as_dora.post(
        url(table, f"{FIRST}/report/"), filled(table, **{f"fallen-{last.id}": "stood", f"lost-{last.id}": ""})
    )
    shown = page(as_alice, table)
    assert '">1 lost, fled</td>' in shown
    assert '">no losses</td>' in shown


def test_a_forecast_that_was_stopped_goes_on_when_somebody_presses_the_button(
    met: Campaign, as_bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaigns.forecasting.SLICE", 0.01)
    monkeypatch.setattr("campaigns.forecasting.SAMPLES", 3)
    address, part = url(met, f"{FIRST}/forecast/"), {"HX-Request": "true"}
    first = as_bob.post(address, {"go": "1"}, headers=part).content.decode()
    assert 'hx-trigger="load' in first
    stopped = as_bob.post(address, {"stop": "1"}, headers=part).content.decode()
    assert 'hx-trigger="load' not in stopped
    late = as_bob.post(address, headers=part).content.decode()
    assert 'hx-trigger="load' not in late
    assert "1 of 3" in late
    assert "2 of 3" in as_bob.post(address, {"go": "1"}, headers=part).content.decode()


def test_with_workers_the_page_follows_a_forecast(
    met: Campaign, as_bob: Client, workers: Any, django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("campaigns.forecasting.SAMPLES", 2)
    address, part = url(met, f"{FIRST}/forecast/"), {"HX-Request": "true"}
    with django_capture_on_commit_callbacks(execute=True):
        as_bob.post(address, {"go": "1"}, headers=part)
    ((args),) = [each.args for each in workers.results]
    assert "0 of" not in page(as_bob, met)
    waiting = as_bob.post(address, headers=part).content.decode()
    assert "delay:1000ms" in waiting
    assert tasks.forecast.call(*args) == 2
    assert 'hx-trigger="load' not in as_bob.post(address, headers=part).content.decode()


def test_a_unit_that_lost_all_it_had_did_not_stand(table: Campaign, as_bob: Client, as_alice: Client) -> None:
    unit = next(state_of(table).forces["cr1"].ready())
    words = f"{unit.name} lost all {unit.left}, so it did not stand: choose “fled” or “destroyed”."
    answer = as_bob.post(url(table, f"{FIRST}/report/"), filled(table, **{f"lost-{unit.id}": str(unit.left)}))
    assert answer.status_code == 400
    assert f'<a href="#id_fallen-{unit.id}">{words}</a>' in answer.content.decode()
    assert kept(table).claim_a is None
    fate = {"lost": unit.left, "fallen": "stood"}
    at = f"/api/v1/campaigns/{table.public_id}/engagements/{FIRST}/report/"
    told = {"outcome": {"winner": 0, "units": {unit.id: fate}}}
    refused = as_bob.post(at, told, content_type="application/json")
    assert refused.status_code == 400
    assert f"units.{unit.id}.fallen" in refused.content.decode()
    told["outcome"]["units"][unit.id]["fallen"] = "destroyed"  # type: ignore[index]
    assert as_bob.post(at, told, content_type="application/json").status_code == 200
    assert kept(table).claim_a["units"][unit.id]["fallen"] == "destroyed"


@pytest.mark.parametrize(("winner", "status"), [("0", 400), ("1", 302), ("draw", 302)])
def test_a_side_of_which_nobody_stood_has_not_won(
    table: Campaign, as_bob: Client, winner: str, status: int
) -> None:
    fates = {f"fallen-{unit.id}": "fled" for unit in state_of(table).forces["cr1"].ready()}
    answer = as_bob.post(url(table, f"{FIRST}/report/"), filled(table, winner=winner, **fates))
    assert answer.status_code == status
    words = "Nobody of The Crown stood at the end, but some of The Commons did: The Crown cannot have won."
    assert (words in answer.content.decode()) == (status == 400)


def test_where_nobody_of_either_side_stood_either_may_have_won(table: Campaign, as_bob: Client) -> None:
    forces = state_of(table).forces
    units = [unit for key in ("cr1", "co1") for unit in forces[key].ready()]
    fates = {f"fallen-{unit.id}": "fled" for unit in units}
    assert as_bob.post(url(table, f"{FIRST}/report/"), filled(table, **fates)).status_code == 302


def test_an_umpires_decision_is_held_to_the_same(table: Campaign, as_alice: Client) -> None:
    units = {unit.id: {"lost": 0, "fallen": "destroyed"} for unit in state_of(table).forces["cr1"].ready()}
    act = {"do": "outcome", "engagement": FIRST, "outcome": {"winner": 0, "units": units}}
    refused = as_alice.post(
        f"/api/v1/campaigns/{table.public_id}/override/",
        {"acts": [act], "reason": "They say so.", "revision": table.revision},
        content_type="application/json",
    )
    assert refused.status_code == 400
    assert "winner" in refused.content.decode()
    assert "cannot have won" in refused.content.decode()


def test_two_reports_that_differ_are_no_success(table: Campaign, as_bob: Client, as_dora: Client) -> None:
    as_bob.post(url(table, f"{FIRST}/report/"), filled(table))
    said = as_dora.post(url(table, f"{FIRST}/report/"), filled(table) | {"winner": "1"}, follow=True)
    assert [each.level_tag for each in said.context["messages"]] == ["warning"]


def test_nobody_waits_for_the_report_of_a_faction_without_a_player(row: Campaign, as_alice: Client) -> None:
    battles(row, ("cy1", "co1"))
    agreed(row, "table")
    services.fight(row, FIRST, "table")
    assert "Waiting for the report of The Commons." in page(as_alice, row)
    row.members.filter(faction="commons").delete()
    assert "Waiting for the report" not in page(as_alice, row)
    assert "Nobody plays either side: enter the result when it is fought." in page(as_alice, row)

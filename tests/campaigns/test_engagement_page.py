"""The pages of engagements: who sees what of them, how they are fought, and what both sides report."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles.models import Battle
from campaigns import services
from campaigns.models import Campaign, EngagementRow
from campaigns.persistence import state_of
from tests.kit.campaigns import battles, outcome
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db
FIRST, SECOND = "t1e1", "t1e2"


def url(row: Campaign, rest: str = f"{FIRST}/") -> str:
    return f"/campaigns/{row.public_id}/battles/{rest}"


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
    assert "is seen when the battle begins" in shown
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
    assert "How is it fought?" not in shown


def test_a_forecast_goes_on_in_slices_and_shows_how_far_it_is(
    met: Campaign, as_bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaigns.forecasting.SLICE", 0.01)
    monkeypatch.setattr("campaigns.forecasting.SAMPLES", 2)
    first = as_bob.post(url(met, f"{FIRST}/forecast/"), headers={"HX-Request": "true"}).content.decode()
    assert 'value="1"' in first
    assert 'hx-trigger="load' in first
    second = as_bob.post(url(met, f"{FIRST}/forecast/"), headers={"HX-Request": "true"}).content.decode()
    assert 'value="2"' in second
    assert 'hx-trigger="load' not in second
    assert "From 2 of 2 battles" in page(as_bob, met)
    assert kept(met).outcome is None


def test_without_a_script_each_press_goes_on(
    met: Campaign, as_bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaigns.forecasting.SLICE", 0.01)
    answer = as_bob.post(url(met, f"{FIRST}/forecast/"))
    assert answer.status_code == 302
    assert "From 1 of" in page(as_bob, met)


@pytest.mark.parametrize("means", ["board", "automatic"])
def test_a_battle_begins_and_is_found_again(met: Campaign, as_bob: Client, means: str) -> None:
    answer = as_bob.post(url(met, f"{FIRST}/fight/"), {"means": means})
    battle = Battle.objects.get()
    assert answer["Location"] == battle.get_absolute_url()
    assert battle.get_absolute_url() in page(as_bob, met)
    assert kept(met).battle == battle


def test_reports_that_agree_settle_it(met: Campaign, as_bob: Client, as_dora: Client) -> None:
    as_bob.post(url(met, f"{FIRST}/fight/"), {"means": "table"})
    as_bob.post(url(met, f"{FIRST}/report/"), filled(met))
    assert kept(met).status == "reported"
    as_dora.post(url(met, f"{FIRST}/report/"), filled(met, how="We withdrew."))
    assert kept(met).status == "settled"
    assert kept(met).outcome["winner"] == 0
    assert [fate["fallen"] for fate in kept(met).outcome["units"].values()] == ["fled"]


def test_reports_that_differ_are_the_umpires_to_decide(
    met: Campaign, as_bob: Client, as_dora: Client, as_alice: Client
) -> None:
    as_bob.post(url(met, f"{FIRST}/report/"), filled(met))
    as_dora.post(url(met, f"{FIRST}/report/"), filled(met, winner="1"))
    assert kept(met).status == "disputed"
    for client in (as_alice, as_bob, as_dora):
        shown = page(client, met)
        assert "The two reports differ." in shown
        says = (
            '<td data-label="The Crown says">The Crown</td><td data-label="The Commons says">The Commons</td>'
        )
        assert says in shown
        assert "How is it fought?" not in shown
    as_dora.post(url(met, f"{FIRST}/fight/"), {"means": "automatic"})
    assert kept(met).status == "disputed"
    assert not Battle.objects.exists()
    said = as_alice.post(url(met, f"{FIRST}/report/"), filled(met, winner="draw"), follow=True)
    assert kept(met).outcome["winner"] is None
    assert "The battle is settled as you say." in said.content.decode()


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
    assert "Battles to be fought" in answer.content.decode()


def test_a_report_that_cannot_be_is_refused_at_its_field(met: Campaign, as_bob: Client) -> None:
    unit = next(state_of(met).forces["cr1"].ready())
    answer = as_bob.post(url(met, f"{FIRST}/report/"), filled(met, **{f"lost-{unit.id}": str(unit.left + 1)}))
    assert answer.status_code == 400
    assert "less than or equal" in answer.content.decode()
    assert kept(met).claim_a is None


def test_a_report_can_be_changed_until_it_is_settled(met: Campaign, as_bob: Client) -> None:
    as_bob.post(url(met, f"{FIRST}/report/"), filled(met))
    assert 'value="They ran."' in page(as_bob, met, f"{FIRST}/report/")
    as_bob.post(url(met, f"{FIRST}/report/"), filled(met, winner="1"))
    assert kept(met).claim_a["winner"] == 1


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


def test_the_umpire_alone_sets_reports_aside(met: Campaign, as_bob: Client, as_alice: Client) -> None:
    as_bob.post(url(met, f"{FIRST}/report/"), filled(met))
    assert as_bob.post(url(met, f"{FIRST}/give-up/")).status_code == 404
    assert "The Commons has yet to" in page(as_alice, met)
    as_alice.post(url(met, f"{FIRST}/give-up/"))
    assert kept(met).status == "open"
    assert "How is it fought?" in page(as_bob, met)


def test_a_difference_says_what_each_side_told_of_a_unit(
    met: Campaign, as_bob: Client, as_dora: Client, as_alice: Client
) -> None:
    last = list(state_of(met).forces["co1"].ready())[-1]
    as_bob.post(url(met, f"{FIRST}/report/"), filled(met))
    as_dora.post(
        url(met, f"{FIRST}/report/"), filled(met, **{f"fallen-{last.id}": "stood", f"lost-{last.id}": ""})
    )
    shown = page(as_alice, met)
    assert 'says">1 lost, fled</td>' in shown
    assert 'says">nothing lost, stood</td>' in shown

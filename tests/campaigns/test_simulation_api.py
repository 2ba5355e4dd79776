"""Simulations and forecasts over REST: who may order, follow and cancel them, and what they are told."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import simulating
from campaigns.models import Campaign, EngagementRow, Member, Simulation, SimulationRun
from campaigns.tasks import forecast, simulate
from tests.kit.campaigns import member_of
from tests.kit.clients import signed_in
from tests.kit.consent import KEY, begin

pytestmark = pytest.mark.django_db
ORDER = {"runs": 2, "turns": 1, "battles": "quick"}
PLAYERS = ("bob", "edward", "dora", "nora")


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.simulating.SLICE", 0.0)
    monkeypatch.setattr("campaigns.forecasting.SLICE", 0.01)
    monkeypatch.setattr("campaigns.forecasting.SAMPLES", 2)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test is one transaction that ends with it."""
    monkeypatch.setattr("django.db.transaction.on_commit", lambda then: then())


def simulation(row: Campaign, do: str = "") -> str:
    return f"/api/v1/campaigns/{row.public_id}/simulation/{do}"


def foretold(row: Campaign, do: str = "") -> str:
    return f"/api/v1/campaigns/{row.public_id}/engagements/{KEY}/forecast/{do}"


def post(client: Client, address: str, body: Any = None) -> Any:
    return client.post(address, body or {}, content_type="application/json")


def test_an_umpire_orders_one_and_asks_until_it_is_done(row: Campaign, as_alice: Client) -> None:
    assert as_alice.get(simulation(row)).status_code == 404
    ordered = post(as_alice, simulation(row), ORDER)
    assert (ordered.status_code, ordered.json()["status"], ordered.json()["balance"]) == (
        201,
        "stopped",
        None,
    )
    assert {name: ordered.json()[name] for name in ORDER} == ORDER
    first = post(as_alice, simulation(row, "go/")).json()
    assert (first["done"], first["status"], first["balance"]["runs"]) == (1, "stopped", 1)
    assert post(as_alice, simulation(row, "go/")).json()["status"] == "done"
    found = as_alice.get(simulation(row)).json()
    report = simulating.report(Simulation.objects.get())
    assert report is not None
    wins = {each["faction"]: each["wins"] for each in found["balance"]["factions"]}
    assert wins == {each.faction: each.wins for each in report.standings}
    assert found["done"] == SimulationRun.objects.count() == 2


@pytest.mark.usefixtures("at_once")
def test_workers_play_it_and_it_is_cancelled_and_goes_on(
    row: Campaign, as_alice: Client, workers: Any
) -> None:
    assert post(as_alice, simulation(row), ORDER).json()["status"] == "waiting"
    assert post(as_alice, simulation(row, "stop/")).json()["status"] == "stopped"
    assert simulate.call(str(row.public_id)) == 0
    assert post(as_alice, simulation(row, "go/")).json()["status"] == "waiting"
    assert simulate.call(str(row.public_id)) == 2
    assert as_alice.get(simulation(row)).json()["status"] == "done"


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"runs": 201}, "runs"), ({"turns": 0}, "turns"), ({"battles": "chess"}, "battles"),
        ({"speed": 9}, "speed"), ({"runs": None}, "runs"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_or_is_not_known_is_a_400_with_its_place(
    row: Campaign, as_alice: Client, wrong: dict[str, Any], path: str
) -> None:
    answer = post(as_alice, simulation(row), ORDER | wrong)
    assert answer.status_code == 400
    assert [each["path"] for each in answer.json()["errors"]] == [path]
    assert not Simulation.objects.exists()


def test_keys_that_nothing_reads_are_a_400(met: Campaign, as_alice: Client) -> None:
    post(as_alice, simulation(met), ORDER)
    for address in (simulation(met), foretold(met)):
        for do in ("go/", "stop/"):
            answer = post(as_alice, address + do, {"seconds": 5})
            assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, "seconds")
    assert simulating.progress(met).done == 0  # type: ignore[union-attr]


@pytest.mark.parametrize("who", [*PLAYERS, "charlie", "nobody", "playing umpire"])
def test_nobody_but_an_umpire_who_does_not_play_orders_reads_or_cancels_one(
    row: Campaign, alice: User, as_alice: Client, charlie: User, who: str
) -> None:
    post(as_alice, simulation(row), ORDER)
    if who == "playing umpire":
        member = member_of(row, alice)
        Member.objects.filter(pk=member.pk).update(role="player", faction="company", playing_umpire=True)
    user = {"playing umpire": alice, "nobody": None}.get(who) or User.objects.filter(username=who).first()
    client = Client() if user is None else signed_in(user)
    code = {"charlie": 404, "nobody": 401}.get(who, 403)
    answers = [
        client.get(simulation(row)), post(client, simulation(row), ORDER | {"runs": 9}),
        post(client, simulation(row, "go/")), post(client, simulation(row, "stop/")),
    ]  # fmt: skip
    assert [each.status_code for each in answers] == [code] * 4
    assert (Simulation.objects.get().runs, SimulationRun.objects.count()) == (2, 0)
    assert not simulating.stopped(row)


def test_none_is_ordered_in_an_archived_campaign(row: Campaign, as_alice: Client) -> None:
    Campaign.objects.filter(pk=row.pk).update(archived=True)
    assert post(as_alice, simulation(row), ORDER).status_code == 409
    assert not Simulation.objects.exists()


# -- forecasts --------------------------------------------------------------------------------------


def test_a_side_reads_a_forecast_in_words_and_the_umpire_its_figures(
    met: Campaign, as_bob: Client, as_alice: Client
) -> None:
    assert as_bob.get(foretold(met)).json() == {
        "status": "stopped", "done": 0, "most": 2, "odds": "", "forecast": None,
    }  # fmt: skip
    assert post(as_bob, foretold(met, "go/")).json()["done"] == 1
    his = post(as_bob, foretold(met, "go/")).json()
    assert (his["status"], his["forecast"]) == ("done", None)
    assert his["odds"].endswith(("most of them.", "about equally often."))
    hers = as_alice.get(foretold(met)).json()
    assert (hers["odds"], hers["forecast"]["samples"], hers["done"]) == (None, 2, 2)


@pytest.mark.usefixtures("at_once")
def test_workers_fight_a_forecast_and_it_is_stopped(met: Campaign, as_bob: Client, workers: Any) -> None:
    assert post(as_bob, foretold(met, "go/")).json()["status"] == "waiting"
    (args,) = [each.args for each in workers.results]
    assert post(as_bob, foretold(met, "stop/")).json()["status"] == "stopped"
    assert forecast.call(*args) == 0
    assert post(as_bob, foretold(met, "go/")).json()["done"] == 0
    assert forecast.call(*args) == 2
    assert as_bob.get(foretold(met)).json()["status"] == "done"


@pytest.mark.parametrize(("who", "code"), [("nora", 404), ("charlie", 404), ("nobody", 401), ("edward", 200)])
def test_who_fights_in_it_has_a_forecast_and_nobody_else(
    met: Campaign, charlie: User, who: str, code: int
) -> None:
    client = Client() if who == "nobody" else signed_in(User.objects.get(username=who))
    answers = [client.get(foretold(met)), *(post(client, foretold(met, do)) for do in ("go/", "stop/"))]
    assert [each.status_code for each in answers] == [code] * 3


def test_where_tacticians_cannot_fight_there_is_none_and_no_secret_of_why(
    met: Campaign, as_bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaigns.engaged.why_not", lambda *of: "the Blue Brigade has no cannon")
    for answer in (as_bob.get(foretold(met)), post(as_bob, foretold(met, "go/"))):
        assert answer.status_code == 409
        assert answer.json()["detail"] == "the two armies cannot be put on the board"
    page = f"/campaigns/{met.public_id}/battles/{KEY}/"
    assert b"Blue Brigade" not in as_bob.post(f"{page}forecast/", follow=True).content


def test_a_forecast_of_a_battle_that_is_begun_has_figures(
    met: Campaign, as_bob: Client, chief: Member
) -> None:
    begin(met, chief, "automatic")
    post(as_bob, foretold(met, "go/"))
    assert EngagementRow.objects.get(campaign=met, key=KEY).outcome is None
    assert as_bob.get(foretold(met)).json()["forecast"]["samples"] == 1

"""An umpire orders a simulation, follows it, cancels it and reads it; nobody else does."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django_tasks.base import TaskResultStatus

from armylists import work
from armylists.work import Work
from campaigns import simulating
from campaigns.engine import shipped
from campaigns.engine.simulation import balance
from campaigns.engine.simulation import simulate as played
from campaigns.models import Campaign, Member, Simulation, SimulationRun
from campaigns.tasks import simulate
from tests.kit.campaigns import change, member_of

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}
ORDER = {"order": "1", "runs": "3", "turns": "2", "battles": "quick"}


@pytest.fixture
def address(row: Campaign) -> str:
    return reverse("campaigns:simulation", args=[row.public_id])


@pytest.fixture(autouse=True)
def _one_run_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.simulating.SLICE", 0.0)


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_an_umpire_orders_one_and_follows_it_to_its_end(
    as_alice: Client, row: Campaign, address: str
) -> None:
    assert address in words(as_alice.get(reverse("campaigns:umpire", args=[row.public_id])))
    assert as_alice.post(address, ORDER)["Location"] == address
    page = words(as_alice.get(address))
    assert "0 of 3 campaigns played" in page
    assert 'hx-trigger="load delay:60ms"' in page
    shown = [words(as_alice.post(address, headers=PART)) for _ in range(3)]
    assert "1 of 3 campaigns played" in shown[0]
    assert "3 campaigns of up to 2 turns, battles settled by the campaign’s dice" in shown[2]
    assert "hx-trigger" not in shown[2]
    assert "Cancel" not in shown[2]
    assert "The Crown" in shown[2]
    assert SimulationRun.objects.count() == 3


def test_it_is_what_the_command_plays_and_knows_nothing_of_the_campaign_as_it_stands(
    as_alice: Client, row: Campaign, address: str
) -> None:
    def ruined(state: Any) -> None:
        for force in [*state.forces]:
            if force.startswith("cr"):
                del state.forces[force]

    change(row, ruined)
    as_alice.post(address, ORDER)
    while "hx-trigger" in words(as_alice.post(address, headers=PART)):
        pass
    begun = shipped.campaigns()["island"]
    runs = [played(begun, 2, str(seed), "quick") for seed in (1, 2, 3)]
    report = simulating.report(Simulation.objects.get())
    assert report is not None
    assert report.balance == balance(runs, simulating.contenders(report.state))


def test_it_is_cancelled_keeps_what_was_played_and_goes_on(as_alice: Client, address: str) -> None:
    as_alice.post(address, ORDER)
    as_alice.post(address, headers=PART)
    as_alice.post(address, {"stop": "1"})
    page = words(as_alice.post(address, headers=PART))
    assert "Stopped: 1 of 3 campaigns played" in page
    assert "hx-trigger" not in page
    assert SimulationRun.objects.count() == 1
    page = words(as_alice.post(address, {"go": "1"}, headers=PART))
    assert "2 of 3 campaigns played" in page


@pytest.mark.parametrize("wrong", [{"runs": "0"}, {"runs": "201"}, {"turns": "41"}, {"battles": "chess"}])
def test_what_cannot_be_played_is_refused_at_its_field(
    as_alice: Client, address: str, wrong: dict[str, str]
) -> None:
    answer = as_alice.post(address, ORDER | wrong)
    assert answer.status_code == 400
    assert "errorlist" in words(answer) or "error" in words(answer)
    assert not Simulation.objects.exists()


def test_none_is_ordered_in_an_archived_campaign(as_alice: Client, row: Campaign, address: str) -> None:
    Campaign.objects.filter(pk=row.pk).update(archived=True)
    assert "Simulate</a>" not in words(as_alice.get(reverse("campaigns:umpire", args=[row.public_id])))
    as_alice.post(address, ORDER)
    assert not Simulation.objects.exists()


def test_players_and_strangers_neither_order_nor_read_one(
    as_alice: Client, as_bob: Client, as_charlie: Client, address: str
) -> None:
    as_alice.post(address, ORDER)
    for other in (as_bob, as_charlie, Client()):
        assert other.get(address).status_code in (302, 404)
        assert other.post(address, ORDER | {"runs": "9"}).status_code in (302, 404)
    assert Simulation.objects.get().runs == 3


def test_an_umpire_who_begins_to_play_reads_none_any_more(
    as_alice: Client, alice: User, row: Campaign, address: str
) -> None:
    as_alice.post(address, ORDER)
    as_alice.post(address, headers=PART)
    member = member_of(row, alice)
    Member.objects.filter(pk=member.pk).update(role="player", faction="crown", playing_umpire=True)
    assert as_alice.get(address).status_code == 409
    as_alice.post(address, ORDER | {"runs": "9"})
    as_alice.post(address, headers=PART)
    assert (Simulation.objects.get().runs, SimulationRun.objects.count()) == (3, 1)
    page = words(as_alice.get(reverse("campaigns:umpire", args=[row.public_id])))
    assert address not in page


# -- workers --------------------------------------------------------------------------------------


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test is one transaction that ends with it."""
    monkeypatch.setattr("django.db.transaction.on_commit", lambda then: then())


@pytest.mark.usefixtures("at_once")
def test_workers_play_it_in_parts_and_every_run_once(
    as_alice: Client, row: Campaign, address: str, workers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaigns.tasks.PART", 0.0)
    as_alice.post(address, ORDER)
    assert "Waiting for a free worker" in words(as_alice.post(address, headers=PART))
    assert SimulationRun.objects.count() == 0
    for number in (1, 2, 3):
        task = workers.results[-1]
        object.__setattr__(task, "status", TaskResultStatus.RUNNING)
        assert simulate.call(*task.args) == number
        object.__setattr__(task, "status", TaskResultStatus.SUCCESSFUL)
    assert [each.task.module_path for each in workers.results] == [Work.SIMULATION] * 3
    assert simulate.call(str(row.public_id)) == 3  # as after a kill
    assert len(workers.results) == 3
    assert "3 campaigns of up to 2 turns" in words(as_alice.post(address, headers=PART))


@pytest.mark.usefixtures("at_once")
def test_a_worker_leaves_one_that_was_cancelled(
    as_alice: Client, row: Campaign, address: str, workers: Any
) -> None:
    as_alice.post(address, ORDER)
    as_alice.post(address, {"stop": "1"})
    assert simulate.call(str(row.public_id)) == 0
    assert len(workers.results) == 1
    assert work.stopped(Work.SIMULATION, str(row.public_id))


@pytest.mark.usefixtures("at_once")
def test_a_new_one_replaces_one_that_a_worker_is_at(
    as_alice: Client, address: str, workers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_alice.post(address, ORDER)
    old = Simulation.objects.select_related("campaign").get()
    as_alice.post(address, ORDER | {"runs": "2"})
    assert simulating.play_on(old, 60) is False
    assert SimulationRun.objects.count() == 0

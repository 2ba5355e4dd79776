"""The Redis of the tasks is stopped: what is ordered is refused with a sentence, and nothing is written."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from django_tasks import default_task_backend
from redis.exceptions import ConnectionError as NoConnection

from armylists import tasks, work
from armylists.work import Stage, Work
from battles.models import Battle
from campaigns import consent, fighting, services
from campaigns.engine import shipped
from campaigns.models import EngagementRow
from tests.kit.campaigns import battles, island, member_of
from tests.kit.clients import signed_in

SAID = "The workers of this site cannot be reached now"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]


@pytest.fixture
def silent(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Workers behind a Redis at a port where nothing listens."""
    nothing = "django_tasks.backends.dummy.DummyBackend"
    settings.TASKS = {"default": settings.TASKS["default"] | {"BACKEND": nothing}}
    default_task_backend.clear()
    with socket.socket() as taken:  # bound, and never listened at: nobody else gets the port meanwhile
        taken.bind(("127.0.0.1", 0))
        settings.TASKS_REDIS = f"redis://127.0.0.1:{taken.getsockname()[1]}/0"
        yield
    default_task_backend.clear()


@pytest.fixture
def here(alice: User) -> Client:
    """A browser of Alice's that is shown what goes wrong."""
    client = signed_in(alice)
    client.raise_request_exception = False
    return client


def test_a_pdf_is_refused_with_a_sentence(here: Client, alice: User) -> None:
    row = services.create(alice, shipped.document("island"))
    answer = here.get(reverse("campaigns:gazette", args=[row.public_id, 1]))
    assert answer.status_code == 503
    assert SAID in answer.content.decode()
    assert "<h1>Nothing was started</h1>" in answer.content.decode()


@pytest.mark.parametrize("address", ["/battles/new/", "/scenarios/training_clash/"])
def test_an_automatic_battle_is_refused_and_none_is_left_behind(here: Client, address: str) -> None:
    answer = here.post(
        address,
        {
            "a-army": "sample:royalist-patrol-300", "b-army": "sample:parliament-patrol-300",
            "table": "20x15", "terrain": "open", "max_turns": "16", "who": "both", "dice": "stream",
        },
    )  # fmt: skip
    assert (answer.status_code, SAID in answer.content.decode()) == (503, True)
    assert not Battle.objects.exists()


def test_the_battle_of_a_campaign_stays_open(here: Client, alice: User) -> None:
    row = island(alice)
    (engagement,) = battles(row, ("cr1", "co1"))
    address = reverse("campaigns:fight", args=[row.public_id, engagement.key])
    answer = here.post(address, {"means": "automatic"})
    assert (answer.status_code, SAID in answer.content.decode()) == (503, True)
    over_rest = here.post(
        f"/api/v1/campaigns/{row.public_id}/engagements/{engagement.key}/fight/",
        {"means": "automatic"}, content_type="application/json",
    )  # fmt: skip
    assert (over_rest.status_code, SAID in over_rest.json()["detail"]) == (503, True)
    assert not Battle.objects.exists()
    assert EngagementRow.objects.get().battle is None


def test_a_battle_that_was_ordered_before_is_read_and_says_that_it_stands_still(
    here: Client, alice: User, settings: Any
) -> None:
    row = island(alice)
    (engagement,) = battles(row, ("cr1", "co1"))
    there, settings.TASKS_REDIS = settings.TASKS_REDIS, ""
    consent.decide(row, engagement.key, member_of(row, alice), "automatic", "", "It is late.")
    row.refresh_from_db()
    battle = fighting.automatically(row, engagement.key, member_of(row, alice))
    settings.TASKS_REDIS = there
    assert here.get(battle.get_absolute_url()).status_code == 200
    assert here.post(f"{battle.get_absolute_url()}advance/", {"go": "1"}).status_code == 503


def test_mail_is_sent_without_workers(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse(monkeypatch)
    tasks.send([{"to": "alice@example.org", "subject": "Hello", "words": "Hello."}])
    assert [each.subject for each in mail.outbox] == ["Hello"]


def test_workers_that_fall_silent_at_the_last_moment_leave_what_is_written(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr("armylists.taskredis.check", lambda: None)
    refuse(monkeypatch)
    with django_capture_on_commit_callbacks(execute=True):
        assert work.begin(Work.FORECAST, "late", "1")
    assert "is not handed over" in caplog.text
    assert work.stage(Work.FORECAST, "late", "1") is Stage.NONE


def refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be handed over."""

    def silent(*_: object) -> None:
        raise NoConnection

    monkeypatch.setattr("django_tasks.backends.dummy.DummyBackend.enqueue", silent)

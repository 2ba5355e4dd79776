"""An automatic battle is fought in slices by its page, or by workers; it stops, and goes on."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from armylists import work
from armylists.work import Stage, Work
from battles import tasks
from battles.models import Battle
from tests.kit.board import text
from tests.kit.rows import again

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}


@pytest.fixture
def page(ready: Battle) -> str:
    """The address of an automatic battle."""
    return ready.get_absolute_url()


def test_a_battle_that_was_stopped_stands_still_until_somebody_lets_it_go_on(
    as_alice: Client, ready: Battle, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("battles.services.SLICE", 0.0)
    monkeypatch.setattr("battles.services.advance.__defaults__", (0.0,))
    as_alice.post(f"{page}advance/", headers=PART)
    fought = again(ready).version
    assert fought > 0
    assert as_alice.post(f"{page}stop/")["Location"] == page
    answer = as_alice.post(f"{page}advance/", headers=PART)
    assert answer["HX-Redirect"] == page
    stopped = text(as_alice.get(page))
    assert "The battle is stopped" in stopped
    assert 'hx-trigger="load' not in stopped
    assert again(ready).version == fought
    as_alice.post(f"{page}advance/", {"go": "1"}, headers=PART)
    assert again(ready).version > fought
    assert 'hx-trigger="load' in text(as_alice.get(page))


def test_only_who_plays_it_stops_a_battle(as_charlie: Client, ready: Battle, page: str) -> None:
    assert as_charlie.post(f"{page}stop/").status_code == 404
    assert not work.stopped(Work.BATTLE, str(ready.public_id))


def test_with_workers_the_page_follows_the_battle_and_fights_nothing(
    as_alice: Client, ready: Battle, page: str, workers: Any, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        first = as_alice.post(f"{page}advance/", headers=PART)
    assert again(ready).version == 0
    assert [(each.task.module_path, each.args) for each in workers.results] == [
        (Work.BATTLE, [str(ready.public_id)])
    ]
    assert "delay:700ms" in first.content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        waiting = as_alice.post(f"{page}advance/", headers=PART).content.decode()
    assert "Waiting until the battles before this one are fought" in waiting
    assert len(workers.results) == 1
    assert tasks.fight.call(str(ready.public_id)) == Battle.Status.OVER
    assert as_alice.post(f"{page}advance/", headers=PART)["HX-Redirect"] == page
    assert "Result" in text(as_alice.get(page))


def test_a_worker_leaves_a_battle_that_was_stopped_where_it_is(ready: Battle, workers: Any) -> None:
    tasks.stop(ready)
    assert tasks.fight.call(str(ready.public_id)) == Battle.Status.READY
    assert again(ready).version == 0


def test_a_battle_that_the_workers_gave_up_can_go_on(
    as_alice: Client, ready: Battle, page: str, workers: Any, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        as_alice.post(f"{page}advance/", headers=PART)
    object.__setattr__(workers.results[0], "status", "FAILED")
    assert work.stage(Work.BATTLE, str(ready.public_id)) is Stage.ENDED
    assert "The battle is stopped" in text(as_alice.get(page))
    with django_capture_on_commit_callbacks(execute=True):
        as_alice.post(f"{page}advance/", {"go": "1"}, headers=PART)
    assert len(workers.results) == 2


def test_a_battle_that_is_gone_ends_its_task(db: None) -> None:
    assert tasks.fight.call("00000000-0000-4000-8000-000000000000") == tasks.GONE

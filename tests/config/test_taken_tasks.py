"""A task that a worker has taken and not begun: a worker that is killed then does not take it along."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import redis
from rq.exceptions import DequeueTimeout
from rq.intermediate_queue import IntermediateQueue

from config.workers import Queue, Worker
from tests.kit.workers import own_redis

TWO = ("short", "long")


@pytest.fixture(scope="module")
def connection() -> Iterator[redis.Redis]:
    """A Redis of one's own."""
    for url in own_redis():
        yield redis.Redis.from_url(url)


@pytest.fixture
def queues(connection: redis.Redis, settings: Any) -> list[Queue]:
    """Two queues, of which a worker takes what is in the first one first."""
    settings.RQ_QUEUES = {name: {"URL": "redis://"} for name in TWO}
    found = [Queue(name, connection=connection) for name in TWO]
    for each in found:
        each.empty()
    return found


def taken(queues: list[Queue]) -> list[str]:
    return [key for each in queues for key in each.intermediate_queue.get_job_ids()]


def take(queues: list[Queue], timeout: int | None = None) -> Any:
    found = Queue.dequeue_any(queues, timeout, queues[0].connection)
    assert found is not None
    return found[0]


def test_a_task_that_was_taken_by_a_killed_worker_is_begun_by_another(
    queues: list[Queue], monkeypatch: pytest.MonkeyPatch
) -> None:
    job = queues[1].enqueue("tests.kit.workers.nothing")
    assert take(queues).id == job.id  # and there the worker is killed
    assert [each.count for each in queues] == [0, 0]
    assert taken(queues) == [job.id]
    other = Worker(queues, connection=queues[0].connection)
    other.clean_registries()
    assert taken(queues) == [job.id]
    monkeypatch.setattr(IntermediateQueue, "should_be_cleaned_up", lambda self, key: True)
    queues[1].release_maintenance_lock()
    other.clean_registries()
    assert (taken(queues), queues[1].job_ids) == ([], [job.id])


def test_a_task_that_is_begun_is_no_longer_only_taken(queues: list[Queue]) -> None:
    queues[0].enqueue("tests.kit.workers.nothing")
    worker = Worker(queues, connection=queues[0].connection)
    worker.register_birth()
    worker.prepare_job_execution(take(queues))
    assert taken(queues) == []
    worker.register_death()


def test_the_first_queue_goes_first_and_an_empty_one_is_waited_for(queues: list[Queue]) -> None:
    long = queues[1].enqueue("tests.kit.workers.nothing")
    short = queues[0].enqueue("tests.kit.workers.nothing")
    assert [take(queues, 1).id, take(queues, 1).id] == [short.id, long.id]
    assert Queue.dequeue_any(queues, None, queues[0].connection) is None
    with pytest.raises(DequeueTimeout):
        take(queues, 1)

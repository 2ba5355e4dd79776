"""Workers: `manage.py rqworker` does the tasks of `armylists/work.py` where `LEAGUER_TASKS` names a Redis.

A worker forks a process for each task. If that process is killed, the task begins again at once; if the whole
worker is, another one begins it again as soon as the killed one has been silent for SILENT seconds. Mail
waits longer and longer between its tries: a worker that is free looks for what is due.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import rq
from django.conf import settings
from django.db import connections
from django_rq.queues import DjangoRQ
from rq.exceptions import DequeueTimeout
from rq.job import Job, Retry
from rq.scheduler import RQScheduler

from armylists.work import Work
from config.warm import warm
from rulesets.contract import registry

if TYPE_CHECKING:
    from redis import Redis
    from rq.executions import Execution

TRIES = 3
"""So often a task begins again before it counts as failed: one that kills its workers must not kill all."""

BEAT, SILENT = settings.WORKER_BEAT, settings.WORKER_SILENT
"""Seconds between two signs of life of a worker, and between two looks for others that are silent; seconds
without a sign of life after which a worker counts as killed.
"""


LOOK = 0.2
"""Seconds after which a worker that is free looks for tasks again."""


class Queue(DjangoRQ):
    """A queue whose tasks begin again when they fail, or their worker is killed."""

    def create_job(self, func: Any, *args: Any, **kwargs: Any) -> Job:
        """Return a task that may begin again: TRIES times at once, mail after each of its pauses."""
        pauses = settings.MAIL_PAUSES if func == Work.MAIL else [0] * TRIES
        retry = Retry(max=len(pauses), interval=list(pauses))
        return super().create_job(func, *args, **kwargs | {"retry": retry})

    @classmethod
    def dequeue_any(
        cls, queues: Iterable[rq.Queue], timeout: int | None, connection: Redis, *args: Any, **kwargs: Any
    ) -> tuple[Job, rq.Queue] | None:  # fmt: skip
        """Take the next task, so that it is in another queue until it is begun.

        From several queues RQ takes a task off without that: a worker that was killed before it began took
        the task along.
        """
        end = monotonic() + (timeout or 0)
        while True:
            for each in queues:
                found = super().dequeue_any([each], None, connection, *args, **kwargs)
                if found is not None:
                    return found
            if timeout is None:
                return None
            if monotonic() > end:
                raise DequeueTimeout(timeout, [each.key for each in queues])
            sleep(LOOK)


class Worker(rq.Worker):
    """A worker that has everything ready before its first task, and notices soon that another one is gone."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        beats = {"maintenance_interval": BEAT, "job_monitoring_interval": BEAT}
        super().__init__(*args, **kwargs | beats)

    def bootstrap(self, *args: Any, **kwargs: Any) -> None:
        """Make everything ready once, for all processes that this one forks."""
        registry.verify()
        if settings.WARM:
            warm()
        # Two processes must not talk to the database through one connection.
        connections.close_all()
        super().bootstrap(*args, **kwargs)

    def handle_job_failure(
        self, job: Job, queue: rq.Queue, started_job_registry: Any = None, exc_string: str = "",
        execution: Execution | None = None,
    ) -> None:  # fmt: skip
        """Put away a task that failed; one that somebody stopped has not, and nothing of it stays."""
        if self._stopped_job_id != job.id:
            super().handle_job_failure(job, queue, started_job_registry, exc_string, execution)
            return
        self._stopped_job_id = None
        with self.connection.pipeline() as pipeline:
            self.cleanup_execution(job, pipeline, execution)
            job.delete(pipeline, remove_from_queue=False)
            pipeline.execute()

    def prepare_job_execution(self, job: Job, remove_from_intermediate_queue: bool = False) -> None:
        """Write down that a task is begun; from then on it is not among those that are only taken."""
        super().prepare_job_execution(job, remove_from_intermediate_queue=True)

    def run_maintenance_tasks(self) -> None:
        """Look after workers that are silent, and for tasks whose pause is over.

        RQ has a process of its own for the second, which outlives a worker that is killed.
        """
        super().run_maintenance_tasks()  # type: ignore[no-untyped-call]
        due = RQScheduler(self.queues, connection=self.connection, serializer=self.serializer)
        if due.acquire_locks():  # type: ignore[no-untyped-call]
            try:
                due.enqueue_scheduled_jobs()  # type: ignore[no-untyped-call]
            finally:
                due.release_locks()  # type: ignore[no-untyped-call]

    @property
    def dequeue_timeout(self) -> int:
        """Seconds that it waits for a task before it looks after the others."""
        return BEAT

    def get_heartbeat_ttl(self, job: Job, working_time: float = 0.0) -> int:
        """Return after how many seconds without a sign of life the task counts as abandoned."""
        return SILENT

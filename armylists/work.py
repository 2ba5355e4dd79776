"""What takes long: all of it in one list, and how it is handed to workers, followed, and stopped.

Where `LEAGUER_TASKS` names a Redis, workers (`manage.py rqworker`) do it. Without, the process that is asked
does: a page a slice after the other, mail and PDFs at once.

Every task can be done twice, or again after half of it: a worker may be killed at any moment, and another one
begins its task again.
"""

from __future__ import annotations

import logging
from enum import Enum, StrEnum
from functools import partial
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils.module_loading import import_string
from django_tasks.base import TaskResultStatus

from armylists import taskredis

log = logging.getLogger(__name__)

LONG = "long"
"""The queue of what may take minutes; workers take what waits in the other one first."""

KEEP = 24 * 3600
BEGINNING = 5
"""Seconds in which a second request finds that the first one is just handing the work over."""


class Work(StrEnum):
    """All work that is a task, each by the place of the function that does it."""

    BATTLE = "battles.tasks.fight"
    FORECAST = "campaigns.tasks.forecast"
    MAIL = "armylists.tasks.post"
    PRINT = "armylists.tasks.print_pages"
    GUESTS = "armylists.tasks.remove_guests"
    SIMULATION = "campaigns.tasks.simulate"


ENDED_ANYWHERE = frozenset({Work.PRINT, Work.FORECAST, Work.SIMULATION})
"""Work that tells nobody of its end: when it is stopped, its process ends at once. All other work asks itself
whether it was stopped, after each part.
"""


class Stage(Enum):
    """How far a piece of work is that can be followed."""

    NONE = "none"
    """Nobody has begun it, or it was so long ago that nothing is known any more."""
    WAITING = "waiting"
    RUNNING = "running"
    ENDED = "ended"
    STOPPED = "stopped"


_STATUS = {Stage.WAITING: "waiting", Stage.RUNNING: "running"}
STATUSES = (*_STATUS.values(), "stopped", "done")
"""How far work is that is not NONE: where there are no workers it is stopped until somebody plays it on."""


def in_workers() -> bool:
    """Whether workers do what takes long."""
    return bool(settings.TASKS_REDIS)


def check() -> None:
    """Raise NoAnswer where there are workers that cannot be reached: before anything is written for them."""
    if in_workers():
        taskredis.check()


def begin(work: Work, *args: str) -> bool:
    """Have workers do a piece of work, once what was written is committed, unless they are at it; false where
    there are none, and who asks has to do it. It goes on after `stop`. Raises NoAnswer.
    """
    check()
    cache.delete(_key(work, args, "stopped"))
    if not in_workers():
        return False
    transaction.on_commit(partial(_hand_over, work, args))
    return True


def go_on(work: Work, *args: str) -> None:
    """Have workers go on with a piece of work behind what waits: called by its task, which ends then."""
    if not stopped(work, *args):
        _enqueue(work, args)


def stop(work: Work, *args: str) -> None:
    """Stop a piece of work, whether it waits or runs; what is done of it stays done."""
    cache.set(_key(work, args, "stopped"), 1, KEEP)
    if work in ENDED_ANYWHERE and in_workers():
        number = cache.get(_key(work, args, "task"))
        # Its task counts no more: who begins the work again need not wait for its end.
        cache.delete(_key(work, args, "task"))
        if number is not None:
            taskredis.end(number)


def stopped(work: Work, *args: str) -> bool:
    """Whether somebody has stopped it: who does the work asks again and again."""
    return cache.get(_key(work, args, "stopped")) is not None


def stage(work: Work, *args: str) -> Stage:
    """Return how far a piece of work is; where there are no workers that is NONE or STOPPED. Workers that
    cannot be reached are not at it.
    """
    if stopped(work, *args):
        return Stage.STOPPED
    number = cache.get(_key(work, args, "task")) if in_workers() else None
    if number is None:
        return Stage.NONE
    try:
        status = taskredis.status(import_string(work), number)
    except taskredis.SILENT:
        return Stage.ENDED
    if status is None:
        return Stage.NONE
    if status == TaskResultStatus.READY:
        return Stage.WAITING
    return Stage.RUNNING if status == TaskResultStatus.RUNNING else Stage.ENDED


def status(stage: Stage, *, whole: bool) -> str:
    """Return one of STATUSES for work that can be followed, and is `whole` or not."""
    return "done" if whole else _STATUS.get(stage, "stopped")


def _hand_over(work: Work, args: tuple[str, ...]) -> None:
    # Two pages may ask at the same moment; the work would come to no harm, but once is enough.
    if cache.add(_key(work, args, "beginning"), 1, BEGINNING):
        if stage(work, *args) not in (Stage.WAITING, Stage.RUNNING):
            try:
                _enqueue(work, args)
            except taskredis.SILENT as error:  # since it was asked for: what is written stays
                log.error("%s is not handed over: %s", work, error)
        cache.delete(_key(work, args, "beginning"))


def _enqueue(work: Work, args: tuple[str, ...]) -> None:
    task: Any = import_string(work)
    cache.set(_key(work, args, "task"), task.enqueue(*args).id, KEEP)


def _key(work: Work, args: tuple[str, ...], what: str) -> str:
    return f"work:{what}:{work}:{':'.join(args)}"

"""What takes long: all of it in one list, and how it is handed to workers, followed, and stopped.

Where `LEAGUER_TASKS` names a Redis, workers (`manage.py rqworker`) do it. Without, the process that is asked
does: a page a slice after the other, mail and PDFs at once.

Every task can be done twice, or again after half of it: a worker may be killed at any moment, and another one
begins its task again.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from functools import partial
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils.module_loading import import_string
from django_tasks.base import TaskResultStatus
from django_tasks.exceptions import TaskResultDoesNotExist

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


class Stage(Enum):
    """How far a piece of work is that can be followed."""

    NONE = "none"
    """Nobody has begun it, or it was so long ago that nothing is known any more."""
    WAITING = "waiting"
    RUNNING = "running"
    ENDED = "ended"
    STOPPED = "stopped"


def in_workers() -> bool:
    """Whether workers do what takes long."""
    return bool(settings.TASKS_REDIS)


def begin(work: Work, *args: str) -> bool:
    """Have workers do a piece of work, once what was written is committed, unless they are at it; false where
    there are none, and who asks has to do it. It goes on after `stop`.
    """
    cache.delete(_key(work, args, "stopped"))
    if not in_workers():
        return False
    transaction.on_commit(partial(_hand_over, work, args))
    return True


def stop(work: Work, *args: str) -> None:
    """Stop a piece of work; what is done of it stays done."""
    cache.set(_key(work, args, "stopped"), 1, KEEP)


def stopped(work: Work, *args: str) -> bool:
    """Whether somebody has stopped it: who does the work asks again and again."""
    return cache.get(_key(work, args, "stopped")) is not None


def stage(work: Work, *args: str) -> Stage:
    """Return how far a piece of work is; where there are no workers that is NONE or STOPPED."""
    if stopped(work, *args):
        return Stage.STOPPED
    number = cache.get(_key(work, args, "task")) if in_workers() else None
    if number is None:
        return Stage.NONE
    try:
        status = import_string(work).get_result(number).status
    except TaskResultDoesNotExist:
        return Stage.NONE
    if status == TaskResultStatus.READY:
        return Stage.WAITING
    return Stage.RUNNING if status == TaskResultStatus.RUNNING else Stage.ENDED


def _hand_over(work: Work, args: tuple[str, ...]) -> None:
    # Two pages may ask at the same moment; the work would come to no harm, but once is enough.
    if cache.add(_key(work, args, "beginning"), 1, BEGINNING):
        if stage(work, *args) not in (Stage.WAITING, Stage.RUNNING):
            task: Any = import_string(work)
            cache.set(_key(work, args, "task"), task.enqueue(*args).id, KEEP)
        cache.delete(_key(work, args, "beginning"))


def _key(work: Work, args: tuple[str, ...], what: str) -> str:
    return f"work:{what}:{work}:{':'.join(args)}"

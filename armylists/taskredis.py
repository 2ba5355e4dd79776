"""The Redis through which tasks reach the workers: whether it answers, and how the process of a task ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import redis
from django.conf import settings
from django_tasks.exceptions import TaskResultDoesNotExist

from armylists.wording import tasks as words

if TYPE_CHECKING:
    from django_tasks.base import Task, TaskResultStatus

PATIENCE = 2
"""Seconds that it has to answer."""

SILENT = (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError)
"""What is raised where it does not answer."""


class NoAnswer(Exception):  # noqa: N818 (it is no fault of the program)
    """Workers cannot be reached: nothing was handed over."""

    def __init__(self) -> None:
        super().__init__(words.NO_ANSWER)


def check() -> None:
    """Raise NoAnswer unless tasks can be handed over."""
    try:
        _redis().ping()
    except SILENT as error:
        raise NoAnswer from error


def status(task: Task[Any, Any], number: str) -> TaskResultStatus | None:
    """Return how far a task is, None if nothing is known of it any more. Raises what is SILENT."""
    from rq.exceptions import InvalidJobOperation, NoSuchJobError  # noqa: PLC0415 (only sites with workers)

    try:
        return task.get_result(number).status
    except (TaskResultDoesNotExist, InvalidJobOperation, NoSuchJobError):
        # RQ reads a task in several steps, and its time may be up between two of them.
        return None


def end(number: str) -> None:
    """Have its worker end the process of a task, which does not begin again; one that waits, or is over, is
    left as it is.
    """
    from rq.command import send_stop_job_command  # noqa: PLC0415 (only sites with workers need it)
    from rq.exceptions import InvalidJobOperation, NoSuchJobError  # noqa: PLC0415

    try:
        send_stop_job_command(_redis(), number)
    except (InvalidJobOperation, NoSuchJobError, *SILENT):
        pass


def _redis() -> redis.Redis:
    url, patience = settings.TASKS_REDIS, PATIENCE
    return redis.Redis.from_url(url, socket_timeout=patience, socket_connect_timeout=patience)

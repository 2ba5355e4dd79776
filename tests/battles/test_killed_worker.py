"""A worker that is killed in the middle of an automatic battle: another one fights it to its end, once."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.workers import awaited, children, own_redis, script, worker

BEGIN = """
from django.contrib.auth.models import User
from django.core.management import call_command
from battles import services, tasks
from rulesets.contract import registry

call_command("migrate", verbosity=0)
alice = User.objects.create_user("alice")
editor = registry.get("snaphance").scenarios
setup = editor.setup(next(text for key, text in editor.shipped().items() if "luetzen" in key))
row = services.begin(alice, setup, seed="5", tacticians=(0, 1), agreed=True)
tasks.begin(row)
"""

LOOK = """
import json
from django_tasks import default_task_backend
from battles import replay, services, tasks
from battles.models import Battle
from django.contrib.auth.models import User
from armylists import work

row = Battle.objects.get()
checked = replay.replayed(row).engine.hash == row.hash
numbers = list(row.choices.values_list("number", flat=True))
alone = services.begin(row.owner, row.setup, seed="5", tacticians=(0, 1), agreed=True)
services.advance(alone, None)
print(json.dumps({
    "status": row.status, "checked": checked, "whole": numbers == list(range(1, row.version + 1)),
    "as if nobody was killed": (row.version, row.hash) == (alone.version, alone.hash),
    "stage": work.stage(work.Work.BATTLE, str(row.public_id)).value,
}))
"""


@pytest.fixture
def tasks() -> Iterator[str]:
    """A Redis for tasks."""
    yield from own_redis()


def fought(home: Path) -> tuple[int, str]:
    """How many choices of the battle are saved, and its status."""
    with sqlite3.connect(home / "site.sqlite3", timeout=20) as database:
        found: tuple[int, str] = database.execute("SELECT version, status FROM battles_battle").fetchone()
    return found


def end(process: subprocess.Popen[bytes]) -> int:
    """Ask a worker to stop, as a machine that shuts down does; return its exit code."""
    process.send_signal(signal.SIGTERM)
    return process.wait(timeout=60)


def test_another_worker_goes_on_after_one_was_killed_in_the_middle_of_a_battle(
    tmp_path: Path, tasks: str
) -> None:
    script(BEGIN, tmp_path, tasks)
    first = worker(tmp_path, tasks)
    try:
        awaited(lambda: fought(tmp_path)[0] > 0, "the first worker saves a part of the battle")
        forked = children(first.pid)
    finally:
        # The worker first: it would begin the task again if it saw that its own process is gone.
        first.kill()
        first.wait()
    for pid in forked:
        os.kill(pid, signal.SIGKILL)
    version, status = fought(tmp_path)
    assert forked
    assert (version > 0, status) == (True, "going")
    second = worker(tmp_path, tasks)
    try:
        awaited(lambda: fought(tmp_path)[1] == "over", "the second worker fights the battle to its end")
        awaited(lambda: not children(second.pid), "its task has ended")
    finally:
        code = end(second)
    assert json.loads(script(LOOK, tmp_path, tasks).splitlines()[-1]) == {
        "status": "over", "checked": True, "whole": True, "as if nobody was killed": True, "stage": "ended",
    }  # fmt: skip
    assert code == 0
    log = (tmp_path / "worker.log").read_text()
    assert log.count("battles.tasks.fight") >= 2

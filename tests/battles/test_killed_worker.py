"""A worker that is killed in the middle of an automatic battle: another one fights it to its end, once."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.kit.workers import LONGEST, awaited, begun, children, own_redis, worker

SITE = """
import json
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from armylists import work
from battles import replay, services, tasks
from rulesets.contract import registry

# The tables as they are now, without the way there, which takes longer.
settings.MIGRATION_MODULES = {each.label: None for each in apps.get_app_configs()}
call_command("migrate", run_syncdb=True, verbosity=0)
alice = User.objects.create_user("alice")
editor = registry.get("snaphance").scenarios
setup = editor.setup(next(text for key, text in editor.shipped().items() if "luetzen" in key))
begun = lambda: services.begin(alice, setup, seed="5", tacticians=(0, 1), agreed=True)
row = begun()
tasks.begin(row)
print("begun", flush=True)
alone = begun()
services.advance(alone, None)
input()  # until workers have fought the other one

row.refresh_from_db()
numbers = list(row.choices.values_list("number", flat=True))
print(json.dumps({
    "status": row.status, "checked": replay.replayed(row).engine.hash == row.hash,
    "whole": numbers == list(range(1, row.version + 1)),
    "as if nobody was killed": (row.version, row.hash) == (alone.version, alone.hash),
    "stage": work.stage(work.Work.BATTLE, str(row.public_id)).value,
}))
"""


@pytest.fixture
def tasks() -> Iterator[str]:
    """A Redis for tasks."""
    yield from own_redis()


@pytest.fixture
def workers(tmp_path: Path, tasks: str) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Two workers, started at once; whatever they have forked is gone afterwards."""
    found = [worker(tmp_path, tasks) for _ in range(2)]
    yield found
    for each in found:
        kill(each)


def kill(process: subprocess.Popen[bytes]) -> list[int]:
    """Kill a worker with what it has forked, as when a machine is switched off; return what that was."""
    forked = children(process.pid) if process.poll() is None else []
    # The worker first: it would begin the task again if it saw that its own process is gone.
    process.kill()
    process.wait()
    for pid in forked:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return forked


def fought(home: Path) -> tuple[int, str]:
    """How many choices of the first battle are saved, and its status."""
    with sqlite3.connect(home / "site.sqlite3", timeout=20) as database:
        found: tuple[int, str] = database.execute(
            "SELECT version, status FROM battles_battle ORDER BY id"
        ).fetchone()
    return found


def test_another_worker_goes_on_after_one_was_killed_in_the_middle_of_a_battle(
    tmp_path: Path, tasks: str, workers: list[subprocess.Popen[bytes]]
) -> None:
    with begun(SITE, tmp_path, tasks) as site:
        assert site.stdout is not None
        assert site.stdout.readline() == "begun\n"
        awaited(lambda: fought(tmp_path)[0] > 0, "a worker saves a part of the battle")
        (first,) = (each for each in workers if children(each.pid))
        assert kill(first)
        version, status = fought(tmp_path)
        assert (version > 0, status) == (True, "going")
        (second,) = (each for each in workers if each is not first)
        awaited(lambda: fought(tmp_path)[1] == "over", "the other worker fights the battle to its end")
        awaited(lambda: not children(second.pid), "its task has ended")
        found, _ = site.communicate("\n", timeout=LONGEST)
    assert json.loads(found) == {
        "status": "over", "checked": True, "whole": True, "as if nobody was killed": True, "stage": "ended",
    }  # fmt: skip
    second.send_signal(signal.SIGTERM)  # as a machine that shuts down does
    assert second.wait(timeout=LONGEST) == 0
    assert (tmp_path / "worker.log").read_text().count("battles.tasks.fight") >= 2

"""A worker that is killed in the middle of an automatic battle, or of a simulation: another one goes on with
it to its end, and does everything once.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.kit.workers import LONGEST, Program, awaited, children, own_redis, program, worker

TABLES = """
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command

# The tables as they are now, without the way there, which takes longer.
settings.MIGRATION_MODULES = {each.label: None for each in apps.get_app_configs()}
call_command("migrate", run_syncdb=True, verbosity=0)
alice = User.objects.create_user("alice")
"""
BATTLE = """
import json
from armylists import work
from battles import replay, services, tasks
from rulesets.contract import registry

editor = registry.get("snaphance").scenarios
setup = editor.setup(next(text for key, text in editor.shipped().items() if "luetzen" in key))
begun = lambda: services.begin(alice, setup, seed="5", tacticians=(0, 1), agreed=True)
row = begun()
tasks.begin(row)
"""
ALONE = """
alone = begun()
services.advance(alone, None)
"""
FOUGHT = """
row.refresh_from_db()
numbers = list(row.choices.values_list("number", flat=True))
print(json.dumps({
    "status": row.status, "checked": replay.replayed(row).engine.hash == row.hash,
    "whole": numbers == list(range(1, row.version + 1)),
    "as if nobody was killed": (row.version, row.hash) == (alone.version, alone.hash),
    "stage": work.stage(work.Work.BATTLE, str(row.public_id)).value,
}))
"""
SIMULATION = """
from campaigns import services, simulating
from campaigns.engine import shipped
from campaigns.models import Simulation

row = services.create(alice, shipped.document("island"))
member = row.members.get()
simulating.order(row, member, 3, 10, "engine")
"""
PLAYED = "print(list(Simulation.objects.get().played.values_list('number', flat=True)))"


@dataclass(frozen=True)
class Site:
    """A site with workers: its folder, its Redis, a program of it, and the workers."""

    home: Path
    tasks: str
    program: Program
    workers: list[subprocess.Popen[bytes]]

    def begin_workers(self) -> None:
        """See to it that there are two."""
        self.workers.extend(worker(self.home, self.tasks) for _ in range(2 - len(self.workers)))

    def kill_one(self) -> subprocess.Popen[bytes]:
        """Kill the worker that is at a task; return the other one."""
        (busy,) = (each for each in self.workers if children(each.pid))
        self.workers.remove(busy)
        assert kill(busy)
        (other,) = self.workers
        return other

    def asked(self, query: str) -> tuple[int | str, ...]:
        """A row of the database, which is read without the site."""
        with sqlite3.connect(self.home / "site.sqlite3", timeout=20) as database:
            found: tuple[int | str, ...] = database.execute(query).fetchone()
        return found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with its tables and two workers; whatever they have forked is gone afterwards."""
    home = tmp_path_factory.mktemp("killed")
    with contextmanager(own_redis)() as tasks, contextmanager(program)(home, tasks) as asked:
        found = Site(home, tasks, asked, [])
        found.begin_workers()
        asked(TABLES)
        yield found
        for each in found.workers:
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


def test_another_worker_goes_on_after_one_was_killed_in_the_middle_of_a_battle(site: Site) -> None:
    first = "SELECT version, status FROM battles_battle ORDER BY id"
    site.program(BATTLE)
    site.program.begin(ALONE)
    awaited(lambda: site.asked(first)[0] != 0, "a worker saves a part of the battle")
    other = site.kill_one()
    version, status = site.asked(first)
    assert (version != 0, status) == (True, "going")
    awaited(lambda: site.asked(first)[1] == "over", "the other worker fights the battle to its end")
    awaited(lambda: not children(other.pid), "its task has ended")
    site.program.end()
    assert json.loads(site.program(FOUGHT)) == {
        "status": "over", "checked": True, "whole": True, "as if nobody was killed": True, "stage": "ended",
    }  # fmt: skip
    assert (site.home / "worker.log").read_text().count("battles.tasks.fight") >= 2


def test_another_worker_goes_on_with_a_simulation_and_ends_soon_when_it_is_cancelled(site: Site) -> None:
    played = "SELECT count(*) FROM campaigns_simulationrun"
    site.begin_workers()
    site.program(SIMULATION)
    awaited(lambda: site.asked(played) != (0,), "a worker saves a run")
    other = site.kill_one()
    assert site.asked(played) < (10,)
    awaited(lambda: site.asked(played) == (10,), "the other worker plays it to its end")
    assert json.loads(site.program(PLAYED)) == [*range(1, 11)]
    site.program("simulating.order(row, member, 40, 200, 'engine')")
    awaited(lambda: bool(children(other.pid)), "a worker is at the long one")
    site.program("simulating.cancel(row, member)")
    awaited(lambda: not children(other.pid), "its process has ended", 10)
    other.send_signal(signal.SIGTERM)  # as a machine that shuts down does
    assert other.wait(timeout=LONGEST) == 0

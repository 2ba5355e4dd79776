"""A worker that is killed in the middle of a simulation: another one plays it to its end, every run once."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.battles.test_killed_worker import kill
from tests.kit.workers import LONGEST, awaited, begun, children, own_redis, worker

SITE = """
import json
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from armylists import work
from campaigns import services, simulating
from campaigns.engine import shipped
from campaigns.models import Simulation

settings.MIGRATION_MODULES = {each.label: None for each in apps.get_app_configs()}
call_command("migrate", run_syncdb=True, verbosity=0)
alice = User.objects.create_user("alice")
row = services.create(alice, shipped.document("island"))
member = row.members.get()
simulating.order(row, member, 8, 12, "engine")
print("ordered", flush=True)
input()  # until a worker was killed and another one is done
found = Simulation.objects.get()
print(json.dumps(list(found.played.values_list("number", flat=True))), flush=True)
simulating.order(row, member, 40, 200, "engine")
input()
simulating.cancel(row, member)
print("cancelled", flush=True)
input()
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


def played(home: Path) -> int:
    """How many runs are saved."""
    with sqlite3.connect(home / "site.sqlite3", timeout=20) as database:
        return int(database.execute("SELECT count(*) FROM campaigns_simulationrun").fetchone()[0])


def test_another_worker_goes_on_and_one_that_is_cancelled_ends_soon(
    tmp_path: Path, tasks: str, workers: list[subprocess.Popen[bytes]]
) -> None:
    with begun(SITE, tmp_path, tasks) as site:
        assert site.stdout is not None
        assert site.stdin is not None
        assert site.stdout.readline() == "ordered\n"
        awaited(lambda: played(tmp_path) > 0, "a worker saves a run")
        (first,) = (each for each in workers if children(each.pid))
        assert kill(first)
        assert played(tmp_path) < 12
        awaited(lambda: played(tmp_path) == 12, "the other worker plays it to its end")
        site.stdin.write("\n")
        site.stdin.flush()
        assert json.loads(site.stdout.readline()) == [*range(1, 13)]
        (second,) = (each for each in workers if each is not first)
        awaited(lambda: bool(children(second.pid)), "a worker is at the long one")
        site.stdin.write("\n")
        site.stdin.flush()
        assert site.stdout.readline() == "cancelled\n"
        awaited(lambda: not children(second.pid), "its process has ended", 10)
        site.communicate("\n", timeout=LONGEST)

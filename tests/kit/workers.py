"""A Redis of a test's own, and workers as processes, with a database in a file."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
import redis

ROOT = Path(__file__).parents[2]
LOCK = "leaguer-test"
LONGEST = 120
"""Seconds that something may take on a machine that does much else."""


def own_redis() -> Iterator[str]:
    """Yield the address of an empty database of this machine's Redis, which is emptied again afterwards."""
    for number in range(1, 15):
        url = f"redis://127.0.0.1:6379/{number}"
        client = redis.Redis.from_url(url, socket_connect_timeout=1)
        try:
            if client.dbsize() or not client.set(LOCK, secrets.token_hex(4), nx=True, ex=600):
                continue
        except redis.exceptions.RedisError as error:
            pytest.skip(f"no Redis answers at 127.0.0.1:6379: {error}")
        try:
            yield url
        finally:
            client.flushdb()
        return
    pytest.skip("every database of the Redis at 127.0.0.1:6379 is in use")


def environment(home: Path, tasks: str) -> dict[str, str]:
    """The variables of a site with a database in this folder, and workers on this Redis."""
    return {name: value for name, value in os.environ.items() if not name.startswith("LEAGUER_")} | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{home / 'site.sqlite3'}",
        "LEAGUER_TASKS": tasks,
        "LEAGUER_VAR": str(home),
        "PYTHONPATH": str(ROOT),
    }


def script(text: str, home: Path, tasks: str) -> str:
    """What a script prints that runs in a process of such a site."""
    command = [sys.executable, "-c", f"import django; django.setup()\n{text}"]
    ended = subprocess.run(
        command, cwd=ROOT, env=environment(home, tasks), capture_output=True, text=True, timeout=LONGEST,
        check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def begun(text: str, home: Path, tasks: str) -> subprocess.Popen[str]:
    """A script that runs in a process of such a site, with whom a test talks."""
    command = [sys.executable, "-c", f"import django; django.setup()\n{text}"]
    return subprocess.Popen(
        command, cwd=ROOT, env=environment(home, tasks), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip


def worker(home: Path, tasks: str, more: Mapping[str, str] = {}) -> subprocess.Popen[bytes]:
    """A worker of such a site, with `more` variables; what it logs is in `worker.log`."""
    with (home / "worker.log").open("ab") as log:
        command = [sys.executable, "manage.py", "rqworker"]
        return subprocess.Popen(
            command, cwd=ROOT, env=environment(home, tasks) | more, stdout=log, stderr=log
        )


def children(pid: int) -> list[int]:
    """The processes that this one has forked."""
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(each) for each in found.read_text().split()]


def awaited(come: Callable[[], bool], what: str, longest: float = LONGEST) -> None:
    """Return when another process has done something; fails when it takes longer than so many seconds."""
    end = time.monotonic() + longest
    while not come():
        assert time.monotonic() < end, what
        time.sleep(0.02)  # nobody tells a test what other processes have written

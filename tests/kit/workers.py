"""A Redis of a test's own, and workers as processes, with a database in a file."""

from __future__ import annotations

import json
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

LISTENING = """
import contextlib, io, json, sys
import django

django.setup()
names = {}
for line in sys.stdin:
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(json.loads(line), names)
    print(json.dumps(said.getvalue()), flush=True)
"""


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


class Program:
    """A process of such a site that runs what it is told, text after text, and says what that prints."""

    def __init__(self, home: Path, tasks: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", LISTENING], cwd=ROOT, env=environment(home, tasks),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def begin(self, text: str) -> None:
        """Have it run a text; `end` waits until it has."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(text)}\n")
        self._process.stdin.flush()

    def end(self) -> str:
        """What the text that was begun has printed."""
        assert self._process.stdout is not None
        answer = self._process.stdout.readline()
        assert answer, "it has ended by a fault, which it has written to standard error"
        return str(json.loads(answer))

    def __call__(self, text: str) -> str:
        """What a text prints that it runs now."""
        self.begin(text)
        return self.end()

    def stop(self) -> None:
        """End the process."""
        self._process.communicate(timeout=LONGEST)


def program(home: Path, tasks: str) -> Iterator[Program]:
    """Yield a process of such a site, which has ended afterwards."""
    found = Program(home, tasks)
    yield found
    found.stop()


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

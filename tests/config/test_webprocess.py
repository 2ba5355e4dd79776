"""The processes of gunicorn: none is left behind when gunicorn itself is killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from django.conf import settings

WAIT = 60
"""Seconds for a start and an end on a machine that is busy."""


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(each) for each in found.split()]


def lives(pid: int) -> bool:
    """Return whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.fixture
def gunicorn(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    environment = {
        **os.environ, "LEAGUER_DEBUG": "1", "LEAGUER_BIND": f"127.0.0.1:{port}", "LEAGUER_VAR": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path / 'db.sqlite3'}",
    }  # fmt: skip
    command = [sys.executable, "-m", "gunicorn", "config.asgi", "--config", "config/gunicorn.py"]
    with subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert b"Leaguer is at" in server.stdout.readline()
        yield server
        server.kill()


def test_web_processes_end_with_the_gunicorn_that_was_killed(gunicorn: subprocess.Popen[bytes]) -> None:
    until = monotonic() + WAIT
    while len(started := children(gunicorn.pid)) < 2 and monotonic() < until:
        sleep(0.1)
    assert len(started) == 2
    gunicorn.send_signal(signal.SIGKILL)
    gunicorn.wait()
    while any(map(lives, started)) and monotonic() < until:
        sleep(0.1)
    left = [pid for pid in started if lives(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert left == []


def test_a_port_that_is_taken_is_said_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        environment = {**os.environ, "LEAGUER_DEBUG": "1", "LEAGUER_BIND": f"127.0.0.1:{port}"}
        command = [sys.executable, "-m", "gunicorn", "config.asgi", "--config", "config/gunicorn.py"]
        said = subprocess.run(
            command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False
        )
    assert said.returncode == 1
    assert said.stdout == ""
    assert said.stderr == f"leaguer: port {port} is taken. Use another: LEAGUER_PORT={port + 1} make run\n"

"""The site of a soak: its processes, a database and a Redis of its own."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psycopg
import requests

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
KILLED = ("web process", "web server", "task process", "worker")


class Site:
    """The processes of a site; those that end are started again."""

    def __init__(self, home: Path, tree: Path, variables: dict[str, str]) -> None:
        self.home, self.tree, self.variables = home, tree, variables
        self.commands = {
            "web": [str(BIN / "gunicorn"), _application(), "--config", "config/gunicorn.py"],
            "worker 1": [sys.executable, "manage.py", "rqworker"],
            "worker 2": [sys.executable, "manage.py", "rqworker"],
        }
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def keep_up(self) -> None:
        """Start what does not run."""
        for name, command in self.commands.items():
            if name not in self.running or self.running[name].poll() is not None:
                with (self.home / f"{name}.log").open("ab") as log:
                    self.running[name] = subprocess.Popen(
                        command, cwd=self.tree, env=self.variables, stdout=log, stderr=log
                    )

    def kill(self, what: str, chance: random.Random) -> bool:
        """Kill one process of a kind; false if there is none now."""
        web = self.running["web"]
        workers = [each for name, each in self.running.items() if name != "web"]
        tasks = [pid for each in workers for pid in children(each.pid)]
        pids = {
            "web process": children(web.pid),
            "web server": [web.pid],
            "task process": tasks,
            "worker": [each.pid for each in workers],
        }[what]
        if not pids:
            return False
        pid = chance.choice(pids)
        with suppress(ProcessLookupError):
            # With a whole worker goes what it has forked, as when a machine is switched off.
            forked = children(pid) if what == "worker" else []
            for each in (pid, *forked):
                os.kill(each, signal.SIGKILL)
        return True

    def end(self) -> dict[str, int]:
        """Stop everything as a machine that shuts down does; return the exit codes."""
        for each in self.running.values():
            each.send_signal(signal.SIGTERM)
        return {name: each.wait(timeout=60) for name, each in self.running.items()}


def children(pid: int) -> list[int]:
    """Return the processes that this one has forked."""
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _application() -> str:
    """Return what gunicorn serves, as docs/deploy.md says."""
    lines = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8").splitlines()
    return next(line.split()[1] for line in lines if line.startswith(".venv/bin/gunicorn "))


def copied(home: Path) -> Path:
    """Return a copy of the program, so that what is edited meanwhile reaches no server that starts again."""
    left_out = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "staticfiles", "tests", "var")
    return shutil.copytree(ROOT, home / "site", ignore=left_out)


def free_port() -> int:
    """Return a port that nobody uses."""
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


@contextmanager
def own_database(url: str) -> Iterator[str]:
    """Yield the address of an empty database of this PostgreSQL, which is dropped afterwards."""
    name = f"leaguer_soak_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            yield f"{url.rpartition('/')[0]}/{name}"
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def own_redis(home: Path) -> Iterator[str]:
    """Yield the address of a Redis of one's own."""
    port = free_port()
    command = [
        "redis-server",
        "--bind",
        "127.0.0.1",
        "--port",
        str(port),
        "--dir",
        str(home),
        "--appendonly",
        "yes",
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.terminate()


def until(come: Callable[[], bool], seconds: float) -> bool:
    """Wait until something is so; false if it does not come in time."""
    end = time.monotonic() + seconds
    while not come():
        if time.monotonic() > end:
            return False
        time.sleep(0.5)
    return True


def answers(address: str) -> bool:
    """Whether the site answers."""
    with suppress(requests.RequestException):
        return requests.get(f"{address}/healthz", timeout=5).ok
    return False

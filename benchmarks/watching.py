"""A thousand open pages: what they cost while nothing happens, and how soon they hear of a choice.

`python -m benchmarks.watching [--streams 1000] [--battles 20] [--choices 20] [--idle 60]` starts a site of
its own as docs/deploy.md has it, with gunicorn, on the database that DATABASE_URL names (it must be empty),
else on a new SQLite. The streams are opened on battles under their links. Then it prints what it found.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import secrets
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=1_000)
    parser.add_argument("--battles", type=int, default=20)
    parser.add_argument("--choices", type=int, default=20)
    parser.add_argument("--idle", type=int, default=60, help="seconds")
    parser.add_argument("--port", type=int, default=8977)
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with own_site(options.port):
        rows = battles(options.battles)
        with served(options.port) as server:
            asyncio.run(measure(options, server.pid, rows))


@contextmanager
def own_site(port: int) -> Iterator[None]:
    """Set up a site of its own, on the database of DATABASE_URL, else on a new SQLite: not served yet."""
    with TemporaryDirectory() as folder:
        os.environ |= {
            "LEAGUER_VAR": folder, "LEAGUER_STATIC_ROOT": f"{folder}/static", "LEAGUER_PORT": str(port),
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }  # fmt: skip
        for command in (["migrate", "--verbosity", "0"], ["collectstatic", "--noinput", "--verbosity", "0"]):
            subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, check=True)
        yield


@contextmanager
def served(port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Serve the site with gunicorn, as docs/deploy.md has it; yield its process once it answers."""
    command = [sys.executable, "-m", "gunicorn", "config.asgi", "--config", "config/gunicorn.py"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as server:
        try:
            wait_for(f"http://127.0.0.1:{port}/healthz")
            yield server
        finally:
            server.terminate()


def battles(count: int) -> list[Any]:
    """Battles of two patrols, shared by link, in which one person decides for both sides."""
    import django

    django.setup()
    from django.contrib.auth.models import User

    from battles import services
    from rulesets.contract.documents import samples

    owner = User.objects.create_user(f"owner-{secrets.token_hex(4)}")
    lists = [samples()[name].to_json() for name in ("royalist-patrol-300", "parliament-patrol-300")]
    setup = {
        "format": "leaguer-setup", "version": 1, "system": "baroque", "lists": lists,
        "sides": ["Royalists", "Parliament"], "terrain": "open",
    }  # fmt: skip
    rows = [services.begin(owner, setup, seed=str(number), tacticians=()) for number in range(count)]
    for row in rows:
        services.share(row)
    return rows


def wait_for(address: str) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"nothing answers at {address}")


def processes(pid: int) -> list[int]:
    """A process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in processes(int(child)))]


def processor_time(pid: int) -> float:
    """Seconds of the processor that a process and its children have taken."""
    stats = [Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split() for each in processes(pid)]
    return sum(int(each[11]) + int(each[12]) for each in stats) / TICKS


def threads_and_memory(pid: int) -> tuple[int, float]:
    """Threads, and megabytes that are theirs alone, of a process and its children."""
    threads, memory = 0, 0
    for each in processes(pid):
        threads += len(list(Path(f"/proc/{each}/task").iterdir()))
        lines = Path(f"/proc/{each}/smaps_rollup").read_text().splitlines()
        memory += sum(int(line.split()[1]) for line in lines if line.startswith("Private"))
    return threads, memory / 1024


async def watch(port: int, row: Any, heard: dict[tuple[int, int], list[float]]) -> None:
    """Open one stream, and note when it tells which revision."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    asked = f"GET {row.shared_url}events/ HTTP/1.1", "Host: localhost", "Accept: text/event-stream", "", ""
    writer.write("\r\n".join(asked).encode())
    status = await reader.readline()
    if b" 200 " not in status:
        raise SystemExit(f"a stream was answered with {status!r}")
    while line := await reader.readline():
        if line.startswith(b"data: "):
            heard.setdefault((row.pk, int(line[6:])), []).append(time.perf_counter())


async def until(found: Any, what: str, patience: float = 300) -> None:
    """Wait until something is so."""
    end = time.monotonic() + patience
    while not found():
        if time.monotonic() > end:
            raise SystemExit(f"{what}: not after {patience:.0f} s")
        await asyncio.sleep(0.01)


def choose(row: Any) -> float:
    """Make a choice as another process does; when it was committed."""
    from battles import services
    from battles.replay import played

    with played(row) as found:
        pending = found.engine.pending
        choice, side = found.engine.system.core.tactician(found.engine, pending), pending.side
    services.choose(row, row.revision, choice, side, row.owner)
    return time.perf_counter()


async def measure(options: argparse.Namespace, pid: int, rows: list[Any]) -> None:
    heard: dict[tuple[int, int], list[float]] = {}
    watchers = {row.pk: 0 for row in rows}
    tasks, began = [], time.perf_counter()
    for number in range(options.streams):
        row = rows[number % len(rows)]
        watchers[row.pk] += 1
        tasks.append(asyncio.create_task(watch(options.port, row, heard)))
    first = {row.pk: row.revision for row in rows}
    await until(
        lambda: sum(len(heard.get(key, ())) for key in first.items()) >= options.streams,
        "the streams are open",
    )
    opened = time.perf_counter() - began

    before, then = processor_time(pid), time.perf_counter()
    await asyncio.sleep(options.idle)
    idle = (processor_time(pid) - before) / (time.perf_counter() - then)
    threads, memory = threads_and_memory(pid)

    late: list[float] = []
    before, done = processor_time(pid), 0
    for number in range(options.choices):
        row = rows[number % len(rows)]
        committed = await asyncio.to_thread(choose, row)
        key = (row.pk, row.revision)
        await until(lambda key=key: len(heard.get(key, ())) >= watchers[key[0]], "everybody has heard", 30)
        late += [max(0.0, at - committed) for at in heard[key][: watchers[row.pk]]]
        done += 1
    spent = (processor_time(pid) - before) / done
    for task in tasks:
        task.cancel()

    cuts = statistics.quantiles(late, n=20, method="inclusive")
    from django.db import connection

    lines = (
        f"database: {connection.vendor}",
        f"{options.streams} streams on {len(rows)} battles, all open after {opened:.1f} s",
        f"idle, {options.idle} s: {idle:.1%} of a core, {threads} threads, {memory:.0f} MB of its own",
        f"{done} choices, {len(late)} streams woken: p50 {cuts[9] * 1000:.0f} ms, "
        f"p95 {cuts[18] * 1000:.0f} ms, slowest {max(late) * 1000:.0f} ms; "
        f"{spent * 1000:.0f} ms of the processor each",
    )
    print(*lines, sep="\n")


if __name__ == "__main__":
    main()

"""What ten proposals for 1,000 players do to a site: `python -m benchmarks.bench_tournament --proposals 10`.

All are asked for at once, of gunicorn on two processes; a page is read ten times a second meanwhile.
"""

from __future__ import annotations

import os
import statistics
import threading
import time
from collections import Counter
from contextlib import ExitStack
from typing import Any

import requests

from benchmarks.soak.processes import free_port, own_database
from benchmarks.watching import own_site, served

PLAYERS, BEFORE = 1000, 3
PAGE = "/rules/"


def measure_proposals(asked: int) -> None:
    """Print how proposals are answered, and how long the page takes while they are worked out."""
    with ExitStack() as stack:
        if url := os.environ.get("DATABASE_URL"):
            os.environ["DATABASE_URL"] = stack.enter_context(own_database(url))
        port = free_port()
        stack.enter_context(own_site(port))
        address, token = _event()
        with served(port):
            _measure(f"http://127.0.0.1:{port}", address, {"Authorization": f"Token {token}"}, asked)


def _event() -> tuple[str, str]:
    import django

    django.setup()
    from django.contrib.auth.models import User

    from armylists import apitokens
    from tournaments import services
    from tournaments.engine.generate import generate

    owner = User.objects.create_user("owner")
    row = services.create(owner, generate(PLAYERS, BEFORE + 1, "bench", played=BEFORE), "public")
    return f"/api/v1/tournaments/{row.public_id}/proposal/", apitokens.make(owner, "bench")[1]


def _measure(site: str, address: str, headers: dict[str, str], asked: int) -> None:
    for _ in range(20):  # until both processes have the page
        requests.get(site + PAGE, timeout=60)
    answers: list[Any] = []

    def ask() -> None:
        began = time.perf_counter()
        code = requests.get(site + address, headers=headers, timeout=300).status_code
        answers.append((code, time.perf_counter() - began))

    threads = [threading.Thread(target=ask) for _ in range(asked)]
    for each in threads:
        each.start()
    pages = []
    while any(each.is_alive() for each in threads):
        began = time.perf_counter()
        assert requests.get(site + PAGE, timeout=300).status_code == 200
        pages.append(time.perf_counter() - began)
        time.sleep(0.1)
    cuts = statistics.quantiles(pages, n=20, method="inclusive")
    codes, last = dict(Counter(code for code, _ in answers)), max(seconds for _, seconds in answers)
    print(f"{asked} proposals for {PLAYERS} players: {codes}, the last after {last:.1f} s")
    print(f"a page meanwhile: {len(pages)} times, p50 {1000 * cuts[9]:.0f} ms, p95 {1000 * cuts[18]:.0f} ms, "
          f"slowest {1000 * max(pages):.0f} ms")  # fmt: skip
    ask()
    print(f"the proposal again: {answers[-1][0]} after {answers[-1][1]:.2f} s")

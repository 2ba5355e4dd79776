"""How long the builder's page takes on SQLite: `python -m benchmarks.bench_builder`.

Aim for a list of 12 units: under 60 ms, 12 queries or fewer whatever its size. Has its own database.
"""

from __future__ import annotations

from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.site import fresh_site

ROUNDS = 40
FRAGMENT = {"hx-request": "true"}


def main() -> None:
    """Prints the medians of ROUNDS for the whole page, its fragment and a change of the list."""
    with fresh_site():
        _measure()


def _measure() -> None:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    from armylists import sample, services
    from armylists.edits import copy_unit

    users, lists = sample.load()
    client = Client()
    client.force_login(users["alice"])
    kept = lists["royalist-oxford-army"]
    print(f"Medians of {ROUNDS} in ms.")
    print(f"{'units':>5} {'page':>8} {'fragment':>9} {'change':>8} {'queries':>8}")
    for units in (12, 30):
        while sum(1 for _ in kept.army.units()) < units:
            kept.refresh_from_db()
            unit = next(kept.army.units())
            services.change(kept, kept.version, copy_unit(unit.id), users["alice"])
        address = reverse("armylists:edit", args=[kept.public_id])
        page = _timed(partial(client.get, address))
        fragment = _timed(partial(client.get, address, headers=FRAGMENT))
        change = _timed(partial(_shift, client, kept, address))
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        print(f"{units:5} {page:8.1f} {fragment:9.1f} {change:8.1f} {len(queries):8}")


def _shift(client: Any, kept: Any, address: str) -> Any:
    kept.refresh_from_db()
    unit = next(kept.army.units())
    data = {"version": kept.version, "do": "down", "unit": unit.id}
    return client.post(address, data, headers=FRAGMENT)


def _timed(call: Any) -> float:
    times = []
    for _ in range(ROUNDS):
        began = perf_counter()
        answer = call()
        times.append((perf_counter() - began) * 1000)
        assert answer.status_code == 200
    return median(times)


if __name__ == "__main__":
    main()

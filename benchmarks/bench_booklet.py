"""How long the booklet of 64 rosters takes: `python -m benchmarks.bench_booklet [cards]`. Aim: under 15 s."""

from __future__ import annotations

import os
import sys
from itertools import cycle, islice
from time import perf_counter, process_time

import django

LISTS = 64


def main() -> None:
    """Prints how long it takes to bring the lists into a booklet and to set its pages."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from armylists.booklet import Bound, booklet
    from rulesets.contract.documents import samples

    armies = islice(cycle(samples().values()), LISTS)
    lists = [Bound(army, f"Player {number}") for number, army in enumerate(armies, 1)]
    layout = sys.argv[1] if len(sys.argv) > 1 else "summary"
    told: list[int] = []
    began, used = perf_counter(), process_time()
    made = booklet("A benchmark", lists, layout=layout)
    collected = perf_counter()
    pdf = made.pdf(told.append)
    ended = perf_counter()
    print(f"{LISTS} rosters, {len(told)} pages, {len(pdf) // 1024} kB")
    print(f"rosters {collected - began:.1f} s, pages {ended - collected:.1f} s, all {ended - began:.1f} s")
    print(f"of the processor {process_time() - used:.1f} s")


if __name__ == "__main__":
    main()

"""How long the pairing of a Swiss round takes: `python -m benchmarks.bench_pairing [players ...]`.

Aims: 64 players under 0.2 s, 200 under 1 s, 1,000 under 30 s, by the usual criteria.
"""

from __future__ import annotations

import sys
from time import perf_counter

from tournaments.engine.generate import generate
from tournaments.engine.swiss import propose

SIZES = (16, 64, 200, 1000)
BEFORE = 3
"""Rounds that have been played before the one that is timed."""


def main() -> None:
    print(f"{'players':>7} {'paired, s':>9}   round {BEFORE + 1}, the usual criteria")
    for size in [int(each) for each in sys.argv[1:]] or SIZES:
        found = generate(size, BEFORE + 1, "bench", played=BEFORE)
        began = perf_counter()
        propose(found)
        print(f"{size:7} {perf_counter() - began:9.3f}", flush=True)


if __name__ == "__main__":
    main()

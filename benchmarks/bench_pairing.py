"""How long a Swiss round, its reasons and the standings take: `python -m benchmarks.bench_pairing [players]`.

Aims: 64 players paired under 0.2 s, 200 under 1 s, 1,000 under 30 s, by the usual criteria; the standings of
200 with five tie-breaks under 0.06 s.
"""

from __future__ import annotations

import sys
from time import perf_counter

from tournaments.engine.generate import generate
from tournaments.engine.settings import TieBreak
from tournaments.engine.standings import standings
from tournaments.engine.swiss import propose

SIZES = (16, 64, 200, 1000)
BEFORE = 3
"""Rounds that have been played before the one that is timed."""
MOST_EXPLAINED = 200
FIVE = (
    TieBreak(by="direct"), TieBreak(by="buchholz", cut_low=1), TieBreak(by="sonneborn_berger"),
    TieBreak(by="progressive"), TieBreak(by="lot"),
)  # fmt: skip


def main() -> None:
    head = f"{'players':>7} {'paired, s':>9} {'why, s':>9} {'standings, s':>12}"
    print(f"{head}   round {BEFORE + 1}, the usual criteria")
    for size in [int(each) for each in sys.argv[1:]] or SIZES:
        found = generate(size, BEFORE + 1, "bench", played=BEFORE)
        began = perf_counter()
        proposal = propose(found)
        paired = perf_counter()
        if size <= MOST_EXPLAINED:
            assert proposal.explained
        explained = perf_counter()
        rules = found.settings.model_copy(update={"tiebreaks": FIVE, "unplayed": "fide_2026"})
        standings(found.model_copy(update={"settings": rules}))
        stood = perf_counter()
        why = f"{explained - paired:9.3f}" if size <= MOST_EXPLAINED else " " * 9
        print(f"{size:7} {paired - began:9.3f} {why} {stood - explained:12.3f}", flush=True)


if __name__ == "__main__":
    main()

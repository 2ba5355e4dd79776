"""How long a roster PDF takes: `python -m benchmarks.bench_roster`. Aim: under 0.8 s."""

from __future__ import annotations

import os
from statistics import median
from time import perf_counter, process_time

import django

ROUNDS = 7


def main() -> None:
    """Prints the first roster of a fresh process, then the median of ROUNDS for some armies."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from armylists.pdf import roster_pdf
    from armylists.printing import PAPERS
    from rulesets.baroque.armies import sample_lists

    armies = sample_lists()
    link = "https://leaguer.example/l/benchmark/"
    began = perf_counter()
    roster_pdf(armies["polish-crown-army"], "A4", link)
    print(f"The first roster of a process: {perf_counter() - began:.2f} s")
    print(f"Medians of {ROUNDS} in seconds, by the clock and of the processor.")
    print(f"{'list':34} {'paper':6} {'units':>5} {'clock':>7} {'CPU':>7}")
    for name in ("polish-crown-army", "ottoman-field-army", "parliament-patrol-300"):
        for paper in PAPERS:
            clock, cpu = [], []
            for _ in range(ROUNDS):
                begun, used = perf_counter(), process_time()
                roster_pdf(armies[name], paper, link)
                clock.append(perf_counter() - begun)
                cpu.append(process_time() - used)
            units = sum(1 for _ in armies[name].units())
            print(f"{name:34} {paper:6} {units:5} {median(clock):7.2f} {median(cpu):7.2f}")


if __name__ == "__main__":
    main()

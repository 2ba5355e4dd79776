"""How long the check of a list takes: `python -m benchmarks.bench_check [name]`.

Aims: under 1 ms for 600 points of Baroque, under 2 ms for 17 FSP of By Fire and Sword. With the beginning
of a name, only the samples that are called so.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

from rulesets.contract.documents import check_list, from_text, list_rules, parse_list, samples, to_text
from rulesets.engine.lists import dump_list

ROUNDS = 200


def timed(call: Callable[[], Any]) -> float:
    """The median of ROUNDS calls, in milliseconds."""
    call()
    times = []
    for _ in range(ROUNDS):
        began = perf_counter()
        call()
        times.append((perf_counter() - began) * 1000)
    return median(times)


def main() -> None:
    print(f"Medians of {ROUNDS} calls in ms.")
    print(f"{'list':34} {'units':>5} {'check':>9} {'read JSON':>10} {'read text':>10}")
    for name, army in samples().items():
        if not name.startswith(sys.argv[1] if len(sys.argv) > 1 else ""):
            continue
        text, plain = dump_list(army), to_text(army, list_rules(army.system).book_of(army))
        units = sum(1 for _ in army.units())
        row = [
            timed(lambda army=army: check_list(army)),
            timed(lambda text=text: parse_list(text)),
            timed(lambda plain=plain: from_text(plain)),
        ]
        print(f"{name:34} {units:5} {row[0]:9.3f} {row[1]:10.3f} {row[2]:10.3f}")


if __name__ == "__main__":
    main()

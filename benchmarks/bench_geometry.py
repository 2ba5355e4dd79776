"""How many geometry calls a second: `python -m benchmarks.bench_geometry`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from time import perf_counter

from rulesets.engine.geometry import (
    Base,
    advance,
    advance_to_contact,
    contact_face,
    edge,
    ellipse,
    front_corridor_overlap,
    gap,
    in_arc,
    overlap,
    overlaps_polygon,
    point_gap,
    polygon_sweep,
    segment_hits,
    segment_length_inside,
    share_inside,
    shift,
    sweep,
    touching,
    wheel,
    wheel_blocked,
)

SECONDS = 0.2
WOOD = ellipse(4, 4, 6, 4, 20)


def units(count: int, spread: float) -> list[Base]:
    """Units strewn over a table, always the same ones."""
    source = random.Random(1648)
    return [
        Base(source.uniform(0, spread), source.uniform(0, spread), source.uniform(0, 360), 2, 0.75)
        for _ in range(count)
    ]


def cases() -> Iterator[tuple[str, Callable[[Base, Base], object]]]:
    """Each measured call, on a pair of units."""
    yield "advance", lambda a, b: advance(a, 1.5)
    yield "shift", lambda a, b: shift(a, 1.0, 0.5)
    yield "wheel", lambda a, b: wheel(a, "left", 20.0)
    yield "gap", gap
    yield "point_gap", lambda a, b: point_gap(a.x, a.y, b)
    yield "overlap", overlap
    yield "touching", touching
    yield "front_corridor_overlap", front_corridor_overlap
    yield "in_arc", lambda a, b: in_arc(edge(a, "front"), b)
    yield "advance_to_contact", lambda a, b: advance_to_contact(a, b, 4.0)
    yield "sweep", lambda a, b: sweep(a, -3.0 * a.fx, -3.0 * a.fy, b)
    yield "wheel_blocked", lambda a, b: wheel_blocked(a, "left", 57.0, b)
    yield "contact_face", contact_face
    yield "segment_hits", lambda a, b: segment_hits(a.x, a.y, b.x, b.y, a)
    yield "segment_length_inside", lambda a, b: segment_length_inside(a.x, a.y, b.x, b.y, WOOD)
    yield "share_inside", lambda a, b: share_inside(a, WOOD)
    yield "overlaps_polygon", lambda a, b: overlaps_polygon(a, WOOD)
    yield "polygon_sweep", lambda a, b: polygon_sweep(a, 3.0 * a.fx, 3.0 * a.fy, WOOD)


def calls_per_second(call: Callable[[Base, Base], object], pairs: list[tuple[Base, Base]]) -> float:
    """The best of three runs of at least `SECONDS`."""
    best = 0.0
    for _ in range(3):
        done, start = 0, perf_counter()
        while (spent := perf_counter() - start) < SECONDS:
            for a, b in pairs:
                call(a, b)
            done += len(pairs)
        best = max(best, done / spent)
    return best


def main() -> None:
    """Prints a table: each call on units close together (8 by 8 BU) and over a table (30 by 30 BU)."""
    close, far = units(20, 8.0), units(20, 30.0)
    near_pairs, far_pairs = ([(a, b) for a in some for b in some if a is not b] for some in (close, far))
    print(f"{'calls/s':24}{'close':>12}{'whole table':>14}")
    for name, call in cases():
        print(
            f"{name:24}{calls_per_second(call, near_pairs):12,.0f}{calls_per_second(call, far_pairs):14,.0f}"
        )


if __name__ == "__main__":
    main()

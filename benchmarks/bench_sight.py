"""How long sight takes on a hex map: `python -m benchmarks.bench_sight`.

A map of 30 x 20 hexes with woods, towns and a hill, forty stands a side: who sees whom among the stands, and
all pairs of hexes, those as far apart as the largest gun reaches and all of them: with nothing known, with
the shadows of a map's size known but the map new, and with all kept that stands do not change. Aim: all pairs
of hexes under 50 ms.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from time import process_time

from rulesets.snaphance import hexes, sheet, sight
from rulesets.snaphance.ground import Cell, Map
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.state import State
from tests.kit.hexfield import HexField, stand

COLUMNS, ROWS, STANDS = 30, 20, 40
GUNS = 10
"""H that the largest gun reaches."""


def terrain(source: random.Random) -> dict[Hex, Cell]:
    """About a hundred hexes of woods, twenty of towns, a hill of two levels, always the same."""
    cells: dict[Hex, Cell] = {}
    for kind, clumps, size in (("woods", 12, 9), ("town", 5, 4)):
        for _ in range(clumps):
            place = hexes.at(source.randrange(COLUMNS), source.randrange(ROWS))
            for _ in range(size):
                cells[place] = Cell(kind)
                place = hexes.neighbour(place, source.randrange(6))
    top = hexes.at(COLUMNS // 2, ROWS // 2)
    for place in hexes.disc(top, 3):
        cells.setdefault(place, Cell("open", 2 if hexes.distance(top, place) < 2 else 1))
    whole = Map(COLUMNS, ROWS)
    return {place: cell for place, cell in cells.items() if place in whole}


def battle() -> State:
    """Forty stands a side on that map, of all classes, in two lines each."""
    source = random.Random(1632)
    stands = []
    for side, first in enumerate((16, 3)):
        for number in range(STANDS):
            place = hexes.label(hexes.at(5 + number % 20, first + number // 20))
            code = source.choice(["PS", "PS", "Sh", "Sk", "Pi", "Ln", "LC", "Art"])
            stands.append(stand(f"{'ab'[side]}.c1u{number + 1}", place, code))
    state = HexField(*stands, columns=COLUMNS, rows=ROWS, sheet=sheet.load()).state
    state.map = Map(COLUMNS, ROWS, terrain(source))
    return state


def pairs_of_stands(state: State) -> int:
    """How many pairs of stands see each other."""
    places = [one.place for one in state.on_field()]
    return sum(
        sight.clear(state, place, other) for n, place in enumerate(places) for other in places[n + 1 :]
    )


def pairs_of_hexes(state: State, reach: int) -> int:
    """How many pairs of hexes up to `reach` H apart see each other."""
    return sum(seen.bit_count() for seen in sight.seen_from_all(state, reach).values()) // 2


def timed(what: str, state: State, count: Callable[[], int]) -> None:
    """Print how long it takes with nothing known, on a new map and again, and what comes of it."""
    times = []
    for forget in (_everything, _the_map, _nothing):
        forget(state)
        began = process_time()
        found = count()
        times.append(1000 * (process_time() - began))
    print(f"{what:<26}" + "".join(f"{each:12.1f} ms" for each in times) + f"{found:12,}")


def _everything(state: State) -> None:
    sight.shadows.cache_clear()
    sight.lanes.cache_clear()
    _the_map(state)


def _the_map(state: State) -> None:
    state.map.surveyed.clear()


def _nothing(state: State) -> None:
    pass


def main() -> None:
    state = battle()
    places = list(state.map.hexes())
    print(f"{COLUMNS} x {ROWS} hexes, {2 * STANDS} stands, {len(state.map.cells)} hexes of terrain")
    print(f"{'':<26}{'all new':>15}{'the map new':>15}{'again':>15}{'see':>12}")
    timed(f"{STANDS * (2 * STANDS - 1):,} pairs of stands", state, lambda: pairs_of_stands(state))
    for reach in (GUNS, COLUMNS + ROWS):
        number = sum(hexes.distance(one, two) <= reach for one, two in combinations(places, 2))
        timed(f"{number:,} pairs of hexes", state, lambda reach=reach: pairs_of_hexes(state, reach))


if __name__ == "__main__":
    main()

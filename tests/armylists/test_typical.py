"""A typical army of every book at its usual sizes: legal, spent, and in the book's proportions."""

from collections import Counter

import pytest

from armylists import start
from armylists.typical import typical
from rulesets.contract import registry
from rulesets.contract.documents import check_list, parse_list

EVERY = [
    (system.slug, book, points)
    for system in registry.systems()
    for book in system.lists.books()
    for points in [size for size, _ in system.roster.sizes] or [0]
]


@pytest.mark.parametrize(("system", "book", "points"), EVERY)
def test_a_typical_army_is_legal_and_spends_its_points(system: str, book: str, points: int) -> None:
    army = typical(system, book, points, "Mine", "Alice")
    report, least = check_list(army), check_list(start.minimum(system, book, points))
    assert report.violations == ()
    assert parse_list(army.to_json()) == army
    assert (army.name, army.player, army.points) == ("Mine", "Alice", points)
    if points:
        assert 0.93 * points <= report.total <= points
        assert len({unit.entry for unit in army.units()}) >= 4
    else:
        assert report.total >= least.total
    assert typical(system, book, points, "Mine", "Alice") == army


def test_it_takes_more_of_what_a_book_allows_more_of() -> None:
    kinds = Counter(unit.entry for unit in typical("baroque", "tyw-swedish", 1000).units())
    ranges = start.ranges(start.constraints(start.empty("baroque", "tyw-swedish", 1000)))
    usual = max(ranges, key=lambda each: each.high or 0)
    assert sum(kinds[entry] for entry in usual.entries) == max(
        sum(kinds[entry] for entry in each.entries) for each in ranges
    )


def test_a_card_is_climbed_level_by_level() -> None:
    army = typical("by_fire_and_sword", "muscovite", 11, card="skirmish-1648-76")
    report = check_list(army)
    assert report.legal
    assert 9 <= report.total <= 11

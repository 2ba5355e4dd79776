"""The list to begin with."""

import pytest

from armylists import start
from rulesets.baroque.armies import books, check
from rulesets.contract.documents import parse_list
from rulesets.engine.lists import ListError


@pytest.mark.rule("BQ-A.1", "BQ-A.2")
@pytest.mark.parametrize("points", [300, 600, 1000])
@pytest.mark.parametrize("book", sorted(books()))
def test_the_least_that_a_book_demands_is_legal(book: str, points: int) -> None:
    army = start.minimum("baroque", book, points, "Mine", "Alice")
    report = check(army)
    assert report.violations == ()
    assert report.total <= points
    assert parse_list(army.to_json()) == army


def test_an_empty_list_has_the_extras_that_nobody_pays_for() -> None:
    army = start.empty("baroque", "polish", 600)
    assert army.commands == ()
    assert army.extras["exploration_dice"] == 0
    assert parse_list(army.to_json()) == army


def test_a_book_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ListError, match="not an army book"):
        start.minimum("baroque", "narnia", 600)

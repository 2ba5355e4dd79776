"""Titles of lists to choose from: two of the same are told apart by when they were changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from armylists.models import ArmyList
from armylists.profiles import moment
from armylists.wording import lists as words


def titled(rows: Iterable[ArmyList]) -> list[tuple[ArmyList, str]]:
    """Return lists, each with its title; those that are called alike with the time of their last change. The
    books of lists without a name are read for it (`booksource.fetch_for`).
    """
    found = [(row, row.title) for row in rows]
    times = Counter(title for _, title in found)
    return [
        (row, title if times[title] == 1 else words.changed_at(title, moment(row.updated)))
        for row, title in found
    ]

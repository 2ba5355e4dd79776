"""What organisers settle beside pairings and points: which lists may come, tables, scenarios, painting."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from tournaments.engine.parts import MOST_ROUNDS, Key, Points, Strict, Text

Year = Annotated[int, Field(ge=1000, le=2000)]
Count = Annotated[int, Field(ge=0, le=100_000)]


class Origin(Strict):
    """The preset that settings were copied from: its version and its date."""

    key: Key
    version: Annotated[int, Field(ge=0)] = 0
    date: datetime.date | None = None


class SmallForces(Strict):
    """Small forces: whether they are `allowed`; the most points that a list may have to meet one (0: any);
    and whether everybody brings one for that (`list_for_them`).
    """

    allowed: bool = True
    opponent_most: Count = 7
    list_for_them: bool = True


class Limits(Strict):
    """Which lists may come. `systems`, `books`, `kinds` (of forces, where a system has several): any if none
    is named; `least` and `most` points or FSP, 0 for no limit; `period`: years that the book's must meet;
    `lists`: how many a player may bring; `one_book`: all of one army book; `legal`: none that breaks rules.
    `until`: lists that come later are late, where the schedule has no `lists_due`.
    """

    systems: Annotated[tuple[Key, ...], Field(max_length=10)] = ()
    books: Annotated[tuple[Text, ...], Field(max_length=200)] = ()
    kinds: Annotated[tuple[Key, ...], Field(max_length=10)] = ()
    least: Count = 0
    most: Count = 0
    period: tuple[Year, Year] | None = None
    lists: Annotated[int, Field(ge=1, le=20)] = 1
    one_book: bool = False
    legal: bool = True
    small_forces: SmallForces | None = None
    until: AwareDatetime | None = None


class TableSetting(Strict):
    """A table with the terrain that lies on it, and the scenario that is bound to it."""

    number: Annotated[int, Field(ge=1, le=1000)]
    terrain: Text = ""
    scenario: Text = ""


class Scenarios(Strict):
    """Which scenarios are played: those of the tables (`tables`), one a round as set (`set`, the first name
    for the first round), drawn from all names for a round (`drawn`) or for each pairing (`drawn_each`), or
    chosen by the players from them.
    """

    how: Literal["tables", "set", "drawn", "drawn_each", "chosen"] = "tables"
    names: Annotated[tuple[Text, ...], Field(max_length=MOST_ROUNDS * 2)] = ()


class PenaltyKind(Strict):
    """A usual penalty: what for, and how many match points it takes."""

    name: Text
    points: Annotated[Points, Field(gt=0)] = 1


class SoftKind(Strict):
    """A soft score: who gives it (a judge, each opponent, or everybody's vote for one), the most that it can
    be, and for votes the points of the first places.
    """

    name: Text
    by: Literal["judge", "opponents", "votes"] = "judge"
    most: Annotated[Points, Field(gt=0)] = 5
    places: Annotated[tuple[Points, ...], Field(max_length=20)] = (3, 2, 1)


Fresh = Literal["scenario", "table", "terrain"]

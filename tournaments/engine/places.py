"""Are standings right? What parts neighbours, and what a list of places has that is not so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Annotated

from pydantic import BaseModel, Field, ValidationError

from rulesets.engine.errors import fault_of
from tournaments.engine.document import MOST_PLAYERS, TournamentError
from tournaments.engine.standings import Standing, Standings

POINTS = -1
SHARED = -2


class ClaimedPlace(BaseModel):
    """A place that somebody claims: of whom, and with how many points."""

    player: Annotated[str, Field(max_length=32)]
    rank: Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
    points: Annotated[str, Field(pattern=r"^-?\d{1,7}(\.\d{1,2})?$")]


class Claimed(BaseModel):
    """Standings as `tournament_standings --json` prints them; what else stands there is not looked at."""

    after: Annotated[int, Field(ge=0, le=1000)]
    places: Annotated[tuple[ClaimedPlace, ...], Field(max_length=MOST_PLAYERS)]


@dataclass(frozen=True, slots=True)
class Wrong:
    """A player whose place is not as claimed. None: there is no such claim, or no such player."""

    player: str
    claimed: ClaimedPlace | None
    found: Standing | None


def read_claimed(data: bytes) -> Claimed:
    """Return claimed standings; raises TournamentError with all that is wrong with them."""
    try:
        return Claimed.model_validate_json(data)
    except ValidationError as error:
        raise TournamentError(*(fault_of(each) for each in error.errors(include_url=False))) from None


def wrong_places(claimed: Sequence[ClaimedPlace], found: Standings) -> Iterator[Wrong]:
    """Yield everybody whose place or points are not as claimed, the first place first."""
    said = {each.player: each for each in claimed}
    for each in found.places:
        place = said.pop(each.player.id, None)
        if place is None or (place.rank, Fraction(place.points)) != (each.rank, round(each.points, 2)):
            yield Wrong(each.player.id, place, each)
    yield from (Wrong(key, place, None) for key, place in said.items())


def parted(found: Standings) -> Counter[int]:
    """Return what parts neighbours, and how often: POINTS, a tie-break by its place, or SHARED."""
    return Counter(_parted(one, other) for one, other in pairwise(found.places))


def _parted(one: Standing, other: Standing) -> int:
    if one.points != other.points:
        return POINTS
    values = zip(one.values, other.values, strict=False)
    return next((at for at, (ours, theirs) in enumerate(values) if ours.ranks != theirs.ranks), SHARED)

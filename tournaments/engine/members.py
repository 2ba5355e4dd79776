"""Teams in the document: their members, and who of them plays at which board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Annotated, Any

from pydantic import Field

from rulesets.engine.errors import Fault
from tournaments import wording as words
from tournaments.engine.parts import Key, Number, RoundNumber, Strict, Text


class Team(Strict):
    """A team: its members in the order of its boards, and the captain, who is one of them."""

    id: Key
    name: Annotated[str, Field(min_length=1, max_length=120)]
    captain: Key | None = None
    members: Annotated[tuple[Key, ...], Field(max_length=40)] = ()
    club: Text = ""
    nation: Text = ""
    number: Number | None = None


class LineUp(Strict):
    """Which members of a team play in a round, the first board first."""

    team: Key
    round: RoundNumber
    members: Annotated[tuple[Key, ...], Field(max_length=40)]


def faults_in_teams(
    teams: Sequence[Team], line_ups: Sequence[LineUp], known: set[str],
    matches: Sequence[tuple[str, str]] = (),
) -> Iterator[Fault]:  # fmt: skip
    """Yield what is wrong with teams, their line-ups and matches; `known`: the ids of all players."""
    yield from _in_teams(teams, known)
    members = {each.id: each.members for each in teams}
    for at, each in enumerate(line_ups):
        if each.team not in members:
            yield Fault(f"line_ups[{at}].team", words.no_such_team(each.team))
        elif not set(each.members) <= set(members[each.team]):
            yield Fault(f"line_ups[{at}].members", words.NO_MEMBER)
    for at, match in enumerate(matches):
        for side, key in enumerate(match):
            if key not in members:
                yield Fault(f"matches[{at}][{side}]", words.no_such_team(key))


def _in_teams(teams: Sequence[Team], known: set[str]) -> Iterator[Fault]:
    for key in twice(each.id for each in teams):
        yield Fault("teams", words.twice_here(key))
    for key in twice(chain.from_iterable(each.members for each in teams)):
        yield Fault("teams", words.in_two_teams(key))
    for at, each in enumerate(teams):
        for place, key in enumerate(each.members):
            if key not in known:
                yield Fault(f"teams[{at}].members[{place}]", words.no_such_player(key))
        if each.captain is not None and each.captain not in each.members:
            yield Fault(f"teams[{at}].captain", words.NO_MEMBER)


def twice(things: Iterable[Any]) -> list[Any]:
    """Return what is there more than once."""
    return [each for each, count in Counter(things).items() if count > 1]

"""Knock-outs and groups on their page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.engine import groups, knockout
from tournaments.engine.bracket import NOBODY, Resolved, Source
from tournaments.engine.document import Tournament
from tournaments.engine.kinds import KNOCKOUTS
from tournaments.engine.rounds import second_line
from tournaments.engine.teams import as_players
from tournaments.wording import bracket as words
from tournaments.wording.commands import points
from tournaments.wording.pages import scores_of


@dataclass(frozen=True, slots=True)
class Side:
    """Somebody in a battle: their name, or where they will come from (not `known`)."""

    key: str
    name: str
    known: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Duel:
    """A battle of a bracket. `result` in words, "" while there is none; `stage`: what it is played for;
    `winners_of`: the battles whose winners meet in it; `below`: it is drawn below those for the first place.
    """

    number: int
    sides: tuple[Side, Side]
    result: str
    stage: str
    winners_of: tuple[int, ...] = ()
    below: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A round of a bracket: its number among all rounds, its name, its battles from top to bottom."""

    round: int
    name: str
    duels: tuple[Duel, ...]


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A place in a group. `through`: it leads on to the knock-out."""

    rank: int
    key: str
    name: str
    points: str
    through: bool


def _of_sides(tournament: Tournament) -> Tournament:
    return as_players(tournament) if tournament.settings.teams is not None else tournament


def bracket_of(document: Tournament) -> list[Column]:
    """Return the rounds of the knock-out; none before it is drawn."""
    tournament = _of_sides(document)
    before = 0
    if tournament.settings.kind not in KNOCKOUTS:
        before = groups.rounds_in_groups(tournament) if tournament.rounds else 0
    if len(tournament.rounds) <= before:
        return []
    line = second_line(tournament, before) if before else knockout.line_of(tournament)
    found = [each for each in knockout.battles(tournament, line, before) if _shown(each)]
    numbers = {each.slot.number: at for at, each in enumerate(found, 1)}
    by_round = groupby(sorted(found, key=_place), key=lambda each: each.slot.round)
    last = max(each.slot.round for each in found)
    return [
        Column(before + number, words.column(number, last, double=_double(tournament)), tuple(
            _duel(each, tournament, before, numbers) for each in own
        ))
        for number, own in by_round
    ]  # fmt: skip


def _double(tournament: Tournament) -> bool:
    settings = tournament.settings
    return "double_knockout" in (
        settings.kind,
        settings.groups.then if settings.kind == "groups" else settings.kind,
    )


def _place(each: Resolved) -> tuple[int, bool, int]:
    return each.slot.round, each.slot.stage in ("losers", "third"), each.slot.number


def _shown(each: Resolved) -> bool:
    """Whether there is something to see: a second final that nobody needs, and places of nobody, are not."""
    if NOBODY in each.players and each.slot.stage == "reset":
        return False
    return each.players != (NOBODY, NOBODY)


def _duel(each: Resolved, tournament: Tournament, before: int, numbers: dict[int, int]) -> Duel:
    names = {one.id: one.name for one in tournament.players}
    one, other = (
        _side(key, source, each, names, numbers)
        for key, source in zip(each.players, each.slot.sources, strict=True)
    )
    said = _result(each, tournament, before)
    won = (source.number for source in each.slot.sources if source.kind == "winner")
    return Duel(
        numbers[each.slot.number], (one, other), said, words.STAGES[each.slot.stage],
        tuple(numbers[number] for number in won if number in numbers), each.slot.stage in ("losers", "third"),
    )  # fmt: skip


def _side(
    key: str | None, source: Source, each: Resolved, names: dict[str, str], numbers: dict[int, int]
) -> Side:
    if key:
        return Side(key, names[key], known=True, won=key == each.winner)
    if key == NOBODY or source.number not in numbers:
        return Side("", words.NOBODY, known=False, won=False)
    return Side("", words.source(source.kind, numbers[source.number]), known=False, won=False)


def _result(each: Resolved, tournament: Tournament, before: int) -> str:
    at = before + each.slot.round - 1
    if not each.fought or at >= len(tournament.rounds):
        return ""
    for pairing in tournament.rounds[at].pairings:
        if set(pairing.players) == set(each.players) and pairing.result is not None:
            found = pairing.result
            if found.played and pairing.players != each.players:
                found = found.model_copy(update={"scores": found.scores[::-1]})
            return words.FORFEIT if not found.played else scores_of(found, 0)
    return ""


def groups_of(document: Tournament) -> list[Sequence[GroupRow]]:
    """Return the places in each group; none before the groups are drawn."""
    if document.settings.kind != "groups" or not document.rounds:
        return []
    tournament = _of_sides(document)
    through = tournament.settings.groups.through
    return [
        [
            GroupRow(each.rank, each.player.id, each.player.name, points(each.points), at < through)
            for at, each in enumerate(own)
        ]
        for own in groups.group_standings(tournament)
    ]

"""Players on paper: everybody's own card with all rounds, and the list of all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from armylists.printing import Printout
from tournaments.engine.document import Player, Result, Tournament
from tournaments.engine.feasible import rounds_of
from tournaments.engine.scoring import Game, games
from tournaments.paper.setting import by_name, groups_of, in_parts, set_out
from tournaments.wording import paper as words
from tournaments.wording.commands import points

HALF_A_PAGE = 7
"""Rounds for which half a page is enough."""


@dataclass(frozen=True, slots=True)
class Row:
    """A round on a card: empty where it is to be written by hand."""

    number: int
    table: str = ""
    opponent: str = ""
    score: str = ""
    against: str = ""
    points: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A player's own card."""

    player: Player
    rows: tuple[Row, ...]
    points: str


def scorecards(tournament: Tournament, paper: str = "A4", only: str = "") -> Printout:
    """Return a card for every player, or (`only`) for the one of this id: all rounds, with what is known of
    them filled in and room to write the others.
    """
    people = sorted((each for each in tournament.players if not each.waiting), key=by_name)
    played = games(tournament)
    cards = [_card(tournament, each, played[each.id]) for each in people if only in ("", each.id)]
    rows = rounds_of(tournament)
    each_page = 2 if rows <= HALF_A_PAGE else 1
    return set_out("cards", tournament, paper, sheets=in_parts(cards, each_page), halves=each_page == 2)


def _card(tournament: Tournament, player: Player, played: list[Game]) -> Card:
    rows = {each.number: each for each in _paired(tournament, player, {each.round: each for each in played})}
    numbers = range(1, max(rounds_of(tournament), len(tournament.rounds)) + 1)
    total = points(sum((each.points for each in played), start=Fraction(0))) if played else ""
    return Card(player, tuple(rows.get(number) or Row(number) for number in numbers), total)


def _paired(tournament: Tournament, player: Player, played: dict[int, Game]) -> Iterator[Row]:
    people = tournament.by_id
    for number, found in enumerate(tournament.rounds, 1):
        won = points(played[number].points) if number in played else ""
        for each in found.pairings:
            if player.id in each.players:
                side = each.players.index(player.id)
                other = people[each.players[1 - side]].name
                own, theirs = _scores(each.result, side) if each.result else ("", "")
                yield Row(number, str(each.table or ""), other, own, theirs, won)
        if any(each.player == player.id for each in found.byes):
            yield Row(number, opponent=words.BYE, points=won)


def _scores(result: Result, side: int) -> tuple[str, str]:
    if not result.played:
        return words.NOTHING, words.NOTHING
    own, theirs = (words.figure(Fraction(result.scores[each])) for each in (side, 1 - side))
    return own, theirs


def player_list(tournament: Tournament, paper: str = "A4") -> Printout:
    """Return all players in the order of their names, with a box to tick off who is there."""
    people = sorted((each for each in tournament.players if not each.waiting), key=by_name)
    groups = groups_of(people)
    rows = [(each, [getattr(each, group) for group in groups]) for each in people]
    return set_out("players", tournament, paper, people=rows, groups=[words.group(each) for each in groups])

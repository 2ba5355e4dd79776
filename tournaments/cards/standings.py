"""The standings on a page: every place with its tie-breaks, and how each was worked out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.engine.document import Player, Tournament
from tournaments.engine.ranking import ranking
from tournaments.engine.scoring import Game
from tournaments.engine.settings import Scoring
from tournaments.engine.standings import Standing, added
from tournaments.engine.terms import Part, Value
from tournaments.wording import pages, tiebreaks
from tournaments.wording import standings as words
from tournaments.wording.commands import points


@dataclass(frozen=True, slots=True)
class Worked:
    """A tie-break of a player: its name, value, the sum that led to it, and whose rule it is."""

    name: str
    value: str
    sum: str
    rule: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row of the standings. `moved`: places gained since the last round, None at the beginning; `rounds`:
    each round in words; `extra`: what penalties and soft scores added.
    """

    rank: int
    player: Player
    points: str
    ties: tuple[Worked, ...]
    rounds: tuple[str, ...]
    extra: str
    moved: int | None


@dataclass(frozen=True, slots=True)
class Table:
    """The standings after a round; `provisional`: results are missing."""

    after: int
    places: tuple[Ranked, ...]
    provisional: bool
    columns: tuple[str, ...]


def standings_table(tournament: Tournament, after: int | None = None) -> Table:
    """Return the standings after a round, else the last one."""
    found = ranking(tournament, after)
    before = {}
    if found.after > 1:
        before = {each.player.id: each.rank for each in ranking(tournament, found.after - 1).places}
    past = tournament.up_to(found.after)
    names = {each.id: each.name for each in tournament.players}
    names |= {each.id: each.name for each in tournament.teams}
    places = tuple(_place(each, past, names, before) for each in found.places)
    used = max((len(each.ties) for each in places), default=0)
    columns = tuple(tiebreaks.name(each) for each in tournament.settings.tiebreaks[:used])
    return Table(found.after, places, found.provisional, columns)


def _place(standing: Standing, past: Tournament, names: dict[str, str], before: dict[str, int]) -> Ranked:
    player = standing.player
    moved = before[player.id] - standing.rank if player.id in before else None
    extra = added(player, past)
    return Ranked(
        standing.rank, player, points(standing.points), tuple(_ties(standing, past, names)),
        tuple(_game(each, names, past.settings.scoring) for each in standing.games),
        points(extra) if extra else "", moved,
    )  # fmt: skip


def _ties(standing: Standing, past: Tournament, names: dict[str, str]) -> Iterator[Worked]:
    for how, value in zip(past.settings.tiebreaks, standing.values, strict=False):
        shown = words.DRAWN if how.by == "lot" else points(value.value)
        yield Worked(tiebreaks.name(how), shown, _sum(value, names), tiebreaks.rule(how, past.settings))


def _sum(value: Value, names: dict[str, str]) -> str:
    return words.sum_of([_part(each, names) for each in value.parts])


def _part(part: Part, names: dict[str, str]) -> str:
    who = names.get(part.opponent, "") or (words.round_number(part.round) if part.round else "")
    return words.part(points(part.worth), who, cut=part.cut)


def _game(game: Game, names: dict[str, str], scoring: Scoring) -> str:
    worth = points(game.points)
    if game.bonus and scoring.bonus is not None:
        kinds = dict.fromkeys(term.of or "" for term in scoring.bonus.terms)
        worth = words.with_bonus(worth, points(game.bonus), list(kinds))
    return words.game(
        game.round, game.outcome, names.get(game.opponent, ""), worth, points(game.small),
        played=_battle(game, scoring) if game.played else None,
    )  # fmt: skip


def _battle(game: Game, scoring: Scoring) -> str:
    if game.result is None or game.side is None:
        return ""
    scores = pages.scores_of(game.result, game.side) if scoring.of == "scores" else ""
    figures = [said for _, said in pages.figures_of(game.result, game.side)]
    return words.battle(scores, figures, game.level)

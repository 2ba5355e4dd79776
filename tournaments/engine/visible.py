"""What somebody may see of a tournament: the only way from a document to pages, API, PDFs and feeds."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.engine.day import Shown
from tournaments.engine.document import LineUp, Pairing, Player, Round, Tournament
from tournaments.engine.lots import sealed
from tournaments.engine.progress import over
from tournaments.engine.sent import ListMark
from tournaments.engine.teams import line_ups_known, opponent_of


@dataclass(frozen=True, slots=True)
class Eyes:
    """Whose eyes see it. `all`: an organiser's; `reports`: a judge's, who sees what is reported at every
    table, but no round before it is published; `player`: who they play as, "" for nobody.
    """

    all: bool = False
    reports: bool = False
    player: str = ""


EVERYBODY = Eyes()


def visible(tournament: Tournament, eyes: Eyes) -> Tournament:
    """Return the tournament without what these eyes may not see: rounds that are not published, locks of
    the next one, line-ups of other teams for it (but of whom their own meets, once both have given theirs),
    the seed before the last round is over, reports and disputes of other tables, and what is said of lists
    of others: once lists are shown, it is only which of them count.
    """
    if eyes.all:
        return tournament
    rounds = tuple(_round(each, eyes) for each in tournament.rounds if each.published)
    players = tuple(_player(each, tournament, eyes) for each in tournament.players)
    line_ups = _line_ups(tournament, len(rounds), eyes)
    seen = tournament.model_copy(
        update={"rounds": rounds, "locks": (), "line_ups": line_ups, "players": players}
    )
    return seen if over(seen) else sealed(seen)


def _line_ups(tournament: Tournament, published: int, eyes: Eyes) -> tuple[LineUp, ...]:
    own = {each.id for each in tournament.teams if eyes.player and eyes.player in each.members}
    known = {opponent_of(key, tournament.matches) for key in own if line_ups_known(tournament, key)}
    return tuple(each for each in tournament.line_ups if each.round <= published or each.team in own | known)


def shows(tournament: Tournament, what: Shown, eyes: Eyes) -> bool:
    """Return whether standings or lists are for these eyes: by hand, or by the settings."""
    if eyes.all or what in tournament.shown:
        return True
    by_round = what == "lists" and tournament.settings.publishing.lists == "first_round"
    return by_round and any(each.published for each in tournament.rounds)


def standings_seen(seen: Tournament, eyes: Eyes) -> Tournament | None:
    """Return a tournament as these eyes see it (see `visible`) up to the last round after which its standings
    are for them; None if the standings are hidden.
    """
    if not shows(seen, "standings", eyes):
        return None
    if eyes.all or over(seen):
        return seen
    publishing, last = seen.settings.publishing, len(seen.rounds)
    if publishing.standings == "after_rounds":
        last = next((at for at, each in enumerate(seen.rounds) if not each.complete), last)
    if publishing.hidden_after:
        last = min(last, publishing.hidden_after)
    return seen.up_to(last)


def _player(player: Player, tournament: Tournament, eyes: Eyes) -> Player:
    if not player.lists or player.id == eyes.player:
        return player
    counting = [
        each for each in player.lists if each.state == "accepted" and shows(tournament, "lists", eyes)
    ]
    marks = tuple(
        ListMark(key=each.key, state=each.state, late=each.late, changed=each.changed) for each in counting
    )
    return player.model_copy(update={"lists": marks})


def _round(found: Round, eyes: Eyes) -> Round:
    if eyes.reports:
        return found
    return found.model_copy(update={"pairings": tuple(_pairing(each, eyes) for each in found.pairings)})


def _pairing(pairing: Pairing, eyes: Eyes) -> Pairing:
    if eyes.player in pairing.players or pairing.state in ("open", "settled"):
        return pairing
    return pairing.model_copy(update={"reports": (), "dispute": None})

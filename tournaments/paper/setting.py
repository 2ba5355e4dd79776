"""What all papers of a tournament share: their style, their head, the document inside."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from typing import Any, TypeVar

from armylists.printing import Printout, Source, printout
from rulesets.engine.errors import LeaguerError
from tournaments.engine.document import Player, Round, Tournament
from tournaments.wording import paper as words

ATTACHMENT = "tournament.json"
_STYLE = "css/tournament-print.css"
_GROUPS = (("team", "club", "nation"), ("book",))
T = TypeVar("T")


def set_out(template: str, tournament: Tournament, paper: str, **context: Any) -> Printout:
    """Return a paper of a tournament from the template of that name."""
    shown = {"tournament": tournament, "name": tournament.name or words.NAMELESS, **context}
    return printout(f"tournaments/pdf/{template}.html", shown, _STYLE, paper)


def source_of(tournament: Tournament) -> Source:
    """Return a tournament's document as it lies in its papers."""
    text = json.dumps(tournament.to_json(), ensure_ascii=False, indent=1)
    return Source(text, ATTACHMENT, words.ATTACHED)


def with_teams(tournament: Tournament) -> Tournament:
    """Return a tournament each of whose players bears the name of the team that they are a member of."""
    names = {key: team.name for team in tournament.teams for key in team.members}
    players = tuple(
        each.model_copy(update={"team": names[each.id]}) if each.id in names else each
        for each in tournament.players
    )
    return tournament.model_copy(update={"players": players})


def round_of(tournament: Tournament, number: int | None) -> tuple[int, Round]:
    """Return a round and its number, the last one for None; raises LeaguerError if it is not paired."""
    last = len(tournament.rounds)
    wanted = last if number is None else number
    if not 1 <= wanted <= last:
        raise LeaguerError(words.no_round(wanted, last), path="round", code="round")
    return wanted, tournament.rounds[wanted - 1]


def by_name(player: Player) -> tuple[str, str]:
    """Return what players are sorted by: their name, then their id."""
    return plain(player.name), player.id


def plain(name: str) -> str:
    """Return a name without accents and case."""
    parts = unicodedata.normalize("NFKD", name)
    return "".join(each for each in parts if not unicodedata.combining(each)).casefold()


def groups_of(players: Sequence[Player]) -> list[str]:
    """Return what lists say of players beside their names: their team, or else club or nation, and army book,
    as far as any of them has one.
    """
    named = ([each for each in kind if any(getattr(one, each) for one in players)] for kind in _GROUPS)
    return [group for found in named for group in found[:1]]


def in_parts(things: Sequence[T], size: int) -> list[Sequence[T]]:
    """Return things in parts of `size`, the last of which may be smaller."""
    return [things[at : at + size] for at in range(0, len(things), size)]

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
    """Return a paper of a tournament from the template of that name, the tournament's document inside."""
    text = json.dumps(tournament.to_json(), ensure_ascii=False, indent=1)
    source = Source(text, ATTACHMENT, words.ATTACHED)
    shown = {"tournament": tournament, "name": tournament.name or words.NAMELESS, **context}
    return printout(f"tournaments/paper/{template}.html", shown, _STYLE, paper, source)


def round_of(tournament: Tournament, number: int | None) -> tuple[int, Round]:
    """Return a round and its number, the last one for None; raises LeaguerError if it is not paired."""
    last = len(tournament.rounds)
    wanted = last if number is None else number
    if not 1 <= wanted <= last:
        raise LeaguerError(words.no_round(wanted, last), path="round", code="round")
    return wanted, tournament.rounds[wanted - 1]


def by_name(player: Player) -> tuple[str, str]:
    """Return what people are sorted by: their name without accents and case."""
    plain = unicodedata.normalize("NFKD", player.name)
    return "".join(each for each in plain if not unicodedata.combining(each)).casefold(), player.id


def groups_of(players: Sequence[Player]) -> list[str]:
    """Return what lists say of players beside their names: their team, or else club or nation, and army book,
    as far as any of them has one.
    """
    named = ([each for each in kind if any(getattr(one, each) for one in players)] for kind in _GROUPS)
    return [group for found in named for group in found[:1]]


def in_parts(things: Sequence[T], size: int) -> list[Sequence[T]]:
    """Return things in parts of `size`, the last of which may be smaller."""
    return [things[at : at + size] for at in range(0, len(things), size)]

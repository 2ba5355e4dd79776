"""News: what has happened since a page of a campaign was opened, in the words of who may know it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from campaigns.access import Participant, knows
from campaigns.cards.head import step_of
from campaigns.models import TurnRow
from campaigns.wording import news as words

MOST = 3
"""So many sentences at most, the newest."""


def news_since(participant: Participant, number: int, since: datetime) -> list[str]:
    """Return what has happened since a page that showed the news up to `number` was made, each once, the
    oldest first; one sentence that says no more than that something has, where nothing else may be said.
    """
    heard = participant.member.heard.filter(number__gt=number).values_list("at", "kind", "about")
    said = [(at, words.news(kind, about)) for at, kind, about in heard]
    parts = participant.turns().filter(at__gt=since)
    said += [(row.at, line) for row in parts for line in _of(participant, row)]
    lines = dict.fromkeys(line for _, line in sorted(said) if line)
    return [*lines][-MOST:] or [words.CHANGED]


def _of(participant: Participant, row: TurnRow) -> Iterator[str]:
    """Yield what a part of a turn brought, as far as the participant may know it."""
    turn = f"{step_of(participant.campaign.shape)} {row.turn}"
    match row.part:
        case TurnRow.Part.MARCH:
            yield words.orders_carried_out(turn)
        case TurnRow.Part.CONCLUDE:
            yield words.turn_over(turn)
        case TurnRow.Part.BACK:
            yield words.went_back(turn)
        case _:
            yield from (each["words"] for each in row.entries if knows(each, participant.who))

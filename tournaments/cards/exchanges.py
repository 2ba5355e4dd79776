"""What an exchange of two players of a round would break, on a page and over REST."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.access import Viewer
from tournaments.engine.document import everybody_in
from tournaments.engine.exchanges import NewPair, exchanges
from tournaments.wording import pairing as words


@dataclass(frozen=True, slots=True)
class ExchangeCard:
    """An exchange with `other`, called `name`: what it breaks in words, the pairs that come of it, and
    whether it `breaks` anything or is not `possible`.
    """

    other: str
    name: str
    said: str
    pairs: tuple[NewPair, ...]
    breaks: bool
    possible: bool


def exchange_cards(viewer: Viewer, number: int, one: str) -> list[ExchangeCard]:
    """Return what each exchange of a player would break, the best first; [] for who is not in this round."""
    document = viewer.document
    if not 1 <= number <= len(document.rounds) or one not in everybody_in(document.rounds[number - 1]):
        return []
    names = {each.id: each.name for each in document.players}
    return [
        ExchangeCard(
            each.other, names[each.other], words.exchanged(each, names), each.pairs,
            any(pair.breaks for pair in each.pairs), each.possible,
        )
        for each in exchanges(document, number, one)
    ]  # fmt: skip

"""What is drawn by lot, from the tournament's seed, so that anybody can draw it again.

Whoever knows the seed can work out the next round as soon as the last result is in. So players see its seal
from the beginning, and the key of each round that is published; the seed itself when the last round is over.
The key of round 3 is the SHA-256 of "seed:round:3", the seal that of the seed.
"""

from __future__ import annotations

import hashlib

from rulesets.engine.errors import LeaguerError
from tournaments import wording as words
from tournaments.engine.document import Tournament


class SealedError(LeaguerError):
    """A round cannot be paired or checked by who does not know what its lots are drawn from."""

    def __init__(self, number: int) -> None:
        super().__init__(words.sealed(number), path="seed", code="sealed")


def lot(key: str, *what: object) -> int:
    """Return a number from 0 to 2**32 - 1 drawn for something: the first four bytes of the SHA-256 of
    "key:what:what".
    """
    return int(_hash(key, *what)[:8], 16)


def open_lot(tournament: Tournament, *what: object) -> int:
    """Return a lot that everybody may know beforehand: it is drawn from the seal."""
    return lot(tournament.seal, *what)


def key_of(tournament: Tournament, number: int) -> str:
    """Return what the lots of the round of this number are drawn from; raises SealedError."""
    if tournament.seed:
        return _hash(tournament.seed, "round", number)
    if number > len(tournament.round_keys):
        raise SealedError(number)
    return str(tournament.round_keys[number - 1])


def sealed(tournament: Tournament) -> Tournament:
    """Return a tournament without its seed, with its seal and the keys of the rounds that are in it."""
    keys = tuple(key_of(tournament, number) for number in range(1, len(tournament.rounds) + 1))
    return tournament.model_copy(update={"seed": "", "sealed": tournament.seal, "round_keys": keys})


def _hash(*what: object) -> str:
    return hashlib.sha256(":".join(map(str, what)).encode()).hexdigest()

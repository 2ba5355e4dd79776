"""Tournaments made up by chance, to try pairings on and to test them: the same seed makes the same one."""

from __future__ import annotations

import random

from tournaments.engine.document import Pairing, Player, Result, Tournament
from tournaments.engine.rounds import next_round
from tournaments.engine.settings import Settings

_CLUB = 6
"""Players of a club, roughly."""
_FEW = 6
"""Players of whom nobody stays away, so that there is a round to pair."""


def generate(
    players: int, rounds: int, seed: str, *, played: int | None = None, settings: Settings | None = None
) -> Tournament:
    """Return a tournament with so many players, `played` of its rounds (else all) paired and with results.

    Better players win more often; one in 40 asks for a round off, one in 60 leaves after a round. Raises
    PairingError when there are more rounds than opponents.
    """
    drawn = random.Random(f"{seed}:{players}:{rounds}")
    rules = (settings or Settings()).model_copy(update={"rounds": rounds})
    found = Tournament(
        name=f"{players} players, {rounds} rounds", seed=seed, settings=rules,
        players=tuple(_player(number, players, drawn) for number in range(1, players + 1)),
    )  # fmt: skip
    strength = {each.id: drawn.gauss(0, 1) for each in found.players}
    for number in range(1, (rounds if played is None else played) + 1):
        here = [each.id for each in found.players if each.plays(number)]
        asked = {key: "half" for key in here if len(here) > _FEW and drawn.random() < 1 / 40}
        made = next_round(found, asked=asked)
        results = tuple(
            each.model_copy(update={"result": _result(each, strength, drawn)}) for each in made.pairings
        )
        found = found.with_round(made.model_copy(update={"pairings": results}))
        if len(here) > _FEW:
            stayed = tuple(_left(each, number, drawn) for each in found.players)
            found = found.model_copy(update={"players": stayed})
    return found


def _player(number: int, players: int, drawn: random.Random) -> Player:
    club = f"Club {drawn.randrange(max(2, players // _CLUB)) + 1}"
    allegiance = drawn.choice(("Royalist", "Parliament"))
    return Player(
        id=f"p{number}", name=f"Player {number}", club=club, allegiance=allegiance,
        rating=drawn.randrange(1200, 2000),
    )  # fmt: skip


def _result(pairing: Pairing, strength: dict[str, float], drawn: random.Random) -> Result:
    if drawn.random() < 1 / 80:
        return Result(forfeit=drawn.choice(("first", "second")))
    first, second = (max(0, round(6 + 3 * strength[key] + drawn.gauss(0, 3))) for key in pairing.players)
    return Result(scores=(first, second))


def _left(player: Player, number: int, drawn: random.Random) -> Player:
    leaves = player.last_round is None and drawn.random() < 1 / 60
    return player.model_copy(update={"last_round": number}) if leaves else player

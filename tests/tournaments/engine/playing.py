"""Tournaments of any kind played to their end by chance."""

from __future__ import annotations

import random
from typing import Any

from tournaments.engine.document import Player, Result, Round, Team, Tournament
from tournaments.engine.rounds import next_round
from tournaments.engine.settings import Settings
from tournaments.engine.swiss import PairingError


def begun(size: int, kind: str, **settings: Any) -> Tournament:
    """A tournament of p1 (the best seed), p2 and so on, before its first round."""
    players = tuple(Player(id=f"p{at}", name=f"Player {at}", number=at) for at in range(1, size + 1))
    return Tournament(settings=Settings(kind=kind, **settings), players=players)  # type: ignore[arg-type]


def of_teams(count: int, size: int, **settings: Any) -> Tournament:
    """A tournament of teams a, b, c and so on, whose members are a1, a2 and so on."""
    keys = [chr(ord("a") + at) for at in range(count)]
    teams = tuple(
        Team(id=key, name=f"Team {key.upper()}", captain=f"{key}1",
             members=tuple(f"{key}{at}" for at in range(1, size + 1)))
        for key in keys
    )  # fmt: skip
    players = tuple(Player(id=key, name=key.upper()) for team in teams for key in team.members)
    return Tournament(
        settings=Settings(teams={"size": size}, **settings), players=players, teams=teams,  # type: ignore[arg-type]
    )  # fmt: skip


def better_seed_wins(one: str, other: str) -> Result:
    """The result of two players of `begun`, of whom the better seed wins."""
    return Result(scores=(3, 1) if int(one[1:]) < int(other[1:]) else (1, 3))


def by_chance(seed: int) -> Any:
    """A way to make up results."""
    drawn = random.Random(seed)

    def result(_one: str, _other: str) -> Result:
        if drawn.random() < 0.1:
            return Result(forfeit=drawn.choice(("first", "second")))
        return Result(scores=drawn.choice(((3, 0), (0, 3), (2, 1))))

    return result


def played(tournament: Tournament, found: Round, result: Any = better_seed_wins) -> Tournament:
    """The tournament with a round and its results."""
    pairings = tuple(each.model_copy(update={"result": result(*each.players)}) for each in found.pairings)
    return tournament.with_round(found.model_copy(update={"pairings": pairings}))


def to_the_end(tournament: Tournament, result: Any = better_seed_wins) -> Tournament:
    """The tournament with all rounds that there are."""
    while True:
        try:
            tournament = played(tournament, next_round(tournament), result)
        except PairingError:
            return tournament

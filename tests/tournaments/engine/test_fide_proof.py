"""FIDE's systems against py4swiss itself: events with forfeits, half-point byes, withdrawals and late
arrivals, written as TRF, read by py4swiss, paired by it, and compared round by round.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from py4swiss.trf import ParsedTrf, TrfParser

from tests.kit.effort import few
from tournaments.engine.document import AskedBye, Pairing, Player, Result, Tournament
from tournaments.engine.fide import ENGINES, propose, starting_numbers
from tournaments.engine.scoring import games
from tournaments.engine.settings import Fide, Scoring, Settings
from tournaments.engine.trf.write import write_trf

SYSTEMS = ("dutch", "dubov", "burstein")
EVENTS = [(number, 5 + number * 53 % 196, SYSTEMS[number % 3]) for number in range(300)]
"""Every size from 5 to 200 players; by day there are the small ones 0, 100 and 200, one of each system."""
_ROUNDS = (3, 5, 7)


def event(number: int, size: int, system: Any) -> Tournament:
    """An event before its first round: some arrive late, leave early, or ask for rounds off."""
    drawn = random.Random(number)
    rounds = min(drawn.choice(_ROUNDS), max(1, size // 2 - 1))
    fide = Fide(system=system, top=drawn.choice(("first", "second")))
    scoring = drawn.choice((Scoring(), Scoring(win=1, draw=0.5, bye=1, half_bye=0.5, forfeit_win=1)))
    return Tournament(
        seed=str(number), settings=Settings(rounds=rounds, fide=fide, scoring=scoring),
        players=tuple(_player(at, rounds, drawn) for at in range(1, size + 1)),
    )  # fmt: skip


def _player(at: int, rounds: int, drawn: random.Random) -> Player:
    late, leaves, asks = (drawn.random() < share and at > 5 for share in (0.04, 0.06, 0.08))
    return Player(
        id=f"p{at}", name=f"Player {at}", rating=drawn.randrange(1000, 2600),
        first_round=2 if late and rounds > 1 else 1, last_round=drawn.randint(1, rounds) if leaves else None,
        asked=(AskedBye(round=drawn.randint(1, rounds)),) if asks else (),
    )  # fmt: skip


def result(pairing: Pairing, drawn: random.Random) -> Pairing:
    if drawn.random() < 0.05:
        found = Result(forfeit=drawn.choice(("first", "second", "both")))
    else:
        found = Result(winner=drawn.choice((0, 0, 1, 1, "draw")))  # type: ignore[arg-type]
    return pairing.model_copy(update={"result": found})


def read(tournament: Tournament, path: Path) -> ParsedTrf:
    """The tournament as py4swiss reads it from our TRF; it checks points and results itself."""
    path.write_text(write_trf(tournament, 16), encoding="utf-8")
    return TrfParser.parse(path)


@pytest.mark.parametrize(("number", "size", "system"), few(EVENTS, 10))
def test_every_round_is_the_one_that_py4swiss_makes_of_our_trf(
    number: int, size: int, system: str, tmp_path: Path
) -> None:
    found, drawn = event(number, size, system), random.Random(-number)
    keys = {at: key for key, at in starting_numbers(found).items()}
    while len(found.rounds) < found.settings.rounds:
        theirs = read(found, tmp_path / "event.trf")
        points = {keys[each.starting_number]: each.points_times_ten for each in theirs.player_sections}
        assert points == {key: 10 * sum(each.points for each in own) for key, own in games(found).items()}
        pairs = [
            (keys.get(each.white), keys.get(each.black)) for each in ENGINES[system].generate_pairings(theirs)
        ]
        ours = propose(found, asked=found.asked_in(len(found.rounds) + 1))
        made = [(each.players[0], each.players[1]) for each in ours.pairings]
        assert made + [(each.player, None) for each in ours.byes if each.kind == "bye"] == pairs
        found = found.with_round(
            ours.model_copy(update={"pairings": tuple(result(each, drawn) for each in ours.pairings)})
        )

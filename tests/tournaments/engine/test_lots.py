"""What players may know of the seed: its seal, the keys of published rounds, and all of it at the end."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from tournaments.engine.check import check_round
from tournaments.engine.document import Tournament, TournamentError, read_tournament
from tournaments.engine.generate import generate
from tournaments.engine.lots import SealedError
from tournaments.engine.standings import standings
from tournaments.engine.swiss import propose
from tournaments.engine.visible import EVERYBODY, Eyes, visible

SEED = "drawn in secret"


@pytest.fixture(scope="module")
def running() -> Tournament:
    """Ten players of whom three rounds of five are played."""
    return generate(10, 5, SEED, played=3)


def test_the_seed_is_sealed_until_the_last_round_is_over(running: Tournament) -> None:
    seen = visible(running, EVERYBODY)
    assert SEED not in str(seen.to_json())
    assert seen.seal == hashlib.sha256(SEED.encode()).hexdigest() == running.seal
    with pytest.raises(SealedError, match="lots for round 4 cannot be drawn yet"):
        propose(seen)
    assert visible(running, Eyes(all=True)).seed == SEED
    assert visible(generate(10, 5, SEED), EVERYBODY).seed == SEED


def test_everybody_can_check_the_rounds_that_are_published(running: Tournament) -> None:
    seen = read_tournament(visible(running, EVERYBODY).to_json())
    for number in range(1, 4):
        assert check_round(seen, number) == check_round(running, number)
    assert standings(seen).places == standings(running).places


def test_a_round_that_is_not_published_has_no_key(running: Tournament) -> None:
    last = running.rounds[-1].model_copy(update={"published": False})
    seen = visible(running.up_to(2).with_round(last), EVERYBODY)
    assert len(seen.round_keys) == len(seen.rounds) == 2


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"seed": ""}, "seed: must not be empty"),
        ({"sealed": "0" * 64}, "sealed: is not the SHA-256 of this seed"),
        ({"sealed": "0"}, "sealed: "),
    ],
)
def test_a_seal_that_does_not_hold_is_refused(
    running: Tournament, change: dict[str, Any], fault: str
) -> None:
    with pytest.raises(TournamentError, match=fault):
        read_tournament(running.to_json() | change)

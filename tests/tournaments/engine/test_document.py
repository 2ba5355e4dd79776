"""What is no tournament is refused, with every fault at its place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulesets.engine.errors import LeaguerError
from tournaments.engine.document import TournamentError, read_tournament
from tournaments.engine.generate import generate

HEAD = {"format": "leaguer-tournament", "version": 1}
TWO = [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}]


def test_a_document_comes_back_as_it_was() -> None:
    found = generate(9, 4, "document", played=3)
    assert read_tournament(json.dumps(found.to_json())) == found


def faults(**fields: Any) -> list[str]:
    with pytest.raises(TournamentError) as error:
        read_tournament({**HEAD, **fields})
    return [str(each) for each in error.value.faults]


@pytest.mark.parametrize(("fields", "fault"), [
    ({"format": "leaguer-list"}, "format: must be “leaguer-tournament”: this is not a tournament document"),
    ({"players": [*TWO, TWO[0]]}, "players[2].id: “a” is used twice"),
    ({"players": [{"id": "a"}]}, "players[0].name: is missing"),
    ({"players": TWO, "rounds": [{"byes": [{"player": "c"}]}]},
        "rounds[0].byes[0].player: there is no player “c” in this tournament"),
    ({"players": TWO, "rounds": [{"pairings": [{"players": ["a", "a"]}]}]},
        "rounds[0].pairings[0].players[1]: “a” is in this round twice"),
    ({"players": TWO, "settings": {"rounds": 1}, "rounds": [{}, {}]},
        "rounds: are more than the 1 in the settings"),
    ({"settings": {"scoring": {"bands": [{"least": 2, "points": [3, 3]}]}}},
        "settings.scoring.bands: must start with the band from 0, and each band must be higher than the "
        "one before"),
    ({"settings": {"scoring": {"bands": [{"least": 0, "points": [3, 1]}]}}},
        "settings.scoring.bands[0].points: must be equal, because the band from 0 is a draw"),
])  # fmt: skip
def test_each_fault_is_named_at_its_place(fields: dict[str, Any], fault: str) -> None:
    assert fault in faults(**fields)


def test_a_table_that_is_used_twice_and_unknown_fields() -> None:
    pairing = {"players": ["a", "b"], "table": 1}
    four = [*TWO, {"id": "c", "name": "C"}, {"id": "d", "name": "D"}]
    twice = [{"pairings": [pairing, {"players": ["c", "d"], "table": 1}]}]
    assert faults(players=four, rounds=twice) == ["rounds[0].pairings: table 1 is used twice in this round"]
    (unknown,) = faults(colour="red")
    assert unknown.startswith("colour: ")


@pytest.mark.parametrize(
    "text", ["", "[", "[]", '"x"', "9" * 5000, '{"format": "leaguer-tournament", "name": NaN}']
)
def test_what_is_no_document_is_refused(text: str) -> None:
    with pytest.raises(LeaguerError):
        read_tournament(text)

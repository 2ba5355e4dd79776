"""The log in words."""

from __future__ import annotations

from django.test import Client

from battles import record
from battles.models import Battle


def test_a_shot_is_told_once_with_its_dice_and_the_interface_has_both_events(
    as_alice: Client, fought: Battle
) -> None:
    shots = 0
    for turn in range(1, fought.turn + 1):
        page = as_alice.get(f"{fought.get_absolute_url()}log/?turn={turn}").content.decode()
        lines = record.turn(fought, turn)[1].lines
        for line in lines:
            assert (f'id="e{line.number}"' in page) is (line.kind != "fired")
        rolls = {line.number: line.roll for line in lines}
        for fired in (line for line in lines if line.kind == "fired"):
            roll = rolls[fired.number - 1]
            assert roll is not None
            assert roll.result.endswith(fired.words.rpartition(", ")[2])
            shots += 1
    assert shots > 3
    told = [
        row
        for page in range(1, 60)
        if (answer := as_alice.get(f"/api/v1/battles/{fought.public_id}/log/?page={page}")).status_code == 200
        for row in answer.json()["results"]
    ]
    assert sum(row["kind"] == "fired" for row in told) == shots

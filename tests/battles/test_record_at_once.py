"""Many who record at once: everything is kept in some order, nothing twice, nothing half."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from battles.recording import services
from battles.recording.models import Claim, Record
from tests.kit.clients import signed_in
from tests.kit.records import lists, record

THREADS = 6


def pressed_at_once(row: Record, said: list[tuple[User, str, int]]) -> list[int]:
    """How the record's page answers what several people press at the same moment on a fresh record."""
    barrier = Barrier(len(said))

    def press(user: User, key: str, value: int) -> int:
        try:
            client = signed_in(user)
            barrier.wait()
            pressed = {"revision": 0, "set": json.dumps({key: value})}
            return client.post(f"{row.get_absolute_url()}note/", pressed).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(said)) as pool:
        return list(pool.map(press, *zip(*said, strict=True)))


@pytest.mark.django_db(transaction=True)
def test_claims_about_different_units_at_the_same_moment_are_all_kept(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    row = record(alice, bob)
    units = [unit.id for unit in services.opened(row).sheet.forces[0].units][:THREADS]
    said = [((alice, bob)[number % 2], f"u.0.{unit}.destroyed", 1) for number, unit in enumerate(units)]
    codes = pressed_at_once(row, said)
    row.refresh_from_db()
    numbers = list(Claim.objects.filter(record=row).values_list("number", flat=True))
    assert codes == [302] * len(units)
    assert numbers == list(range(1, len(units) + 1))
    assert services.opened(row).score().sides[0].losses.lost == row.revision == len(units)


@pytest.mark.django_db(transaction=True)
def test_the_same_entry_at_the_same_moment_is_agreed_on_disputed_or_refused_never_lost(
    alice: User, bob: User
) -> None:
    row = services.create(alice, lists(), sides=("A", "B"), opponent=bob)
    key = "u.0.c1u2.destroyed"
    assert sorted(pressed_at_once(row, [(alice, key, 1), (bob, key, 2)])) == [302, 409]
    assert Record.objects.get().revision == Claim.objects.count() == 1

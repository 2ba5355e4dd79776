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
from tests.kit.records import lists, record

THREADS = 6


@pytest.mark.django_db(transaction=True)
def test_claims_about_different_units_at_the_same_moment_are_all_kept(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    row = record(alice, bob)
    units = [unit.id for unit in services.opened(row).sheet.forces[0].units][:THREADS]
    barrier = Barrier(len(units))

    def press(number: int) -> int:
        try:
            client = Client()
            client.force_login((alice, bob)[number % 2])
            said = {"revision": 0, "set": json.dumps({f"u.0.{units[number]}.destroyed": 1})}
            barrier.wait()
            return client.post(f"{row.get_absolute_url()}note/", said).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(units)) as pool:
        codes = list(pool.map(press, range(len(units))))
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
    barrier = Barrier(2)

    def press(side: int) -> int:
        try:
            client = Client()
            client.force_login((alice, bob)[side])
            said = {"revision": 0, "set": json.dumps({"u.0.c1u2.destroyed": side + 1})}
            barrier.wait()
            return client.post(f"{row.get_absolute_url()}note/", said).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        codes = sorted(pool.map(press, (0, 1)))
    assert codes == [302, 409]
    assert Record.objects.get().revision == Claim.objects.count() == 1

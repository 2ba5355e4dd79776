"""Rounds of large tournaments: worked out in a process of their own, once, and never many at a time."""

from __future__ import annotations

import io
import pickle
import subprocess
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache

from rulesets.engine.errors import LeaguerError
from tests.kit.clients import signed_in
from tests.kit.tournaments import event, pair_round, play_round, read
from tournaments import apart
from tournaments.engine import longwork

pytestmark = pytest.mark.django_db


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every tournament is large; the jobs that were done apart, in this process."""
    found: list[str] = []
    cache.clear()

    class Streams:
        def __init__(self, given: bytes = b"") -> None:
            self.buffer = io.BytesIO(given)

    def run(command: list[str], *, input: bytes, **more: Any) -> subprocess.CompletedProcess[bytes]:
        out = Streams()
        monkeypatch.setattr("sys.stdin", Streams(input))
        monkeypatch.setattr("sys.stdout", out)
        found.append(pickle.loads(input)[0])
        longwork.main()
        return subprocess.CompletedProcess(command, 0, out.buffer.getvalue())

    monkeypatch.setattr(apart, "LARGE", 0)
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr("os.nice", lambda more: more)
    return found


def test_a_process_of_its_own_makes_the_same_round(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    document = read(play_round(event(alice, count=8), alice))
    here = apart.next_made(document)
    monkeypatch.setattr(apart, "LARGE", 0)
    assert apart.next_made(document) == here
    assert len(here.round.pairings) == len(here.why) == 4


def test_a_proposal_is_worked_out_once_and_anew_after_a_change(alice: User, runs: list[str]) -> None:
    row, client = play_round(event(alice), alice), signed_in(alice)
    address = f"/api/v1/tournaments/{row.public_id}/proposal/"
    first = client.get(address)
    assert (first.status_code, first.json()["number"], len(first.json()["why"])) == (200, 2, 2)
    for _ in range(3):
        assert client.get(address).content == first.content
    assert runs == ["round"]
    client.post(f"{row.get_absolute_url()}pair/", {"revision": row.revision})
    assert runs == ["round"]
    assert len(read(type(row).objects.get()).rounds) == 2
    client.get(address)
    assert runs == ["round", "round"]


def test_whoever_asks_while_another_is_worked_out_is_told_when_to_ask_again(
    alice: User, runs: list[str]
) -> None:
    row, client = play_round(event(alice), alice), signed_in(alice)
    address = f"/api/v1/tournaments/{row.public_id}/proposal/"
    apart._FREE["round"].acquire()
    try:
        answer = client.get(address)
        page = client.post(f"{row.get_absolute_url()}pair/", {"revision": row.revision}, follow=True)
    finally:
        apart._FREE["round"].release()
    assert (answer.status_code, answer["Retry-After"], runs) == (503, "10", [])
    assert "Try again in a few seconds" in page.content.decode()
    assert client.get(address).status_code == 200


def test_readers_who_ask_why_hold_up_no_round(alice: User, bob: User, runs: list[str]) -> None:
    row = pair_round(play_round(event(alice, bob), alice), alice)
    why = f"{row.get_absolute_url()}rounds/2/anna/"
    apart._FREE["why"].acquire()
    try:
        assert signed_in(bob).get(why).status_code == 302
        assert signed_in(alice).get(f"/api/v1/tournaments/{row.public_id}/proposal/").status_code != 503
    finally:
        apart._FREE["why"].release()
    for _ in range(2):
        assert "The criteria, most important first" in signed_in(bob).get(why).content.decode()
    assert runs.count("why") == 1


def test_a_round_that_cannot_be_is_refused_as_it_is_here(alice: User, runs: list[str]) -> None:
    document = read(event(alice, count=1))
    with pytest.raises(LeaguerError) as refused:
        apart.next_made(document)
    with pytest.raises(LeaguerError) as here:
        longwork.make_round(document)
    assert (refused.value.message, refused.value.path) == (here.value.message, here.value.path)


def test_one_that_takes_too_long_is_ended_and_the_next_may_begin(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = read(event(alice, count=6))
    monkeypatch.setattr(apart, "LARGE", 0)
    monkeypatch.setattr(apart, "LONGEST", 0.001)
    with pytest.raises(apart.Busy, match="too long"):
        apart.next_made(document)
    monkeypatch.setattr(apart, "LONGEST", 60)
    assert len(apart.next_made(document).round.pairings) == 3

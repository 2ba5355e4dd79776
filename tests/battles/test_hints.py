"""A first battle explains as it goes: hints beside the decisions, and their switch."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from battles import invitations, services, training
from battles.access import Viewer
from battles.board.moment import hint_on
from battles.models import Battle
from battles.replay import played
from rulesets.contract import registry
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def clash(alice: User) -> Battle:
    """Alice's training clash."""
    return training.begin(alice)


def shown(client: Client, row: Battle) -> str:
    return client.get(reverse("battles:board", args=[row.public_id])).content.decode()


def decide(row: Battle, user: User) -> str:
    """Choose what the tactician would; return the kind of the decision that is pending then."""
    with played(row) as found:
        pending = found.engine.pending
        assert pending is not None
        choice = found.engine.system.core.tactician(found.engine, pending)
    services.choose(row, row.revision, choice, pending.side, user)
    with played(row) as found:
        return "" if found.engine.pending is None else found.engine.pending.kind


def test_the_first_decision_of_a_training_clash_is_explained(clash: Battle, as_alice: Client) -> None:
    with played(clash) as found:
        pending = found.engine.pending
    assert pending is not None
    assert pending.side == training.LED
    hints = registry.get(clash.system).presentation.hints
    assert hints is not None
    page = shown(as_alice, clash)
    assert hints[pending.kind].title in page
    assert "open>" in page[page.index('class="hint"') :][:80]
    over_rest = as_alice.get(f"/api/v1/battles/{clash.public_id}/choices/").json()
    hint = hints[pending.kind]
    assert (over_rest["hint"]["title"], over_rest["hint"]["text"]) == (hint.title, hint.text)


def test_a_hint_folds_once_its_decision_is_known(clash: Battle, alice: User, as_alice: Client) -> None:
    seen: dict[str, int] = {}
    with played(clash) as found:
        assert found.engine.pending is not None
        kind = found.engine.pending.kind
    for _ in range(12):
        page = shown(as_alice, clash)
        fold = page[page.index('class="hint"') :][:80]
        assert ("open>" in fold) == (seen.get(kind, 0) < 2), (kind, seen)
        seen[kind] = seen.get(kind, 0) + 1
        kind = decide(clash, alice)
    assert max(seen.values()) > 2


def test_hints_are_switched_off_and_on(clash: Battle, as_alice: Client) -> None:
    def switch(value: str) -> Any:
        data = {"revision": clash.revision, "side": 0, "hints": value}
        return as_alice.post(reverse("battles:board-hints", args=[clash.public_id]), data, follow=True)

    assert 'class="hint"' not in switch("0").content.decode()
    assert "Show hints" in shown(as_alice, clash)
    assert 'class="hint"' in switch("1").content.decode()
    answer = as_alice.post(
        f"/api/v1/battles/{clash.public_id}/hints/", {"side": 0, "on": False}, content_type="application/json"
    )
    assert answer.json()["guided"] == [1]
    assert as_alice.get(f"/api/v1/battles/{clash.public_id}/choices/").json()["hint"] is None


def test_the_first_battle_of_a_system_alone_is_guided(alice: User, patrol: dict[str, Any]) -> None:
    training.begin(alice)
    assert services.begin(alice, patrol, tacticians=(1,)).guided == [0, 1]
    assert services.begin(alice, patrol, tacticians=(1,)).guided == []
    assert training.LED in training.begin(alice).guided


def test_each_player_has_hints_in_their_own_first_battle(
    alice: User, bob: User, patrol: dict[str, Any]
) -> None:
    services.begin(alice, patrol, tacticians=(1,))
    row = services.begin(alice, patrol, invited="bob", tacticians=())
    assert row.guided == []
    invitations.answer(row, bob, accept=True)
    assert row.guided == [1]
    assert services.begin(alice, patrol, opponent=bob, tacticians=()).guided == []


def test_the_hint_fits_what_is_on_offer_and_explains_its_words(clash: Battle, alice: User) -> None:
    seen = set()
    for _ in range(40):
        with played(clash) as found:
            asked = found.engine.pending
            assert asked is not None
            hint = hint_on(Viewer(clash, frozenset({0, 1})), found.engine, asked)
            if asked.kind == "stand" and asked.side == training.LED:
                assert hint is not None
                moves = any(option.key["do"] in ("step", "displace", "pass") for option in asked.options)
                assert ("dashed" in hint.text) == moves
                seen.add(moves)
                said = " ".join(option.label for option in asked.options)
                assert (" MP" in said) == ("MP" in [term.word for term in hint.terms])
        if seen == {True, False}:
            return
        decide(clash, alice)
    pytest.fail(f"never both: {seen}")


def test_hints_come_back_where_they_stood(clash: Battle, as_alice: Client) -> None:
    services.set_hints(clash, 0, on=False)
    page = shown(as_alice, clash)
    asked = page[page.index('id="decision"') : page.index('class="options"')]
    assert "Show hints" in asked
    assert page.count("Show hints") == 1


def test_who_looks_on_sees_no_hint_and_switches_none(clash: Battle, bob: User) -> None:
    address = reverse("battles:board-hints", args=[clash.public_id])
    assert signed_in(bob).post(address, {"revision": 0, "side": 0, "hints": "0"}).status_code == 404
    token = services.share(clash)
    page = Client().get(reverse("battles:shared-board", args=[token])).content.decode()
    assert 'class="hint"' not in page


def test_the_tactician_of_a_training_clash_is_a_recruit(clash: Battle, as_alice: Client) -> None:
    assert clash.strengths == ["recruit", "recruit"]
    assert "the tactician (recruit)" in shown(as_alice, clash)

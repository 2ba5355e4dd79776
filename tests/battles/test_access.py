"""Owner, opponent, stranger, anonymous, and who has the link."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.auth.models import User
from django.http import Http404
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from battles import replay, services
from battles.access import Viewer, shared, viewer_of
from battles.models import Battle
from tests.kit.board import address, attributes, forms, press, text
from tests.kit.rows import again, first_choice, kept, make_choices

pytestmark = pytest.mark.django_db

READ = ("", "log/", "field/", "orders/", "battle.json", "battle.jsonl", "battle.pdf")
WRITE = ("advance/", "choose/", "hand-over/", "archive/", "share/")
API_READ = ("", "choices/", "log/", "events/", "field/", "document/", "pdf/")
BODIES = {
    "advance/": {"seconds": 1},
    "choices/": {"revision": 0, "choice": {"do": "x"}},
    "undo/": {"revision": 0, "side": 0},
    "draw/": {"revision": 0, "side": 0},
    "answer/": {"revision": 0, "side": 0, "accept": True},
    "resign/": {"revision": 0, "side": 0},
    "reactions/": {"side": 0, "mode": "never"},
}
API_WRITE = tuple(BODIES)


def api(row: Battle, page: str) -> str:
    return f"/api/v1/battles/{row.public_id}/{page}"


def page(row: Battle, name: str) -> str:
    return f"{row.get_absolute_url()}{name}"


def test_the_owner_alone_has_both_sides(by_hand: Battle, alice: User) -> None:
    viewer = viewer_of(alice, by_hand.public_id)
    assert viewer.sides == {0, 1}
    assert viewer.owner


def test_with_an_opponent_each_has_his_own_side(duel: Battle, alice: User, bob: User) -> None:
    assert viewer_of(alice, duel.public_id).sides == {0}
    assert viewer_of(bob, duel.public_id).sides == {1}
    assert not viewer_of(bob, duel.public_id).owner


def test_a_choice_is_for_the_side_that_is_asked_if_it_is_one_s_own(
    by_hand: Battle, duel: Battle, alice: User, bob: User
) -> None:
    for row, sides in ((by_hand, {0, 1}), (duel, {0})):
        asked = first_choice(row)[0]
        with replay.played(row) as found:
            assert viewer_of(alice, row.public_id).side(found.engine) == (asked if asked in sides else 0)
            assert shared(services.share(row)).side(found.engine) is None
    with replay.played(duel) as found:
        assert viewer_of(bob, duel.public_id).side(found.engine) == 1


def test_who_does_not_decide_now_is_forbidden_to_on_the_battle_s_page(
    duel: Battle, as_alice: Client, as_bob: Client
) -> None:
    side, choice = first_choice(duel)
    before = kept(duel)
    sent = {"revision": duel.revision, "key": json.dumps(choice)}
    answer = (as_bob, as_alice)[side].post(page(duel, "choose/"), sent)
    assert answer.status_code == 403
    assert f"Not your decision: it is for {duel.sides[side]}" in answer.content.decode()
    assert kept(duel) == before
    assert (as_alice, as_bob)[side].post(page(duel, "choose/"), sent).status_code == 302


@pytest.mark.parametrize("name", READ)
def test_a_stranger_and_nobody_read_no_page(
    fought: Battle, as_charlie: Client, client: Client, name: str
) -> None:
    assert as_charlie.get(page(fought, name)).status_code == 404
    answer = client.get(page(fought, name))
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("name", WRITE)
def test_a_stranger_changes_nothing(by_hand: Battle, as_charlie: Client, client: Client, name: str) -> None:
    assert as_charlie.post(page(by_hand, name)).status_code == 404
    assert client.post(page(by_hand, name)).status_code == 302
    kept = Battle.objects.get(pk=by_hand.pk)
    assert (kept.version, kept.archived, kept.share_token) == (0, False, None)


@pytest.mark.parametrize("name", API_READ)
def test_a_stranger_and_nobody_read_nothing_over_rest(
    fought: Battle, as_charlie: Client, client: Client, name: str
) -> None:
    assert as_charlie.get(api(fought, name)).status_code == 404
    assert client.get(api(fought, name)).status_code in (401, 403)


@pytest.mark.parametrize("name", API_WRITE)
def test_a_stranger_and_nobody_change_nothing_over_rest(
    by_hand: Battle, as_charlie: Client, client: Client, name: str
) -> None:
    body = BODIES[name]
    before = kept(by_hand)
    assert as_charlie.post(api(by_hand, name), body, content_type="application/json").status_code == 404
    assert client.post(api(by_hand, name), body, content_type="application/json").status_code in (401, 403)
    assert kept(by_hand) == before


@pytest.mark.parametrize("name", ["", "log/", "field/", "orders/"])
def test_the_opponent_reads_what_the_owner_reads(duel: Battle, as_bob: Client, name: str) -> None:
    assert as_bob.get(page(duel, name)).status_code == 200


@pytest.mark.parametrize("name", ["archive/", "share/"])
def test_the_opponent_neither_puts_away_nor_shares(duel: Battle, as_bob: Client, name: str) -> None:
    assert as_bob.post(page(duel, name)).status_code == 404


def test_a_decision_is_shown_to_the_side_that_makes_it_alone(
    duel: Battle, alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    with replay.played(duel) as found:
        pending = found.engine.pending
        assert pending is not None
        users = (alice, bob)
        mine, other = users[pending.side], users[1 - pending.side]
        assert viewer_of(mine, duel.public_id).view(found.engine)["decision"] is not None
        assert viewer_of(other, duel.public_id).view(found.engine)["decision"] is None
    clients = {alice: as_alice, bob: as_bob}
    assert b'id="decision"' in clients[mine].get(duel.get_absolute_url()).content
    assert b'id="decision"' not in clients[other].get(duel.get_absolute_url()).content
    assert clients[other].get(api(duel, "choices/")).json()["decision"] is None


@pytest.mark.parametrize("name", ["battle.json", "battle.jsonl", "battle.pdf"])
def test_files_with_every_choice_are_kept_back_until_the_end(duel: Battle, as_bob: Client, name: str) -> None:
    assert as_bob.get(page(duel, name)).status_code == 409


def test_the_seed_is_on_no_page_before_the_end(alice: User, as_alice: Client, patrol: dict) -> None:  # type: ignore[type-arg]
    row = services.begin(alice, patrol, tacticians=())
    pages = [page(row, name) for name in ("", "log/", "field/", "orders/")]
    pages += [api(row, name) for name in ("", "choices/", "log/", "events/", "field/")]
    for each in pages:
        answer = as_alice.get(each)
        assert answer.status_code == 200
        assert row.seed not in answer.content.decode()
    assert row.seed_hash in as_alice.get(row.get_absolute_url()).content.decode()


def test_who_has_the_link_looks_on_and_changes_nothing(fought: Battle, client: Client) -> None:
    services.share(fought)
    for name in READ:
        assert client.get(f"{fought.shared_url}{name}").status_code == 200
    assert not shared(fought.share_token or "").sides
    services.unshare(fought)
    with pytest.raises(Http404):
        shared("x" * 22)


def test_a_shared_battle_that_goes_on_offers_no_decision(by_hand: Battle, client: Client) -> None:
    services.share(by_hand)
    content = client.get(by_hand.shared_url).content.decode()
    assert 'role="switch"' in content, "rule numbers are for onlookers too"
    assert "<form" not in content.split("<main")[1].split("</main>")[0]
    assert 'id="decision"' not in content


def link_on(page: str) -> str:
    """The link in the share box; the button that copies it copies the same."""
    field = re.search(r'<input type="text" readonly [^>]*>', page)
    assert field is not None
    link = attributes(field[0])["value"]
    assert f'data-copy="{link}"' in page
    return link


def test_a_battle_that_goes_on_is_shared_from_its_page(
    as_alice: Client, client: Client, by_hand: Battle, alice: User
) -> None:
    make_choices(by_hand, 2, alice)
    home = by_hand.get_absolute_url()
    answer = press(as_alice, text(as_alice.get(home)), "/share/")
    assert answer["Location"] == f"{home}#share"
    link = link_on(text(as_alice.get(home)))
    assert link == f"http://testserver/b/{again(by_hand).share_token}/board/"
    assert 'id="board-pieces"' in text(client.get(link))


def test_a_battle_is_shared_from_its_board_and_made_private_again(
    as_alice: Client, client: Client, by_hand: Battle
) -> None:
    for with_link in (True, False):
        page = text(as_alice.get(address(by_hand)))
        form = forms(page, "/share/")[0]
        assert " data-plain" in form
        assert press(as_alice, page, "/share/")["Location"] == f"{address(by_hand)}#share"
        assert bool(again(by_hand).share_token) is with_link
        if with_link:
            link = link_on(text(as_alice.get(address(by_hand))))
            assert client.get(link).status_code == 200
    assert client.get(link).status_code == 404


def test_a_battle_that_is_over_shows_onlookers_its_result(
    as_alice: Client, client: Client, fought: Battle
) -> None:
    token = services.share(fought)
    link = link_on(text(as_alice.get(fought.get_absolute_url())))
    assert link == f"http://testserver/b/{token}/"
    assert "Victory" in text(client.get(link)) or "a draw" in text(client.get(link))


def test_nobody_but_the_owner_is_offered_to_share(as_bob: Client, client: Client, duel: Battle) -> None:
    token = services.share(duel)
    for page in (
        as_bob.get(duel.get_absolute_url()), as_bob.get(address(duel)),
        client.get(f"/b/{token}/"), client.get(f"/b/{token}/board/"),
    ):  # fmt: skip
        assert "/share/" not in text(page)
        assert "data-copy" not in text(page)


def test_the_box_alone_knows_the_link(by_hand: Battle, rf: RequestFactory) -> None:
    services.share(by_hand)
    viewer = Viewer(by_hand, frozenset({0, 1}), owner=True)
    box = render_to_string(
        "battles/parts/share.html", {"viewer": viewer, "battle": by_hand}, request=rf.get("/")
    )
    assert link_on(box).endswith("/board/")

"""Sharing a battle by a link: the link stands on the owner's pages and leads to what there is to look at."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from battles import services
from battles.access import Viewer
from battles.models import Battle
from tests.kit.board import address, attributes, forms, press, text
from tests.kit.rows import again, make_choices

pytestmark = pytest.mark.django_db


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
    for shared in (True, False):
        page = text(as_alice.get(address(by_hand)))
        form = forms(page, "/share/")[0]
        assert " data-plain" in form
        assert press(as_alice, page, "/share/")["Location"] == f"{address(by_hand)}#share"
        assert bool(again(by_hand).share_token) is shared
        if shared:
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

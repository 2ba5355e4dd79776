"""What somebody deletes while another request changes it is not there for that request: a 404."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.http import Http404

from armylists.owned.services import write
from battles import services as battles
from campaigns.persistence import held
from tests.armylists.own_books import kept_book, list_on
from tests.kit.battles import sample, setup
from tests.kit.campaigns import island
from tests.kit.tournaments import event
from tournaments.services import hold

pytestmark = pytest.mark.django_db


def test_whoever_writes_what_is_deleted_finds_nothing(alice: User) -> None:
    armies = (sample("royalist-patrol-300"), sample("parliament-patrol-300"))
    book = kept_book(alice)
    rows = [list_on(book), battles.begin(alice, setup(*armies, terrain="open")), book]
    for row in rows:
        type(row).objects.filter(pk=row.pk).delete()
        with pytest.raises(Http404):
            write(row)


def test_whoever_holds_what_is_deleted_finds_nothing(alice: User) -> None:
    campaign, tournament = island(alice), event(alice)
    for row in (campaign, tournament):
        type(row).objects.filter(pk=row.pk).delete()
    with pytest.raises(Http404), held(campaign):
        pass
    with pytest.raises(Http404):
        hold(tournament)

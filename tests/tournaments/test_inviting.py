"""Who runs and judges a tournament is invited, reads by whom and to what, and accepts."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.test import Client

from armylists import guests
from rulesets.engine.errors import LeaguerError
from tests.kit.clients import signed_in
from tests.kit.tournaments import appoint, event
from tournaments import inviting, services
from tournaments.leaving import part
from tournaments.models import Invitation, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(alice: User, bob: User) -> Tournament:
    """Alice runs it, Bob plays."""
    return event(alice, bob, visibility="private")


def page_of(client: Client, row: Tournament, status: int = 200) -> str:
    answer = client.get(f"{row.get_absolute_url()}people/")
    assert answer.status_code == status
    return answer.content.decode()


def test_who_invites_to_what_is_said_before_anybody_signs_in(
    row: Tournament, alice: User, charlie: User
) -> None:
    answer = signed_in(alice).post(
        f"{row.get_absolute_url()}people/", {"role": "judge", "label": "Our Charlie"}, follow=True
    )
    found = Invitation.objects.get()
    assert f"http://testserver{found.get_absolute_url()}" in answer.content.decode()
    assert "Our Charlie" in answer.content.decode()
    seen = Client().get(found.get_absolute_url()).content.decode()
    assert "<b>alice</b> invites you to judge at this tournament" in seen
    assert "Club day" in seen
    assert "Our Charlie" not in seen
    assert "Judges can enter and decide results" in seen
    assert "/accounts/login/" in Client().post(found.get_absolute_url()).headers["Location"]
    assert not row.organisers.exists(), "nobody has a role before they accept"
    client = signed_in(charlie)
    assert client.get(row.get_absolute_url()).status_code == 404
    assert client.get(found.get_absolute_url()).status_code == 200
    assert not row.organisers.exists()
    assert client.post(found.get_absolute_url()).headers["Location"] == row.get_absolute_url()
    assert row.organisers.get(user=charlie).role == "judge"
    assert client.get(row.get_absolute_url()).status_code == 200
    assert "Our Charlie" not in page_of(signed_in(alice), row)


def test_an_invitation_is_good_once_and_not_after_it_is_withdrawn(
    row: Tournament, alice: User, bob: User, charlie: User
) -> None:
    found = inviting.invite(row, alice, "organiser", label="Charlie", email="charlie@example.org")
    inviting.accept(found.token, charlie)
    found.refresh_from_db()
    assert (found.label, found.email) == ("", "")
    answer = signed_in(bob).get(found.get_absolute_url())
    assert (answer.status_code, "has been used" in answer.content.decode()) == (404, True)
    assert signed_in(charlie).get(found.get_absolute_url()).headers["Location"] == row.get_absolute_url()
    with pytest.raises(LeaguerError, match="no longer open"):
        inviting.accept(found.token, bob)
    other = inviting.invite(row, alice, "judge")
    address = f"{row.get_absolute_url()}people/invitations/{other.pk}/withdraw/"
    for client in (signed_in(bob), Client()):
        client.post(address)
        assert Invitation.objects.filter(pk=other.pk).exists()
    assert signed_in(alice).post(address).status_code == 302
    assert signed_in(bob).get(other.get_absolute_url()).status_code == 404
    assert signed_in(bob).post(other.get_absolute_url()).status_code == 404


def test_whoever_has_a_role_gets_the_new_one_and_the_owner_and_guests_none(
    row: Tournament, alice: User, charlie: User
) -> None:
    appoint(row, "charlie", "judge")
    appoint(row, "charlie", "organiser")
    assert [each.role for each in row.organisers.all()] == ["organiser"]
    found = inviting.invite(row, alice, "judge")
    assert "This is your own tournament" in signed_in(alice).get(found.get_absolute_url()).content.decode()
    with pytest.raises(LeaguerError, match="You already run this tournament"):
        inviting.accept(found.token, alice)
    with pytest.raises(PermissionDenied):
        inviting.accept(found.token, guests.make())


@pytest.mark.parametrize("how", ["dismissed", "gone"])
def test_invitations_end_with_the_role_of_who_made_them(
    row: Tournament, alice: User, charlie: User, how: str
) -> None:
    appoint(row, "charlie", "organiser")
    found, kept = inviting.invite(row, charlie, "organiser"), inviting.invite(row, alice, "judge")
    if how == "dismissed":
        services.dismiss(row, charlie.pk)
    else:
        part(charlie, "Deleted player")
    assert list(inviting.open_ones(row)) == [kept]
    assert signed_in(charlie).get(found.get_absolute_url()).status_code == 404


def test_the_page_of_organisers_is_theirs_alone(
    row: Tournament, alice: User, bob: User, charlie: User
) -> None:
    appoint(row, "charlie", "judge")
    inviting.invite(row, alice, "judge", label="Dora", email="dora@example.org")
    for client in (signed_in(bob), signed_in(charlie), Client()):
        page_of(client, row, 404)
        assert client.post(f"{row.get_absolute_url()}people/", {"role": "organiser"}).status_code != 200
        assert "dora@example.org" not in client.get(row.get_absolute_url()).content.decode()
    assert inviting.open_ones(row).count() == 1
    assert "Dora" in page_of(signed_in(alice), row)


def test_an_invitation_goes_by_mail_and_no_more_are_open_than_may_be(
    row: Tournament, alice: User, mailoutbox: list[object], django_capture_on_commit_callbacks: object,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        found = inviting.invite(row, alice, "judge", email="dora@example.org")
    sent = mailoutbox[0]
    assert (sent.to, sent.subject) == (["dora@example.org"], "Club day: you are invited")  # type: ignore[attr-defined]
    assert found.get_absolute_url() in sent.body  # type: ignore[attr-defined]
    assert "alice invites you to judge at the tournament" in sent.body  # type: ignore[attr-defined]
    monkeypatch.setattr(inviting, "MOST", 1)
    answer = signed_in(alice).post(f"{row.get_absolute_url()}people/", {"role": "judge"}, follow=True)
    assert "Withdraw one first" in answer.content.decode()
    assert inviting.open_ones(row).count() == 1

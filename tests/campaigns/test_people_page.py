"""Who takes part in a campaign: invitations, roles, leaving, handing forces over, mail."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import services
from campaigns.models import Campaign, Invitation, Member, NoMail
from campaigns.persistence import state_of
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import member_of
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db

INVITE = {"role": "player", "faction": "company", "chief": "on", "label": "Charlie", "email": ""}


def test_an_invitation_leads_a_stranger_into_the_campaign(
    row: Campaign, as_alice: Client, as_charlie: Client, charlie: User
) -> None:
    assert as_alice.post(page(row, "people", "invite"), INVITE).status_code == 302
    found = re.search(
        r'value="http://testserver(/campaigns/join/[^"]+)"', text(as_alice.get(page(row, "people")))
    )
    assert found is not None
    asked = text(as_charlie.get(found[1]))
    assert "The Isle of Merrow" in asked
    assert "The Company" in asked
    assert as_charlie.get(page(row)).status_code == 404
    as_charlie.post(found[1])
    assert as_charlie.get(page(row)).status_code == 200
    assert member_of(row, charlie).faction == "company"


def test_an_invitation_is_named_without_for_and_a_second_to_one_command_is_said(
    row: Campaign, as_alice: Client
) -> None:
    where, twice = page(row, "people", "invite"), "Another invitation to this command is open as well."
    assert twice not in text(as_alice.post(where, INVITE | {"label": "for Ben"}, follow=True))
    assert Invitation.objects.get().label == "Ben"
    assert twice not in text(as_alice.post(where, INVITE | {"chief": ""}, follow=True))
    assert twice in text(as_alice.post(where, INVITE, follow=True))


def test_a_used_invitation_says_so_and_not_who_used_it(
    row: Campaign, umpire: Member, charlie: User, client: Client, as_bob: Client
) -> None:
    found = services.invite(row, umpire, "player", "company", label="Charlie")
    where = found.get_absolute_url()
    services.join(found.token, charlie)
    for reader, way_out in ((client, f"/accounts/login/?next={where}"), (as_bob, "/campaigns/")):
        for answer in (reader.get(where), reader.post(where)):
            assert answer.status_code == 404
            shown = text(answer)
            assert "This invitation has been used" in shown
            assert f'href="{way_out}"' in shown
            assert "charlie" not in shown.lower()
            assert row.name not in shown


def test_an_invitation_that_was_withdrawn_or_never_was_says_what_to_do(row: Campaign, client: Client) -> None:
    shown = text(client.get("/campaigns/join/nothing-like-it/"))
    assert "This invitation is not open" in shown
    assert "Ask whoever sent you the link for a new one." in shown


def test_who_takes_part_already_joins_no_second_time(row: Campaign, as_alice: Client, as_bob: Client) -> None:
    as_alice.post(page(row, "people", "invite"), INVITE)
    where = Invitation.objects.get().get_absolute_url()
    assert "already" in text(as_bob.get(where))
    as_bob.post(where)
    assert Invitation.objects.get().used is None


def test_only_the_umpire_changes_roles(
    row: Campaign, onlooker: Member, as_alice: Client, as_bob: Client
) -> None:
    form = {"role": "player", "faction": "company", "chief": "on"}
    as_bob.post(page(row, "people", str(onlooker.pk), "change"), form)
    assert Member.objects.get(pk=onlooker.pk).role == "neutral"
    as_alice.post(page(row, "people", str(onlooker.pk), "change"), form)
    assert Member.objects.get(pk=onlooker.pk).faction == "company"


def test_a_player_leaves_and_nobody_sends_another_away_but_the_umpire(
    row: Campaign, comrade: Member, enemy: Member, as_bob: Client, as_alice: Client, edward: User
) -> None:
    as_bob.post(page(row, "people", str(enemy.pk), "remove"))
    assert Member.objects.filter(pk=enemy.pk).exists()
    signed_in(edward).post(page(row, "people", str(comrade.pk), "remove"))
    assert not Member.objects.filter(pk=comrade.pk).exists()
    as_alice.post(page(row, "people", str(enemy.pk), "remove"))
    assert not Member.objects.filter(pk=enemy.pk).exists()


def test_a_chief_hands_a_force_over(row: Campaign, comrade: Member, as_bob: Client, as_dora: Client) -> None:
    where = page(row, "forces", "cr2", "command")
    assert as_dora.post(where, {"to": str(comrade.pk)}).status_code == 404
    as_bob.post(where, {"to": str(comrade.pk)})
    row.refresh_from_db()
    assert state_of(row).forces["cr2"].commander == comrade.key
    assert "edward" in text(as_bob.get(page(row, "forces")))


def test_the_automatic_commander_is_called_in_and_sent_away(
    row: Campaign, chief: Member, as_bob: Client
) -> None:
    where = page(row, "people", str(chief.pk), "automatic")
    as_bob.post(where, {"on": "1"})
    assert Member.objects.get(pk=chief.pk).automatic
    as_bob.post(where, {"on": "0"})
    assert not Member.objects.get(pk=chief.pk).automatic


def test_mail_is_switched_off_and_on(as_bob: Client, bob: User) -> None:
    assert text(as_bob.get("/campaigns/mail/")).count(" checked") == 5
    as_bob.post("/campaigns/mail/", {"kinds": ["turn", "deadline"]})
    assert NoMail.objects.get(user=bob).kinds == ["message", "result", "tournament"]
    assert text(as_bob.get("/campaigns/mail/")).count(" checked") == 2
    as_bob.post("/campaigns/mail/", {})
    assert NoMail.objects.get(user=bob).kinds == []
    assert " checked" not in text(as_bob.get("/campaigns/mail/"))
    as_bob.post("/campaigns/mail/", {"kinds": ["turn", "deadline", "result", "message", "tournament"]})
    assert not NoMail.objects.filter(user=bob).exists()


def test_the_page_of_mail_says_where_it_goes(as_bob: Client, bob: User) -> None:
    assert "no confirmed e-mail address" in text(as_bob.get("/campaigns/mail/"))
    bob.emailaddress_set.create(email=bob.email, verified=True)  # type: ignore[attr-defined]
    assert f"Mail goes to {bob.email}" in text(as_bob.get("/campaigns/mail/"))


def test_mail_is_switched_over_rest_too(as_bob: Client, bob: User) -> None:
    where = "/api/v1/campaigns/mail/"
    assert as_bob.get(where).json() == {
        "kinds": ["turn", "deadline", "result", "message", "tournament"],
        "address": "",
    }
    sent = {"kinds": ["deadline"]}
    assert as_bob.put(where, sent, content_type="application/json").json()["kinds"] == ["deadline"]
    assert as_bob.get(where).json()["kinds"] == ["deadline"]
    wrong = as_bob.put(where, {"kinds": ["gossip"]}, content_type="application/json")
    assert wrong.status_code == 400
    assert [each["path"] for each in wrong.json()["errors"]] == ["kinds.0"]
    assert Client().get(where).status_code == 401


def test_an_invitation_to_ones_own_address_stands_on_the_shelf(
    row: Campaign, umpire: Member, as_charlie: Client, charlie: User
) -> None:
    services.invite(row, umpire, "player", "company", email=charlie.email)
    assert "invites you" not in text(as_charlie.get("/campaigns/"))
    charlie.emailaddress_set.create(email=charlie.email, verified=True)  # type: ignore[attr-defined]
    assert f"Join {row.name}: alice invites you" in text(as_charlie.get("/campaigns/"))


def test_the_umpire_gives_a_faction_without_a_player_to_the_automatic_commander(
    row: Campaign, as_alice: Client, as_bob: Client
) -> None:
    shown = text(as_alice.get(page(row, "people")))
    where = page(row, "factions/company", "automatic")
    assert where in shown
    assert page(row, "factions/crown", "automatic") not in shown
    assert as_alice.post(where, {"on": "1"}).status_code == 302
    row.refresh_from_db()
    assert row.automatic == ["company"]
    assert "Turn automatic orders off" in text(as_alice.get(page(row, "people")))
    as_alice.post(where, {"on": "0"})
    row.refresh_from_db()
    assert row.automatic == []
    assert as_bob.post(where, {"on": "1"}).status_code in (403, 404)
    assert as_alice.post(page(row, "factions/nowhere", "automatic"), {"on": "1"}).status_code == 404


def test_an_onlookers_invitation_is_called_so_and_withdrawn(row: Campaign, as_alice: Client) -> None:
    as_alice.post(page(row, "people", "invite"), {**INVITE, "role": "neutral", "faction": "", "chief": ""})
    assert "onlooker" in text(as_alice.get(page(row, "people")))
    assert ">neutral" not in text(as_alice.get(page(row, "people")))
    as_alice.post(page(row, "people", "withdraw", str(Invitation.objects.get().pk)))
    assert not Invitation.objects.exists()


def by_name(row: Campaign, as_alice: Client, name: str) -> str:
    """What the umpire is told after an invitation by name."""
    form = INVITE | {"label": "", "invited": name}
    return text(as_alice.post(page(row, "people", "invite"), form, follow=True))


def test_who_is_invited_by_name_finds_it_under_your_turn_and_joins(
    row: Campaign, as_alice: Client, as_charlie: Client, charlie: User, as_bob: Client
) -> None:
    by_name(row, as_alice, "Charlie")
    shown = text(as_charlie.get("/campaigns/"))
    where = Invitation.objects.get().get_absolute_url()
    assert f'href="{where}"' in shown
    assert where not in text(as_bob.get("/campaigns/"))
    assert "Decline" in text(as_charlie.get(where))
    as_charlie.post(where)
    assert member_of(row, charlie).faction == "company"
    assert where not in text(as_charlie.get("/campaigns/"))


def test_nobody_learns_from_an_invitation_whether_somebody_has_that_name(
    row: Campaign, as_alice: Client
) -> None:
    told = [
        re.search(r"Invitation created\. ([^<]+)<", by_name(row, as_alice, name))[1].replace(name, "NAME")  # type: ignore[index]
        for name in ("charlie", "nobody.at.all")
    ]
    assert told[0].startswith("If there is a user NAME, they find it under “Your turn”.")
    assert "If there is a user NAME, they find it under" in told[1]
    listed = text(as_alice.get(page(row, "people")))
    assert all(f"<b>{name}</b>" in listed for name in ("charlie", "nobody.at.all"))


def test_who_takes_part_already_is_not_invited_again_by_name(row: Campaign, as_alice: Client) -> None:
    answer = as_alice.post(page(row, "people", "invite"), INVITE | {"invited": "BOB"})
    assert answer.status_code == 400
    assert not Invitation.objects.exists()


def test_an_invitation_is_declined_by_whoever_it_names_and_by_nobody_else(
    row: Campaign, as_alice: Client, as_charlie: Client, client: Client
) -> None:
    by_name(row, as_alice, "charlie")
    where = Invitation.objects.get().get_absolute_url()
    frank = signed_in(User.objects.create_user("frank"))
    assert "Decline" not in text(frank.get(where))
    frank.post(where, {"do": "decline"})
    assert Invitation.objects.exists()
    said = text(as_charlie.post(where, {"do": "decline"}, follow=True))
    assert "You declined the invitation to The Isle of Merrow." in said
    assert not Invitation.objects.exists()


def test_the_form_of_invitations_stands_first_and_a_new_campaign_jumps_to_it(
    row: Campaign, as_alice: Client
) -> None:
    shown = text(as_alice.get(page(row, "people")))
    assert shown.index('id="invite"') < shown.index('<ul class="people">')
    answer = as_alice.post("/campaigns/new/", {"campaign": "ladder", "name": "Ours", "length": "7"})
    assert answer.status_code == 302, answer.context["form"].errors
    assert answer["Location"].endswith("/people/#invite")


def test_people_are_invited_by_name_over_rest(row: Campaign, as_alice: Client, as_charlie: Client) -> None:
    at = f"/api/v1/campaigns/{row.public_id}/invitations/"
    for name in ("charlie", "nobody.at.all"):
        answer = as_alice.post(at, {"faction": "company", "invited": name}, content_type="application/json")
        assert (answer.status_code, answer.json()["invited"]) == (201, name)
    [waits] = [each for each in as_charlie.get("/api/v1/waiting/").json() if each["kind"] == "invitation"]
    assert waits["campaign"] == row.name

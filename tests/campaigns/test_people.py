"""Who takes part: invitations, roles, leaving, command of forces."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import people, services
from campaigns.models import Campaign, Invitation, Member
from campaigns.persistence import CampaignRefusal, state_of
from tests.kit.campaigns import member_of, refusal

pytestmark = pytest.mark.django_db


def test_the_owner_is_umpire_and_the_first_player_of_a_faction_its_chief(
    row: Campaign, umpire: Member, chief: Member, comrade: Member, onlooker: Member
) -> None:
    assert umpire.umpire
    assert not umpire.faction
    assert chief.chief
    assert not comrade.chief
    assert not onlooker.chief


def test_an_invitation_lets_one_person_in_and_no_second(
    row: Campaign, umpire: Member, charlie: User, edward: User
) -> None:
    invitation = services.invite(row, umpire, "player", "company")
    member = services.join(invitation.token, charlie)
    assert (member.role, member.faction, member.chief) == ("player", "company", True)
    with refusal(CampaignRefusal, code="unknown"):
        services.join(invitation.token, edward)


def test_who_takes_part_already_cannot_join_again(row: Campaign, umpire: Member, bob: User) -> None:
    invitation = services.invite(row, umpire, "neutral")
    with refusal(CampaignRefusal, code="member"):
        services.join(invitation.token, bob)
    assert people.invitation(invitation.token) is not None


def test_a_withdrawn_invitation_is_good_no_more(row: Campaign, umpire: Member, charlie: User) -> None:
    invitation = services.invite(row, umpire, "neutral")
    services.withdraw(row, umpire, invitation.pk)
    with pytest.raises(CampaignRefusal):
        services.join(invitation.token, charlie)


def test_an_invitation_that_is_used_or_unknown_is_not_withdrawn(
    row: Campaign, umpire: Member, as_alice: Client, charlie: User
) -> None:
    invitation = services.invite(row, umpire, "neutral")
    services.join(invitation.token, charlie)
    start = f"/api/v1/campaigns/{row.public_id}/invitations/"
    used = as_alice.delete(f"{start}{invitation.pk}/")
    assert used.status_code == 409
    assert used.json()["errors"][0]["message"] == "charlie has joined by this invitation already"
    assert as_alice.delete(f"{start}{invitation.pk + 1000}/").status_code == 404


def test_a_chief_invites_for_his_own_faction_alone(row: Campaign, chief: Member, comrade: Member) -> None:
    assert services.invite(row, chief, "player", "crown").faction == "crown"
    for by, role, faction in (
        (chief, "player", "commons"), (chief, "umpire", ""), (chief, "neutral", ""),
        (comrade, "player", "crown"),
    ):  # fmt: skip
        with refusal(CampaignRefusal, code="not-yours"):
            services.invite(row, by, role, faction)
    assert Invitation.objects.count() == 1


@pytest.mark.parametrize(
    ("role", "faction", "path"),
    [("player", "", "faction"), ("player", "nobody", "faction"), ("king", "", "role")],
)
def test_roles_and_factions_have_to_be_there(
    row: Campaign, umpire: Member, role: str, faction: str, path: str
) -> None:
    with refusal(CampaignRefusal, path=path):
        services.invite(row, umpire, role, faction)


def test_another_chief_takes_the_place_of_the_first(
    row: Campaign, umpire: Member, chief: Member, comrade: Member
) -> None:
    services.change_member(row, umpire, comrade, chief=True)
    assert set(row.members.filter(chief=True, faction="crown")) == {comrade}


def test_only_the_umpire_changes_roles(row: Campaign, chief: Member, comrade: Member) -> None:
    with refusal(CampaignRefusal, code="not-yours"):
        services.change_member(row, chief, comrade, role="umpire")


def test_the_owner_stays_umpire_and_cannot_leave(row: Campaign, umpire: Member) -> None:
    with pytest.raises(CampaignRefusal):
        services.change_member(row, umpire, umpire, role="neutral")
    with pytest.raises(CampaignRefusal):
        services.remove(row, umpire, umpire)
    assert row.members.filter(pk=umpire.pk, role="umpire").exists()


def test_anybody_may_leave_and_only_the_umpire_sends_away(
    row: Campaign, umpire: Member, chief: Member, comrade: Member, enemy: Member
) -> None:
    with pytest.raises(CampaignRefusal):
        services.remove(row, chief, enemy)
    services.remove(row, comrade, comrade)
    services.remove(row, umpire, enemy)
    assert {str(each.user) for each in row.members.all()} == {"alice", "bob", "nora"}


def test_a_chief_gives_his_forces_to_his_players(
    row: Campaign, chief: Member, comrade: Member, enemy: Member
) -> None:
    services.hand_over(row, chief, "cr2", comrade)
    assert state_of(row).forces["cr2"].commander == comrade.key
    services.hand_over(row, chief, "cr2", None)
    assert state_of(row).forces["cr2"].commander == ""
    for by, force, to in ((chief, "co1", comrade), (chief, "cr1", enemy), (comrade, "cr1", comrade)):
        with pytest.raises(CampaignRefusal):
            services.hand_over(row, by, force, to)


def test_who_hands_a_force_over_is_written_down_for_its_faction_alone(
    row: Campaign, chief: Member, comrade: Member
) -> None:
    services.hand_over(row, chief, "cr2", comrade)
    entry = row.turns.get().entries[0]
    assert entry["event"]["known"] == ["crown"]
    assert "its own commander" in entry["words"]


def test_a_new_feed_puts_the_old_one_out(row: Campaign, chief: Member) -> None:
    old = chief.feed
    new = services.new_feed(chief)
    assert new != old
    assert not Member.objects.filter(feed=old).exists()


def test_no_more_than_a_hundred_invitations_are_open(
    row: Campaign, umpire: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "MAX_INVITATIONS", 1)
    services.invite(row, umpire, "neutral")
    with pytest.raises(CampaignRefusal):
        services.invite(row, umpire, "neutral")


def test_who_may_not_take_part_twice(row: Campaign, bob: User) -> None:
    with pytest.raises(CampaignRefusal):
        services.add_member(row, bob, "neutral")
    assert member_of(row, bob).role == "player"

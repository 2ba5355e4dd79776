"""Who takes part in a campaign: inviting, joining, leaving, and who commands what.

`by` is always a member: what they may not do is refused as «not-yours».
"""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from campaigns import mail
from campaigns.access import Participant
from campaigns.models import Campaign, Invitation, Member, NoMail, new_key, new_token
from campaigns.persistence import CampaignRefusal, held, needs_umpire, state_of, write

MAX_MEMBERS = 100
MAX_INVITATIONS = 100


def invite(
    row: Campaign,
    by: Member,
    role: str = Member.Role.PLAYER,
    faction: str = "",
    *,
    chief: bool = False,
    email: str = "",
    label: str = "",
) -> Invitation:
    """Return a way in for one person, sent to `email` if there is one. An umpire invites anybody, a
    commander-in-chief players of their own faction.

    Raises CampaignRefusal for a role or faction that there is not, or that is not theirs to give.
    """
    with held(row) as now:
        _check_inviter(by, role, faction)
        _check_role(now, role, faction)
        if now.invitations.filter(used__isnull=True).count() >= MAX_INVITATIONS:
            raise CampaignRefusal(f"no more than {MAX_INVITATIONS} can be open: withdraw some")
        invitation = Invitation.objects.create(
            campaign=now, role=role, faction=_faction(role, faction), chief=chief and role == "player",
            email=email, label=label, made_by=by.user,
        )  # fmt: skip
        if email:
            mail.invited(now, invitation)
    return invitation


def invitation(token: str) -> Invitation | None:
    """Return the open invitation of a token, with its campaign; None if there is none, or it is used."""
    rows = Invitation.objects.select_related("campaign__owner")
    # The page of an invitation only names the campaign; map and document may be megabytes.
    rows = rows.defer("campaign__document", "campaign__map")
    return rows.filter(token=token, used__isnull=True).first()


def open_invitations(participant: Participant) -> QuerySet[Invitation]:
    """Return the open invitations that somebody may see: all for the umpire, for others those to their
    faction.
    """
    rows = participant.campaign.invitations.filter(used__isnull=True)
    return rows if participant.umpire else rows.filter(faction=participant.faction, role=Member.Role.PLAYER)


def withdraw(row: Campaign, by: Member, pk: int) -> None:
    """Take an invitation back. Raises CampaignRefusal if there is none, or it is not theirs."""
    found = row.invitations.filter(pk=pk, used__isnull=True).first()
    if found is None:
        raise CampaignRefusal("there is no such open invitation", "invitation", code="unknown")
    _check_inviter(by, found.role, found.faction)
    found.delete()


def join(token: str, user: User) -> Member:
    """Take part as an invitation says. A faction's first player is its commander-in-chief.

    Raises CampaignRefusal for an invitation that is used or unknown, and for who takes part already.
    """
    found = invitation(token)
    if found is None:
        raise CampaignRefusal("is not open: ask for a new one", "invitation", code="unknown")
    with held(found.campaign) as now:
        if now.members.filter(user=user).exists():
            raise CampaignRefusal("you take part in this campaign already", code="member")
        if now.members.count() >= MAX_MEMBERS:
            raise CampaignRefusal(f"no more than {MAX_MEMBERS} may take part", code="full")
        used = Invitation.objects.filter(pk=found.pk, used__isnull=True)
        # In one statement: of two who open one invitation at once only one gets in.
        if not used.update(used=timezone.now(), used_by=user):
            raise CampaignRefusal("is not open: ask for a new one", "invitation", code="unknown")
        member = Member(campaign=now, user=user, role=found.role, faction=found.faction,
                        automatic=found.automatic, key=found.key or new_key())  # fmt: skip
        _enter(now, member, chief=found.chief)
        # Who comes back from an imported file finds the orders that were written under their key.
        now.orders.filter(key=member.key).update(member=member)
        write(now)
    return member


def add_member(
    row: Campaign, user: User, role: str, faction: str = "", *, chief: bool = False, automatic: bool = False
) -> Member:
    """Let somebody take part at once, without an invitation: for commands, samples and tests."""
    with held(row) as now:
        _check_role(now, role, faction)
        if now.members.filter(user=user).exists():
            raise CampaignRefusal("takes part in this campaign already", "user", code="member")
        member = Member(
            campaign=now, user=user, role=role, faction=_faction(role, faction), automatic=automatic
        )
        _enter(now, member, chief=chief)
        write(now)
    return member


def change_member(
    row: Campaign, by: Member, member: Member, *, role: str = "", faction: str = "", chief: bool | None = None
) -> None:
    """Give a member another role, faction or the command-in-chief; the umpire's to do.

    Raises CampaignRefusal for a role or faction that there is not, and for the owner, who stays umpire.
    """
    needs_umpire(by)
    with held(row) as now:
        role, faction = role or member.role, faction or member.faction
        _check_role(now, role, faction)
        if member.user_id == now.owner_id and role != Member.Role.UMPIRE:
            raise CampaignRefusal("owns the campaign, and stays its umpire", "member")
        if faction != member.faction:
            # Orders for the old faction would still count, though their writer now plays against it.
            now.orders.filter(turn=now.turn, key=member.key).delete()
        member.role, member.faction = role, _faction(role, faction)
        _enter(now, member, chief=member.chief if chief is None else chief)
        write(now)


def remove(row: Campaign, by: Member, member: Member) -> None:
    """Let a member leave, or send them away; their forces fall to the commander-in-chief. Everybody may leave
    but the owner, the umpire may send anybody away but them.
    """
    if by.pk != member.pk:
        needs_umpire(by)
    if member.user_id == row.owner_id:
        raise CampaignRefusal("owns the campaign, and cannot leave it", "member")
    with held(row) as now:
        member.delete()
        write(now)


def set_automatic(
    row: Campaign, by: Member, *, member: Member | None = None, faction: str = "", on: bool = True
) -> None:
    """Let the automatic commander order for who gives no orders: for a member (by
    themselves or the umpire), or for a whole faction (by the umpire).
    """
    with held(row) as now:
        if member is not None:
            if member.pk != by.pk:
                needs_umpire(by)
            member.automatic = on
            # No new revision: it changes how the next turn is ordered, nothing that anybody sees now.
            Member.objects.filter(pk=member.pk).update(automatic=on)
            return
        needs_umpire(by)
        _check_role(now, Member.Role.PLAYER, faction)
        left = {*now.automatic} - {faction}
        write(now, automatic=sorted(left | {faction} if on else left))


def set_mail(user: User, *, on: bool) -> None:
    """Return whether a user gets mail about their campaigns."""
    if on:
        NoMail.objects.filter(user=user).delete()
    else:
        NoMail.objects.get_or_create(user=user)


@transaction.atomic
def new_feed(member: Member) -> str:
    """Return a new secret for a member's calendar; the old one is good no more."""
    member.feed = new_token()
    Member.objects.filter(pk=member.pk).update(feed=member.feed)
    return member.feed


def _enter(row: Campaign, member: Member, *, chief: bool) -> None:
    """Write a member; a faction has one commander-in-chief, and its first player is that."""
    mates = row.members.filter(faction=member.faction, role=Member.Role.PLAYER).exclude(pk=member.pk)
    plays = bool(member.faction)
    member.chief = plays and (chief or not mates.filter(chief=True).exists())
    if member.chief:
        # Before the member is saved: the faction never has two.
        mates.update(chief=False)
    member.save()


def _faction(role: str, faction: str) -> str:
    return "" if role == Member.Role.NEUTRAL else faction


def _check_role(row: Campaign, role: str, faction: str) -> None:
    if role not in Member.Role.values:
        raise CampaignRefusal(f"is {', '.join(Member.Role.values)}", "role", code="unknown")
    if role == Member.Role.PLAYER and not faction:
        raise CampaignRefusal("is missing: a player plays for one", "faction")
    if faction and faction not in state_of(row).factions:
        raise CampaignRefusal(f"there is no faction «{faction}»", "faction", code="unknown")


def _check_inviter(by: Member, role: str, faction: str) -> None:
    if by.umpire or (by.chief and role == Member.Role.PLAYER and faction == by.faction):
        return
    raise CampaignRefusal("is not yours to invite", "role", code="not-yours")

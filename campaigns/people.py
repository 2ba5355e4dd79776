"""Who takes part in a campaign: inviting, joining, leaving, and who commands what.

`by` is always a member: what they may not do is refused as “not-yours”.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from armylists.guests import check_account
from campaigns import mail
from campaigns.access import Participant
from campaigns.admitting import check_automatic, check_removal, has_to_ask
from campaigns.asking import ask, let_play, needs_consent
from campaigns.changing import change_side, check_role, check_side, led, left_side, moved, side_in
from campaigns.chiefs import commands, enter, succeed
from campaigns.models import Campaign, Disclosure, Invitation, Member, new_key
from campaigns.notices import acted_for_faction, acted_for_member
from campaigns.persistence import CampaignRefusal, disclose, held, needs_runner, needs_umpire, write
from campaigns.waking import EVERYBODY, wake
from campaigns.wording import people as words

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
    invited: str = "",
) -> Invitation:
    """Return a way in for one person: sent to `email` if there is one, and shown to the user called
    `invited`, if there is one of that name, which nobody is told. An umpire invites anybody, a
    commander-in-chief players of their own faction.

    Raises CampaignRefusal for a role or faction that there is not, or that is not theirs to give, and
    (`member`) for the name of somebody who takes part already.
    """
    invited = invited.strip()
    with held(row) as now:
        _check_inviter(now, by, role, faction)
        check_role(now, role, faction)
        if invited and now.members.filter(user__username__iexact=invited).exists():
            raise CampaignRefusal(words.TAKES_PART, "invited", code="member")
        if now.invitations.filter(used__isnull=True).count() >= MAX_INVITATIONS:
            raise CampaignRefusal(words.too_many_invitations(MAX_INVITATIONS))
        invitation = Invitation.objects.create(
            campaign=now, role=role, faction=_faction(role, faction), chief=chief and role == "player",
            email=email, label=label, invited=invited, made_by=by.user,
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


def invitations_to(user: User) -> QuerySet[Invitation]:
    """Return the open invitations to a user by name, or to an address of theirs that is confirmed."""
    addresses = user.emailaddress_set.filter(verified=True).values("email")  # type: ignore[attr-defined]
    to_them = Q(email__in=addresses) | Q(invited__iexact=user.get_username())
    rows = Invitation.objects.filter(to_them, used__isnull=True)
    rows = rows.exclude(campaign__members__user=user).select_related("campaign__owner", "made_by")
    return rows.defer("campaign__document", "campaign__map", "campaign__state")


def decline(token: str, user: User) -> bool:
    """Drop an open invitation that was made to a user; whether there was one. A link that came from elsewhere
    is not theirs to take from others.
    """
    deleted, _ = Invitation.objects.filter(
        pk__in=invitations_to(user).filter(token=token).values("pk")
    ).delete()
    return bool(deleted)


def is_used(token: str) -> bool:
    """Return whether somebody has joined a campaign by this token."""
    return Invitation.objects.filter(token=token, used__isnull=False).exists()


def joined_by(token: str, user: User) -> Campaign | None:
    """Return the campaign that somebody joined by this token, if they still take part in it."""
    rows = Invitation.objects.filter(token=token, used_by=user, campaign__members__user=user)
    found = rows.select_related("campaign").defer("campaign__document", "campaign__map").first()
    return None if found is None else found.campaign


def open_invitations(participant: Participant) -> QuerySet[Invitation]:
    """Return the open invitations that somebody may see: all for the umpire, for others those to their
    faction.
    """
    rows = participant.campaign.invitations.filter(used__isnull=True)
    if not participant.runs:
        return rows.filter(faction=participant.faction, role=Member.Role.PLAYER)
    if participant.umpire:
        return rows
    # Else they could join an enemy's faction by its link, under another name.
    own = {participant.faction} if participant.chief else set()
    return rows.exclude(faction__in=led(participant.campaign) - own)


def withdraw(row: Campaign, by: Member, pk: int) -> None:
    """Withdraw an open invitation. Raises Http404 for none, CampaignRefusal if it is used or not theirs."""
    with held(row) as now:
        found = now.invitations.select_related("used_by").filter(pk=pk).first()
        if found is None:
            raise Http404(words.NO_SUCH_INVITATION)
        _check_inviter(now, by, found.role, found.faction)
        if found.used is not None:
            who = "" if found.used_by is None else found.used_by.get_username()
            raise CampaignRefusal(words.invitation_used_by(who), "invitation", code="answered")
        found.delete()


def join(token: str, user: User) -> Member:
    """Take part as an invitation says. A faction's first player is its commander-in-chief; an invitation as
    commander-in-chief of a faction that has one makes a player.

    While an umpire plays a new umpire looks on at first: they are umpire once every player accepts it. So
    does a new player of a faction that others play, if none of them invited them, until one of them accepts
    (`admitting`). Every member can read who invited whom to which faction.

    Raises CampaignRefusal for an invitation that is used or unknown, for who takes part already, and for who
    still knows the secrets of another side (`check_side`).
    """
    check_account(user, words.SIGN_UP_TO_JOIN)
    found = invitation(token)
    if found is None and joined_by(token, user) is not None:
        raise CampaignRefusal(words.YOU_TAKE_PART, code="member")
    if found is None:
        raise CampaignRefusal(words.INVITATION_USED, "invitation", code="unknown")
    with held(found.campaign) as now:
        if now.members.filter(user=user).exists():
            raise CampaignRefusal(words.YOU_TAKE_PART, code="member")
        if now.members.count() >= MAX_MEMBERS:
            raise CampaignRefusal(words.campaign_full(MAX_MEMBERS), code="full")
        if not found.playing_umpire:
            check_side(now, user, found.role, found.faction)
        used = Invitation.objects.filter(pk=found.pk, used__isnull=True)
        # In one statement: of two who open one invitation at once only one gets in.
        if not used.update(used=timezone.now(), used_by=user):
            raise CampaignRefusal(words.INVITATION_USED, "invitation", code="unknown")
        judge = found.role == Member.Role.UMPIRE and needs_consent(now)
        asks = judge or has_to_ask(now, found)
        member = Member(
            campaign=now, user=user, role=Member.Role.NEUTRAL if asks else found.role,
            faction="" if asks else found.faction, automatic=found.automatic,
            playing_umpire=found.playing_umpire, key=found.key or new_key(),
        )  # fmt: skip
        before = left_side(now, user)
        enter(now, member, chief=not asks and commands(now, found))
        if member.playing_umpire:
            disclose(now, member, Disclosure.Kind.PLAYS, entered=member.faction)
        elif not asks:
            inviter = found.made_by
            moved(now, member, before or "", by="" if inviter is None else inviter.get_username())
        if asks:
            ask(now, member, Disclosure.ALL if judge else found.faction, found.made_by_id)
        # Who comes back from an imported file finds the orders that were written under their key.
        now.orders.filter(key=member.key).update(member=member)
        write(now)
    return member


def add_member(
    row: Campaign, user: User, role: str, faction: str = "", *, chief: bool = False, automatic: bool = False
) -> Member:
    """Let somebody take part at once, without an invitation: for commands, samples and tests."""
    with held(row) as now:
        check_role(now, role, faction)
        if now.members.filter(user=user).exists():
            raise CampaignRefusal(words.TAKES_PART, "user", code="member")
        member = Member(
            campaign=now, user=user, role=role, faction=_faction(role, faction), automatic=automatic
        )
        enter(now, member, chief=chief)
        write(now)
    return member


def change_member(
    row: Campaign, by: Member, member: Member, *, role: str = "", faction: str = "", chief: bool | None = None
) -> None:
    """Give a member another role, faction or the command-in-chief; the umpire's to do.

    While an umpire plays, all players are asked first whether somebody may be umpire. Who is to play a
    faction that others play looks on until one of them accepts.

    Raises CampaignRefusal for a role or faction that there is not, for the owner, who stays umpire, and for
    who would learn the secrets of two sides (`check_side`).
    """
    needs_umpire(by)
    with held(row) as now:
        role = role or member.role
        faction = faction or ("" if role == Member.Role.UMPIRE else member.faction)
        check_role(now, role, faction)
        runs = member.playing_umpire and role == Member.Role.PLAYER
        if member.user_id == now.owner_id and not (runs or role == Member.Role.UMPIRE):
            raise CampaignRefusal(words.OWNER_STAYS_UMPIRE, "member")
        faction, before = _faction(role, faction), side_in(member)
        if role == Member.Role.UMPIRE and not member.umpire and needs_consent(now, member):
            check_side(now, member.user, role, faction, member)
            asking = Member.objects.select_related("user").get(pk=member.pk)
            ask(now, asking, Disclosure.ALL, by.user_id)
            write(now)
            member.refresh_from_db()
            return
        if runs and faction != member.faction:
            raise CampaignRefusal(words.HAS_TO_ASK_AGAIN, "faction", code="ask")
        check_side(now, member.user, role, faction, member)
        if role == Member.Role.PLAYER and faction in led(now) - {member.faction}:
            # As somebody new who is invited there: its players have not chosen them.
            asking = Member.objects.select_related("user").get(pk=member.pk)
            if before:
                change_side(now, asking, Member.Role.NEUTRAL, "", chief=False)
                moved(now, asking, before)
            ask(now, asking, faction, by.user_id)
            write(now)
            member.refresh_from_db()
            return
        # The command of one faction is not that of another: there it is given anew.
        had = member.chief and faction == member.faction
        change_side(now, member, role, faction, chief=had if chief is None else chief)
        moved(now, member, before, by="" if before else by.user.get_username())
        write(now)


def remove(row: Campaign, by: Member, member: Member) -> None:
    """Let a member leave, or remove them; their forces go to the commander-in-chief, and the command of one
    to their deputy, else to the longest-serving player. Everybody may leave but the owner, the umpire may
    remove anybody else; one who plays, nobody of another faction. A commander-in-chief may remove the players
    of their own faction. Everybody can read who removed whom, and
    whoever was removed gets mail.
    """
    if by.pk != member.pk:
        check_removal(by, member)
    if member.user_id == row.owner_id:
        raise CampaignRefusal(words.OWNER_CANNOT_LEAVE, "member")
    # Leaving is nobody's to forbid, also where nothing else can be changed.
    with held(row, archived=by.pk == member.pk) as now:
        side = side_in(member)
        if by.pk != member.pk:
            disclose(now, member, Disclosure.Kind.REMOVED, left=side, by=by.user.get_username())
            mail.removed(now, member, str(by.user))
        elif side:
            disclose(now, member, Disclosure.Kind.LEFT, left=side)
        member.delete()
        _gone(now, member)


def go(row: Campaign, member: Member) -> None:
    """Let a member go whose account ends: as if they left, also where they own the campaign."""
    with held(row, archived=True) as now:
        if side := side_in(member):
            disclose(now, member, Disclosure.Kind.LEFT, left=side)
        member.delete()
        _gone(now, member)


def account_deleted(sender: type[Member], instance: Member, origin: Any = None, **more: Any) -> None:
    """Hand on the command of a member who goes because their account is deleted, and write down that they
    left. A faction without players is then listed for the umpire (`waiting`).
    """
    if getattr(origin, "model", type(origin)) is not User:
        return
    accounts = {origin.pk} if isinstance(origin, User) else {*origin.values_list("pk", flat=True)}
    # A campaign goes with its owner, and with it all its members.
    row = Campaign.objects.exclude(owner__in=accounts).filter(pk=instance.campaign_id).first()
    if row is None:
        return
    with held(row, archived=True) as now:
        if side := side_in(instance):
            Disclosure.objects.create(
                campaign=now, kind=Disclosure.Kind.LEFT, turn=now.turn, phase=now.phase,
                revision=now.revision, name=instance.user.get_username(), left=side,
            )  # fmt: skip
        _gone(now, instance)


def _gone(row: Campaign, member: Member) -> None:
    """Do what follows when a member of a campaign that is held has gone."""
    succeed(row, member.faction, member)
    for each in row.members.exclude(asks_for="").select_related("user"):
        # Who may not be umpire yet goes on asking; nobody is kept from leaving by that.
        with suppress(CampaignRefusal):
            let_play(row, each)
    write(row)


def set_automatic(
    row: Campaign,
    by: Member,
    *,
    member: Member | None = None,
    faction: str = "",
    on: bool = True,
    reason: str = "",
) -> None:
    """Let the automatic commander order for who gives no orders: for a member (by themselves or the umpire),
    or for a whole faction (by the umpire; its players may switch it off). An umpire who does it for players
    says why, which everybody can read.

    Raises CampaignRefusal (`not-yours`), and (`reason`) without a reason.
    """
    kind = Disclosure.Kind.AUTOMATIC if on else Disclosure.Kind.MANUAL
    with held(row) as now:
        if member is not None:
            own = member.pk == by.pk
            if not own:
                # Not for those who play: nobody decides about an enemy's orders.
                needs_umpire(by)
                acted_for_member(now, by, member, kind, reason)
            member.automatic, member.automatic_by = on, "" if own or not on else by.user.get_username()
            # No new revision: it changes how the next turn is ordered, nothing of how the campaign stands.
            Member.objects.filter(pk=member.pk).update(automatic=on, automatic_by=member.automatic_by)
            wake(now, EVERYBODY, "automatic" if on else "manual", who=str(member.user))
            return
        if on or not by.faction or by.faction != faction:
            needs_runner(by)
        check_role(now, Member.Role.PLAYER, faction)
        check_automatic(now, by, faction)
        if by.faction != faction and now.members.filter(faction=faction).exists():
            acted_for_faction(now, by, faction, kind, reason)
        left = {*now.automatic} - {faction}
        write(now, automatic=sorted(left | {faction} if on else left))


def _faction(role: str, faction: str) -> str:
    return faction if role == Member.Role.PLAYER else ""


def _check_inviter(row: Campaign, by: Member, role: str, faction: str) -> None:
    """Raise CampaignRefusal (`not-yours`) for a role that somebody cannot invite to. Who runs the campaign
    and plays puts nobody into a faction that others lead: its secrets are none of theirs.
    """
    if by.umpire or (by.chief and role == Member.Role.PLAYER and faction == by.faction):
        return
    if by.playing_umpire and faction not in led(row):
        return
    raise CampaignRefusal(words.NOT_TO_THAT_ROLE, "role", code="not-yours")

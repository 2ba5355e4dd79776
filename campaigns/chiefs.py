"""Who commands a faction: its first player at first, and then whoever is given the command.

Command passes only from the umpire's hand or the commander-in-chief's own. When a commander-in-chief leaves,
or their account is deleted, their deputy follows, else the longest-serving player of the faction. Every
member can read each of these, and all players of the faction get mail.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from campaigns import mail
from campaigns.models import Campaign, Disclosure, Invitation, Member
from campaigns.persistence import CampaignRefusal, disclose, held, write
from campaigns.wording import people as words


def enter(row: Campaign, member: Member, *, chief: bool) -> None:
    """Write a member of a campaign that is held; a faction has one commander-in-chief, and its first player
    is that. `chief`: they take command, whoever has it.
    """
    mates = row.members.filter(faction=member.faction, role=Member.Role.PLAYER).exclude(pk=member.pk)
    others = mates.filter(chief=True).exists()
    takes = others and chief and bool(member.faction)
    if member.pk is None or not row.members.filter(pk=member.pk, faction=member.faction).exists():
        member.since = timezone.now()
    member.chief = bool(member.faction) and (chief or not others)
    if member.chief:
        # Before the member is saved: the faction never has two.
        mates.update(chief=False)
    if member.pk is not None:
        # Raised since they were read, perhaps: a counter that fell would wake their pages again and again.
        member.refresh_from_db(fields=["news"])
    member.save()
    if takes:
        _announce(row, member)


def has_chief(row: Campaign, faction: str) -> bool:
    """Return whether somebody commands a faction."""
    return bool(faction) and row.members.filter(faction=faction, chief=True).exists()


def commands(row: Campaign, found: Invitation) -> bool:
    """Return whether an invitation makes a commander-in-chief. It deposes nobody; but who comes back from an
    imported file has the command that the file gives them.
    """
    return found.chief and (bool(found.key) or not has_chief(row, found.faction))


def heir(members: Iterable[Member], faction: str, gone: Member | None = None) -> Member | None:
    """Return who follows a commander-in-chief who is `gone`: their deputy, else the longest-serving player of
    the faction.
    """
    players = [each for each in members if each.faction == faction and each.role == Member.Role.PLAYER]
    left = [each for each in players if gone is None or each.user_id != gone.user_id]
    deputy = gone.deputy_id if gone is not None else None
    return min(left, key=lambda each: (each.pk != deputy, each.joined, each.pk), default=None)


def succeed(row: Campaign, faction: str, gone: Member | None = None) -> None:
    """Give the command of a faction that has lost its commander-in-chief (`gone`) to who follows them."""
    if not faction or has_chief(row, faction):
        return
    following = heir(row.members.filter(faction=faction).select_related("user"), faction, gone)
    if following is not None:
        following.chief = True
        Member.objects.filter(pk=following.pk).update(chief=True)
        _announce(row, following)


def hand_command(row: Campaign, by: Member, to: Member) -> None:
    """Hand the command of one's faction to another of its players, as its commander-in-chief.

    Raises CampaignRefusal (`not-yours`) for everybody else, and for who does not play for the faction.
    """
    with held(row) as now:
        if not now.members.filter(pk=by.pk, chief=True, faction=by.faction).exists():
            raise CampaignRefusal(words.ONLY_CHIEF_HANDS_COMMAND, "member", code="not-yours")
        found = now.members.select_related("user").filter(pk=to.pk, faction=by.faction).first()
        if found is None or found.pk == by.pk:
            raise CampaignRefusal(words.ANOTHER_OF_FACTION, "member")
        enter(now, found, chief=True)
        write(now)
    by.refresh_from_db()
    to.refresh_from_db()


def _announce(row: Campaign, member: Member) -> None:
    """Write down for every member who commands now, and mail the players of the faction."""
    disclose(row, member, Disclosure.Kind.CHIEF, entered=member.faction)
    mates = row.members.filter(faction=member.faction, role=Member.Role.PLAYER)
    mail.command_passed(row, mates, member)

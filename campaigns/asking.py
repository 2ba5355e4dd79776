"""What needs consent while umpires play: that they do, that somebody becomes umpire, that a newcomer joins.

Who asks is written in their row (`Member.asks_for`); who is asked, `admitting` says.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.admitting import still_asked
from campaigns.changing import change_side, check_role, check_side, led, moved, side_in
from campaigns.chiefs import commands, enter
from campaigns.models import Campaign, Disclosure, Member
from campaigns.persistence import CampaignRefusal, disclose, held, needs_runner, needs_umpire, state_of, write
from campaigns.wording import people as words


def ask_to_play(row: Campaign, by: Member, faction: str) -> bool:
    """Ask all players whether an umpire may play a faction as well, and see no more than they do from then
    on; whether they play now, as they do at once where there is no player to ask.

    Raises CampaignRefusal for a faction that there is not, and (`not-yours`) for everybody but an umpire.
    """
    needs_umpire(by)
    with held(row) as now:
        check_role(now, Member.Role.PLAYER, faction)
        member = now.members.select_related("user").get(pk=by.pk)
        member.asks_for, member.accepted_by, member.asked = faction, [], timezone.now()
        plays = let_play(now, member)
        write(now)
    by.refresh_from_db()
    return plays


def answer_umpire(row: Campaign, by: Member, member: Member, *, accept: bool) -> bool:
    """Accept or decline, as a player, that an umpire plays, that somebody becomes umpire or a newcomer joins
    a faction; whether they do now: once all who are asked have accepted. One who declines ends the request.

    Raises CampaignRefusal (`answered`) where they ask nothing, and (`not-yours`) for who plays no faction or
    is not asked.
    """
    if by.role != Member.Role.PLAYER or by.pk == member.pk:
        raise CampaignRefusal(words.ONLY_PLAYERS_ANSWER, code="not-yours")
    with held(row) as now:
        asking = now.members.select_related("user").get(pk=member.pk)
        if not asking.asks_for:
            who = asking.user.get_username()
            raise CampaignRefusal(
                words.question_answered(who, _is_now(now, asking)), "member", code="answered"
            )
        if asking.asks_to_join and by.pk not in {each.pk for each in still_asked(_players(now), asking)}:
            raise CampaignRefusal(words.NOT_YOURS_TO_ACCEPT, code="not-yours")
        if accept:
            asking.accepted_by = sorted({*asking.accepted_by, by.key})
        else:
            asking.asks_for, asking.accepted_by = "", []
        plays = let_play(now, asking)
        write(now)
    return plays


def _is_now(row: Campaign, member: Member) -> str:
    """Return what a member is in a campaign, in words."""
    if member.role == Member.Role.PLAYER:
        return words.plays_for(state_of(row).factions[member.faction].name)
    return words.IS_UMPIRE if member.role == Member.Role.UMPIRE else words.IS_NEUTRAL


def stop_playing(row: Campaign, by: Member) -> None:
    """Let an umpire who plays be umpire alone again, who sees everything; every member can read that. An
    umpire who has only asked to play asks no longer.

    Raises CampaignRefusal while a battle of their faction is open, since they would judge it; not while the
    campaign is archived: nobody else can restore it, so the battle would stay open for ever.
    """
    needs_runner(by)
    with held(row, archived=True) as now:
        member = now.members.select_related("user").get(pk=by.pk)
        if member.playing_umpire:
            if not now.archived:
                check_side(now, member.user, Member.Role.UMPIRE, "", member)
            disclose(now, member, Disclosure.Kind.STOPPED, left=member.faction, entered=Disclosure.ALL)
        change_side(now, member, Member.Role.UMPIRE, "", chief=False)
        write(now)
    by.refresh_from_db()


def _players(row: Campaign) -> QuerySet[Member]:
    return row.members.filter(role=Member.Role.PLAYER)


def let_play(row: Campaign, member: Member) -> bool:
    """Write what somebody asks; they play, or are umpire, as soon as all who are asked accept."""
    member.save()
    if not member.asks_for or still_asked(_players(row), member):
        return False
    faction = member.asks_for
    if faction == Disclosure.ALL:
        # Asked long ago, perhaps: since then they may have fought in a battle that they would judge.
        check_side(row, member.user, Member.Role.UMPIRE, "", member)
        before = side_in(member)
        change_side(row, member, Member.Role.UMPIRE, "", chief=False)
        moved(row, member, before)
        return True
    if member.asks_to_join:
        check_side(row, member.user, Member.Role.PLAYER, faction, member)
        opened = row.invitations.filter(used_by=member.user_id, faction=faction).last()
        # Not by `change_side`: orders that wait under their key in an imported file are theirs.
        member.role, member.faction, member.asks_for, member.accepted_by = "player", faction, "", []
        enter(row, member, chief=opened is not None and commands(row, opened))
        inviter = None if opened is None else opened.made_by
        moved(row, member, "", by="" if inviter is None else inviter.get_username())
        return True
    disclose(row, member, Disclosure.Kind.PLAYS, entered=faction)
    change_side(row, member, Member.Role.PLAYER, faction, chief=False)
    member.playing_umpire = True
    member.save()
    _withdraw_ways_in(row, member)
    return True


def needs_consent(row: Campaign, member: Member | None = None) -> bool:
    """Return whether all players have to accept a new umpire, as they do while another umpire plays."""
    playing = row.members.filter(playing_umpire=True)
    return playing.exclude(pk=member.pk).exists() if member is not None else playing.exists()


def ask(row: Campaign, member: Member, side: str, invited_by: int | None) -> None:
    """Ask whether somebody may be umpire (ALL), or play a faction; who invited them has accepted it."""
    member.asks_for, member.asked = side, timezone.now()
    asked = row.members.filter(role=Member.Role.PLAYER, user=invited_by)
    member.accepted_by = list(asked.values_list("key", flat=True))
    let_play(row, member)


def _withdraw_ways_in(row: Campaign, member: Member) -> None:
    """Withdraw the invitations whose links an umpire who now plays knows, and may no longer make: as umpire,
    and to factions that others lead. Those of an imported file stay, as people's orders wait behind them.
    """
    known = row.invitations.filter(used__isnull=True, key="")
    own = {member.faction} if member.chief else set()
    known.filter(Q(role=Member.Role.UMPIRE) | Q(faction__in=led(row) - own, role=Member.Role.PLAYER)).delete()

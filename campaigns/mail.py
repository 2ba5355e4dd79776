"""What people are sent by mail: invitations, their turn, deadlines, results and messages.

Mail goes out once what it reports is committed, through whatever the site sends mail with, and a mail that
cannot be sent holds nothing up. It goes to confirmed addresses alone, but for an invitation, which goes where
its sender wrote. Each mail ends with why it was sent and an address that stops mail of its kind, without
signing in. But for messages between people, no mail says more than that something happened and where to look:
what somebody may know of it is the pages' to say.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst

from armylists import profiles, tasks
from armylists.profiles import zone_of
from campaigns.commanding import players_in
from campaigns.models import (
    BroughtList,
    Campaign,
    EngagementRow,
    Extension,
    Invitation,
    Member,
    Message,
    NoMail,
    TurnRow,
)
from campaigns.wording import people
from campaigns.wording.people import deleted_it, removed_you

KINDS: Mapping[str, str] = {
    "turn": "When it is your turn",
    "deadline": "Deadlines: before one passes, and when one is moved",
    "result": "Results: when a turn has been carried out",
    "message": "Messages from other players and from the umpire",
    "tournament": "Tournaments: a place that came free for you, a result of yours that is missing",
}
"""The kinds of mail that people can switch off, each with its label."""
NAMES: Mapping[str, str] = {
    "turn": "about your turn", "deadline": "about deadlines", "result": "about results",
    "message": "with messages", "tournament": "about tournaments",
}  # fmt: skip
"""How a sentence speaks of mail of each kind."""
SALT = "campaigns.mail"
Words: TypeAlias = str | Callable[[], str]
"""The text of a mail; a callable if it names a time, which each reader gets in their own time zone."""


# -- what is sent ------------------------------------------------------------------------------------


def invited(row: Campaign, invitation: Invitation) -> None:
    """Somebody is asked to take part, at the address that the invitation has."""
    who = invitation.made_by
    role = {
        Member.Role.UMPIRE: "to be an umpire of",
        Member.Role.PLAYER: "to play in",
        Member.Role.NEUTRAL: "to watch",
    }[Member.Role(invitation.role)]
    words = (
        f"{who} invites you {role} the campaign “{row.name}”.\n\n"
        f"Join here: {address(invitation.get_absolute_url())}\n"
        "The link works once.\n"
        f"\nYou get this mail because {who} entered your address to invite you. If you do not join, you get"
        " no more mail about this campaign.\n"
    )
    post([{"to": invitation.email, "subject": one_line(f"{row.name}: you are invited"), "words": words}])


def resolved(row: Campaign, parts: Sequence[TurnRow]) -> None:
    """Mail everybody that a turn went on, those with a battle to fight of that."""
    if not parts:
        return
    if row.over:
        send(row, "result", _everybody(row), "the campaign is over", f"The campaign “{row.name}” is over.")
        return
    # Only now are engagements known; a concluded turn falls through to the general message.
    if row.phase == Campaign.Phase.BATTLES:
        _to_be_fought(row)
        return
    turn = parts[-1].turn

    def words() -> str:
        until = f" Give your orders by {moment(row)}." if row.deadline is not None else ""
        over, begun = capfirst(_turn(row, turn)), capfirst(_turn(row))
        return f"{over} of “{row.name}” has been carried out. {begun} has begun.{until}"

    members = _everybody(row)
    ordering = players_in(row.state, members)
    mine = [each for each in members if each.pk in ordering]
    # Whoever orders hears that it is their turn, unless they want results alone.
    send(row, ("turn", "result"), mine, f"{_turn(row, turn)} carried out", words)
    others = [each for each in members if each.pk not in ordering]
    send(row, "result", others, f"{_turn(row, turn)} carried out", words)


def _to_be_fought(row: Campaign) -> None:
    """Those whose forces met somebody have something to do, the others only something to read."""
    factions: set[str] = set()
    for one, two in row.engagements.filter(turn=row.turn, undone=False).values_list("faction_a", "faction_b"):
        factions |= {one, two}
    members = _everybody(row)
    mine = [each for each in members if each.faction in factions]
    moved = f"The orders for {_turn(row)} of “{row.name}” have been carried out."
    send(row, "turn", mine, "you have a battle to fight", f"{moved} You have a battle to fight.")
    others = [each for each in members if each not in mine]
    words = f"{moved} There are battles to fight before the turn ends."
    send(row, "result", others, f"{_turn(row)}: orders carried out", words)


def proposed(row: Campaign, members: Iterable[Member]) -> None:
    """Ask those who may accept how the other side proposes to fight a battle."""
    words = f"The other side proposes how to fight your battle of {_turn(row)} of “{row.name}”."
    send(row, "turn", members, "a proposal waits for you", words)


def declined(row: Campaign, members: Iterable[Member]) -> None:
    """Tell those whose proposal the other side has declined."""
    words = f"The other side declined your proposal for your battle of {_turn(row)} of “{row.name}”."
    send(row, "turn", members, "your proposal was declined", words)


def list_answered(row: Campaign, brought: BroughtList) -> None:
    """Tell the player who brought a list what the umpire says to it."""
    if brought.member is None:
        return
    accepted = brought.status == BroughtList.Status.ACCEPTED
    said = people.list_answered(brought.name, row.name, accepted=accepted, reason=brought.reason)
    done = "accepted" if accepted else "declined"
    send(row, "message", [brought.member], f"your army list was {done}", said, page="lists")


def armies_wanted(row: Campaign, members: Iterable[Member]) -> None:
    """Ask those who have to choose an army for a battle in another system."""
    words = f"Choose your army for a battle of {_turn(row)} of “{row.name}”."
    send(row, "turn", members, "choose your army", words)


def removed(row: Campaign, member: Member, by: str) -> None:
    """Tell somebody that an umpire has removed them."""
    send(row, "turn", [member], "you were removed", removed_you(by, row.name))


def deleted(row: Campaign, members: Iterable[Member], by: str) -> None:
    """Tell the others of a campaign that its owner has deleted it."""
    send(row, "turn", members, "campaign deleted", deleted_it(by, row.name), page="index")


def command_passed(row: Campaign, members: Iterable[Member], chief: Member) -> None:
    """Tell the players of a faction who commands it from now on."""
    words = f"{chief.user} is now commander-in-chief of your faction in “{row.name}”."
    send(row, "turn", members, "your faction has a new commander-in-chief", words, page="people")


def challenged(row: Campaign, members: Iterable[Member], name: str, word: str) -> None:
    """Tell a player of a ladder what another (`name`) does: challenge, accept, decline, withdraw."""
    subject, sentence = {
        "challenge": ("a challenge waits for you", f"{name} challenges you on the ladder “{row.name}”."),
        "accept": ("fight your battle", f"{name} accepts your challenge on the ladder “{row.name}”."),
        "decline": ("challenge declined", f"{name} declines your challenge on the ladder “{row.name}”."),
        "withdraw": ("challenge withdrawn", f"{name} withdraws the challenge on the ladder “{row.name}”."),
    }[word]
    send(row, "turn", members, subject, sentence)


def reported(row: Campaign, engagement: EngagementRow) -> None:
    """One side has reported a battle: the other is asked for its report."""
    waiting = [
        name for name, claim in zip(engagement.factions, engagement.claims, strict=True) if claim is None
    ]
    words = f"The other side has reported how your battle of {_turn(row)} of “{row.name}” ended. Your turn."
    players = row.members.filter(faction__in=waiting)
    send(row, "turn", players, "report your battle", words)
    if not players.exists():
        words = f"A battle of {_turn(row)} of “{row.name}” is reported, and nobody plays the other side."
        send(row, "turn", umpires(row), "confirm a report", f"{words} Please confirm it.")


def disputed(row: Campaign, _engagement: EngagementRow) -> None:
    """Both sides' reports differ: the umpires have to decide, or who runs the campaign to invite one."""
    words = f"The two reports of a battle of {_turn(row)} of “{row.name}” differ."
    if found := umpires(row):
        send(row, "turn", found, "two reports differ", f"{words} Please decide.")
        return
    words += " Only an umpire who plays no faction can decide. Please invite one."
    send(row, "turn", row.members.filter(playing_umpire=True), "two reports differ", words)


def decided(row: Campaign, engagement: EngagementRow, accepted: str) -> None:
    """Tell both sides that the umpire settled their battle by the report of a faction (`accepted`), or by a
    result of their own (""): the one whose report did not count learns it too.
    """
    name = row.state.get("factions", {}).get(accepted, {}).get("name", accepted)
    how = f"accepted the report from {name} on" if accepted else "entered the result of"
    words = f"The umpire {how} your battle of {_turn(row)} of “{row.name}”."
    players = row.members.filter(faction__in=engagement.factions)
    send(row, "result", players, "the umpire has settled your battle", words)


def all_ready(row: Campaign) -> None:
    """All players are ready: who runs the campaign may carry out the turn."""
    words = f"All players of “{row.name}” are ready. You can carry out {_turn(row)} now."
    send(row, "turn", _runners(row), "all players are ready", words)


def reminder(row: Campaign, members: Iterable[Member]) -> None:
    """Remind those who have given no orders that the deadline comes near."""

    def words() -> str:
        return f"Orders for {_turn(row)} of “{row.name}” are due by {moment(row)}. You have not given yours."

    send(row, "deadline", members, "your orders are due", words)


def deadline_set(row: Campaign) -> None:
    """Tell everybody of a deadline that the umpire has set or moved."""

    def words() -> str:
        return f"The deadline for {_turn(row)} of “{row.name}” is {moment(row)}."

    send(row, "deadline", _everybody(row), "new deadline", words)


def extension_asked(row: Campaign, extension: Extension) -> None:
    """Somebody asks who runs the campaign for more time."""
    why = f": {extension.why}" if extension.why else ""
    words = (
        f"{extension.member.user} asks for {extension.hours} more hours for {_turn(row)} of"
        f" “{row.name}”{why}\n\nGrant or decline it on the Umpire page."
    )
    send(row, "turn", _runners(row), "a player asks for more time", words)


def extension_answered(row: Campaign, extension: Extension) -> None:
    """Tell everybody of a deadline that moves, who asked of one that stays."""
    if extension.granted:

        def later() -> str:
            return f"Everybody has more time for {_turn(row)} of “{row.name}”: until {moment(row)}."

        send(row, "deadline", _everybody(row), "more time", later)
        return
    words = f"The umpire cannot give you more time for {_turn(row)} of “{row.name}”."
    send(row, "deadline", [extension.member], "no more time", words)


def written(row: Campaign, message: Message, readers: Iterable[Member], sender: str) -> None:
    """Somebody wrote a message."""
    words = f"{sender} wrote in “{row.name}”:\n\n{message.words}"
    send(row, "message", readers, f"message from {sender}", words, page="messages")


# -- sending -----------------------------------------------------------------------------------------


def send(
    row: Campaign,
    kinds: str | Sequence[str],
    members: Iterable[Member],
    subject: str,
    words: Words,
    *,
    page: str = "campaign",
) -> None:
    """Send members a mail each, once all that was done is committed: to those who have confirmed an address
    and want mail of this kind, or of one of these. One query, however many they are.
    """
    link = reverse(f"campaigns:{page}", args=[] if page == "index" else [row.public_id])
    to_users({each.user_id for each in members}, kinds, row.name, subject, words, link)


def to_users(
    users: Collection[int], kinds: str | Sequence[str], name: str, subject: str, words: Words, path: str
) -> None:
    """Send users a mail each about what is called `name` and stands at `path`: as `send` does."""
    link, mails = address(path), []
    asked = [kinds] if isinstance(kinds, str) else kinds
    for user, to, kind in _addresses(users, asked):
        stop = address(reverse("campaigns:stop-mail", args=[signing.dumps([user.pk, kind], salt=SALT)]))
        with timezone.override(zone_of(user)):
            text = words if isinstance(words, str) else words()
        foot = (
            f"You get this mail because you take part in “{name}”.\n"
            f"Stop mail {NAMES[kind]}: {stop}\n"
            f"All mail settings: {address(reverse('campaigns:mail'))}\n"
        )
        body = f"{text}\n\n{link}\n\n-- \n{foot}"
        mails.append({"to": to, "subject": one_line(f"{name}: {subject}"), "words": body, "stop": stop})
    post(mails)


def post(mails: Sequence[Mapping[str, str]]) -> None:
    """Send mails, each with `to`, `subject` and `words`, once all that was done is committed."""
    if mails:
        transaction.on_commit(partial(tasks.send, mails))


def _addresses(users: Collection[int], kinds: Sequence[str]) -> list[tuple[User, str, str]]:
    """Return the users who want mail of one of these kinds, each with one address that is confirmed, and the
    first kind that they want.
    """
    if not users:
        return []
    rows = EmailAddress.objects.filter(user__in=users, verified=True, user__is_active=True)
    rows = rows.select_related("user__no_campaign_mail", "user__profile")
    found: dict[int, tuple[User, str, str]] = {}
    for each in rows.order_by("user_id", "-primary", "pk"):
        kind = next((kind for kind in kinds if kind in wanted(each.user)), None)
        if kind is not None:
            found.setdefault(each.user_id, (each.user, each.email, kind))
    return list(found.values())


def wanted(user: User) -> set[str]:
    """Return the kinds of mail that a user wants."""
    off: NoMail | None = getattr(user, "no_campaign_mail", None)
    if off is None:
        return set(KINDS)
    return set(KINDS) - set(off.kinds) if off.kinds else set()


def stopped(token: str) -> tuple[int, str] | None:
    """Return whom and which kind of mail the address in a mail stops, None if it is none of ours."""
    try:
        user, kind = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (user, kind) if kind in KINDS else None


def confirmed(user: User) -> str:
    """Return the address that a user's mail goes to, "" while none is confirmed."""
    rows = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return rows.values_list("email", flat=True).first() or ""


def umpires(row: Campaign) -> list[Member]:
    """Return the umpires of a campaign."""
    return list(row.members.filter(role=Member.Role.UMPIRE))


def moment(row: Campaign) -> str:
    """Return the deadline in words, in the time zone of who reads it."""
    return profiles.moment(row.deadline, "l j F Y, H:i") if row.deadline else ""


def _turn(row: Campaign, number: int = 0) -> str:
    """Return what a turn is called, the one that goes on if none is named: `turn 3`, `round 3`."""
    return f"{'turn' if row.shape == Campaign.Shape.MAP else 'round'} {number or row.turn}"


def address(path: str) -> str:
    """Return the whole address of a path of this site."""
    return f"{settings.LEAGUER_URL.rstrip('/')}{path}"


def _everybody(row: Campaign) -> list[Member]:
    return list(row.members.all())


def _runners(row: Campaign) -> list[Member]:
    return [each for each in _everybody(row) if each.runs]


def one_line(subject: str) -> str:
    """Return a subject on one line: a name may hold a line break, and no mail is sent with one in it."""
    return " ".join(subject.split())

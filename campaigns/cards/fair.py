"""What every member can check of a campaign: what umpires saw, who of them plays, how its state is proved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from campaigns.admitting import still_asked
from campaigns.cards.head import step_of
from campaigns.models import Disclosure, Member
from campaigns.wording import people as words

if TYPE_CHECKING:
    from campaigns.access import Participant
    from campaigns.engine.view import View

SHOWN = 5
"""So many disclosures stand on a campaign's page."""


@dataclass(frozen=True, slots=True)
class Asking:
    """An umpire who asks to play, who asks to be umpire, or a newcomer: for which faction, whether the
    reader has still to answer, and how many players have accepted.
    """

    member: Member
    faction: str
    mine: bool
    accepted: int

    @property
    def judge(self) -> bool:
        """Whether they ask to be umpire."""
        return self.member.asks_for == Disclosure.ALL


@dataclass(frozen=True, slots=True)
class FairPlay:
    """What stands under "Fair play" on a campaign's page. `playing`: who runs the campaign and plays, with
    the names of their factions; `neutral`: whether there is an umpire who plays none; `disclosures`: the last
    ones, of `of_all`, with what was done; `seal`: the campaign's, shortened, "" where its check failed.
    """

    playing: Sequence[tuple[Member, str]]
    asking: Sequence[Asking]
    neutral: bool
    disclosures: Sequence[tuple[Disclosure, str]]
    of_all: int
    seal: str


def fair_play(participant: Participant, seen: View, shown: int = SHOWN) -> FairPlay:
    """Return what every member can check. Three queries at most."""
    row, rows, names = participant.campaign, participant.members, seen.names()
    players = {each.key for each in rows if each.role == Member.Role.PLAYER}
    asked = {each.pk: {one.pk for one in still_asked(rows, each)} for each in rows if each.asks_for}
    disclosures = list(row.disclosures.all()[:shown])
    return FairPlay(
        playing=[(each, names.get(each.faction, each.faction)) for each in rows if each.playing_umpire],
        asking=[Asking(each, names.get(each.asks_for, ""), participant.member.pk in asked[each.pk],
                       len(players & {*each.accepted_by}))
                for each in rows if each.asks_for],
        neutral=any(each.umpire for each in rows),
        disclosures=[(each, _done(each, names)) for each in disclosures],
        of_all=len(disclosures) if len(disclosures) < shown else row.disclosures.count(),
        # What failed its check may show the seal of the true campaign, and is no copy of it.
        seal=row.seal[:12] if row.proof is None or row.proof["intact"] else "",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Notice:
    """What an umpire did in the place of whoever reads it: a sentence, why, and what takes it back:
    "automatic", "faction" (automatic orders of all of it), "away", "orders", "" for nothing.
    """

    entry: int
    words: str
    reason: str
    undo: str


def notice_cards(participant: Participant, names: Mapping[str, str]) -> list[Notice]:
    """Return what umpires did in the place of the participant that they have not confirmed."""
    row = participant.campaign
    return [
        Notice(
            each.pk,
            words.notice(
                each.kind,
                each.by or each.name,
                words.YOU if each.by else names.get(each.entered, each.entered),
                f"{step_of(row.shape)} {each.turn}",
            ),
            each.said,
            _undo(each, open_now=row.phase == row.Phase.ORDERS and each.turn == row.turn),
        )
        for each in participant.notices
    ]


def _undo(each: Disclosure, *, open_now: bool) -> str:
    match each.kind:
        case Disclosure.Kind.AUTOMATIC:
            return "automatic" if each.by else "faction"
        case Disclosure.Kind.AWAY:
            return "away"
        case Disclosure.Kind.ORDERED if open_now:
            return "orders"
    return ""


def _done(each: Disclosure, names: Mapping[str, str]) -> str:
    """Return what somebody did, to go before the turn."""
    left, entered = (_side(key, names) for key in (each.left, each.entered))
    if each.kind == Disclosure.Kind.MOVED and not each.left and each.entered == Disclosure.ALL:
        return "became umpire in"
    if each.kind == Disclosure.Kind.MOVED and each.by and not each.left and each.entered:
        return f"invited {each.name}, who joined {entered}, in"
    if each.kind == Disclosure.Kind.MOVED:
        return f"changed from {left} to {entered} in"
    if each.kind == Disclosure.Kind.LEFT:
        return f"left the campaign ({left}) in"
    if each.kind == Disclosure.Kind.REMOVED:
        return f"removed {each.name} ({left}) in"
    if each.kind == Disclosure.Kind.CORRECTED:
        return each.said
    if each.kind in (Disclosure.Kind.FILE, Disclosure.Kind.SEED) and each.said:
        return words.downloaded(each.said, seed=each.kind == Disclosure.Kind.SEED)
    if each.kind == Disclosure.Kind.ORDERED:
        return f"gave the orders of {entered} in"
    if each.kind in (Disclosure.Kind.AUTOMATIC, Disclosure.Kind.MANUAL):
        on = each.kind == Disclosure.Kind.AUTOMATIC
        return words.turned_automatic(each.name if each.by else entered, each.said, on=on)
    if each.kind in (Disclosure.Kind.AWAY, Disclosure.Kind.BACK):
        return words.set_away(each.name, each.said, away=each.kind == Disclosure.Kind.AWAY)
    if each.kind == Disclosure.Kind.CHIEF:
        return f"became commander-in-chief of {entered} in"
    if each.kind == Disclosure.Kind.UPLOAD:
        return "uploaded this file and could read all orders in it, up to"
    return each.get_kind_display()


def _side(key: str, names: Mapping[str, str]) -> str:
    return {Disclosure.ALL: "umpire", "": "onlooker"}.get(key) or names.get(key, key)

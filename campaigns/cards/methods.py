"""The method of an engagement on its page: what is to be done now and by whom, and the forms for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone

from campaigns import consent
from campaigns.access import Participant
from campaigns.cards.engagements import MEANS
from campaigns.commanding import leaders_of
from campaigns.dealings import Dealing, declined, since
from campaigns.engine.standins import systems_for
from campaigns.engine.state import Engagement, State
from campaigns.fields import Method, can_be, method_of, proposal_of, standins_of, until_of, whole
from campaigns.fighting import meets
from campaigns.forms.choices import OneChoice
from campaigns.models import EngagementRow, Member
from campaigns.persistence import has_neutral_umpire
from rulesets.contract import registry
from rulesets.engine.wording import listed

WAYS = ("board", "automatic", "table", "quick")
HOLDS = {
    "sides": "It was agreed",
    "umpire": "The umpire decided",
    "rules": "The campaign’s rules are",
    "deadline": "Nothing was agreed in time, so the campaign’s rules are",
}
TO_DO = {
    "board": "to fight it on the board",
    "automatic": "to let the tacticians fight it",
    "table": "to fight it on a table",
    "quick": "to roll the campaign’s dice",
}


@dataclass(frozen=True, slots=True)
class MethodCard:
    """The method of an engagement. `todo`: what is to be done now, one line. `proposal`: what the other side
    proposes, to be accepted or declined, `own`: what one proposed oneself (both "" for none). `begin`: the
    means that may be begun, `meeting`: with a meeting. `ways`: what may be proposed in the forces' own
    system, `others`: in another one. `decide`: the umpire's form. `shown`: both armies are, so that only an
    umpire can change the method. `until`: when a rule decides, `late`: what
    it says. `awaited`: the side whose report is still to come, "" for none, or once it has had as long as the
    rules leave for agreeing on a method.
    """

    todo: str
    proposal: str
    own: str
    begin: str
    meeting: bool
    ways: tuple[str, ...]
    others: OneChoice | None
    decide: forms.Form | None
    shown: bool
    until: datetime | None
    late: str
    awaited: str


class DecideForm(OneChoice):
    """The method that an umpire sets, and why."""

    def __init__(self, choices: list[Any]) -> None:
        super().__init__("proposal", "How it is fought", choices, auto_id="decide_%s")
        self.fields["reason"] = forms.CharField(
            label="Why", max_length=300, help_text="Both sides read it in the chronicle."
        )


def method_words(method: Method) -> str:
    """Return a method in words, after a verb: `to fight it on the board, in Snaphance`."""
    system = f", in {registry.get(method.system).name}" if method.system else ""
    return f"{TO_DO[method.means]}{system}"


def method_card(
    participant: Participant, state: State, engagement: Engagement, row: EngagementRow
) -> MethodCard:
    """Return the method of an engagement that is open, for one who fights in it or is its umpire."""
    campaign, side = participant.campaign, participant.side(row)
    chosen, fresh = method_of(campaign, row, state), not row.means and row.claims == (None, None)
    method = None if row.means else chosen
    proposed, played = proposal_of(row) if fresh else None, consent.played(campaign)
    nobody, manned = not set(row.factions) & played, consent.manned(campaign)
    fixed = chosen is not None and chosen.how == "rules"
    leaders = [] if side is None else leaders_of(campaign, row, participant.faction)
    leads = side is None or participant.member in leaders
    between = [state.factions[each].name for each in row.factions]
    may_propose = fresh and leads and (nobody if side is None else not row.seen)
    theirs = proposed is not None and side is not None and proposed.by != row.factions[side]
    rules = state.rules.battles
    said = {_key(each) for each in (chosen, proposed) if each is not None}
    ways = tuple(each for each in WAYS if can_be(state, engagement, each)) if row.changeable else ()
    # Once both armies are shown, nothing but the umpire's decision changes how it is fought.
    shown = row.changeable and row.seen
    decides = side is None and (shown or (fresh and not nobody))
    waits = method is None and fresh and not row.campaign.paused
    return MethodCard(
        todo=_todo(
            row,
            between,
            side,
            method,
            proposed,
            participant.claimed(row),
            played=played,
            idle=tuple(
                consent.idle_words(name, key, manned) for name, key in zip(between, row.factions, strict=True)
            ),
        )
        + _no_umpire(participant, row)
        + ("" if leads else _led_by(leaders)),
        proposal=_key(proposed) if theirs and leads else "",
        own=_key(proposed) if proposed is not None and side is not None and leads and not theirs else "",
        begin=method.means if method is not None and _armed(row, method) and fresh and leads else "",
        meeting=meets(state, engagement),
        ways=tuple(each for each in ways if f":{each}" not in said) if may_propose and not fixed else (),
        others=_others(state, engagement) if may_propose else None,
        decide=_decide(state, engagement, ways) if decides else None,
        shown=shown,
        until=until_of(row, state) if waits else None,
        late=MEANS[rules.method_late],
        awaited=_awaited(row, between, participant.claimed(row), played, rules.method_hours),
    )


def _awaited(
    row: EngagementRow, between: list[str], claimed: tuple[bool, bool], played: Collection[str], hours: int
) -> str:
    """Return the name of the side whose report alone is missing and may still come."""
    if sum(claimed) != 1:
        return ""
    missing = claimed.index(False)
    first = since(row, "reported")
    late = bool(hours) and first is not None and first + timedelta(hours=hours) <= timezone.now()
    return "" if late or row.factions[missing] not in played else between[missing]


def _no_umpire(participant: Participant, row: EngagementRow) -> str:
    """Return what to add where nobody is there to decide on reports that differ."""
    if None in row.claims or has_neutral_umpire(participant.campaign):
        return ""
    if participant.runs:
        return " There is none now: invite one on the page People."
    return " There is none now: ask whoever runs the campaign to invite one."


def _led_by(leaders: Sequence[Member]) -> str:
    """Return what to tell a comrade of those who act for their side."""
    verb = "acts" if len(leaders) == 1 else "act"
    return f" {listed([str(each.user) for each in leaders])} {verb} for your side."


def _armed(row: EngagementRow, method: Method) -> bool:
    """Return whether nobody has to choose an army before it begins."""
    return not method.system or whole(row) is not None


def _key(method: Method | None) -> str:
    return "" if method is None else f"{method.system}:{method.means}"


def _todo(
    row: EngagementRow,
    between: list[str],
    side: int | None,
    method: Method | None,
    proposed: Method | None,
    claimed: tuple[bool, bool],
    *,
    played: Collection[str],
    idle: Sequence[str],
) -> str:
    """Return what is to be done now, and by whom. `played`: the factions that somebody plays, `idle`: why
    each side does nothing itself where it is none of these.
    """
    refused = None if side is None else declined(row, row.factions[side])
    if row.means or claimed != (False, False):
        unplayed = [
            index for index, key in enumerate(row.factions) if not claimed[index] and key not in played
        ]
        words = _todo_begun(row, between, side, claimed, unplayed)
        if not row.battle_id and sum(claimed) == 1 and unplayed:
            return f"{idle[unplayed[0]]}: an umpire who plays no faction confirms the report."
        return words
    parts = []
    if method is not None:
        parts.append(f"{HOLDS[method.how]} {method_words(method)}.")
        armed = _armed(row, method)
        parts.append("Either side can start." if armed else _todo_armies(row, between, side))
    parts += _todo_proposed(row, between, side, proposed)
    if not parts and not set(row.factions) & set(played):
        parts += [*(f"{each}." for each in dict.fromkeys(idle)), "Choose how they fight."]
    elif not parts and side is not None:
        other = between[1 - side]
        if row.factions[1 - side] in played:
            if refused is not None:
                parts.append(f"{other} declined your proposal {_refused(refused)}.")
            parts.append(f"Propose {'another way' if refused else 'how to fight it'}. {other} has to accept.")
        else:
            parts.append(f"Choose how to fight it. {idle[1 - side]}, so your choice counts.")
    elif not parts:
        parts.append("Neither side has proposed how to fight it.")
    return " ".join(parts)


def _refused(dealing: Dealing) -> str:
    return method_words(Method.model_validate({"means": dealing.means, "system": dealing.system}))


def _todo_proposed(
    row: EngagementRow, between: list[str], side: int | None, proposed: Method | None
) -> Iterator[str]:
    """Yield what is to be done about a proposal."""
    index = row.factions.index(proposed.by) if proposed and proposed.by in row.factions else None
    if proposed is None or index is None:
        return
    other = between[1 - index]
    if index == side:
        yield f"You propose {method_words(proposed)}. {other} has to accept."
    elif side is not None:
        yield f"{between[index]} proposes {method_words(proposed)}. Accept, or propose another way."
    else:
        yield f"{between[index]} proposes {method_words(proposed)}. {other} has to accept."


def _todo_armies(row: EngagementRow, between: list[str], side: int | None) -> str:
    standins = standins_of(row)
    named = [each is not None for each in standins.armies] if standins is not None else [False, False]
    if side is not None and not named[side]:
        return "Choose your army: the battle starts once both sides have."
    waiting = [name for name, has in zip(between, named, strict=True) if not has]
    return f"Waiting for {listed(waiting)} to choose an army."


def _todo_begun(
    row: EngagementRow,
    between: list[str],
    side: int | None,
    claimed: tuple[bool, bool],
    unplayed: Collection[int],
) -> str:
    if row.battle_id is not None:
        found = {
            "board": "The battle has started. Play it on the board.",
            "automatic": "Tacticians lead both sides: press “Continue” on the battle’s page.",
            "table": "Prepare the battle, fight it on your table, and record it on the battle’s page.",
        }
        return found.get(row.means, "")
    if claimed == (True, True):
        words = "The two reports differ."
        if side is None:
            return f"{words} Accept one of them, or enter the result."
        return (
            f"{words} Agree with theirs, or change yours. Otherwise an umpire who plays no faction decides."
        )
    if side is not None and not claimed[side]:
        reported = f"{between[1 - side]} has reported. " if claimed[1 - side] else ""
        return f"{reported}Fight it on your table, then report what happened."
    waiting = [name for index, name in enumerate(between) if not claimed[index] and index not in unplayed]
    if not waiting:
        return "Nobody plays either side: enter the result when it is fought."
    return f"Waiting for the report of {listed(waiting)}."


def _options(state: State, engagement: Engagement) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the ways of each other system in which an engagement may be fought."""
    for slug in systems_for(state, engagement):
        name = registry.get(slug).name
        ways = [
            (f"{slug}:{each}", f"{name}, {MEANS[each]}")
            for each in WAYS
            if can_be(state, engagement, each, slug)
        ]
        if ways:
            yield name, ways


def _others(state: State, engagement: Engagement) -> OneChoice | None:
    found = list(_options(state, engagement))
    return OneChoice("proposal", "Fight it in", found) if found else None


def _decide(state: State, engagement: Engagement, ways: tuple[str, ...]) -> DecideForm:
    own = [(f":{each}", MEANS[each].capitalize()) for each in ways]
    return DecideForm([*own, *_options(state, engagement)])

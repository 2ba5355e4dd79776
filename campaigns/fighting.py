"""Engagements fought as battles: on the board, automatically, on a table through a meeting and its record, or
by the campaign's own dice; what they bring back, and who leads what. Only a method that holds is begun, by
either side or the umpire (see consent.py).

A battle knows nothing of campaigns: when it is over, or its record is signed, `brought_back` is called.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db.models import BigIntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse

from armylists import work
from armylists.work import Work
from battles import services as battles
from battles.models import Battle
from battles.recording import services as records
from battles.recording.models import Record
from battles.replay import played
from battles.sides import SIDES
from campaigns import settling
from campaigns.access import Participant
from campaigns.commanding import needs_leader
from campaigns.engine import battlefields
from campaigns.engine.dice import TurnDice
from campaigns.engine.quick import quick, resigned
from campaigns.engine.state import Engagement, EngagementSide, Means, Outcome, State
from campaigns.fields import as_fought, carried_home, system_of
from campaigns.models import Campaign, EngagementRow, Member
from campaigns.persistence import CampaignRefusal, engagement_in, held, judges, state_of
from campaigns.wording import battles as words
from campaigns.wording import unknown
from rulesets.contract import registry
from rulesets.engine.errors import LeaguerError
from rulesets.engine.wording import capfirst

log = logging.getLogger(__name__)
MEANS = ("board", "automatic", "table", "quick")


def fight(row: Campaign, key: str, by: Member, means: str) -> Battle | None:
    """Begin an engagement by one of MEANS: its battle, or None where there is none to go to: it is settled at
    once, or fought on a table and reported by both sides.

    Raises CampaignRefusal unless that is the method that holds, or if it is not theirs to begin; LeaguerError
    for lists that cannot fight.
    """
    match means:
        case "board":
            return on_the_board(row, key, by)
        case "automatic":
            return automatically(row, key, by)
        case "table":
            return on_a_table(row, key, by)
        case "quick":
            at_once(row, key, by)
            return None
    raise CampaignRefusal(words.one_of(MEANS), "means", code="unknown")


def on_the_board(row: Campaign, key: str, by: Member) -> Battle:
    """Begin the battle of an engagement on the board: the chief of each side's faction leads it, the umpire
    where there is none; who nobody plays is the tactician's. For a system that is fought on a table it is the
    meeting of both sides.

    Raises CampaignRefusal where the rules or others do not let it, LeaguerError for lists that cannot fight.
    """
    return _begun(row, key, by, "board", *_leaders(row, key, by))


def automatically(row: Campaign, key: str, by: Member) -> Battle:
    """Begin the battle of an engagement for tacticians on both sides; workers play it to its end, or whoever
    looks on.

    Raises as `on_the_board` does, and NoAnswer.
    """
    work.check()
    battle = _begun(row, key, by, "automatic", by.user, None, tacticians=SIDES)
    work.begin(Work.BATTLE, str(battle.public_id))
    return battle


def on_a_table(row: Campaign, key: str, by: Member) -> Battle | None:
    """Have an engagement fought on a table: for a system that is fought there its meeting, whose record
    brings the outcome; None for others, of which both sides report.

    Raises as `on_the_board` does.
    """
    needs_fighter(by, row, key)
    if meets(*as_fought(row, row.engagements.get(key=key, undone=False))):
        return _begun(row, key, by, "table", *_leaders(row, key, by))
    settling.fight(row, key, "table")
    return None


def meets(state: State, engagement: Engagement) -> bool:
    """Return whether an engagement's system is fought on tables, after a meeting that Leaguer leads
    through.
    """
    campaign_rules = registry.get(system_of(state, engagement)).campaign
    return campaign_rules is not None and not campaign_rules.engine


def at_once(row: Campaign, key: str, by: Member) -> Outcome:
    """Settle an engagement by the campaign's own dice, which its seed has rolled already.

    Raises CampaignRefusal if it is begun or settled already, or that method does not hold, and (`not-yours`)
    for who does not fight in it.
    """
    needs_fighter(by, row, key)
    settling.fight(row, key, "quick")
    state = state_of(row)
    outcome = quick(state, engagement_in(state, key), TurnDice(f"{row.dice}|{row.turn}|quick"))
    if not settling.settle(row, key, outcome, by.user):
        raise CampaignRefusal(words.SETTLED_ALREADY, "engagement", code="settled")
    return outcome


# -- what comes back -------------------------------------------------------------------------------


def battle_over(sender: object, battle: Battle, **more: Any) -> None:
    """Bring the outcome of a battle that is over back to its campaign, if it is an engagement's."""
    if battle.meeting is None:
        for found in _waiting(battle=battle):
            _brought_back(found, partial(_of_battle, found.campaign, found.means, battle))


def record_settled(sender: object, record: Record, **more: Any) -> None:
    """Bring the outcome of a record that both sides signed back to its campaign, if it is an engagement's."""
    linked = {"battle_id": record.battle_id} if record.battle_id else {"record": record}
    for found in _waiting(**linked):
        _brought_back(found, partial(_of_record, record))


def _waiting(**linked: Any) -> list[EngagementRow]:
    rows = EngagementRow.objects.select_related("campaign").filter(undone=False, outcome__isnull=True)
    return list(rows.filter(**linked))


def _brought_back(found: EngagementRow, read: Callable[[State, Engagement], Outcome]) -> None:
    """Settle an engagement by what `read` makes of its battle. What cannot be read is left to the umpire."""
    row = found.campaign
    try:
        outcome = read(*as_fought(row, found))
        settling.settle(row, found.key, carried_home(row, found, outcome))
    except LeaguerError as error:
        log.warning("engagement %s of %s is not settled: %s", found.key, row.public_id, error)


def found_out(row: Campaign, found: EngagementRow) -> Outcome | None:
    """Return what the battle or the record of an engagement says by now of the units that fight in it; None
    without one, while it goes on, and where that cannot be read.
    """
    linked = {"battle_id": found.battle_id} if found.battle_id else {"pk": found.record_id}
    record = Record.objects.filter(**linked).select_related("battle").first()
    try:
        state, engagement = as_fought(row, found)
        if record is not None:
            return _of_record(record, state, engagement)
        if found.battle is not None and found.battle.over and found.battle.meeting is None:
            return _of_battle(row, found.means, found.battle, state, engagement)
    except LeaguerError as error:
        log.info("what engagement %s of %s came to cannot be read: %s", found.key, row.public_id, error)
    return None


def _of_battle(row: Campaign, means: str, battle: Battle, state: State, engagement: Engagement) -> Outcome:
    with played(battle) as replayed:
        # Copied out as JSON: the battle goes back to other requests when the block ends.
        left, resigned_by = replayed.engine.state.to_json(), replayed.engine.conceded_by
    fought: Means = "automatic" if means == "automatic" else "board"
    outcome = battlefields.outcome_of(state, engagement, battle.setup, left, battle.result or {}, fought)
    if resigned_by is not None:
        dice = TurnDice(f"{row.dice}|{row.turn}|resigned")
        outcome = resigned(state, engagement, outcome, resigned_by, dice)
    outcome.how = capfirst(outcome.how)  # a sentence of its own behind who won
    return outcome


def _of_record(record: Record, state: State, engagement: Engagement) -> Outcome:
    lists = record.battle.setup["lists"] if record.battle is not None else record.lists
    return battlefields.recorded_of(state, engagement, lists, records.opened(record).document())


# -- beginning -------------------------------------------------------------------------------------


def _begun(
    row: Campaign,
    key: str,
    by: Member,
    means: str,
    owner: User,
    opponent: User | None,
    tacticians: Sequence[int] = (),
) -> Battle:
    """Return the battle of an engagement, linked to it; nobody else's is begun beside it."""
    needs_fighter(by, row, key)
    with held(row) as now:
        found = now.engagements.get(key=key, undone=False)
        setup = battlefields.field_of(*as_fought(now, found), f"{row.dice}|ground")
        battle = battles.begin(
            owner, setup, opponent=opponent, tacticians=tacticians, agreed=True, of_campaign=True
        )
        # In the same lock as the battle's making: whoever comes second gets a refusal and no stray battle.
        settling.fight(now, key, means, battle=battle)
        # Those who do not fight, and all but the players of a meeting, have no access of their own to a
        # battle; a link lets them look on, until its owner makes it private.
        battles.share(battle)
    return battle


def check_field(row: Campaign, found: EngagementRow) -> None:
    """Raise BattlefieldError or LeaguerError if an engagement cannot be fought as it is to be."""
    battlefields.field_of(*as_fought(row, found))


def _leaders(row: Campaign, key: str, by: Member) -> tuple[User, User | None, tuple[int, ...]]:
    """Return who leads side 0 and side 1 of a battle, and the sides that the tactician leads."""
    state = state_of(row)
    sides = engagement_in(state, key).sides
    first, second = (_leader(row, state, side) for side in sides)
    if first is not None and second is not None:
        return first, second, ()
    if first is None and second is None:
        return by.user, None, tuple(i for i in SIDES if sides[1 - i].faction == by.faction)
    # Who fights alone has both sides' seats; the tactician sits on the other.
    return first or second or by.user, None, (0,) if first is None else (1,)


def _leader(row: Campaign, state: State, side: EngagementSide) -> User | None:
    """Return who leads a side: the commander of its first force, else the faction's commander-in-chief; None
    for those who let the automatic commander act for them by their own word. Their deputy leads for who is
    away.
    """
    force = state.forces.get(side.forces[0]) if side.forces else None
    players = row.members.filter(faction=side.faction).exclude(role=Member.Role.NEUTRAL)
    rows = [each for each in players.select_related("user", "deputy__user") if each.fights]
    named = [each for each in rows if force is not None and each.key == force.commander]
    found = next(iter((*named, *(each for each in rows if each.chief))), None)
    if found is not None and found.gone and found.deputy is not None:
        return found.deputy.user
    return found.user if found is not None else None


def needs_fighter(by: Member, row: Campaign, key: str) -> None:
    """Raise CampaignRefusal (`not-yours`) for who neither acts for a side of an engagement nor is umpire."""
    found = row.engagements.filter(key=key, undone=False).first()
    if found is None:
        raise CampaignRefusal(unknown.NO_SUCH_ENGAGEMENT, "engagement", code="unknown")
    if not by.umpire and by.faction not in found.factions:
        raise CampaignRefusal(words.NOT_YOUR_BATTLE, "engagement", code="not-yours")
    needs_leader(row, found, by)


# -- seats at the board ------------------------------------------------------------------------------

ENGAGEMENT_KEY = "engagement_key"
"""Under which name a battle's row names its engagement."""


def engagement_key() -> Coalesce:
    """Return the engagement that a battle is, or was until the umpire cancelled it, fetched with its row:
    battles of no campaign cost no query more.
    """
    # Subqueries and not joins: a join would repeat a battle whose engagement was fought anew.
    going = EngagementRow.objects.filter(battle=OuterRef("pk"), undone=False).values("pk")[:1]
    rows = EngagementRow.cancelled.through.objects.filter(battle=OuterRef("pk"), engagementrow__undone=False)
    was = rows.values("engagementrow")[:1]
    return Coalesce(Subquery(going), Subquery(was), output_field=BigIntegerField())


def _engagement_of(battle: Battle) -> EngagementRow | None:
    key = getattr(battle, ENGAGEMENT_KEY, None)
    return EngagementRow.objects.select_related("campaign").get(pk=key) if key else None


def led(sender: object, battle: Battle, user: User, **more: Any) -> frozenset[int] | None:
    """Return the sides that `user` may lead in a battle: in one that tacticians fight none, on the board
    their faction's alone. None where campaigns have nothing to say.
    """
    # Two players already lead a side each, so campaigns have nothing to add; this costs no query.
    if battle.opponent_id is not None or battle.meeting is not None:
        return None
    found = _engagement_of(battle)
    if found is None:
        return None
    if found.means == "automatic":
        return frozenset()
    member = found.campaign.members.filter(user=user).first()
    if member is None or judges(found, member):
        return None
    # Whoever sits alone at a battle leads both its sides; in a campaign the enemy's are not theirs to lead.
    return frozenset(side for side in SIDES if found.factions[side] == member.faction)


def opens_battle(sender: object, battle: Battle, user: User, **more: Any) -> bool | None:
    """Return whether `user`, who leads no side of a battle, may let its tacticians play on; None if they may
    not even look on. Who fights in an engagement and the umpire may, whoever began it and whether or not it
    is shared; a meeting is its players' own.
    """
    found = _engagement_of(battle) if user.is_authenticated and battle.meeting is None else None
    member = found.campaign.members.filter(user=user).first() if found is not None else None
    if found is None or member is None or not Participant(found.campaign, member).fights(found):
        return None
    return found.means == "automatic"


def whole_of(sender: object, battle: Battle, user: User, **more: Any) -> tuple[str, str] | None:
    """Return the campaign whose engagement a battle is, and the address of the engagement's page; None for
    who is no member of it.
    """
    found = _engagement_of(battle)
    if found is None or not found.campaign.members.filter(user=user).exists():
        return None
    return found.campaign.name, reverse("campaigns:engagement", args=[found.campaign.public_id, found.key])


def still_fought(sender: object, row: Battle | Record, **more: Any) -> str | None:
    """Return why a battle or a record cannot be archived: it is an engagement's that has no outcome yet."""
    # Fetched for a page it says so itself: battles of no campaign cost no query.
    if getattr(row, ENGAGEMENT_KEY, "") is None:
        return None
    battle = row.pk if isinstance(row, Battle) else row.battle_id
    linked = {"battle_id": battle} if battle else {"record_id": row.pk}
    rows = EngagementRow.objects.filter(**linked, undone=False, outcome__isnull=True)
    rows = rows.filter(campaign__archived=False).exclude(campaign__phase=Campaign.Phase.OVER)
    found = rows.select_related("campaign").first()
    if found is None:
        return None
    return words.not_settled_yet(found.campaign.name)


def way_in(row: EngagementRow, user: User) -> str:
    """Return the address of an engagement's battle for somebody who fights in it or is umpire: to play, else
    to look on.
    """
    battle = row.battle
    if battle is None:
        return ""
    # Of a meeting its players may shut the door; see `opens_battle` for who may open all others.
    if battle.meeting is None or user.pk in (battle.owner_id, battle.opponent_id):
        return battle.get_absolute_url()
    return battle.shared_url


def price_of_resigning(sender: object, battle: Battle, **more: Any) -> str | None:
    """Return what a side of an engagement loses that resigns it, sentences; None for a battle of no campaign,
    which costs no query.
    """
    key = getattr(battle, ENGAGEMENT_KEY, None)
    if not key:
        return None
    rows = EngagementRow.objects.filter(pk=key)
    rules = rows.values_list("campaign__state__rules__battles", flat=True).get()
    return words.price_of_resigning(int(rules["quick"]["loser"]))


def colours(sender: object, battle: Battle, **more: Any) -> tuple[str, str] | None:
    """Return the colours of the factions that fight a battle of a campaign. One query, none for others."""
    key = getattr(battle, ENGAGEMENT_KEY, None)
    if not key:
        return None
    rows = EngagementRow.objects.filter(pk=key)
    first, second, factions = rows.values_list("faction_a", "faction_b", "campaign__state__factions").get()
    return factions[first]["colour"], factions[second]["colour"]

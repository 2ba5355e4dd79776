"""How the two sides of an engagement come to fight it in another system, and on which map.

Either side or the umpire proposes a system; each commander-in-chief names an army for it, unseen by the other
until both are named; then the battle begins. What may be proposed is for the rules to say, which are the
umpire's.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404

from battles import scenarios
from battles.models import Battle
from campaigns import fighting, mail, settling
from campaigns.engine.forces import fighting as fighters
from campaigns.engine.forces import system_of
from campaigns.engine.standins import (
    StandInArmy,
    StandIns,
    beyond,
    can_fight,
    systems_for,
    worth_of,
    worth_of_list,
)
from campaigns.engine.state import Engagement, State
from campaigns.fields import ChosenScenario, standins_of, system_fought
from campaigns.forms.choices import list_of
from campaigns.models import Campaign, EngagementRow, Member
from campaigns.persistence import CampaignRefusal, held, state_of, write
from rulesets.contract import registry
from rulesets.contract.documents import check_list, parse_list
from rulesets.engine.wording import counted

FORCE = "force"
"""What names a side's own forces in place of a list."""

MADE = "none"
"""What names ground that is made for the day in place of a scenario."""

SIDES = (0, 1)


def propose(row: Campaign, key: str, by: Member, system: str, means: str) -> None:
    """Propose that an engagement be fought by stand-ins in a system, by some means; armies that were named
    for another proposal are dropped.

    Raises CampaignRefusal for who does not fight in it, for what the rules do not let be proposed, and once
    it is fought.
    """
    fighting.needs_fighter(by, row, key)
    with held(row) as now:
        found, state = _open(now, key), state_of(now)
        if system not in systems_for(state, state.engagements[key]):
            raise CampaignRefusal("is no system in which this battle may be fought", "system", code="system")
        if means not in state.rules.battles.fought or not can_fight(system, means):
            raise CampaignRefusal("is not how battles of this system are fought here", "means", code="means")
        before = standins_of(found)
        # Proposing the same once more must not throw away armies that were named for it.
        if before is None or (before.system, before.means) != (system, means):
            _save(found, StandIns(system=system, means=means, by=by.faction))  # type: ignore[arg-type]
            members = now.members.select_related("user", "user__no_campaign_mail").exclude(pk=by.pk)
            naming = [each for each in members if any(may_name(now, found, each, side) for side in SIDES)]
            mail.proposed(now, naming)


def withdraw(row: Campaign, key: str, by: Member) -> None:
    """Drop what was proposed, with the armies that were named. Raises CampaignRefusal as `propose` does."""
    fighting.needs_fighter(by, row, key)
    with held(row) as now:
        _save(_open(now, key), None)


def name_army(row: Campaign, key: str, by: Member, side: int, choice: str) -> Battle | None:
    """Name the army of a side: "own:<id>" for one of their lists, "sample:<key>", "force" for the side's own
    forces where the battle is in their system. With the second one the battle begins. Answers None while
    there is none, or where it is fought on a table without one.

    Raises CampaignRefusal for who may not, MusterError or ListError for a list that cannot fight, and what
    keeps the battle from beginning: nothing is named then.
    """
    # Around the lock: if the battle cannot begin, the army that was named is taken back with it.
    with transaction.atomic():
        with held(row) as now:
            found, state = _open(now, key), state_of(now)
            if side not in SIDES or not may_name(now, found, by, side):
                raise CampaignRefusal("is for its commander-in-chief to name", "army", code="not-yours")
            standins = standins_of(found)
            if standins is None:
                raise CampaignRefusal("no system has been proposed yet", "army", code="unproposed")
            armies = list(standins.armies)
            armies[side] = _army(state, state.engagements[key], standins.system, side, choice, by.user)
            standins = standins.model_copy(update={"armies": tuple(armies)})
            _save(found, standins)
        if not standins.whole:
            return None
        if standins.means == "table" and system_of(standins.system).engine:
            settling.fight(row, key, "table")  # both sides report of it
            return None
        return fighting.fight(row, key, by, standins.means)


def may_name(row: Campaign, found: EngagementRow, by: Member, side: int) -> bool:
    """Return whether a member names the army of a side: its chief, or the umpire where none
    plays it.
    """
    faction = found.factions[side]
    if by.role == Member.Role.PLAYER and by.chief and by.faction == faction:
        return True
    # The umpire stands in for nobody who is there: an army is its chief's secret until both are named.
    chiefs = row.members.filter(role=Member.Role.PLAYER, faction=faction, chief=True, automatic=False)
    return by.umpire and not chiefs.exists()


def _army(
    state: State, engagement: Engagement, system: str, side: int, choice: str, user: User
) -> StandInArmy:
    forces = fighters(state, engagement, side)
    against = worth_of(forces)
    if choice == FORCE:
        if forces[0].system != system:
            name = registry.get(system).name
            raise CampaignRefusal(f"the forces of this side are none of {name}", "army", code="system")
        return StandInArmy(name=forces[0].name, worth=against, against=against)
    document = list_of(choice, user)
    if document["system"] != system:
        raise CampaignRefusal(f"is no list of {registry.get(system).name}", "army", code="system")
    report = check_list(parse_list(document))
    # Unlike in a battle among friends nobody agrees here: what it costs lasts.
    if not report.legal:
        count = counted(len(report.violations), "finding")
        raise CampaignRefusal(
            f"is not legal ({count}): cure the list, or name another", "army", code="not-legal"
        )
    worth = worth_of_list(document)
    if beyond(state, worth, against):
        percent = state.rules.battles.tolerance
        words = f"is worth {worth:g}, and may differ from the forces' {against:g} by {percent} % at most"
        raise CampaignRefusal(words, "army", code="worth")
    name = str(document.get("name") or "An army")
    return StandInArmy(name=name, worth=worth, against=against, document=document)


# -- the map --------------------------------------------------------------------------------------


def scenario_choices(row: Campaign, found: EngagementRow, user: object) -> list[Any]:
    """Return the scenarios on whose map an engagement may be fought in its system: those that ship, and the
    user's own. None where the system's battles know no scenarios.
    """
    campaign_rules = system_of(system_fought(row, found))
    if campaign_rules.staged is None:
        return []
    own = [(each.key, each.name) for each in scenarios.own(user) if each.system == campaign_rules.system]
    groups = [("Scenarios that ship", list(campaign_rules.scenarios().items())), ("Your scenarios", own)]
    always = [("", "As the campaign has it"), (MADE, "Ground made for the day")]
    return [*always, *((name, found) for name, found in groups if found)]


def choose_scenario(row: Campaign, key: str, by: Member, choice: str) -> None:
    """Let an engagement be fought on the map of a scenario: the key of one that ships or of the umpire's own,
    "none" for ground that is made for the day, "" as the campaign has it.

    Raises CampaignRefusal for everybody but the umpire, once it is fought, and for a scenario that there is
    not; BattlefieldError or LeaguerError for one that does not take the armies.
    """
    if not by.umpire:
        raise CampaignRefusal("is for the umpire to decide", "scenario", code="not-yours")
    with held(row) as now:
        found = _open(now, key)
        chosen = _chosen_scenario(system_fought(now, found), choice, by.user) if choice else None
        EngagementRow.objects.filter(pk=found.pk).update(
            scenario=None if chosen is None else chosen.model_dump(mode="json")
        )
        found.refresh_from_db()
        # With stand-ins the armies may still be missing; then the battle itself finds what is wrong.
        if chosen is not None and chosen.key and found.standins is None:
            fighting.check_field(now, found)
        write(now)


def _chosen_scenario(system: str, choice: str, user: object) -> ChosenScenario:
    campaign_rules = system_of(system)
    if choice == MADE:
        return ChosenScenario(system=system)
    if campaign_rules.staged is not None and choice in campaign_rules.scenarios():
        return ChosenScenario(system=system, key=choice, name=campaign_rules.scenarios()[choice])
    try:
        found = scenarios.found(user, choice)
    except Http404:
        raise CampaignRefusal("there is no such scenario", "scenario", code="unknown") from None
    if found.editor.system != system:
        raise CampaignRefusal("is of another system than this battle", "scenario", code="system")
    document = dict(found.document)
    return ChosenScenario(system=system, key=choice, name=str(document.get("name", "")), document=document)


# -- rows -----------------------------------------------------------------------------------------


def _open(row: Campaign, key: str) -> EngagementRow:
    """Return the row of an engagement that nobody fights or has reported of; raises CampaignRefusal."""
    rows = row.engagements.filter(key=key, turn=row.turn, undone=False, outcome__isnull=True)
    found = rows.filter(means="", claim_a__isnull=True, claim_b__isnull=True).first()
    if found is None or row.phase != Campaign.Phase.BATTLES:
        raise CampaignRefusal("is being fought, or settled, already", "engagement", code="taken")
    return found


def _save(found: EngagementRow, standins: StandIns | None) -> None:
    value = None if standins is None else standins.model_dump(mode="json")
    EngagementRow.objects.filter(pk=found.pk).update(standins=value)

"""The armies with which an engagement is fought in another system, and the map on which it is.

Once that system holds (see consent.py) each commander-in-chief names an army for it, unseen by the other
until both are named; then the battle begins.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404

from battles import scenarios
from battles.models import Battle
from campaigns import fighting
from campaigns.consent import unfought
from campaigns.engine.forces import fighting as fighters
from campaigns.engine.forces import system_of
from campaigns.engine.standins import (
    StandInArmy,
    StandIns,
    beyond,
    worth_of,
    worth_of_list,
)
from campaigns.engine.state import Engagement, State
from campaigns.fields import ChosenScenario, standins_of, system_fought
from campaigns.forms.choices import list_of
from campaigns.models import Campaign, EngagementRow, Member
from campaigns.persistence import CampaignRefusal, held, needs_judge, state_of, write
from campaigns.wording import battles as words
from rulesets.contract import registry
from rulesets.contract.documents import check_list, parse_list
from rulesets.engine.wording import counted

FORCE = "force"
"""What names a side's own forces in place of a list."""

MADE = "none"
"""What names ground that is made for the day in place of a scenario."""

SIDES = (0, 1)


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
            found, state = unfought(now, key), state_of(now)
            if side not in SIDES or not may_name(now, found, by, side):
                raise CampaignRefusal(words.ONLY_CHIEF_CHOOSES, "army", code="not-yours")
            standins = standins_of(found)
            if standins is None:
                raise CampaignRefusal(words.AGREE_ON_SYSTEM_FIRST, "army", code="not-agreed")
            if standins.whole:  # of a battle that was cancelled: each side has seen the other's
                raise CampaignRefusal(words.ARMIES_SHOWN, "army", code="taken")
            armies = list(standins.armies)
            armies[side] = _army(state, state.engagements[key], standins.system, side, choice, by.user)
            standins = standins.model_copy(update={"armies": tuple(armies)})
            _save(found, standins)
        if not standins.whole:
            return None
        return fighting.fight(row, key, by, standins.means)


def may_name(row: Campaign, found: EngagementRow, by: Member, side: int) -> bool:
    """Return whether a member names the army of a side: its chief, or the umpire where none
    plays it.
    """
    faction = found.factions[side]
    if by.role != Member.Role.NEUTRAL and by.leads and by.faction == faction:
        return True
    # The umpire stands in for nobody who is there: an army is its chief's secret until both are named.
    chiefs = row.members.filter(faction=faction, chief=True).select_related("deputy")
    return by.umpire and not any(each.fights for each in chiefs)


def _army(
    state: State, engagement: Engagement, system: str, side: int, choice: str, user: User
) -> StandInArmy:
    forces = fighters(state, engagement, side)
    against = worth_of(forces)
    if choice == FORCE:
        if forces[0].system != system:
            name = registry.get(system).name
            raise CampaignRefusal(words.forces_not_of(name), "army", code="system")
        return StandInArmy(name=forces[0].name, worth=against, against=against)
    document = list_of(choice, user)
    if document["system"] != system:
        raise CampaignRefusal(words.not_a_list_of(registry.get(system).name), "army", code="system")
    report = check_list(parse_list(document))
    # Unlike in a battle among friends nobody agrees here: what it costs lasts.
    if not report.legal:
        count = counted(len(report.violations), "finding")
        raise CampaignRefusal(words.army_not_legal(count), "army", code="not-legal")
    worth = worth_of_list(document)
    if beyond(state, worth, against):
        percent = state.rules.battles.tolerance
        raise CampaignRefusal(words.worth_too_far(worth, percent, against), "army", code="worth")
    name = str(document.get("name") or words.AN_ARMY)
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
    groups = [
        (words.INCLUDED_SCENARIOS, list(campaign_rules.scenarios().items())),
        (words.YOUR_SCENARIOS, own),
    ]
    always = [("", words.CAMPAIGNS_CHOICE), (MADE, words.RANDOM_GROUND)]
    return [*always, *((name, found) for name, found in groups if found)]


def choose_scenario(row: Campaign, key: str, by: Member, choice: str) -> None:
    """Let an engagement be fought on the map of a scenario: the key of one that ships or of the umpire's own,
    "none" for ground that is made for the day, "" as the campaign has it.

    Raises CampaignRefusal for everybody but the umpire, once it is fought, and for a scenario that there is
    not; BattlefieldError or LeaguerError for one that does not take the armies.
    """
    with held(row) as now:
        found = unfought(now, key)
        needs_judge(found, by)
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
        raise CampaignRefusal(words.NO_SUCH_SCENARIO, "scenario", code="unknown") from None
    if found.editor.system != system:
        raise CampaignRefusal(words.SCENARIO_OF_OTHER_SYSTEM, "scenario", code="system")
    document = dict(found.document)
    return ChosenScenario(system=system, key=choice, name=str(document.get("name", "")), document=document)


def _save(found: EngagementRow, standins: StandIns) -> None:
    EngagementRow.objects.filter(pk=found.pk).update(standins=standins.model_dump(mode="json"))

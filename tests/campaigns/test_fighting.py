"""Engagements fought as battles, and what they bring back to the campaign, once."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.contrib.auth.models import User

from battles import services as battle_services
from battles.models import Battle
from battles.recording import services as record_services
from battles.recording.access import at_battle
from campaigns import fighting, services, settling
from campaigns.cards.forces import order_of_battle
from campaigns.engine.forces import muster
from campaigns.engine.state import State
from campaigns.models import Campaign, Member
from campaigns.persistence import CampaignRefusal, state_of
from rulesets.contract.documents import samples
from rulesets.engine.decisions import Refusal
from tests.kit.campaigns import allow_stand_ins, battles, change, outcome
from tests.kit.clients import signed_in
from tests.kit.consent import agreed, begin
from tests.kit.records import MUSCOVITES, POLES
from tests.kit.records import record as a_record

pytestmark = pytest.mark.django_db
FIRST, SECOND = "t1e1", "t1e2"
Committing = Callable[..., AbstractContextManager[list[Callable[[], object]]]]


def fought(battle: Battle, committing: Committing) -> None:
    with committing(execute=True):
        battle_services.advance(battle, None)
    assert battle.over


def test_an_automatic_battle_brings_its_losses_back(
    met: Campaign, umpire: Member, django_capture_on_commit_callbacks: Committing
) -> None:
    battle = begin(met, umpire, "automatic")
    assert battle.tacticians == [0, 1]
    fought(battle, django_capture_on_commit_callbacks)
    kept = met.engagements.get(key=FIRST)
    assert kept.outcome["winner"] == battle.winner
    assert kept.outcome["how"][:1].isupper()
    assert kept.means == "automatic"
    harmed = set(kept.outcome["units"])
    ours = {unit.id for key in ("cr1", "co1") for unit in state_of(met).forces[key].units}
    assert harmed
    assert harmed <= ours


def test_the_turn_goes_on_when_the_last_battle_is_over(
    met: Campaign, umpire: Member, django_capture_on_commit_callbacks: Committing
) -> None:
    services.settle(met, SECOND, outcome(met, SECOND))
    fought(begin(met, umpire, "automatic"), django_capture_on_commit_callbacks)
    met.refresh_from_db()
    assert (met.phase, met.turn) == ("orders", 2)


def test_a_battle_that_ends_twice_counts_once(
    met: Campaign, umpire: Member, django_capture_on_commit_callbacks: Committing
) -> None:
    battle = begin(met, umpire, "automatic")
    fought(battle, django_capture_on_commit_callbacks)
    kept = met.engagements.get(key=FIRST)
    fighting.battle_over(Battle, battle)
    again = met.engagements.get(key=FIRST)
    assert (again.outcome, again.settled) == (kept.outcome, kept.settled)


def test_commanders_in_chief_lead_their_sides(met: Campaign, chief: Member, bob: User, dora: User) -> None:
    battle = begin(met, chief, "board")
    assert (battle.owner, battle.opponent) == (bob, dora)
    assert battle.tacticians == []
    assert battle.sides == ("The Crown", "The Commons")


def test_whom_the_chief_gave_the_force_to_leads_it_in_battle(
    met: Campaign, chief: Member, comrade: Member, edward: User, dora: User
) -> None:
    services.hand_over(met, chief, "cr1", comrade)
    battle = begin(met, chief, "board")
    assert (battle.owner, battle.opponent) == (edward, dora)


def test_the_tactician_leads_a_side_that_nobody_plays(row: Campaign, chief: Member, bob: User) -> None:
    battles(row, ("cy1", "cr1"))
    battle = begin(row, chief, "board")
    assert (battle.owner, battle.opponent, battle.tacticians) == (bob, None, [0])


def test_an_engagement_is_fought_once(met: Campaign, chief: Member, enemy: Member) -> None:
    begin(met, chief, "board")
    for means in ("board", "automatic"):
        with pytest.raises(CampaignRefusal, match="already started"):
            fighting.fight(met, FIRST, enemy, means)
    assert Battle.objects.count() == 1


def test_it_is_for_those_who_fight_and_the_umpire(row: Campaign, comrade: Member, onlooker: Member) -> None:
    battles(row, ("cy1", "co1"))
    agreed(row, "board")
    for member in (comrade, onlooker):
        with pytest.raises(CampaignRefusal, match="do not fight"):
            fighting.on_the_board(row, FIRST, member)
    assert not Battle.objects.exists()


def test_the_campaigns_own_dice_settle_at_once_and_always_alike(met: Campaign, umpire: Member) -> None:
    agreed(met, "quick")
    found = fighting.at_once(met, FIRST, umpire)
    kept = met.engagements.get(key=FIRST)
    assert (kept.outcome["winner"], kept.means) == (found.winner, "quick")
    with pytest.raises(CampaignRefusal):
        fighting.at_once(met, FIRST, umpire)


def test_a_record_that_both_sign_brings_its_losses_back(
    row: Campaign, chief: Member, bob: User, dora: User, django_capture_on_commit_callbacks: Committing
) -> None:
    def raised(state: State) -> None:
        for key, faction, army in (("cr1", "crown", POLES), ("co1", "commons", MUSCOVITES)):
            state.forces[key] = muster(key, key, faction, state.forces[key].at, samples()[army])

    allow_stand_ins(row)
    change(row, raised)
    battles(row, ("cr1", "co1"))
    battle = begin(row, chief, "table")
    for side in (0, 1):
        battle_services.hand_over(battle, side, tactician=True)
    fought(battle, django_capture_on_commit_callbacks)
    assert row.engagements.get(key=FIRST).outcome is None
    state = state_of(row)
    assert {each.name for each in order_of_battle(state, state.forces["cr1"])} == {"Units"}
    record = at_battle(bob, battle.public_id).record
    units = [record_services.opened(record).sheet.forces[side].units[0] for side in (0, 1)]
    for archived in (record, battle):  # neither side alone takes it from where the other finds it
        with pytest.raises(Refusal, match="not settled yet: finish it first"):
            record_services.archive(archived)
    with django_capture_on_commit_callbacks(execute=True):
        lost = {f"u.1.{units[1].id}.destroyed": units[1].bases, f"u.0.{units[0].id}.fled": 1}
        record_services.claim(record, 0, 0, bob, lost)
        record_services.sign(record, record.revision, 0, bob)
        record_services.sign(record, record.revision, 1, dora)
    kept = row.engagements.get(key=FIRST)
    assert kept.outcome["means"] == "table"
    assert kept.outcome["winner"] == record.result["winner"]
    fates = {key: (each["lost"], each["fallen"]) for key, each in kept.outcome["units"].items()}
    assert fates == {units[0].id: (1, "stood"), units[1].id: (units[1].bases, "destroyed")}
    record_services.archive(record)
    assert record.archived


def test_a_record_of_its_own_that_a_campaign_waits_for_is_not_archived(
    met: Campaign, bob: User, dora: User
) -> None:
    agreed(met, "table")
    row = a_record(bob, dora)
    settling.fight(met, FIRST, "table", record=row)
    for user in (bob, dora):
        signed_in(user).post(f"{row.get_absolute_url()}archive/", follow=True)
        row.refresh_from_db()
        assert not row.archived
    answer = signed_in(bob).post(f"{row.get_absolute_url()}archive/", follow=True).content.decode()
    assert "is not settled yet: finish it first." in answer
    services.settle(met, FIRST, outcome(met, FIRST))
    signed_in(bob).post(f"{row.get_absolute_url()}archive/")
    row.refresh_from_db()
    assert row.archived

"""The one writer of battles: begin, choose, play on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from armylists.owned.services import Stale
from battles import replay, services, tasks
from battles.models import Battle, Choice
from battles.services import NotAgreed
from battles.setups import scenario_setup
from rulesets.contract import registry
from rulesets.engine.battle import Battle as Engine
from rulesets.engine.decisions import Refusal
from rulesets.engine.dice import seed_hash
from rulesets.engine.document import SetupError
from rulesets.engine.errors import LeaguerError
from tests.kit.rows import again, first_choice, kept, pending

pytestmark = pytest.mark.django_db


def test_a_battle_begins_at_its_first_decision_with_nothing_chosen(ready: Battle) -> None:
    kept = Battle.objects.get(pk=ready.pk)
    assert (kept.status, kept.version, kept.choices.count()) == (Battle.Status.READY, 0, 0)
    assert kept.seed_hash == seed_hash("5")
    assert [side["lost"] for side in kept.standing] == [0, 0]


def test_a_seed_that_nobody_chose_is_long_and_different_each_time(
    alice: User, patrol: dict[str, Any]
) -> None:
    seeds = {services.begin(alice, patrol).seed for _ in range(3)}
    assert len(seeds) == 3
    assert all(len(seed) == 32 for seed in seeds)


def test_nobody_chooses_the_seed_of_a_battle_against_somebody_else(
    alice: User, bob: User, patrol: dict[str, Any]
) -> None:
    with pytest.raises(SetupError, match="must be empty against another player") as refused:
        services.begin(alice, patrol, seed="7", opponent=bob)
    assert refused.value.path == "seed"


def test_nobody_is_his_own_opponent(alice: User, patrol: dict[str, Any]) -> None:
    with pytest.raises(SetupError) as refused:
        services.begin(alice, patrol, opponent=alice)
    assert refused.value.path == "opponent"


def test_lists_that_are_not_legal_fight_only_by_agreement(alice: User, patrol: dict[str, Any]) -> None:
    too_few = {**patrol["lists"][0], "points": 250}
    changed = {**patrol, "lists": [too_few, patrol["lists"][1]]}
    with pytest.raises(NotAgreed) as refused:
        services.begin(alice, changed)
    assert refused.value.path == "lists[0]"
    assert refused.value.report.violations
    assert services.begin(alice, changed, agreed=True).pk


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"max_turns": -1}, "max_turns"),
        ({"max_turns": 10**9}, "max_turns"),
        ({"table": {"width": -20, "depth": 15}}, "table.width"),
        ({"terrain": "moon"}, "terrain"),
        ({"terrain": [{"kind": "moon", "x": 1, "y": 1}]}, "terrain[0].kind"),
        ({"version": 99}, "version"),
        ({"options": {"flying": True}}, "options.flying"),
        ({"lists": [{}, {}]}, "lists[0]"),
        ({"extra": 1}, "extra"),
    ],
)
def test_a_bad_set_up_is_refused_with_its_place(
    alice: User, patrol: dict[str, Any], changes: dict[str, Any], path: str
) -> None:
    with pytest.raises(LeaguerError) as refused:
        services.begin(alice, {**patrol, **changes}, agreed=True)
    assert refused.value.path.startswith(path)
    assert not Battle.objects.exists()


def test_an_unknown_system_is_refused(alice: User, patrol: dict[str, Any]) -> None:
    with pytest.raises(LeaguerError, match="chess"):
        services.begin(alice, {**patrol, "system": "chess"})


def test_fighting_in_slices_gives_the_same_battle_as_fighting_at_once(
    alice: User, patrol: dict[str, Any]
) -> None:
    whole, sliced = (services.begin(alice, patrol, seed="9") for _ in range(2))
    services.advance(whole, None)
    slices = 0
    while services.advance(sliced, 0.0).more:
        slices += 1
    assert slices > 50
    assert sliced.over
    assert sliced.hash == whole.hash
    assert list(sliced.choices.values_list("choice")) == list(whole.choices.values_list("choice"))


def test_a_plan_is_carried_out_before_a_battle_is_put_away(alice: User) -> None:
    """The tactician of Snaphance plans a whole move: to be forgotten between slices changes nothing."""
    setup = scenario_setup("luetzen_1632")
    whole, sliced = (services.begin(alice, setup, seed="1") for _ in range(2))
    services.advance(whole, None)
    for _ in range(20):
        services.advance(sliced, 0.0)
        replay.forget()
    services.advance(sliced, None)
    assert sliced.hash == whole.hash


def test_what_was_kept_of_a_battle_gives_the_same_battle_after_a_restart(ready: Battle) -> None:
    for _ in range(40):
        services.advance(ready, 0.0)
    replay.forget()
    services.advance(ready, None)
    again = Engine(registry.get("baroque"), ready.setup, ready.seed)
    tactician = again.system.core.tactician
    again.play([tactician, tactician])
    assert again.hash == Battle.objects.get(pk=ready.pk).hash


def test_a_battle_that_is_over_keeps_its_result(fought: Battle) -> None:
    kept = Battle.objects.get(pk=fought.pk)
    assert kept.status == Battle.Status.OVER
    assert kept.finished is not None
    assert kept.result is not None
    assert kept.winner == kept.result["winner"]
    assert kept.version == Choice.objects.filter(battle=kept).count()
    assert services.advance(kept) == services.Advance(0, more=False)


def test_the_background_task_fights_a_battle_to_its_end(ready: Battle) -> None:
    assert tasks.fight.call(str(ready.public_id)) == Battle.Status.OVER


def test_a_choice_is_kept_with_who_made_it(by_hand: Battle, alice: User) -> None:
    side, choice = first_choice(by_hand)
    services.choose(by_hand, 0, choice, side, alice)
    kept = by_hand.choices.get()
    assert (kept.number, kept.side, kept.choice, kept.made_by) == (1, side, choice, alice)
    assert Battle.objects.get(pk=by_hand.pk).version == 1


def test_a_choice_for_an_older_state_is_refused_and_nothing_changes(by_hand: Battle, alice: User) -> None:
    stale = Battle.objects.get(pk=by_hand.pk)
    side, choice = first_choice(by_hand)
    services.choose(by_hand, 0, choice, side, alice)
    with pytest.raises(Stale) as refused:
        services.choose(by_hand, 0, choice, side, alice)
    assert refused.value.current.version == 1
    with pytest.raises(Stale):
        services.choose(stale, 0, choice, side, alice)
    assert by_hand.choices.count() == 1
    assert first_choice(Battle.objects.get(pk=by_hand.pk))


def test_a_choice_that_is_not_offered_is_refused_and_nothing_changes(by_hand: Battle, alice: User) -> None:
    side, _ = first_choice(by_hand)
    with pytest.raises(Refusal) as refused:
        services.choose(by_hand, 0, {"do": "fly"}, side, alice)
    assert refused.value.rule
    assert Battle.objects.get(pk=by_hand.pk).version == 0


def test_the_other_side_may_not_decide(by_hand: Battle, alice: User) -> None:
    side, choice = first_choice(by_hand)
    with pytest.raises(Refusal) as refused:
        services.choose(by_hand, 0, choice, 1 - side, alice)
    assert refused.value.code == "not-yours"


def test_a_revision_that_never_was_is_refused(by_hand: Battle, alice: User) -> None:
    side, choice = first_choice(by_hand)
    for revision in (-1, 1, 10**12):
        with pytest.raises(Stale):
            services.choose(by_hand, revision, choice, side, alice)
    assert kept(by_hand)["version"] == 0


def test_every_choice_raises_the_revision_once_with_all_that_follows(
    alice: User, patrol: dict[str, Any]
) -> None:
    row = services.begin(alice, patrol, seed="5", tacticians=(1,))
    services.advance(row, None)
    revision, version = row.revision, row.version
    while row.version - version < 2:
        version = row.version
        side, choice = first_choice(row)
        services.choose(row, row.revision, choice, side, alice)
        revision += 1
        assert row.revision == revision
    made = list(row.choices.filter(number__gt=version).values_list("made_by", flat=True))
    assert made[0] == alice.pk
    assert set(made[1:]) == {None}


def test_without_going_on_just_the_choice_is_made(alice: User, patrol: dict[str, Any]) -> None:
    row = services.begin(alice, patrol, seed="5", tacticians=(1,))
    services.advance(row, None)
    before = row.version
    side, choice = first_choice(row)
    services.choose(row, row.revision, choice, side, alice, on=False)
    assert row.version == before + 1


def test_what_follows_a_choice_stops_between_two_choices_when_its_time_is_up(
    by_hand: Battle, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tactician gets both sides after the first choice, and no time at all."""
    side, choice = first_choice(by_hand)
    services.hand_over(by_hand, 1 - side, tactician=True)
    monkeypatch.setattr(services, "SLICE", -1.0)
    monkeypatch.setattr(services, "_left_to_tactician", lambda row, battle: len(battle.choices) > 0)
    services.choose(by_hand, by_hand.revision, choice, side, alice)
    assert by_hand.version == 2


def statements(queries: CaptureQueriesContext) -> list[str]:
    """The queries without the marks of a transaction, which a test that is one itself has more of, and
    without what PostgreSQL is given to wake those who watch.
    """
    marks = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT", "SELECT pg_notify(")
    return [query["sql"] for query in queries if not query["sql"].startswith(marks)]


def test_a_choice_that_is_posted_costs_five_queries_with_the_tactician_s_answer(
    as_alice: Client, alice: User, patrol: dict[str, Any]
) -> None:
    row = services.begin(alice, patrol, seed="5", tacticians=(1,))
    services.advance(row, None)
    for _ in range(6):
        services.advance(row, None)
        _, choice = first_choice(row)
        before = row.version
        sent = {"revision": row.revision, "key": json.dumps(choice)}
        with CaptureQueriesContext(connection) as queries:
            answer = as_alice.post(f"{row.get_absolute_url()}choose/", sent)
        assert answer.status_code == 302
        assert len(statements(queries)) <= 5, statements(queries)
        row = again(row)
        assert row.version > before


def test_nobody_decides_for_the_tactician_without_taking_over(ready: Battle, alice: User) -> None:
    side, choice = first_choice(ready)
    with pytest.raises(Refusal, match="take that side over"):
        services.choose(ready, 0, choice, side, alice)
    services.hand_over(ready, side, tactician=False)
    services.choose(ready, ready.revision, choice, side, alice, on=False)
    assert ready.version == 1


def test_automatic_play_stops_at_a_decision_that_is_a_person_s(alice: User, patrol: dict[str, Any]) -> None:
    row = services.begin(alice, patrol, seed="5", tacticians=(1,))
    assert not services.advance(row, None).more
    assert pending(row).side == 0
    services.hand_over(row, 0, tactician=True)
    services.advance(row, None)
    assert row.over


def test_dice_that_are_typed_in_are_never_the_tactician_s(alice: User, patrol: dict[str, Any]) -> None:
    row = services.begin(alice, {**patrol, "dice": "typed"})
    services.advance(row, None)
    assert pending(row).kind == "dice"
    side = pending(row).side
    count = pending(row).options[0].params[0].count  # type: ignore[union-attr]
    with pytest.raises(Refusal):
        services.choose(row, row.version, {"do": "dice", "dice": [7] * count}, side, alice)
    services.choose(row, row.version, {"do": "dice", "dice": [3] * count}, side, alice)
    assert row.choices.last().choice["dice"] == [3] * count  # type: ignore[union-attr]


def test_a_choice_that_the_rules_no_longer_allow_stops_the_battle_and_loses_nothing(
    ready: Battle, alice: User
) -> None:
    for _ in range(20):
        services.advance(ready, 0.0)
    Choice.objects.filter(battle=ready, number=15).update(choice={"do": "forbidden now"})
    replay.forget()
    with replay.played(ready) as found:
        assert found.stop is not None
        assert found.stop.after_choices == 14
        assert found.version == 14
    assert services.advance(ready) == services.Advance(0, more=False)
    with pytest.raises(Refusal, match="no longer allow choice 15"):
        services.choose(ready, ready.version, {"do": "anything"}, 0, alice)
    assert ready.choices.count() == ready.version


def test_putting_away_and_sharing_can_be_taken_back(ready: Battle) -> None:
    services.archive(ready)
    assert Battle.objects.get(pk=ready.pk).archived
    services.archive(ready, away=False)
    assert not Battle.objects.get(pk=ready.pk).archived
    token = services.share(ready)
    assert services.share(ready) == token
    services.unshare(ready)
    assert Battle.objects.get(pk=ready.pk).share_token is None

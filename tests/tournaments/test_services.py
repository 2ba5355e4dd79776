"""Actions on tournaments in the database: the log, what was seen, undo, people."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied

from armylists import guests
from armylists.owned.services import Stale
from rulesets.engine.errors import LeaguerError
from tests.kit.tournaments import (
    appoint,
    entered,
    event,
    pair_round,
    play_round,
    read,
    tournament,
)  # fmt: skip
from tournaments import services
from tournaments.access import NotAllowed
from tournaments.engine.actions import (
    ChangeSettings,
    CheckIn,
    Confirm,
    Decide,
    Exchange,
    Leave,
    Publish,
    ReportResult,
    read_action,
)  # fmt: skip
from tournaments.engine.document import Player, Result
from tournaments.engine.settings import Settings
from tournaments.models import Entry, Tournament
from tournaments.persistence import mark_of

pytestmark = pytest.mark.django_db


def log_of(row: Tournament) -> list[str]:
    return [each["do"] for each in row.log.values_list("action", flat=True)]


def test_the_document_is_what_the_log_makes_of_the_beginning(alice: User) -> None:
    row = play_round(event(alice), alice)
    row = services.act(row, alice, entered("Late"))
    assert log_of(row) == ["pair", "publish", "decide", "decide", "enter"]
    assert [each.number for each in row.log.all()] == list(range(1, row.revision + 1))
    assert services.folded(row, row.log.all()) == read(row)
    assert read(Tournament.objects.get()) == read(row)
    assert set(row.entries.values_list("player", flat=True)) == set(read(row).by_id)


def test_a_refused_action_changes_and_logs_nothing(alice: User) -> None:
    row = event(alice)
    before = Tournament.objects.values().get()
    with pytest.raises(LeaguerError):
        services.act(row, alice, entered("Anna"))
    assert Tournament.objects.values().get() == before
    assert not row.log.exists()


def test_whoever_arranges_has_seen_the_newest_arrangement_but_not_every_check_in(alice: User) -> None:
    row = pair_round(event(alice), alice)
    seen = row.revision
    row = services.act(row, alice, CheckIn(player="anna"))
    one, other = read(row).rounds[0].pairings[0].players
    swap = Exchange(round=1, one=one, other=other)
    row = services.act(row, alice, swap, seen)
    with pytest.raises(Stale) as caught:
        services.act(row, alice, swap, seen)
    assert caught.value.current.revision == row.revision
    for wrong in (row.revision + 1, "words"):
        with pytest.raises(Stale):
            services.act(row, alice, swap, wrong)


def test_whoever_says_something_of_a_result_has_seen_what_was_said_of_it(alice: User, bob: User) -> None:
    row = pair_round(event(alice, alice, bob, count=2), alice)
    seen = mark_of(read(row).rounds[0].pairings[0])
    row = services.act(row, alice, ReportResult(round=1, player="anna", result=Result(scores=(9, 3))), seen)
    newer = mark_of(read(row).rounds[0].pairings[0])
    row = services.act(row, alice, ReportResult(round=1, player="anna", result=Result(scores=(10, 2))), newer)
    with pytest.raises(Stale):
        services.act(row, bob, Confirm(round=1, player="bob"), newer)
    row = services.act(row, bob, Confirm(round=1, player="bob"), mark_of(read(row).rounds[0].pairings[0]))
    assert read(row).rounds[0].pairings[0].result == Result(scores=(10, 2))


# -- undo ----------------------------------------------------------------------------------------


def test_undo_takes_an_action_out_of_the_log_and_redo_puts_it_back(alice: User) -> None:
    row = event(alice)
    before = read(row)
    row = services.act(row, alice, entered("Late"))
    row = services.act(row, alice, CheckIn(player="bob"))
    row = services.undo(row, alice, 1)
    assert "late" not in read(row).by_id
    assert read(row).by_id["bob"].checked_in
    assert log_of(row) == ["enter", "check_in", "undo"]
    assert row.log.get(number=1).undone_by == 3
    row = services.redo(row, alice, 1)
    assert "late" in read(row).by_id
    row = services.undo(services.undo(row, alice, 1), alice, 2)
    assert read(row) == before
    assert services.folded(row, row.log.filter(about=None, undone_by=None)) == before


def test_undo_is_refused_with_the_later_action_that_builds_on_it(alice: User) -> None:
    row = play_round(services.act(event(alice), alice, entered("Late")), alice)
    before = Tournament.objects.values().get()
    with pytest.raises(LeaguerError, match="Paired round 1"):
        services.undo(row, alice, 1)
    row = pair_round(row, alice)
    with pytest.raises(LeaguerError, match="Paired round 2"):
        services.undo(row, alice, 4)
    with pytest.raises(LeaguerError):
        services.undo(row, alice, 99)
    assert before["revision"] < row.revision
    assert not row.log.exclude(undone_by=None).exists()


def test_an_action_is_undone_once_and_by_organisers_only(alice: User, bob: User) -> None:
    row = services.act(event(alice, bob), alice, CheckIn(player="anna"))
    with pytest.raises(NotAllowed):
        services.undo(row, bob, 1)
    row = services.undo(row, alice, 1)
    with pytest.raises(LeaguerError):
        services.undo(row, alice, 1)
    with pytest.raises(LeaguerError):
        services.undo(row, alice, 2)


def test_a_confirmed_result_goes_only_when_it_is_itself_undone(alice: User, bob: User) -> None:
    row = pair_round(event(alice, alice, bob, count=2), alice)
    result = Result(scores=(9, 3))
    row = services.act(row, alice, ReportResult(round=1, player="anna", result=result))
    row = services.act(row, bob, Confirm(round=1, player="bob"))
    for number in (1, 2, 3):  # pairing, publishing, reporting
        with pytest.raises(LeaguerError):
            services.undo(row, alice, number)
    row = services.undo(row, alice, 4)
    assert read(row).rounds[0].pairings[0].state == "reported"


# -- who may do what -----------------------------------------------------------------------------

ACTIONS = {
    "decide": Decide(round=1, player="anna", result=Result(scores=(1, 0))),
    "announce": read_action({"do": "announce", "at": "2026-05-02T10:00:00Z", "text": "Lunch"}),
    "clock": read_action({"do": "clock", "round": 1, "ends": "2026-05-02T10:00:00Z"}),
    "penalise": read_action({"do": "penalise", "player": "anna", "penalty": {"points": 1}}),
    "own report": ReportResult(round=1, player="bob", result=Result(scores=(1, 0))),
    "other's report": ReportResult(round=1, player="anna", result=Result(scores=(1, 0))),
    "own check-in": CheckIn(player="bob"),
    "other's check-in": CheckIn(player="anna"),
    "own leaving": Leave(player="bob"),
    "other's leaving": Leave(player="anna"),
    "settings": ChangeSettings(settings=Settings(), name="X"),
    "entry": entered("Late"),
    "hide": Publish(round=1, shown=False),
}
MAY = {
    "organiser": set(ACTIONS) - {"own report", "other's report"},
    "judge": {"decide", "announce", "clock", "penalise", "own check-in", "other's check-in"},
    "player": {"own report", "own check-in", "own leaving"},
    "stranger": set[str](),
    "guest": set[str](),
}


@pytest.fixture
def running(alice: User, bob: User, charlie: User) -> Tournament:
    """A round is published; Bob plays, Charlie judges, Alice organises."""
    row = pair_round(event(alice, count=2), alice)
    Entry.objects.filter(player="bob").update(user=bob)
    appoint(row, "Charlie", "judge")
    return row


@pytest.mark.parametrize("role", MAY)
def test_everybody_may_do_what_their_role_allows_and_no_more(
    running: Tournament, alice: User, bob: User, charlie: User, role: str
) -> None:
    people = {"organiser": alice, "judge": charlie, "player": bob}
    user = people.get(role) or (guests.make() if role == "guest" else User.objects.create_user("dora"))
    before = Tournament.objects.values().get()
    may = set()
    for name, action in ACTIONS.items():
        try:
            services.act(running, user, action)
        except NotAllowed:
            continue
        may.add(name)
        row = Tournament.objects.get()
        row.log.filter(number__gt=before["revision"]).delete()
        Tournament.objects.update(
            **{key: before[key] for key in ("document", "revision", "arranged", "name")}
        )
    assert may == MAY[role]
    assert Tournament.objects.values("document").get()["document"] == before["document"]


# -- people --------------------------------------------------------------------------------------


def open_to(owner: User, **settings: object) -> Tournament:
    return event(owner, **{"registration": "open"} | settings)  # type: ignore[arg-type]


def test_people_enter_themselves_until_all_places_are_taken(alice: User, bob: User, charlie: User) -> None:
    row = open_to(alice, places=5)
    row = services.join(row, bob, Player(id="b1", name="Bobby"))
    row = services.join(row, charlie, Player(id="c1", name="Charlie"))
    found = read(row).by_id
    assert (found["b1"].waiting, found["c1"].waiting) == (False, True)
    assert row.entries.get(player="b1").user == bob
    with pytest.raises(LeaguerError, match="already entered"):
        services.join(row, bob, Player(id="b2", name="Bobby again"))
    with pytest.raises(LeaguerError, match="closed"):
        services.join(event(alice), bob, Player(id="b1", name="Bobby"))
    with pytest.raises(PermissionDenied):
        services.join(row, guests.make(), Player(id="g", name="Guest"))


def test_a_player_is_claimed_once_by_the_address(alice: User, bob: User, charlie: User) -> None:
    row = event(alice)
    entry = row.entries.get(player="anna")
    services.claim(entry, bob)
    services.claim(row.entries.get(player="anna"), bob)
    with pytest.raises(LeaguerError, match="claimed"):
        services.claim(entry, charlie)
    with pytest.raises(LeaguerError, match="already entered"):
        services.claim(row.entries.get(player="cora"), bob)
    assert row.entries.get(player="anna").user == bob


def test_who_was_removed_may_enter_again(alice: User, bob: User) -> None:
    row = services.join(open_to(alice), bob, Player(id="b1", name="Bobby"))
    row = services.act(row, alice, read_action({"do": "remove", "player": "b1"}))
    row = services.join(row, bob, Player(id="b2", name="Bobby"))
    assert list(row.entries.filter(user=bob).values_list("player", flat=True)) == ["b2"]


def test_guests_run_no_tournament(alice: User) -> None:
    with pytest.raises(PermissionDenied):
        services.create(guests.make(), tournament())

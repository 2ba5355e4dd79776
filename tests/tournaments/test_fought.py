"""Battles on the board, and records of a table, that a player reports as the result of their pairing."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from battles.models import Battle
from battles.recording import services as records
from battles.recording.models import Record
from rulesets.contract.documents import samples
from tests.kit.clients import queries, rest, signed_in
from tests.kit.pageforms import forms
from tests.kit.records import UNIT, record
from tests.kit.tournaments import event, pair_round, read
from tournaments.engine.document import Result
from tournaments.engine.presets import load_presets
from tournaments.engine.scoring import scored
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def row(alice: User, bob: User, charlie: User) -> Tournament:
    """Round 1 is published; Bob, who is Anna, meets Charlie."""
    row = pair_round(event(alice, bob, count=4), alice)
    other = next(each.players for each in read(row).rounds[0].pairings if "anna" in each.players)
    Entry.objects.filter(tournament=row, player=next(key for key in other if key != "anna")).update(
        user=charlie
    )
    return row


def golden(name: str) -> dict[str, Any]:
    """The result of a battle that was fought to its end."""
    last = (ROOT / "tests/golden" / f"{name}.jsonl").read_text().splitlines()[-1]
    return dict(json.loads(last)["result"])


def battle(owner: User, opponent: User | None, system: str, result: dict[str, Any], **more: Any) -> Battle:
    """A battle that is over."""
    return Battle.objects.create(
        owner=owner, opponent=opponent, system=system, side_a="Reds", side_b="Blues", setup={}, seed="s",
        status=Battle.Status.OVER, result=result, finished=timezone.now(), updated=timezone.now(), **more,
    )  # fmt: skip


def offered(user: User, row: Tournament) -> list[dict[str, Any]]:
    answer = rest(user, "get", f"tournaments/{row.public_id}/rounds/1/battles/")
    assert answer.status_code == 200
    return list(answer.json()["results"])


def signed(owner: User, opponent: User | None, row: Record, **claims: int) -> Record:
    """A record with these entries, which both sides have signed."""
    if claims:
        records.claim(row, row.revision, None if opponent is None else 0, owner, dict(claims))
    for side, user in ((None, owner),) if opponent is None else ((0, owner), (1, opponent)):
        row.refresh_from_db()
        records.sign(row, row.revision, side, user)
    row.refresh_from_db()
    return row


def powder(owner: User, opponent: User | None = None) -> Record:
    """A record of Mail, Pike & Powder, in which the second side's first unit lost three."""
    lists = [samples()[key].to_json() for key in ("royalist-foot-500", "parliament-london-500")]
    row = records.create(owner, lists, sides=("Reds", "Blues"), opponent=opponent)
    unit = next(
        key for key in records.opened(row).sheet.entries if key.startswith("u.1.") and key.endswith("lost")
    )
    return signed(owner, opponent, row, **{unit: 3})


def in_order(row: Tournament, mine: float, theirs: float) -> list[float]:
    """Two figures in the order of Anna's pairing."""
    [table] = [each for each in read(row).rounds[0].pairings if "anna" in each.players]
    return [mine, theirs] if table.players[0] == "anna" else [theirs, mine]


@pytest.mark.parametrize(("system", "name"), [("baroque", "breitenfeld"), ("snaphance", "training-clash")])
def test_a_battle_on_the_board_becomes_the_result_that_the_other_confirms(
    row: Tournament, bob: User, charlie: User, system: str, name: str
) -> None:
    fought = battle(charlie, bob, system, golden(name))
    address = f"{row.get_absolute_url()}fought/1/"
    assert f'href="{address}"' in signed_in(bob).get(row.get_absolute_url()).content.decode()
    page = signed_in(bob).get(address).content.decode()
    assert "You had Blues" in page
    assert fought.get_absolute_url() in page
    [form] = [each for each in forms(page, address) if each.fields.get("a.do") == "report"]
    sent = signed_in(bob).post(form.action, form.fields)
    assert (sent.status_code, sent["Location"]) == (302, f"{row.get_absolute_url()}?round=1")
    row.refresh_from_db()
    [table] = [each for each in read(row).rounds[0].pairings if "anna" in each.players]
    [report] = table.reports
    lost = [each["lost"] for each in fought.result["scores"]]  # type: ignore[index]
    assert list(report.result.scores) == in_order(row, lost[0], lost[1])
    assert list(report.result.losses or ()) == in_order(row, lost[1], lost[0])
    assert offered(charlie, row)[0]["result"] == report.result.model_dump(mode="json", exclude_defaults=True)
    assert "Confirm" in signed_in(charlie).get(row.get_absolute_url()).content.decode()


def test_a_signed_record_of_by_fire_and_sword_gives_its_big_and_small_points(
    alice: User, bob: User, charlie: User
) -> None:
    scoring = load_presets()["by-fire-and-sword"].settings.scoring.model_dump(mode="json")
    row = pair_round(event(alice, bob, charlie, count=2, rounds=1, scoring=scoring), alice)
    open_one = record(bob, charlie)
    assert offered(bob, row) == []
    found = signed(bob, charlie, open_one, **{f"{UNIT}.destroyed": 1})
    [one] = offered(bob, row)
    assert (one["title"], one["side"], one["url"]) == (
        "Poles against Muscovites",
        "Poles",
        found.get_absolute_url(),
    )
    totals = found.result["totals"]  # type: ignore[index]
    assert one["result"]["scores"] == in_order(row, *totals)
    page = signed_in(bob).get(f"{row.get_absolute_url()}fought/1/").content.decode()
    big = in_order(row, *found.result["big_points"])  # type: ignore[index]
    assert f"({big[0]} : {big[1]} points, " in page


def test_where_bands_count_the_difference_says_who_has_won(alice: User, bob: User, charlie: User) -> None:
    scoring = load_presets()["twenty-nil"].settings.scoring.model_dump(mode="json")
    row = pair_round(event(alice, bob, charlie, count=2, rounds=1, scoring=scoring), alice)
    powder(bob, charlie)  # three of 44 are 6.8 per cent; by the rules it is a draw
    [one] = offered(bob, row)
    assert "winner" not in one["result"]
    page = signed_in(bob).get(f"{row.get_absolute_url()}fought/1/").content.decode()
    assert "({} : {} points".format(*in_order(row, 11, 9)) in page


def test_lists_and_records_of_mail_pike_and_powder_work_too(
    row: Tournament, bob: User, charlie: User
) -> None:
    found = powder(bob, charlie)
    [one] = offered(bob, row)
    assert one["result"]["scores"] == in_order(row, 3, 0)
    assert one["result"]["winner"] == "draw"  # nothing is broken (MPP-C-26)
    battle(bob, charlie, "mail_pike_powder", dict(found.result or {}))
    assert [each["result"] for each in offered(bob, row)] == [one["result"]] * 2


def test_its_preset_counts_wins_by_the_battle_and_the_share_of_the_enemy_taken(
    alice: User, bob: User, charlie: User
) -> None:
    settings = load_presets()["mail-pike-powder"].copy_settings()
    row = event(alice, bob, charlie, count=2, **settings.model_dump(mode="json") | {"rounds": 1})
    row = pair_round(row, alice)
    drawn = powder(bob, charlie)  # three Stamina of 44 lost; nothing is broken, so it is a draw (MPP-C-26)
    won = {**dict(drawn.result or {}), "winner": 0}
    battle(bob, charlie, "mail_pike_powder", won)
    battle(bob, charlie, "snaphance", golden("training-clash"))  # of a system that may not come
    by_end = sorted(offered(bob, row), key=lambda each: each["result"]["winner"] == "draw")
    assert len(by_end) == 2
    taken = Fraction(100 * 3, int(max(by_end[0]["result"]["strength"])))
    for one, mine, theirs in zip(by_end, (3, 1), (0, 1), strict=True):
        worth = scored(Result.model_validate(one["result"], strict=False), settings.scoring)
        assert list(worth.points) == in_order(row, mine, theirs)
        assert list(worth.small) == in_order(row, taken, 0)  # type: ignore[arg-type]
    page = signed_in(bob).get(f"{row.get_absolute_url()}fought/1/").content.decode()
    assert "({} : {} points".format(*in_order(row, 3, 0)) in page


def test_whoever_recorded_both_sides_says_which_was_theirs(row: Tournament, bob: User) -> None:
    powder(bob)
    one, other = offered(bob, row)
    assert (one["side"], other["side"]) == ("Reds", "Blues")
    assert one["result"]["scores"] == other["result"]["scores"][::-1] == in_order(row, 3, 0)


def test_nothing_else_is_offered(row: Tournament, alice: User, bob: User, charlie: User) -> None:
    result = golden("training-clash")
    battle(bob, alice, "snaphance", result)  # against somebody else
    battle(alice, charlie, "snaphance", result)  # between others
    battle(bob, None, "snaphance", result, tacticians=[1])
    battle(bob, charlie, "snaphance", result, archived=True)
    going = battle(bob, charlie, "snaphance", result)
    Battle.objects.filter(pk=going.pk).update(status=Battle.Status.GOING, result=None)
    record(bob, charlie)  # nobody has signed it
    assert offered(bob, row) == []
    page = signed_in(bob).get(f"{row.get_absolute_url()}fought/1/").content.decode()
    assert "There is no finished battle" in page


def test_systems_that_may_not_come_are_not_offered(alice: User, bob: User, charlie: User) -> None:
    row = pair_round(event(alice, bob, charlie, count=2, rounds=1, limits={"systems": ["baroque"]}), alice)
    battle(bob, charlie, "snaphance", golden("training-clash"))
    assert offered(bob, row) == []
    battle(bob, charlie, "baroque", golden("breitenfeld"))
    assert [each["system"] for each in offered(bob, row)] == ["Baroque"]


def test_it_is_for_players_with_an_open_table(row: Tournament, alice: User, bob: User) -> None:
    for user, number, status in (
        (alice, 1, 404),
        (bob, 1, 200),
        (bob, 0, 404),
        (bob, 2, 404),
        (None, 1, 404),
    ):
        client = signed_in(user) if user else None
        if client is not None:
            assert client.get(f"{row.get_absolute_url()}fought/{number}/").status_code == status
        assert (
            rest(user, "get", f"tournaments/{row.public_id}/rounds/{number}/battles/").status_code == status
        )


def test_it_asks_as_much_for_many_battles(row: Tournament, bob: User, charlie: User) -> None:
    def more() -> int:
        battle(bob, charlie, "snaphance", golden("training-clash"))
        powder(bob, charlie)
        return queries(signed_in(bob), f"{row.get_absolute_url()}fought/1/")

    first = more()
    more()
    assert more() == first

"""manage.py campaign_turn, campaign_export, campaign_import: what they print, keep and refuse."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from campaigns import services
from campaigns.models import Campaign, Member
from tests.kit.campaigns import battles, island
from tests.kit.commands import run

pytestmark = pytest.mark.django_db


def test_a_turn_is_resolved_and_told(row: Campaign) -> None:
    code, out, err = run("campaign_turn", str(row.public_id))
    row.refresh_from_db()
    assert (code, err, row.turn) == (0, "", 2)
    assert out.startswith("The Isle of Merrow: turn 2")
    for part in row.turns.all():
        assert all(entry["words"] in out for entry in part.entries)


def test_a_dry_run_tells_the_same_and_keeps_nothing(row: Campaign) -> None:
    before = Campaign.objects.values().get()
    code, out, _ = run("campaign_turn", str(row.public_id), "--dry-run", "--json")
    assert code == 0
    assert Campaign.objects.values().get() == before
    shown = json.loads(out)
    assert shown["missing"] == ["commons", "company", "crown"]
    services.resolve(row, row.revision)
    assert shown["parts"][0]["entries"] == row.turns.get(part="march").entries


def test_json_holds_every_entry_with_its_hash(row: Campaign) -> None:
    _, out, _ = run("campaign_turn", str(row.public_id), "--json")
    shown = json.loads(out)
    row.refresh_from_db()
    assert (shown["turn"], shown["phase"], shown["hash"]) == (2, "orders", row.hash)
    assert [each["part"] for each in shown["parts"]] == ["march", "conclude"]


def test_due_campaigns_are_resolved_and_no_others(row: Campaign, alice: User) -> None:
    other = island(alice)
    Campaign.objects.filter(pk=row.pk).update(deadline=timezone.now() - timedelta(minutes=1))
    Campaign.objects.filter(pk=other.pk).update(deadline=timezone.now() + timedelta(days=9))
    _, dry, _ = run("campaign_turn", "--due", "--dry-run", "--json")
    assert [each["campaign"] for each in json.loads(dry)] == [str(row.public_id)]
    assert Campaign.objects.get(pk=row.pk).turn == 1
    run("campaign_turn", "--due")
    assert [Campaign.objects.get(pk=each.pk).turn for each in (row, other)] == [2, 1]
    assert run("campaign_turn", "--due")[1].strip() == "Nothing is due."


@pytest.mark.usefixtures("confirmed")
def test_due_reminds_those_who_gave_no_orders(
    row: Campaign, umpire: Member, mailoutbox: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=2))
    mailoutbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        run("campaign_turn", "--due")
    assert {each.to[0] for each in mailoutbox} == {"bob@example.org", "dora@example.org"}


@pytest.mark.parametrize("args", [(), ("--due", "x")])
def test_one_campaign_or_all_that_are_due(args: tuple[str, ...]) -> None:
    said = "campaign_turn: give either a campaign or --due\n"
    assert run("campaign_turn", *args) == (2, "", said)


@pytest.mark.parametrize("key", ["17", "00000000-0000-4000-8000-000000000000", "../etc"])
@pytest.mark.parametrize("command", ["campaign_turn", "campaign_export"])
def test_no_such_campaign_is_one_line_and_exit_2(db: None, command: str, key: str) -> None:
    code, out, err = run(command, key)
    assert (code, out) == (2, "")
    assert err.startswith(f"{key}: ")
    assert err.count("\n") == 1


def test_a_campaign_at_its_battles_is_one_line_and_exit_2(row: Campaign) -> None:
    battles(row, ("cr1", "co1"))
    code, _, err = run("campaign_turn", str(row.public_id))
    assert code == 2
    assert "the battle of Wrack is still to be fought" in err
    assert err.count("\n") == 1


def test_what_is_exported_is_imported(row: Campaign, tmp_path: Path) -> None:
    services.resolve(row, row.revision)
    file = tmp_path / "island.json"
    assert run("campaign_export", str(row.public_id), str(file))[0] == 0
    code, out, _ = run("campaign_import", str(file), "--owner", "charlie-to-be")
    assert code == 2
    User.objects.create_user("charlie-to-be")
    code, out, _ = run("campaign_import", str(file), "--owner", "charlie-to-be")
    copy = Campaign.objects.exclude(pk=row.pk).get()
    assert code == 0
    assert out.startswith(str(copy.public_id))
    assert (copy.turn, copy.hash, copy.owner.username) == (2, row.hash, "charlie-to-be")
    token = copy.invitations.get(label="bob").token
    assert f"  invited: bob, player of The Crown, by /campaigns/join/{token}/\n" in out


def test_without_a_file_it_goes_to_standard_output(row: Campaign) -> None:
    shown = json.loads(run("campaign_export", str(row.public_id))[1])
    assert (shown["format"], shown["seed"]) == ("leaguer-campaign-file", None)
    shown = json.loads(run("campaign_export", str(row.public_id), "--seed")[1])
    assert shown["seed"] == row.seed


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "leaguer-battle"}', None])
def test_a_file_that_is_no_campaign_is_one_line_and_exit_2(
    alice: User, tmp_path: Path, text: str | None
) -> None:
    file = tmp_path / "bad.json"
    if text is not None:
        file.write_text(text)
    code, out, err = run("campaign_import", str(file), "--owner", "alice")
    assert (code, out) == (2, "")
    assert err.startswith(str(file))
    assert err.count("\n") == 1


def test_a_place_that_cannot_be_written_is_one_line_and_exit_2(row: Campaign, tmp_path: Path) -> None:
    code, _, err = run("campaign_export", str(row.public_id), str(tmp_path / "no" / "where.json"))
    assert code == 2
    assert "cannot be used" in err
    assert err.count("\n") == 1

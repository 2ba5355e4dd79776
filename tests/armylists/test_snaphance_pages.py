"""Lists of Snaphance on their pages: Generals without a price, no limit unless one is agreed, no chief."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from armylists import services, start
from armylists.models import ArmyList
from rulesets.contract.documents import check_list, parse_list
from rulesets.engine.lists import ArmyList as Document
from rulesets.engine.lists.rules import ListError
from rulesets.snaphance.armies import books, sample_lists


@pytest.fixture
def kept(alice: User) -> ArmyList:
    """Alice's army of French Catholics."""
    return services.create(alice, sample_lists()["french-catholic-army"])


def desk(kept: ArmyList) -> str:
    return reverse("armylists:edit", args=[kept.public_id])


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


@pytest.mark.parametrize("book", list(books()))
def test_a_new_list_has_three_led_groups_and_is_legal(book: str) -> None:
    army = start.minimum("snaphance", book, 0)
    report = check_list(army)
    assert (report.legal, report.remarks) == (True, ())
    assert [command.name for command in army.commands] == ["Right wing", "Centre", "Left wing"]
    assert not any(each.leader and each.leader.commander_in_chief for each in army.commands)


def test_a_list_is_begun_without_a_limit(as_alice: Client) -> None:
    address = f"{reverse('armylists:new')}?system=snaphance"
    assert "325 points, a battle of three groups" in page(as_alice, address)
    fields = {"book": "snaphance/huguenot", "size": "0", "begin": "minimum", "name": "Ours"}
    as_alice.post(address, fields)
    made = ArmyList.objects.get()
    assert (made.army.points, made.army.book) == (0, "huguenot")


def test_the_builder_asks_for_what_the_system_has(as_alice: Client, kept: ArmyList) -> None:
    html = page(as_alice, desk(kept))
    assert "Points agreed, if any" in html
    assert "<legend>Training and break level</legend>" in html
    assert '<option value="well_trained" selected>well trained</option>' in html
    assert ">General</label>" in html
    assert "commander-in-chief" not in html
    assert '<option value="outstanding">Outstanding</option>' in html, "a General has no price"
    assert "4 taken" in html, "nothing limits the Gendarmes"


@pytest.mark.parametrize("begin", [start.empty, start.minimum])
def test_the_builder_speaks_of_groups_and_of_no_commands(
    as_alice: Client, alice: User, begin: Callable[..., Document]
) -> None:
    row = services.create(alice, begin("snaphance", "huguenot", 0))
    html = page(as_alice, desk(row))
    assert "Add group</button>" in html
    assert not re.findall(r">[^<>]*\bcommand\b(?! (?:range|group))[^<>]*<", html, re.IGNORECASE)
    as_alice.post(desk(row), {"version": row.version, "do": "add-command", "name": ""}, follow=True)
    assert row.revisions.latest("number").summary.startswith("Added group ")


def test_the_bar_names_each_figure_and_tells_none_of_an_army_of_nobody(
    as_alice: Client, alice: User, kept: ArmyList
) -> None:
    html = page(as_alice, desk(kept))
    bar = html[html.index('class="totals"') :]
    assert ">BP by group</dt>" in bar
    assert '<span title="Right wing">' in bar
    assert "Breaks at" in bar
    empty = page(as_alice, desk(services.create(alice, start.empty("snaphance", "huguenot", 0))))
    bar = empty[empty.index('class="totals"') :]
    assert "BP" not in bar
    assert "Breaks at" not in bar


def test_training_break_level_and_general_are_kept(as_alice: Client, kept: ArmyList) -> None:
    fields = {"name": "Host", "player": "", "notes": "", "points": "", "extra-training": "poorly_trained",
              "extra-break_percent": "33"}  # fmt: skip
    as_alice.post(desk(kept), {"version": kept.version, "do": "army", **fields})
    kept.refresh_from_db()
    assert kept.army.extras == {"training": "poorly_trained", "break_percent": 33}
    assert kept.army.points == 0
    group = {"command": "c2", "level": "outstanding", "leader": "Montmorency", "name": "Battle"}
    as_alice.post(desk(kept), {"version": kept.version, "do": "command", **group})
    kept.refresh_from_db()
    leader = kept.army.commands[1].leader
    assert leader is not None
    assert (leader.level, leader.name) == ("outstanding", "Montmorency")


def test_the_list_shows_break_points_ranks_and_no_victory_points(as_alice: Client, kept: ArmyList) -> None:
    html = page(as_alice, kept.get_absolute_url())
    assert "Break points lost" in html
    assert "15 and more" in html
    assert ">VP<" not in html
    assert "2nd rank" in html
    assert "<b>Marshal</b>, Good. " in html
    assert "0 points" not in html


def test_a_chief_is_no_part_of_such_a_list() -> None:
    document = sample_lists()["huguenot-army"].to_json()
    document["commands"][0]["leader"]["commander_in_chief"] = True
    with pytest.raises(ListError) as caught:
        parse_list(document)
    assert caught.value.faults[0].path == "commands[0].leader.commander_in_chief"

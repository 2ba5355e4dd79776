"""The builder: everything it shows, every button it has, and two browsers at once."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from armylists import edits, services
from armylists.builder import builder_page
from armylists.listparts import grouped
from armylists.models import ArmyList
from rulesets.baroque.armies import sample_lists
from rulesets.engine.lists import ArmyList as Document

HTMX = {"HTTP_HX_REQUEST": "true"}


def address(army_list: ArmyList) -> str:
    return reverse("armylists:edit", args=[army_list.public_id])


def press(client: Client, army_list: ArmyList, do: str, **fields: Any) -> Any:
    """What a browser without scripts sends, and the page it ends at."""
    army_list.refresh_from_db()
    data = {"version": army_list.version, "do": do, **fields}
    return client.post(address(army_list), data, follow=True)


def now(army_list: ArmyList) -> Document:
    army_list.refresh_from_db()
    return army_list.army


def test_the_page_shows_book_army_points_and_verdict(as_alice: Client, kept: ArmyList) -> None:
    page = as_alice.get(address(kept)).content.decode()
    assert "English Civil War Royalist" in page
    assert "595<small> of 600</small>" in page
    assert "Cornish Foot" in page
    assert "badge legal" in page
    assert page.count('class="quick"') == sum(len(grouped(each.units)) for each in now(kept).commands)


def test_every_button_works_without_scripts(as_alice: Client, kept: ArmyList) -> None:
    army = now(kept)
    first, second = army.commands[0], army.commands[1]
    unit = first.units[1]
    pressed = [
        ("add:ecw-royalist.dragoons", {"command": second.id}, "Added Dragoons to Foot"),
        ("add", {"command": second.id, "entry": "ecw-royalist.dragoons"}, "Added Dragoons to Foot"),
        ("copy", {"unit": unit.id}, "Added one more"),
        ("up", {"unit": unit.id}, "Moved"),
        ("down", {"unit": unit.id}, "Moved"),
        ("move", {"unit": unit.id, "command": second.id}, "Moved"),
        ("rename", {"unit": unit.id, "name": "Byron’s"}, "Byron’s”"),
        ("option:ecw-royalist.option.motivated", {"unit": unit.id}, "Motivated Fighters"),
        ("add-command", {"name": "Reserve"}, "Added Reserve"),
        ("command", {"command": first.id, "name": "Van", "level": "poor", "leader": "Digby"}, "Van"),
        ("chief", {"command": second.id}, "commander-in-chief"),
        ("command-down", {"command": first.id}, "Moved Van down"),
        ("command-up", {"command": first.id}, "Moved Van up"),
        ("remove", {"unit": unit.id}, "Removed Byron’s"),
        ("remove-command", {"command": first.id}, "Removed Van"),
    ]
    for do, fields, words in pressed:
        before = kept.version
        answer = press(as_alice, kept, do, **fields)
        assert answer.status_code == 200, do
        assert words in answer.content.decode(), do
        kept.refresh_from_db()
        assert kept.version == before + 1, do


def test_new_units_go_to_the_command_that_was_edited_last(as_alice: Client, kept: ArmyList) -> None:
    first, second = now(kept).commands[:2]
    page = press(as_alice, kept, "add:ecw-royalist.dragoons", command=second.id)
    assert page.context["editor"].target == second.id
    edited = {"command": first.id, "name": "Van", "level": "poor", "leader": "", "to": second.id}
    assert press(as_alice, kept, "command", **edited).context["editor"].target == first.id
    page = press(as_alice, kept, "remove", unit=second.units[0].id, to=first.id)
    assert page.context["editor"].target == second.id
    page = press(as_alice, kept, "undo", to=first.id)
    assert page.context["editor"].target == first.id


def test_the_army_panel_keeps_header_and_purchases(as_alice: Client, kept: ArmyList) -> None:
    fields = {
        "name": "Edgehill", "player": "Alice", "points": "1000", "notes": "one\r\ntwo",
        "extra-command_structure": "good", "extra-exploration_dice": "3", "extra-fortified_baggage": "on",
    }  # fmt: skip
    press(as_alice, kept, "army", **fields)
    army = now(kept)
    assert (army.name, army.player, army.points, army.notes) == ("Edgehill", "Alice", 1000, "one\ntwo")
    assert army.extras["command_structure"] == "good"
    assert army.extras["exploration_dice"] == 3
    assert army.extras["fortified_baggage"] is True
    assert army.extras["camp_followers"] is False


def test_what_was_changed_in_other_forms_goes_along_and_is_told(as_alice: Client, kept: ArmyList) -> None:
    also = [
        "do=command&command=c1&level=poor&leader=Digby&name=Van",
        "do=command&command=c2&level=reliable&name=",
    ]
    answer = press(as_alice, kept, "copy", unit="c1u2", also=also)
    kept.refresh_from_db()
    first, second = kept.army.commands[:2]
    assert (first.name, first.leader.level, first.leader.name) == ("Van", "poor", "Digby")  # type: ignore[union-attr]
    assert second.leader.level == "reliable"  # type: ignore[union-attr]
    assert len(first.units) == len(sample_lists()["royalist-oxford-army"].commands[0].units) + 1
    assert kept.version == 2
    assert "Van: Poor Leader; " in answer.content.decode()
    bad = press(as_alice, kept, "copy", unit="c1u2", also=["do=army&points=many"])
    assert (bad.status_code, "whole number" in bad.content.decode()) == (400, True)


def test_what_goes_along_is_asked_again_of_a_list_that_has_moved_on(
    as_alice: Client, alice: User, kept: ArmyList
) -> None:
    services.change(kept, 1, edits.rename_unit("c1u1", "The first"), alice)
    also = ["do=army&points=700", "do=command&command=c1&level=poor&name="]
    stale = as_alice.post(address(kept), {"version": 1, "do": "copy", "unit": "c1u2", "also": also})
    text = html.unescape(stale.content.decode())
    assert [words for words in also if f'name="also" value="{words}"' in text] == also


def test_who_becomes_chief_keeps_what_his_form_says_besides(as_alice: Client, kept: ArmyList) -> None:
    press(as_alice, kept, "chief", command="c2", level="poor", leader="Digby", name="Van")
    leader = now(kept).commands[1].leader
    assert leader is not None
    assert (leader.level, leader.name, leader.commander_in_chief) == ("poor", "Digby", True)


def test_without_scripts_the_forms_say_that_they_have_to_be_saved(as_alice: Client, kept: ArmyList) -> None:
    page = as_alice.get(address(kept)).content.decode()
    saved = re.findall(r"<form[^>]*data-save.*?</form>", page, re.DOTALL)
    assert len(saved) == len(now(kept).commands) + 1
    assert all('<noscript><p class="help">Save before' in each for each in saved)


@pytest.mark.parametrize(
    ("do", "fields", "words"),
    [
        ("", {}, "does not know this button"),
        ("explode", {}, "does not know this button"),
        ("remove", {"unit": "nobody"}, "no longer"),
        ("remove", {}, "no longer"),
        ("add:polish.hussars", {}, "no entry"),
        ("add", {}, "no entry"),
        ("option:", {"unit": "c1u1"}, "has no option"),
        ("rename", {"unit": "c1u1", "name": "x" * 121}, "longer than 120"),
        ("rename", {"unit": "c1u1", "name": "bell\x07"}, "control characters"),
        ("army", {"points": "-5"}, "whole number"),
        ("army", {"points": "many"}, "whole number"),
        ("army", {"points": "9" * 400}, "whole number"),
        ("army", {"points": "600", "extra-exploration_dice": "-1"}, "whole number"),
        ("army", {"points": "600", "extra-command_structure": "<b>"}, "must be one of"),
        ("army", {"points": "600", "notes": "x" * 5001}, "longer than 5000"),
        ("command", {"command": "c1", "level": "godlike"}, "There is no level"),
        ("command", {"command": "c9", "level": ""}, "no longer"),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(
    as_alice: Client, kept: ArmyList, do: str, fields: dict[str, str], words: str
) -> None:
    answer = press(as_alice, kept, do, **fields)
    assert answer.status_code == 400
    assert words in answer.content.decode()
    kept.refresh_from_db()
    assert kept.version == 1


@pytest.mark.parametrize("version", ["", "x", "-1", "1.0", "9" * 30, "²"])
def test_a_form_that_does_not_say_what_it_shows_is_refused(
    as_alice: Client, kept: ArmyList, version: str
) -> None:
    answer = as_alice.post(address(kept), {"do": "add-command", "version": version})
    assert answer.status_code == 400
    assert "Reload it" in answer.content.decode()


def test_htmx_gets_the_builder_alone_with_the_new_state(as_alice: Client, kept: ArmyList) -> None:
    data = {"version": 1, "do": "add:ecw-royalist.dragoons", "command": "c2"}
    answer = as_alice.post(address(kept), data, **HTMX)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert text.lstrip().startswith(("<title>", '<div id="builder"'))
    assert "<html" not in text
    assert 'name="version" value="2"' in text
    assert '<option value="c2" selected>' in text


def test_the_later_of_two_browsers_is_told_and_nothing_is_overwritten(
    as_alice: Client, alice: User, kept: ArmyList
) -> None:
    services.change(kept, 1, edits.rename_unit("c1u1", "The first"), alice)
    data = {"version": 1, "do": "rename", "unit": "c1u1", "name": "The second"}
    for extra in ({}, HTMX):
        answer = as_alice.post(address(kept), data, **extra)
        text = answer.content.decode()
        assert answer.status_code == 409
        assert "was changed in the meantime" in text
        assert "Named His Royal Highness “The first”." in text
        assert "Named The first “The second”" in text
        assert f"{reverse('armylists:compare', args=[kept.public_id])}?from=1&amp;to=2" in text
        assert next(now(kept).units()).name == "The first"


def test_the_later_browser_can_do_it_all_the_same(as_alice: Client, alice: User, kept: ArmyList) -> None:
    services.change(kept, 1, edits.rename_unit("c1u1", "The first"), alice)
    stale = as_alice.post(address(kept), {"version": 1, "do": "copy", "unit": "c1u2"})
    again = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', stale.content.decode()))
    again.pop("csrfmiddlewaretoken", None)
    assert again == {"version": "2", "do": "copy", "unit": "c1u2"}
    assert as_alice.post(address(kept), again).status_code == 302
    units = list(now(kept).units())
    assert (units[0].name, len(units)) == ("The first", 11)


def test_findings_stand_at_the_unit_and_in_the_list_with_rule_and_cure(
    as_alice: Client, alice: User, royalists: Document
) -> None:
    bare = royalists.commands[1].model_copy(update={"leader": None})
    unit = (
        royalists.commands[0].units[0].model_copy(update={"options": ("ecw-royalist.option.iron-officers",)})
    )
    first = royalists.commands[0].model_copy(update={"units": (unit, *royalists.commands[0].units[1:])})
    army = royalists.model_copy(update={"commands": (first, bare, royalists.commands[2])})
    army_list = services.create(alice, army)
    page = as_alice.get(address(army_list)).content.decode()
    row = page.partition(f'id="part-{unit.id}"')[2].partition('<li class="unit-row')[0]
    assert "His Royal Highness cannot take Iron Officers." in row
    assert "BQ-A.4" in row
    assert "Foot has no leader. <i>Choose a leader.</i>" in page
    assert f'<a href="#part-{bare.id}">Foot</a>' in page


def test_names_with_markup_are_shown_as_they_are(as_alice: Client, kept: ArmyList) -> None:
    evil = '<script>alert("x")</script>'
    press(as_alice, kept, "rename", unit="c1u1", name=evil)
    press(as_alice, kept, "add-command", name=evil)
    for page in (address(kept), kept.get_absolute_url(), reverse("armylists:history", args=[kept.public_id])):
        text = as_alice.get(page).content.decode()
        assert evil not in text
        assert "&lt;script&gt;" in text


@pytest.mark.parametrize("extra", [{}, HTMX], ids=["page", "fragment"])
def test_the_number_of_queries_does_not_grow_with_the_list(
    as_alice: Client,
    alice: User,
    with_units: Callable[[int], Document],
    django_assert_max_num_queries: Any,
    extra: dict[str, str],
) -> None:
    counts = []
    for number in (3, 30):
        army_list = services.create(alice, with_units(number))
        with django_assert_max_num_queries(12) as queries:
            page = as_alice.get(address(army_list), **extra)
        assert page.content.decode().count('id="one-') >= number
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_book_counts_what_is_taken_and_what_is_allowed(royalists: Document) -> None:
    rows = {row.card.label: row for group in builder_page(royalists).groups for row in group.rows}
    assert (rows["His Royal Highness"].taken, rows["His Royal Highness"].high) == (1, 2)
    assert (rows["Cavaliers (GA B)"].taken, rows["Cavaliers (GA B)"].together) == (3, 3)
    assert "Cavaliers (GA C)" in rows["Cavaliers (GA B)"].shared_with
    assert len(rows) == 12


def test_an_entry_short_of_its_minimum_is_marked(royalists: Document) -> None:
    bare = royalists.model_copy(update={"commands": ()})
    states = {row.card.label: row.state for group in builder_page(bare).groups for row in group.rows}
    assert states["Foot (B)"] == "short"
    assert states["Dragoons"] == ""


@pytest.mark.rule("BQ-A.4")
def test_a_switch_tells_its_price_and_how_many_may_have_it() -> None:
    commands = builder_page(sample_lists()["polish-crown-army"]).commands
    switches = {each.name: each for panel in commands for row in panel.units for each in row.rows[0].switches}
    motivated, drilled = switches["Motivated Fighters"], switches["Discipline A"]
    assert (motivated.points, motivated.taken) == (6, False)
    assert motivated.limit == "0 of 0, at most 1/3 of the units"
    assert drilled.limit == "0 of 1 in the army"
    assert switches["Feared Unit"].limit == ""


def test_a_misspelt_search_shows_what_comes_near_without_scripts(as_alice: Client, kept: ArmyList) -> None:
    address = f"{kept.get_absolute_url()}edit/"
    exact = as_alice.get(address, {"q": "dragoon"}).context["editor"]
    near = as_alice.get(address, {"q": "dragon"}).context["editor"]
    assert (exact.near_found, near.near_found, near.nothing_found) == (False, True, False)
    found = [row.card.label for group in near.groups for row in group.rows if row.found]
    assert found == ["Dragoons"]
    assert sum(group.count for group in near.groups) == 1
    nothing = as_alice.get(address, {"q": "xyzzy"}).context["editor"]
    assert (nothing.near_found, nothing.nothing_found) == (False, True)


def test_the_book_explains_its_letters_once(as_alice: Client, kept: ArmyList) -> None:
    answer = as_alice.get(address(kept))
    legend = answer.context["editor"].legend
    assert {"VBU", "D", "M", "VDC", "VDT"} <= set(legend)
    page = answer.content.decode()
    assert page.count('id="book-legend"') == 1
    assert all(f"<dt>{label}</dt><dd>{title}</dd>" in page for label, title in legend.items())

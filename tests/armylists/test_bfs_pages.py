"""Lists of By Fire and Sword on their pages: begun, built without scripts, shown, printed, sent."""

import html
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from armylists import documents, services, start
from armylists.builder import builder_page
from armylists.models import ArmyList
from armylists.pdf import roster_pdf
from rulesets.by_fire_and_sword.armies.lists import sample_lists
from rulesets.contract.documents import from_text
from rulesets.engine.lists import ArmyList as Document
from tests.kit.clients import pdf_words, queries

SYSTEM = "by_fire_and_sword"
MUSCOVITE = f"{SYSTEM}/muscovite/skirmish-1648-76"
FOREIGN_WORDS = ("VDT", "VBU", "VDC", "Disordered", "No leader", "of 600", "demoralisation", "BQ-")


@pytest.fixture
def played() -> Document:
    return sample_lists()["muscovite-1648-76-11"]


@pytest.fixture
def kept_force(alice: User, played: Document) -> ArmyList:
    return services.create(alice, played)


@pytest.fixture
def division(alice: User) -> ArmyList:
    return services.create(alice, start.from_card(SYSTEM, "polish-crown", "division-1648-60", 0))


def edit_page(army_list: ArmyList) -> str:
    return reverse("armylists:edit", args=[army_list.public_id])


def press(client: Client, army_list: ArmyList, do: str, **fields: Any) -> Any:
    army_list.refresh_from_db()
    data = {"version": army_list.version, "do": do, **fields}
    return client.post(edit_page(army_list), data, follow=True)


def shown(page: Any) -> str:
    """What a reader sees of a page: no markup, no addresses."""
    text = re.sub(r"<(script|style).*?</\1>", " ", page.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


# ------------------------------------------------------------------------------------------------ a new list


def test_the_form_offers_the_cards_of_every_book(as_alice: Client) -> None:
    page = as_alice.get(reverse("armylists:new"), {"system": SYSTEM}).content.decode()
    assert page.count('name="card"') >= 11
    assert f'value="{MUSCOVITE}"' in page
    assert 'name="size"' not in page
    assert "FSP agreed, if any" in page
    assert 'aria-current="page">By Fire and Sword' in page


def test_short_words_are_explained_where_a_list_begins_and_in_the_builder(
    as_alice: Client, kept_force: ArmyList
) -> None:
    for address in (
        "/lists/new/?system=by_fire_and_sword",
        reverse("armylists:edit", args=[kept_force.public_id]),
    ):
        page = as_alice.get(address).content.decode()
        assert "What FSP, FV, RP and CP mean" in page
        assert "Reconnaissance Points: how well a force scouts" in page
    assert "What FSP" not in as_alice.get("/lists/new/?system=baroque").content.decode()


def test_a_level_that_is_closed_names_the_one_to_take_first(as_alice: Client, alice: User) -> None:
    army_list = services.create(alice, start.from_card(SYSTEM, "swedish", "detachment-1655-60", 0))
    assert "first take something from level 5" in as_alice.get(edit_page(army_list)).content.decode().lower()


def test_a_list_is_begun_from_a_card_with_its_core_and_no_limit(as_alice: Client) -> None:
    answer = as_alice.post(reverse("armylists:new"), {"card": MUSCOVITE, "name": "Potiomkin"}, follow=True)
    army = ArmyList.objects.get().army
    assert (army.name, army.points, len(list(army.units()))) == ("Potiomkin", 0, 6)
    assert "4 FSP" not in shown(answer) or "badge legal" in answer.content.decode()
    assert "badge legal" in answer.content.decode()


def test_a_limit_may_be_agreed(as_alice: Client) -> None:
    as_alice.post(reverse("armylists:new"), {"card": MUSCOVITE, "points": "7"})
    assert ArmyList.objects.get().army.points == 7


def test_a_list_that_is_not_named_is_called_as_its_card_is(as_alice: Client) -> None:
    as_alice.post(reverse("armylists:new"), {"card": MUSCOVITE})
    assert ArmyList.objects.get().name == "Muscovite force 1648-76"
    assert "Muscovite force 1648-76" in as_alice.get(reverse("armylists:index")).content.decode()


@pytest.mark.parametrize(
    "data",
    [
        {"card": ""},
        {"card": f"{SYSTEM}/muscovite/nothing"},
        {"card": f"{SYSTEM}/own.1234/anything"},
        {"card": MUSCOVITE, "points": "-3"},
        {"card": MUSCOVITE, "name": "x" * 121},
    ],
)
def test_a_form_that_makes_no_sense_is_told_so(as_alice: Client, data: dict[str, str]) -> None:
    answer = as_alice.post(reverse("armylists:new"), {"book": f"{SYSTEM}/", **data})
    assert answer.status_code == 400
    assert not ArmyList.objects.exists()


def test_a_link_chooses_the_card(as_alice: Client) -> None:
    wanted = {"system": SYSTEM, "book": "muscovite", "card": "skirmish-1648-76"}
    page = as_alice.get(reverse("armylists:new"), wanted).content.decode()
    assert re.search(rf'value="{MUSCOVITE}" required checked', page)


# ------------------------------------------------------------------------------------------------ the builder


@pytest.mark.rule("BFS-29.2.5", "BFS-29.2.7.a")
def test_every_button_of_a_card_works_without_scripts(as_alice: Client, alice: User) -> None:
    army_list = services.create(alice, start.from_card(SYSTEM, "cossack", "skirmish-1648-76", 0))
    pressed: list[tuple[str, dict[str, str], str]] = [
        ("take:level-5-register", {"command": "c1"}, "Added Register moloitsy"),
        ("take:level-6-cavalry", {"command": "c1"}, "Added Cavalry"),
        ("take:esaul", {"command": "c1"}, "Added Esaul"),
        ("take:wagon-train", {"command": "c1"}, "Added Wagon train"),
        ("bases:4", {"unit": "u5"}, "4 bases"),
        ("give-back:wagon-train", {"command": "c1"}, "Removed Wagon train"),
        ("bases:4", {"unit": "c1u5"}, "4 bases"),
        ("rename", {"unit": "c1u2", "name": "Vanguard"}, "“Vanguard”"),
        ("command", {"command": "c1", "name": "The Host", "level": ""}, "The Host"),
        ("card:skirmish-1648-76", {}, "Started from the card"),
    ]
    for do, fields, words in pressed:
        before = army_list.version
        answer = press(as_alice, army_list, do, **fields)
        assert answer.status_code == 200, do
        assert words in shown(answer), do
        army_list.refresh_from_db()
        assert army_list.version == before + 1, do


@pytest.mark.rule("BFS-29.4.2")
def test_a_division_gets_another_regiment(as_alice: Client, division: ArmyList) -> None:
    page = as_alice.get(edit_page(division)).content.decode()
    choice = re.search(r'<select id="new-regiment" name="card"><option value="([^"]+)"', page)
    assert choice
    answer = press(as_alice, division, "regiment", card=choice[1])
    assert answer.status_code == 200
    division.refresh_from_db()
    assert len(division.army.commands) == 5
    assert division.army.commands[-1].card == choice[1]


@pytest.mark.parametrize(
    ("do", "fields", "words"),
    [
        ("take:elephants", {"command": "c1"}, "has no part"),
        ("take:level-5", {"command": "c9"}, "no longer"),
        ("give-back:lieutenant-colonel", {"command": "c9"}, "no longer"),
        ("bases:0", {"unit": "c1u2"}, "whole number"),
        ("bases:101", {"unit": "c1u2"}, "1 to 100"),
        ("bases:many", {"unit": "c1u2"}, "whole number"),
        ("card:nothing", {}, "cannot start from"),
        ("regiment:nothing", {}, "no card"),
        ("army", {"points": "-1"}, "whole number"),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(
    as_alice: Client, kept_force: ArmyList, do: str, fields: dict[str, str], words: str
) -> None:
    answer = press(as_alice, kept_force, do, **fields)
    assert answer.status_code == 400
    assert words in shown(answer)
    kept_force.refresh_from_db()
    assert kept_force.version == 1


def test_the_panel_of_the_army_keeps_year_and_limit_and_takes_the_limit_away(
    as_alice: Client, kept_force: ArmyList
) -> None:
    fields = {"name": "Host", "player": "", "notes": "", "extra-campaign_year": "1655"}
    press(as_alice, kept_force, "army", points="12", **fields)
    kept_force.refresh_from_db()
    assert (kept_force.army.points, kept_force.army.extras["campaign_year"]) == (12, 1655)
    press(as_alice, kept_force, "army", points="", **fields)
    kept_force.refresh_from_db()
    assert kept_force.army.points == 0


def test_findings_stand_at_their_part_in_the_builder(as_alice: Client, kept_force: ArmyList) -> None:
    page = press(as_alice, kept_force, "give-back:level-6", command="c1")
    text = page.content.decode()
    assert "badge illegal" in text
    assert "BFS-29.2.5" in text


def test_the_desk_offers_nothing_to_take_away_from_the_core(played: Document) -> None:
    shown_desk = builder_page(played)
    rows = [row for group in shown_desk.commands[0].units for row in group.rows]
    core = [row for row in rows if row.card.entry.endswith(("servants", "boyars-1"))]
    assert len(core) == 5
    assert all(row.given for row in core)
    assert not any(row.given for row in rows if row not in core)
    assert [group.rows[0].card.label for group in shown_desk.commands[0].commanders] == [
        "Golova",
        "Lieutenant Colonel",
    ]
    assert (core[0].fewest, core[0].most, core[0].fewer, core[0].more) == (3, 5, 3, 5)
    assert shown_desk.built_from_cards
    assert not shown_desk.groups


# ------------------------------------------------------------------------------------------------ other words


@pytest.mark.parametrize("page", ["list", "edit", "index", "history", "book", "books-entry"])
def test_no_page_speaks_of_another_system(as_alice: Client, kept_force: ArmyList, page: str) -> None:
    addresses = {
        "list": kept_force.get_absolute_url(),
        "edit": edit_page(kept_force),
        "index": reverse("armylists:index"),
        "history": reverse("armylists:history", args=[kept_force.public_id]),
        "book": reverse("rulesets:book", args=[SYSTEM, "muscovite"]),
        "books-entry": reverse("rulesets:entry", args=[SYSTEM, "muscovite", "skirmish-1648-76.servants"]),
    }
    answer = as_alice.get(addresses[page])
    assert answer.status_code == 200
    text = shown(answer)
    assert [word for word in FOREIGN_WORDS if word in text] == []


def test_two_versions_are_compared_by_the_figures_of_the_system_and_the_names_of_cards(
    as_alice: Client, kept_force: ArmyList
) -> None:
    press(as_alice, kept_force, "give-back:lieutenant-colonel", command="c1")
    text = shown(as_alice.get(reverse("armylists:compare", args=[kept_force.public_id])))
    assert "FSP 11 10" in text
    assert "Force Value" in text
    assert "Reconnaissance Points" in text
    assert "VDT" not in text
    assert "Removed Lieutenant Colonel from Muscovite force 1648-76." in text


def test_the_example_of_the_upload_page_can_be_read(as_alice: Client) -> None:
    page = as_alice.get(reverse("armylists:upload")).content.decode()
    examples = [html.unescape(each) for each in re.findall(r"<pre>(.*?)</pre>", page, flags=re.DOTALL)]
    read = [documents.read_post(each) for each in examples]
    assert [each.leftovers for each in read] == [(), ()]
    assert [from_text(each.text).system for each in read] == ["baroque", SYSTEM]


# ------------------------------------------------------------------------------------------------ the list


def test_an_empty_list_has_pages_and_paper(as_alice: Client, alice: User) -> None:
    army_list = services.create(alice, start.empty(SYSTEM, "muscovite", 0))
    assert "Choose a card" in shown(as_alice.get(edit_page(army_list)))
    assert "Loss thresholds" not in shown(as_alice.get(army_list.get_absolute_url()))
    assert documents.read_list(roster_pdf(army_list.army)) == army_list.army


def test_the_page_of_a_list_explains_its_figures(as_alice: Client, kept_force: ArmyList) -> None:
    text = shown(as_alice.get(kept_force.get_absolute_url()))
    assert "Muscovite force 1648-76, core BFS-29.2.6 4" in text
    assert "Command points of the Golova 2" in text
    assert "Loss thresholds BFS-34.2" in text
    assert "Massacre" in text
    assert "Ours, in no source" in text


@pytest.mark.parametrize("where", ["list", "edit"])
def test_the_number_of_queries_does_not_grow_with_the_force(
    as_alice: Client, alice: User, where: str
) -> None:
    counts = []
    for army in (
        start.from_card(SYSTEM, "muscovite", "skirmish-1648-76", 0),
        sample_lists()["polish-tatars-13"],
    ):
        army_list = services.create(alice, army)
        address = army_list.get_absolute_url() if where == "list" else edit_page(army_list)
        counts.append(queries(as_alice, address))
    assert counts[0] == counts[1] <= 12


# ------------------------------------------------------------------------------------------------ paper


def test_the_roster_has_thresholds_sums_commanders_and_the_tables_it_needs(played: Document) -> None:
    text = pdf_words(roster_pdf(played))
    for words in (
        "11", "31", "Loss thresholds", "Very heavy", "Force Value", "Reconnaissance Points",
        "Lieutenant Colonel", "killed", "destroyed", "fled", "Ranged weapons", "Combat Resolution",
        "Poor Tactical Discipline", "not as printed",
    ):  # fmt: skip
        assert words.lower() in text.lower(), words
    assert [word for word in FOREIGN_WORDS if word in text] == []


def test_a_box_for_each_base_and_each_loss(as_alice: Client, kept_force: ArmyList) -> None:
    page = as_alice.get(kept_force.get_absolute_url()).content.decode()
    boxes = [int(number) for number in re.findall(r"<title>(\d+) box(?:es)?: destroyed</title>", page)]
    assert sum(boxes) == 31
    fled = [int(number) for number in re.findall(r"<title>(\d+) box(?:es)?: fled</title>", page)]
    assert fled == boxes
    losses = re.findall(
        r"<title>(\d+) box(?:es)?: (?:Minor|Acceptable|Heavy|Very heavy|Massacre)</title>", page
    )
    assert sum(int(number) for number in losses) == 33  # its Force Value


# ------------------------------------------------------------------------------------------------ programs


def test_a_base_button_that_is_out_of_use_says_why(kept_force: ArmyList, as_alice: Client) -> None:
    page = as_alice.get(edit_page(kept_force)).content.decode()
    buttons = re.findall(r'<button[^>]*aria-label="(?:Remove|Add) a base [^>]*disabled[^>]*>', page)
    assert buttons
    assert all(re.search(r'title="(Its card fixes|It has no (fewer|more) than \d)', each) for each in buttons)

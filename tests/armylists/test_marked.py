"""What no source gives is marked on lists, in the builder, on paper, on book pages and in the preview."""

from __future__ import annotations

import html
import io
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from armylists import bookservices, services
from armylists.models import ArmyList
from armylists.pdf import roster_pdf
from rulesets.by_fire_and_sword.armies.force import force
from rulesets.by_fire_and_sword.armies.lists import sample_lists
from rulesets.by_fire_and_sword.armies.own import preview, shipped
from rulesets.by_fire_and_sword.scenarios.own import preview as plan_preview
from rulesets.by_fire_and_sword.scenarios.own import shipped as shipped_scenarios
from rulesets.contract import registry

pytestmark = pytest.mark.django_db

SYSTEM = "by_fire_and_sword"
PLAYED, OURS = "polish-1649-52-10", "imperial-corps-12"


def words(markup: str) -> str:
    """The words of a page, each figure with the mark that stands at it."""
    text = html.unescape(re.sub(r"<[^>]+>", " ", markup))
    return re.sub(r"\s+†", "†", " ".join(text.split()))


def read(client: Client, address: str, **asked: Any) -> str:
    answer = client.get(address, asked)
    assert answer.status_code == 200, address
    return words(answer.content.decode().split("<main")[1].split("</main>")[0])


def kept(owner: User, name: str) -> ArmyList:
    return services.create(owner, sample_lists()[name])


@pytest.mark.parametrize("name", [PLAYED, OURS])
def test_a_list_page_marks_the_figures_of_a_force_by_its_book(
    name: str, alice: User, as_alice: Client
) -> None:
    found = force(sample_lists()[name])
    text = read(as_alice, kept(alice, name).get_absolute_url())
    mark = {key: "†" if key in found.marked else " " for key in ("fsp", "fv", "rp", "cp", "bases")}
    assert f"FSP {found.fsp}{mark['fsp']}" in text
    assert f"FV {found.fv}{mark['fv']}" in text
    assert f"RP {found.rp}{mark['rp']}" in text
    assert f"CP {found.cp}{mark['cp']}" in text
    assert f"Bases {found.bases}{mark['bases']}" in text
    assert "no source gives them" in text, "characteristics of units are ours in every book"


def test_the_card_of_a_unit_has_one_mark_for_all_its_values(alice: User, as_alice: Client) -> None:
    text = read(as_alice, kept(alice, OURS).get_absolute_url())
    cuirassiers = text[text.index("Company of cuirassiers") :]
    card = cuirassiers[cuirassiers.index("Company of cuirassiers† ") :].split(" Company of ", 2)[1]
    assert "Skill" in card
    assert card.count("†") == 1
    played = read(as_alice, kept(alice, PLAYED).get_absolute_url())
    assert "3 bases" in played
    assert not re.search(r"\d bases†", played)


def test_the_builder_marks_totals_cards_and_units(alice: User, as_alice: Client) -> None:
    found = force(sample_lists()[OURS])
    text = read(as_alice, reverse("armylists:edit", args=[kept(alice, OURS).public_id]))
    assert f"FV {found.fv}†" in text
    assert f"FSP {found.fsp}†" in text
    assert "+1 FSP " in text, "the mark stands once on its card"
    played = read(as_alice, reverse("armylists:edit", args=[kept(alice, PLAYED).public_id]))
    assert f"FV {force(sample_lists()[PLAYED]).fv} " in played
    assert "5 FSP Core taken in full" in played, "the price of the core is known"
    assert re.search(r"from level \d on ", played)
    assert "†" in played, "levels of the right-hand column are not, and the card says so once"


@pytest.mark.parametrize(
    ("system", "row"),
    [
        (SYSTEM, '<li class="unit-row'),
        ("snaphance", '<li class="unit-row'),
        ("snaphance", '<li class="entry'),
    ],
)
def test_the_builder_marks_a_row_once(system: str, row: str, alice: User, as_alice: Client) -> None:
    made = max(registry.get(system).lists.samples().values(), key=lambda each: len(each.commands))
    address = reverse("armylists:edit", args=[services.create(alice, made).public_id])
    page = as_alice.get(address).content.decode()
    marks = [each.split("</li>")[0].count('class="prov"') for each in page.split(row)[1:]]
    assert max(marks) == 1


def test_the_shelf_and_two_revisions_mark_totals(alice: User, as_alice: Client) -> None:
    ours, played = kept(alice, OURS), kept(alice, PLAYED)
    index = read(as_alice, reverse("armylists:index"))
    assert "12† FSP" in index
    assert f"{force(sample_lists()[PLAYED]).fsp} FSP" in index
    assert "no source gives" in index
    for row, mark in ((ours, "†"), (played, " ")):
        found = force(row.army)
        services.replace(row, row.version, row.army.model_copy(update={"name": "Renamed"}), "Renamed", alice)
        text = read(as_alice, reverse("armylists:compare", args=[row.public_id]))
        assert f"Force Value {found.fv}{mark}" in text
        revision = read(as_alice, reverse("armylists:revision", args=[row.public_id, 1]))
        assert f"{found.fsp}{mark.strip()} FSP." in revision
        assert "of 0" not in revision


@pytest.mark.parametrize("name", [PLAYED, OURS, "swedish-division"])
def test_the_roster_on_paper_has_the_same_marks(name: str) -> None:
    found = force(sample_lists()[name])
    pages = PdfReader(io.BytesIO(roster_pdf(sample_lists()[name]))).pages
    text = re.sub(r"\s+†", "†", " ".join(" ".join(page.extract_text() for page in pages).split()))
    assert f"{found.fsp} {found.fv} {found.rp} {found.cp} " in text
    assert re.search(rf"\d{'†' * bool(found.marked)} {re.escape(sample_lists()[name].name)}", text)
    assert "† Some of these values are not as printed" in text
    for regiment in found.regiments:
        assert f"{regiment.name}†" in text


def test_the_page_of_a_book_marks_prices_and_sizes_of_ours_alone(client: Client) -> None:
    ours = read(client, reverse("rulesets:book", args=[SYSTEM, "imperial"]))
    assert "5 FSP Core" in ours
    assert "6 FSP Level 6" in ours
    assert re.search(r"3 bases Skill", ours)
    assert re.search(r"16\d\d[^†]{0,40}†", ours), "one mark for a card, beside its period"
    played = read(client, reverse("rulesets:book", args=[SYSTEM, "brandenburg"]))
    assert "2 FSP Core" in played
    assert "3 FSP Level 3" in played
    assert not re.search(r"\d bases†", played)
    assert "marks what no source gives" in played


def test_the_preview_of_a_book_marks_what_its_document_says() -> None:
    document = shipped()["imperial"]
    drawn = preview(document, "card[0]")
    assert drawn is not None
    card = drawn.data
    assert {"fsp", "period_from", "special_rules"} <= card.marked
    assert all(unit.marked for unit in card.core)
    assert card.commanders[0].marked
    assert all(level.marked for level in card.levels)
    cuirassiers = {value.name: value.marked for value in card.units[0].values}
    assert cuirassiers["Skill"]
    assert not cuirassiers["Arm."]
    sourced = {**document, "card": [{**document["card"][0], "provenance": {}}, *document["card"][1:]]}
    plain = preview(sourced, "card[0]")
    assert plain is not None
    assert plain.data.marked == frozenset()
    assert not any(level.marked for level in plain.data.levels)


@pytest.mark.parametrize("key", ["ambush", "forage"])
def test_the_plan_of_a_scenario_says_that_it_is_ours(key: str) -> None:
    document = shipped_scenarios()[key]
    drawn = plan_preview(document, "")
    assert drawn is not None
    assert dict(drawn.data.facts)["Ours"] == document["provenance"]["note"]
    own = plan_preview({name: value for name, value in document.items() if name != "provenance"}, "")
    assert own is not None
    assert "Ours" not in dict(own.data.facts)


def test_the_page_of_an_own_book_shows_the_marks_of_its_card(alice: User, as_alice: Client) -> None:
    row = bookservices.create(alice, SYSTEM, shipped()["imperial"])
    text = read(as_alice, reverse("armylists:edit-book", args=[row.public_id]), at="card[0]")
    assert "Core, FSP 5†" in text
    assert "marks what no source gives, as far as the book says so" in text

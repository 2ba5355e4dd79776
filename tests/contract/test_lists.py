"""Army lists of every rule system: from the book to the check, on paper and in files and back."""

from __future__ import annotations

import io
import json

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader

from armylists import start
from armylists.models import OwnBook
from armylists.pdf import roster_pdf
from armylists.typical import typical
from rulesets.contract import documents
from rulesets.contract.system import RuleSystem
from rulesets.engine.errors import FaultyBookError, LeaguerError
from rulesets.engine.lists import ArmyList, ListError, dump_list
from rulesets.site import files
from tests.armylists.own_books import kept_book

pytestmark = pytest.mark.django_db


def smallest(system: RuleSystem, book: str) -> ArmyList:
    """What a book demands for the usual points, and nothing more."""
    return start.minimum(system.slug, book, system.lists.rules.points, "The least")


@pytest.fixture
def own(system: RuleSystem, alice: User) -> OwnBook | None:
    """Alice's copy of the system's first book; None where users write none."""
    if system.own_books is None:
        return None
    key = next(iter(system.lists.books()))
    copied = dict(system.own_books.shipped()[key])
    return kept_book(alice, system.slug, system.own_books.kept(copied))


def bare(army: ArmyList) -> list[object]:
    """Everything of a list that its plain text says: all but ids and empty commands' names."""
    return [
        (each.name, each.leader, each.card, [(unit.entry, unit.name, unit.options) for unit in each.units])
        for each in army.commands
    ]


def test_every_ready_made_list_is_legal(system: RuleSystem) -> None:
    assert len(system.lists.samples()) > 1
    for name, army in system.lists.samples().items():
        report = documents.check_list(army)
        assert report.legal, (name, report.violations)
        assert documents.samples()[name] == army


def test_the_least_that_each_book_demands_is_judged_and_shown(system: RuleSystem) -> None:
    for key in system.lists.books():
        army = smallest(system, key)
        report = documents.check_list(army)
        assert not [each for each in report.violations if each.code in ("unknown-entry", "too-few")], key
        assert report.total == pytest.approx(sum(line.points for line in report.lines), abs=0.01) or key
        sheet = documents.roster(army, report)
        assert (sheet.system, sheet.book_key, sheet.total) == (system.slug, key, report.total)
        shown = [unit.id for command in sheet.commands for unit in (*command.commanders, *command.units)]
        assert sorted(shown) == sorted(unit.id for unit in army.units())
        assert len(sheet.findings) == len(report.violations)


def test_a_wrong_list_is_told_everything_with_its_place(
    system: RuleSystem, armies: tuple[ArmyList, ArmyList]
) -> None:
    document = armies[0].to_json()
    document["commands"][0]["units"][0]["entry"] = "nobody.knows"
    report = documents.check_list(documents.parse_list(document))
    assert "commands[0].units[0].entry" in {each.path for each in report.violations}
    assert all(each.rule and each.message and each.cure for each in report.violations)
    assert any(not unit.known for each in documents.roster(documents.parse_list(document)).commands
               for unit in (*each.commanders, *each.units))  # fmt: skip
    for change in ({"book": "nothing"}, {"version": 99}, {"hat": 1}):
        with pytest.raises(ListError):
            documents.parse_list({**document, **change})


def test_a_list_comes_back_from_json_text_and_paper(
    system: RuleSystem, armies: tuple[ArmyList, ArmyList]
) -> None:
    army = armies[0]
    assert files.read_list(dump_list(army).encode()) == army
    text = documents.to_text(army, system.lists.rules.book_of(army))
    again = documents.from_text(text, system.slug)
    assert bare(again) == bare(army)
    assert (again.name, again.points, again.extras) == (army.name, army.points, army.extras)
    assert documents.to_text(again, system.lists.rules.book_of(again)) == text
    paper = roster_pdf(army)
    assert files.read_list(paper) == army
    words = " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(paper)).pages).split())
    sheet = documents.roster(army)
    assert all(unit.label in words for command in sheet.commands for unit in command.units)


def test_a_roster_is_laid_out_as_a_table_and_on_one_page(
    system: RuleSystem, armies: tuple[ArmyList, ArmyList], as_alice: Client
) -> None:
    army, sheet = armies[0], documents.roster(armies[0])
    labels = {unit.label for command in sheet.commands for unit in command.units}
    for layout in ("table", "summary"):
        paper = roster_pdf(army, layout=layout)
        pages = PdfReader(io.BytesIO(paper)).pages
        words = " ".join(" ".join(page.extract_text() for page in pages).split())
        assert all(label in words for label in labels), (system.slug, layout)
        assert files.read_list(paper) == army
        assert layout == "table" or len(pages) == 1
    body = {"document": army.to_json()}
    row = as_alice.post("/api/v1/lists/", body, content_type="application/json").json()
    page = as_alice.get(f"/lists/{row['id']}/", {"layout": "table"}).content.decode()
    assert page.count('class="ledger roster-table"') == sum(
        bool(each.units or each.commanders) for each in sheet.commands
    )


def test_a_typical_army_of_each_book_is_no_less_legal_than_the_smallest(system: RuleSystem) -> None:
    sizes = system.roster.sizes
    points = sizes[len(sizes) // 2][0] if sizes else system.lists.rules.points
    for key in system.lists.books():
        army = typical(system.slug, key, points)
        least = documents.check_list(start.minimum(system.slug, key, points))
        report = documents.check_list(army)
        assert len(report.violations) <= len(least.violations), key
        assert report.total >= least.total, key


def test_two_lists_are_compared(system: RuleSystem, armies: tuple[ArmyList, ArmyList]) -> None:
    one = armies[0]
    assert documents.diff(one, one) == []
    assert documents.diff(one, one.model_copy(update={"name": "Another"}))


# -- books of one's own ---------------------------------------------------------------------------


def test_a_book_of_ones_own_is_a_book_like_those_that_ship(system: RuleSystem, own: OwnBook | None) -> None:
    if own is None or system.own_books is None:
        with pytest.raises(LeaguerError, match="no books of one’s own"):
            documents.book_rules(system.slug)
        return
    copied = system.lists.rules.book(own.key)
    shipped = next(iter(system.lists.books().values()))
    assert [each.name for each in copied.entries] == [each.name for each in shipped.entries]
    army = smallest(system, own.key)
    report = documents.check_list(army)
    least = documents.check_list(smallest(system, shipped.key))
    assert (report.total, len(report.violations)) == (least.total, len(least.violations))
    assert files.read_list(roster_pdf(army)) == army


def test_a_book_of_ones_own_is_begun_filled_in_and_checked(system: RuleSystem) -> None:
    rules = system.own_books
    if rules is None:
        return
    empty = rules.kept(rules.empty("Mine"))
    assert rules.faults(empty), "an empty book is not a book to play with"
    with pytest.raises(FaultyBookError):
        rules.read(empty, "own.mine", "1")
    for key, document in rules.shipped().items():
        assert not rules.faults(rules.kept(dict(document))), key
    assert json.dumps(rules.schema())
    assert {table.key for table in rules.form().tables} & set(rules.schema()["properties"])


# -- the site -------------------------------------------------------------------------------------


def test_lists_are_checked_over_the_interface(
    system: RuleSystem, armies: tuple[ArmyList, ArmyList], client: Client
) -> None:
    answer = client.post("/api/v1/lists/check/", armies[0].to_json(), content_type="application/json")
    assert answer.status_code == 200
    assert answer.json()["legal"] is True
    assert answer.json()["total"] == documents.check_list(armies[0]).total


@pytest.mark.usefixtures("unprinted")
def test_a_list_is_begun_changed_and_taken_away_on_its_pages(
    system: RuleSystem, as_alice: Client, own: OwnBook | None
) -> None:
    for key in [next(iter(system.lists.books())), *([own.key] if own else [])]:
        form = as_alice.get("/lists/new/", {"system": system.slug, "book": key}).context["form"]
        data = {name: value for name in form.fields if (value := form[name].value()) is not None}
        if "card" in data:
            data["card"] = form.chosen
        answer = as_alice.post("/lists/new/", data)
        assert answer.status_code == 302, answer.context["form"].errors
        address = answer["Location"].removesuffix("edit/")
        for page in ("", "edit/", "history/", "list.json", "list.txt", "list.pdf"):
            assert as_alice.get(f"{address}{page}").status_code == 200, page

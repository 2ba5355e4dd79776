"""The pages of own books: beginning, editing part by part, versions, files, links, and who may see what."""

from __future__ import annotations

import html
import json
import re
import tomllib
from typing import Any
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import resolve, reverse

from armylists import bookservices, urls
from armylists.models import OwnBook
from rulesets.contract.documents import book_rules
from rulesets.engine.bookrules import to_json, to_toml
from tests.armylists.own_books import SYSTEMS, change, kept_book, shipped
from tests.kit.clients import queries

NEW = "/books/own/new/"


def url(name: str, *args: Any) -> str:
    return reverse(f"armylists:{name}", args=args)


def fields_of(page: str) -> dict[str, list[str]]:
    """What a browser without scripts sends of the editor's form, untouched."""
    form = page[page.index('id="book-sheet"') : page.index("</form>", page.index('id="book-sheet"'))]
    data: dict[str, list[str]] = {}
    for tag in re.findall(r"<(?:input|textarea|select)\b[^>]*>(?:[^<]*</textarea>)?", form):
        name = re.search(r'name="([^"]*)"', tag)
        if not name or tag.startswith("<select"):
            continue
        kind = re.search(r'type="([^"]*)"', tag)
        if kind and kind[1] == "checkbox" and " checked" not in tag:
            continue
        value = re.search(r'value="([^"]*)"', tag)
        text = tag[tag.index(">") + 1 : -len("</textarea>")] if tag.startswith("<textarea") else None
        data.setdefault(name[1], []).append(text if text is not None else value[1] if value else "on")
    for name, body in re.findall(r'<select id="[^"]*" name="([^"]*)">(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', body) or re.search(r'value="([^"]*)"', body)
        data[name] = [chosen[1] if chosen else ""]
    return {name: [_plain(each) for each in values] for name, values in data.items()}


def _plain(text: str) -> str:
    return html.unescape(text)


# ------------------------------------------------------------------------------------------------ beginning


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_book_begins_from_one_that_ships(alice: User, as_alice: Client, system: str) -> None:
    key = SYSTEMS[system]
    answer = as_alice.post(NEW, {"begin": "copy", "copy-shipped": f"{system}/book/{key}"})
    book = OwnBook.objects.get()
    assert answer["Location"] == url("edit-book", book.public_id)
    assert (book.owner, book.system, book.kind, book.origin) == (alice, system, "book", key)
    assert book.draft == shipped(system)


def test_a_book_begins_empty(as_alice: Client) -> None:
    as_alice.post(
        NEW, {"begin": "empty", "empty-kind": "by_fire_and_sword/book", "empty-name": "  My  cards "}
    )
    book = OwnBook.objects.get()
    assert (book.name, book.draft["card"]) == ("My cards", [])
    assert as_alice.get(url("edit-book", book.public_id)).status_code == 200


@pytest.mark.parametrize("write", [to_toml, to_json])
@pytest.mark.parametrize("pasted", [True, False])
def test_a_book_begins_from_a_file_or_pasted_text(as_alice: Client, write: Any, pasted: bool) -> None:
    text = write(shipped())
    data: dict[str, Any] = {"begin": "import"}
    data |= {"import-text": text} if pasted else {"import-file": SimpleUploadedFile("b.bin", text.encode())}
    assert as_alice.post(NEW, data).status_code == 302
    assert OwnBook.objects.get().draft == shipped()


def test_a_file_with_faults_is_read_and_each_is_shown_where_it_is(as_alice: Client) -> None:
    document = shipped()
    document["entries"][3]["profile"]["vbu"] = "many"
    answer = as_alice.post(NEW, {"begin": "import", "import-text": to_json(document)}, follow=True)
    row = document["entries"][3]
    words = f"{row.get('label') or row['name']} › Characteristics › VBU</a>: must be a whole number"
    assert words in html.unescape(answer.content.decode())
    [book] = OwnBook.objects.all()
    text = as_alice.get(f"{url('edit-book', book.public_id)}?at=text").content.decode()
    assert "entries[3].profile.vbu</a>: must be a whole number" in text
    book = OwnBook.objects.get()
    page = as_alice.get(url("edit-book", book.public_id), {"at": "entries[3]"}).content.decode()
    field = page[page.index('id="f-entries-3-profile-vbu-field"') :]
    assert "Must be a whole number" in field[: field.index("</ul>")]
    assert 'value="many"' in page


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Choose a file or paste a book."),
        ("name = ", "This is not valid TOML: "),
        ("{", "is not JSON: "),
        ('{"format": "leaguer-list"}', "This is an army list, not a book: upload it among the lists"),
        ("name = 'x'", "names no rule system"),
        ("system = 'chess'", "names no rule system"),
        ("[" * 50_000, "is not valid TOML"),
    ],
)
def test_what_is_no_book_is_told_why_and_stays(as_alice: Client, text: str, words: str) -> None:
    answer = as_alice.post(NEW, {"begin": "import", "import-text": text})
    assert answer.status_code == 400
    assert words in _plain(answer.content.decode())
    assert not OwnBook.objects.exists()


def test_a_form_that_asks_for_nothing_known_makes_nothing(as_alice: Client) -> None:
    for data in ({}, {"begin": "x"}, {"begin": "copy", "copy-shipped": "baroque/book/narnia"}):
        assert as_alice.post(NEW, data).status_code == 400
    assert not OwnBook.objects.exists()


# ------------------------------------------------------------------------------------------------ editing


def _sheets(book: OwnBook) -> list[str]:
    tables = book_rules(book.system, book.kind).form().tables
    return ["", *(f"{table.key}[{i}]" for table in tables for i in range(len(book.draft.get(table.key, []))))]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_sheet_sent_untouched_keeps_the_book_as_it_is(
    alice: User, as_alice: Client, system: str
) -> None:
    book = kept_book(alice, system)
    address = url("edit-book", book.public_id)
    rules = book_rules(system)
    before = rules.read(book.draft, "own.same")
    for at in _sheets(book):
        data = fields_of(as_alice.get(address, {"at": at}).content.decode())
        assert as_alice.post(address, {**data, "do": "save"}).status_code == 302
        book.refresh_from_db()
    assert rules.faults(book.draft) == ()
    assert rules.read(book.draft, "own.same") == before


def test_what_is_typed_is_kept_and_judged(as_alice: Client, book: OwnBook) -> None:
    address = url("edit-book", book.public_id)
    data = fields_of(as_alice.get(address, {"at": "entries[0]"}).content.decode())
    data["entries[0].name"], data["entries[0].label"] = ["Winged  hussars"], ["Winged, hussars"]
    data["entries[0].profile.weapons"] = ["Lance, Pistols of the moon"]
    answer = as_alice.post(address, {**data, "do": "save"}, follow=True)
    book.refresh_from_db()
    row = book.draft["entries"][0]
    assert (row["name"], row["profile"]["weapons"]) == ("Winged hussars", ["Lance", "Pistols of the moon"])
    page = _plain(answer.content.decode())
    assert "'Pistols of the moon' is not a weapon or characteristic of the rules" in page
    assert book.edition == 3
    data["edition"] = ["3"]
    data["entries[0].profile.weapons"] = ["Lance"]
    answer = as_alice.post(address, {**data, "do": "save"}, follow=True)
    assert "must not hold a comma" in answer.content.decode()


def _do(client: Client, book: OwnBook, at: str, do: str, **typed: Any) -> Any:
    book.refresh_from_db()
    data = {"at": at, "edition": book.edition, "do": do, **typed}
    answer = client.post(url("edit-book", book.public_id), data)
    book.refresh_from_db()
    return answer


def test_rows_are_added_copied_moved_and_removed(as_alice: Client, book: OwnBook) -> None:
    before = [row["id"] for row in book.draft["entries"]]
    answer = _do(as_alice, book, "", "add:entries")
    assert f"at=entries%5B{len(before)}%5D" in answer["Location"]
    assert book.draft["entries"][-1]["name"] == ""
    new = f"entries[{len(before)}]"
    _do(as_alice, book, new, "save", **{f"{new}.name": "Lisowczyks"})
    assert book.draft["entries"][-1]["id"] == "lisowczyks"
    _do(as_alice, book, new, f"up:{new}")
    assert [row["id"] for row in book.draft["entries"]] == [*before[:-1], "lisowczyks", before[-1]]
    _do(as_alice, book, "entries[0]", "copy:entries[0]")
    assert book.draft["entries"][1] == {**book.draft["entries"][0], "id": book.draft["entries"][1]["id"]}
    assert book.draft["entries"][1]["id"] != before[0]
    for _ in range(2):
        _do(as_alice, book, "", f"remove:entries[{1 if _ == 0 else len(before) - 1}]")
    assert [row["id"] for row in book.draft["entries"]] == before


def test_parts_of_a_card_are_added_where_they_belong(alice: User, as_alice: Client) -> None:
    book = kept_book(alice, "by_fire_and_sword")
    levels = len(book.draft["card"][0]["level"])
    _do(as_alice, book, "card[0]", "add:card[0].level")
    at = f"card[0].level[{levels}]"
    _do(as_alice, book, "card[0]", f"add:{at}.pick", **{f"{at}.fsp": "99"})
    _do(as_alice, book, "card[0]", f"add:{at}.pick[0].slot")
    _do(as_alice, book, "card[0]", "save", **{f"{at}.pick[0].slot[0].unit": "boyars"})
    level = book.draft["card"][0]["level"][-1]
    assert level["fsp"] == 99
    assert level["pick"][0]["slot"][0]["unit"] == "boyars"
    assert level["pick"][0]["slot"][0]["id"].startswith("boyars")


@pytest.mark.parametrize(
    "do",
    ["add:narnia", "remove:entries[99]", "up:entries[x]", "copy:entries", "drop:entries[0].nothing",
     "remove:entries[0].profile", "add:entries[0].name", "down:", "add:", "remove:[0]", "drop:a.b.c"],
)  # fmt: skip
def test_an_order_that_fits_nothing_changes_nothing(as_alice: Client, book: OwnBook, do: str) -> None:
    before = book.draft
    assert _do(as_alice, book, "", do).status_code == 400
    assert book.draft == before


def test_an_unknown_key_can_be_removed(as_alice: Client, alice: User) -> None:
    document = shipped()
    document["entries"][0]["surname"] = "Smith"
    book = bookservices.create(alice, "baroque", document)
    page = as_alice.get(url("edit-book", book.public_id), {"at": "entries[0]"}).content.decode()
    assert 'value="drop:entries[0].surname"' in page
    _do(as_alice, book, "entries[0]", "drop:entries[0].surname")
    assert book.draft == shipped()


def test_two_windows_are_told_of_each_other(as_alice: Client, book: OwnBook) -> None:
    address = url("edit-book", book.public_id)
    data = {"at": "", "edition": book.edition, "do": "save"}
    as_alice.post(address, {**data, "name": "Here"})
    late = as_alice.post(address, {**data, "name": "There"})
    assert late.status_code == 409
    assert "changed in another window" in late.content.decode()
    scripted = as_alice.post(address, {**data, "name": "There"}, headers={"HX-Request": "true"})
    assert (scripted.status_code, scripted["HX-Retarget"]) == (409, "#book-editor")
    book.refresh_from_db()
    assert book.name == "Here"
    assert as_alice.post(address, {**data, "edition": "x"}).status_code == 400


def test_with_scripts_only_what_changed_is_sent(as_alice: Client, book: OwnBook) -> None:
    address = url("edit-book", book.public_id)
    data = fields_of(as_alice.get(address, {"at": "entries[0]"}).content.decode())
    data["entries[0].points"] = ["61"]
    answer = as_alice.post(address, {**data, "do": "save"}, headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert page.lstrip().startswith('<section class="book-preview"')
    assert "61" in page
    assert 'id="book-edition" value="3" hx-swap-oob="true"' in page
    assert "<html" not in page


def test_the_whole_book_can_be_edited_as_text(as_alice: Client, book: OwnBook) -> None:
    page = as_alice.get(url("edit-book", book.public_id), {"at": "text"}).content.decode()
    text = fields_of(page)["text"][0]
    assert tomllib.loads(text) == book.draft
    _do(as_alice, book, "text", "save", text=text.replace(book.name, "Poles"))
    assert book.name == "Poles"
    answer = _do(as_alice, book, "text", "save", text="name = ")
    assert answer.status_code == 400
    assert "is not valid TOML" in answer.content.decode()
    assert "name = </textarea>" in answer.content.decode()
    assert book.name == "Poles"


# ------------------------------------------------------------------------------------------------ versions


def test_a_version_is_kept_and_faults_are_told(as_alice: Client, book: OwnBook) -> None:
    keep = url("save-book", book.public_id)
    _do(as_alice, book, "", "save", name="The Deluge")
    answer = as_alice.post(keep, {"edition": book.edition}, follow=True)
    assert "Version 2 is saved" in answer.content.decode()
    page = as_alice.get(url("book-version", book.public_id, 2)).content.decode()
    assert "Name of the book: Polish-Lithuanian became The Deluge." in page
    _do(as_alice, book, "entries[0]", "save", **{"entries[0].points": "lots"})
    answer = as_alice.post(keep, {"edition": book.edition}, follow=True)
    assert "cannot be saved as a version yet: 1 problem" in answer.content.decode()
    as_alice.post(url("drop-draft", book.public_id), {"edition": book.edition})
    book.refresh_from_db()
    assert (book.version, book.draft) == (2, book.versions.get(number=2).document)
    as_alice.post(url("drop-draft", book.public_id), {"edition": book.edition, "version": "1"})
    book.refresh_from_db()
    assert book.name == "Polish-Lithuanian"
    assert as_alice.get(url("book-version", book.public_id, 9)).status_code == 404


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_book_is_read_as_it_is_printed(alice: User, as_alice: Client, system: str) -> None:
    book = kept_book(alice, system)
    page = _plain(as_alice.get(book.get_absolute_url()).content.decode())
    for table, key in (("entries", "label"), ("card", "name"), ("unit", "name")):
        for row in book.draft.get(table, []):
            assert row[key] in page
    assert "cannot be drawn" not in page


def test_files_come_back_unchanged(as_alice: Client, book: OwnBook) -> None:
    change(book, lambda document: document["entries"][0].update(points=70))
    for number in (1, 2):
        wanted = book.versions.get(number=number).document
        toml = as_alice.get(url("own-book-file", book.public_id, "toml"), {"version": number})
        assert tomllib.loads(toml.content.decode()) == wanted
        assert json.loads(
            as_alice.get(f"{url('own-book-file', book.public_id, 'json')}?version={number}").content
        )
    assert as_alice.get(url("own-book-file", book.public_id, "toml"), {"version": "x"}).status_code == 404
    assert as_alice.get(url("own-book-file", book.public_id, "toml"), {"version": 7}).status_code == 404


# ------------------------------------------------------------------------------------------------ who may


ACTIONS = ("edit-book", "save-book", "drop-draft", "share-book", "archive-book")


def addresses(book: OwnBook) -> list[tuple[str, str]]:
    key = book.public_id
    return [
        *(("get", url(name, key)) for name in ("own-book", "edit-book")),
        ("get", url("own-book-file", key, "toml")),
        ("get", url("book-version", key, 1)),
        *(("post", url(name, key)) for name in ACTIONS),
    ]


def test_every_address_of_a_book_is_tried(book: OwnBook) -> None:
    of_a_book = {each.name for each in urls.urlpatterns if "book_id" in str(each.pattern)}
    assert {resolve(address).url_name for _, address in addresses(book)} == of_a_book
    assert len(of_a_book) == 8


def test_somebody_elses_book_is_not_there(as_bob: Client, as_charlie: Client, book: OwnBook) -> None:
    bookservices.share(book)
    before = OwnBook.objects.values().get()
    for client in (as_bob, as_charlie):
        for method, address in addresses(book):
            assert getattr(client, method)(address).status_code == 404, address
    assert OwnBook.objects.values().get() == before
    assert book.name not in as_bob.get(url("own-books")).content.decode()


def test_who_is_not_signed_in_is_asked_to(book: OwnBook) -> None:
    for method, address in [*addresses(book), ("get", url("own-books")), ("get", NEW)]:
        answer = getattr(Client(), method)(address)
        assert answer.status_code == 302, address
        assert answer["Location"].startswith(reverse("account_login"))


def test_a_shared_book_is_read_and_copied_by_link(
    bob: User, as_alice: Client, as_bob: Client, book: OwnBook
) -> None:
    as_alice.post(url("share-book", book.public_id))
    book.refresh_from_db()
    link = book.shared_url
    for client in (Client(), as_bob):
        assert book.name in client.get(link).content.decode()
        assert tomllib.loads(client.get(f"{link}book.toml").content.decode()) == book.draft
    as_bob.post(f"{link}copy/")
    as_bob.post(f"{link}copy/")
    mine = OwnBook.objects.get(owner=bob)
    assert (mine.version, mine.name) == (1, f"{book.name} (copy)")
    assert mine.draft == {**book.draft, "name": mine.name}
    _do(as_alice, book, "", "save", name="A secret draft")
    assert "A secret draft" not in Client().get(link).content.decode()
    as_alice.post(url("share-book", book.public_id))
    assert Client().get(link).status_code == 404
    assert as_bob.post(f"{link}copy/").status_code == 404


def test_who_signs_in_to_copy_comes_back_to_the_book(as_bob: Client, as_alice: Client, book: OwnBook) -> None:
    as_alice.post(url("share-book", book.public_id))
    book.refresh_from_db()
    copying = f"{book.shared_url}copy/"
    assert copying in unquote(Client().post(copying)["Location"])  # where signing in leads back to, by GET
    answer = as_bob.get(copying, follow=True)
    assert answer.redirect_chain == [(book.shared_url, 302)]
    assert "Copy to my books" in answer.content.decode()


def test_the_foot_of_a_page_of_a_book_tells_the_version_of_the_program(
    as_alice: Client, book: OwnBook, settings: Any
) -> None:
    for page in (book.get_absolute_url(), url("book-version", book.public_id, 1)):
        assert f"<li>Leaguer {settings.VERSION}</li>" in as_alice.get(page).content.decode()


def test_a_draft_cannot_be_shared(alice: User, as_alice: Client) -> None:
    book = bookservices.create(alice, "baroque", shipped())
    answer = as_alice.post(url("share-book", book.public_id), follow=True)
    assert "Save a version first" in answer.content.decode()
    book.refresh_from_db()
    assert not book.share_token


def test_a_book_is_put_away_and_brought_back(as_alice: Client, book: OwnBook) -> None:
    archive = url("archive-book", book.public_id)
    as_alice.post(archive)
    assert f'action="{archive}"' in as_alice.get(url("own-books")).content.decode(), "Undo is offered once"
    assert book.get_absolute_url() not in as_alice.get(url("own-books")).content.decode()
    assert book.get_absolute_url() in as_alice.get(url("own-books"), {"archived": 1}).content.decode()
    as_alice.post(archive)
    assert book.get_absolute_url() in as_alice.get(url("own-books")).content.decode()


# ------------------------------------------------------------------------------------------------ scenarios


def test_a_scenario_stands_on_the_same_shelf(as_alice: Client) -> None:
    as_alice.post(NEW, {"begin": "copy", "copy-shipped": "by_fire_and_sword/scenario/ambush"})
    book = OwnBook.objects.get()
    assert (book.kind, book.name) == ("scenario", "Ambush")
    page = as_alice.get(url("edit-book", book.public_id)).content.decode()
    assert 'id="f-text"' in page
    assert "Plan of Ambush" in page
    text = fields_of(page)["text"][0]
    answer = _do(as_alice, book, "text", "save", text=text.replace("turns = 6", "turns = 600"))
    assert "Plan of Ambush" not in as_alice.get(answer["Location"]).content.decode()
    _do(as_alice, book, "text", "save", text=text.replace('name = "Ambush"', 'name = "Ambuscade"'))
    as_alice.post(url("save-book", book.public_id), {"edition": book.edition})
    book.refresh_from_db()
    assert (book.version, book.name) == (1, "Ambuscade")
    assert "Plan of Ambuscade" in as_alice.get(book.get_absolute_url()).content.decode()
    for kind in ("toml", "json"):
        text = as_alice.get(url("own-book-file", book.public_id, kind)).content.decode()
        as_alice.post(NEW, {"begin": "import", "import-text": text})
    assert {each.draft["name"] for each in OwnBook.objects.all()} == {"Ambuscade"}
    assert {each.kind for each in OwnBook.objects.all()} == {"scenario"}


# ------------------------------------------------------------------------------------------------ queries


def test_queries_of_the_editor_do_not_grow_with_the_book(alice: User, as_alice: Client) -> None:
    found = []
    for number in (1, 10):
        document = shipped()
        row = document["entries"][0]
        more = [{**row, "id": f"more-{i}", "label": f"More {i}"} for i in range(number)]
        book = kept_book(alice, document={**document, "entries": [*document["entries"], *more]})
        pages = (
            book.get_absolute_url(),
            url("edit-book", book.public_id),
            url("book-version", book.public_id, 1),
        )
        found += [queries(as_alice, address) for address in pages]
    assert found[:3] == found[3:]
    assert max(found) <= 8


def test_the_administration_shows_books_and_changes_none(client: Client, book: OwnBook) -> None:
    User.objects.create_superuser("root", password="r")
    client.login(username="root", password="r")
    assert client.get(reverse("admin:armylists_ownbook_changelist")).status_code == 200
    page = client.get(reverse("admin:armylists_ownbook_change", args=[book.pk])).content.decode()
    assert book.name in page
    assert 'name="draft"' not in page
    assert client.get(reverse("admin:armylists_ownbook_delete", args=[book.pk])).status_code == 403

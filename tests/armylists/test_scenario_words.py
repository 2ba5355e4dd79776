"""What the pages of an own scenario say: of its versions, of what cannot be read, of maps in plain text."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from armylists.models import OwnBook
from rulesets.engine.errors import FaultyBookError
from rulesets.snaphance.scenarios import map_from_text
from tests.armylists.scenarios import clash, map_page, scenario_of, sent

pytestmark = pytest.mark.django_db
NEW = "armylists:new-book"
MAP = "\n".join([" ".join("." * 12)] * 9 + [" ".join("w" * 12), "stream: 0705 E"])


def edit(book: OwnBook) -> str:
    return reverse("armylists:edit-book", args=[book.public_id])


def begin(client: Client, **data: Any) -> Any:
    return client.post(f"{reverse(NEW)}?for=scenario", {"begin": "import"} | data)


def test_a_kept_scenario_is_for_battles(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    keep = reverse("armylists:save-book", args=[book.public_id])
    page = as_alice.post(keep, {"edition": book.edition}, follow=True).content.decode()
    assert "Version 1 is saved. Battles can be started from it." in page


def test_the_history_names_the_figures_that_a_scenario_changed(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice, kept=True)
    as_alice.post(
        f"{edit(book)}?at=sheet", {"sheet.melee.flank.dice": "2", "edition": book.edition, "at": "sheet"}
    )
    book.refresh_from_db()
    as_alice.post(reverse("armylists:save-book", args=[book.public_id]), {"edition": book.edition})
    assert book.versions.first().summary == "sheet: melee flank dice nothing became 2."


def test_changes_are_dropped_where_one_is(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice, kept=True)
    data = {"sheet.melee.flank.dice": "2", "edition": book.edition, "at": "sheet"}
    as_alice.post(f"{edit(book)}?at=sheet", data)
    book.refresh_from_db()
    for at in ("sheet", "map", "text"):
        page = as_alice.get(f"{edit(book)}?at={at}").content.decode()
        assert (
            f'<input type="hidden" name="at" value="{at}"><button class="button danger small">Undo changes'
            in page
        )
    drop = reverse("armylists:drop-draft", args=[book.public_id])
    answer = as_alice.post(drop, {"edition": book.edition, "at": "sheet"})
    assert answer.url == f"{edit(book)}?at=sheet"


def test_a_text_that_cannot_be_read_is_not_called_kept(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    answer = as_alice.post(
        f"{edit(book)}?at=text", {"at": "text", "text": "map = [", "edition": book.edition}
    )
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "This is not valid TOML" in page
    assert "<dd>saved</dd>" not in page
    assert "not saved: see above" in page
    assert "disabled>Save as version" in page
    assert "<dd>saved</dd>" in as_alice.get(f"{edit(book)}?at=text").content.decode()


def test_a_plain_map_begins_a_scenario(as_alice: Client) -> None:
    answer = begin(as_alice, **{"import-text": MAP})
    book = OwnBook.objects.get()
    assert answer.url == map_page(book)
    assert book.draft["map"]["rows"] == 10
    assert book.draft["map"]["edges"] == [{"hex": "0705", "side": "E", "kind": "stream"}]
    begin(as_alice, **{"import-file": SimpleUploadedFile("map.txt", MAP.encode())})
    assert OwnBook.objects.count() == 2


def test_what_is_wrong_with_a_map_or_a_text_is_said_at_the_top(as_alice: Client) -> None:
    answer = begin(as_alice, **{"import-text": MAP.replace("w w", "w wood", 1)})
    page = unescape(answer.content.decode())
    assert answer.status_code == 400
    words = "map, line 10: 'wood' is not a hex"
    assert page.index('role="alert"') < page.index(words) < page.index('id="begin-copy"')
    page = unescape(
        begin(as_alice, **{"import-text": "So many words, and none of them a map."}).content.decode()
    )
    assert "This is not valid TOML" in page
    assert not OwnBook.objects.exists()


def test_what_is_too_large_for_a_book_is_not_tried_as_a_map(as_alice: Client) -> None:
    large = b". . . . . .\n" * 60_000
    page = unescape(begin(as_alice, **{"import-file": SimpleUploadedFile("map.txt", large)}).content.decode())
    assert "is larger than 500 kB" in page
    assert not OwnBook.objects.exists()


def test_a_word_that_is_no_hex_is_told_before_the_rows_that_differ() -> None:
    with pytest.raises(FaultyBookError) as caught:
        map_from_text(". . xx .\n. .\n. . . .")
    told = [(fault.path, fault.message) for fault in caught.value.faults]
    assert [path for path, _ in told] == ["line 1", "line 2"]
    assert told[0][1].startswith("'xx' is not a hex")
    assert told[1][1] == "has 2 hexes, the first row 4"


def test_the_script_is_told_the_map_of_a_file(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    data = sent(book) | {"do": "map-file", "file": SimpleUploadedFile("map.txt", MAP.encode())}
    told = as_alice.post(map_page(book), data, headers={"accept": "application/json"}).json()
    assert told["texts"]["map.terrain"].endswith("w" * 12)
    assert told["texts"]["map.edges"] == "0705 E stream"
    other = scenario_of(alice, clash())
    told = as_alice.post(map_page(other), sent(other), headers={"accept": "application/json"}).json()
    assert told["texts"] == {}


def test_every_fault_leads_to_a_field_that_is_there(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    data = sent(book)
    data["sides[0].placements"], data["sides[1].break_percent"] = "c1u1 0502 uphill", "500"
    as_alice.post(map_page(book), data)
    page = as_alice.get(map_page(book)).content.decode()
    anchors = re.findall(r'at=map#([^"]+)"', page)
    assert set(anchors) == {"f-sides-0-placements", "f-sides-1-break_percent"}
    assert all(f'id="{anchor}"' in page for anchor in anchors)

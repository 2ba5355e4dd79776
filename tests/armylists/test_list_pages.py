"""The shelf, the list page, sharing, files, history."""

import json
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve, reverse

from armylists import edits, services, urls
from armylists.models import ArmyList
from rulesets.baroque.armies import books, sample_lists
from rulesets.contract.documents import parse_list
from rulesets.engine.lists import ArmyList as Document
from tests.kit.clients import queries


def url(name: str, *args: object) -> str:
    return reverse(f"armylists:{name}", args=args)


# ------------------------------------------------------------------------------------------------ the index


def test_the_shelf_shows_ones_own_lists_with_points_and_verdict(
    as_alice: Client, kept: ArmyList, bob: User, royalists: Document
) -> None:
    services.create(bob, royalists.model_copy(update={"name": "Bob's army"}))
    page = as_alice.get(url("index")).content.decode()
    assert "The King’s Oxford Army" in page
    assert "595 of 600" in page
    assert "Bob&#x27;s army" not in page


def test_an_empty_shelf_leads_to_a_new_list(as_alice: Client) -> None:
    assert url("new") in as_alice.get(url("index")).content.decode()


def test_the_shelf_is_filtered_by_book_and_by_put_away(as_alice: Client, alice: User, kept: ArmyList) -> None:
    polish = services.create(alice, sample_lists()["polish-crown-army"])
    services.archive(kept)
    assert "Polish Crown" in as_alice.get(url("index")).content.decode()
    assert "Oxford Army" not in as_alice.get(url("index")).content.decode()
    away = as_alice.get(url("index"), {"archived": "on"}).content.decode()
    assert "Oxford Army" in away
    assert polish.name not in away
    offered = re.findall(r'<option value="([^"]+)"', away)
    assert sorted(offered) == sorted({f"{each.system}/{each.book}" for each in (kept, polish)})
    none = as_alice.get(url("index"), {"book": "baroque/ottoman"}).content.decode()
    assert "No list matches." in none
    assert as_alice.get(url("index"), {"book": "nonsense", "page": "99"}).status_code == 200


def test_the_queries_of_the_shelf_do_not_grow(as_alice: Client, alice: User, royalists: Document) -> None:
    counts = []
    for _ in range(2):
        for _ in range(8):
            services.create(alice, royalists)
        counts.append(queries(as_alice, url("index")))
    assert counts[0] == counts[1] <= 8


def test_a_list_that_can_no_longer_be_read_is_told_so(as_alice: Client, kept: ArmyList) -> None:
    document = {**kept.document, "book": "gone-with-the-wind"}
    ArmyList.objects.filter(pk=kept.pk).update(document=document, book="gone-with-the-wind")
    assert "not an army book" in as_alice.get(url("index")).content.decode()
    for name in ("list", "edit", "compare"):
        answer = as_alice.get(url(name, kept.public_id))
        expected = 200 if name == "compare" else 409
        assert answer.status_code == expected


# ------------------------------------------------------------------------------------------------ a new list


@pytest.mark.parametrize("book", sorted(books()))
def test_a_new_list_starts_legal(as_alice: Client, book: str) -> None:
    data = {"book": f"baroque/{book}", "size": "600", "name": " My  army ", "begin": "minimum"}
    answer = as_alice.post(url("new"), data, follow=True)
    army_list = ArmyList.objects.get()
    assert answer.redirect_chain[-1][0] == url("edit", army_list.public_id)
    assert (army_list.name, army_list.army.player, army_list.points) == ("My army", "alice", 600)
    assert "badge legal" in answer.content.decode()


def test_a_new_list_may_start_empty_and_of_any_size(as_alice: Client) -> None:
    data = {"book": "baroque/polish", "size": "other", "points": "777", "begin": "empty"}
    as_alice.post(url("new"), data)
    army = ArmyList.objects.get().army
    assert (army.points, army.commands) == (777, ())
    page = as_alice.get(url("edit", ArmyList.objects.get().public_id)).content.decode()
    assert "10<small> of 777</small><small>: command structure</small>" in page


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"book": "baroque/narnia"}, "Choose one from the list"),
        ({"book": ""}, "This field is required"),
        ({"size": "other"}, "Enter the number of points."),
        ({"size": "other", "points": "-3"}, "Enter 1 or more."),
        ({"size": "other", "points": "5"}, "the command structure alone would take 10 points"),
        ({"size": "7"}, "Choose one from the list"),
        ({"name": "x" * 121}, "at most 120"),
    ],
)
def test_a_new_list_that_cannot_be_is_told_why(as_alice: Client, change: dict[str, str], words: str) -> None:
    data = {"book": "baroque/polish", "size": "600", "begin": "minimum", **change}
    answer = as_alice.post(url("new"), data)
    assert answer.status_code == 400
    page = re.sub(r"\s+", " ", answer.content.decode())
    assert words in page or change == {"size": "7"}
    assert not ArmyList.objects.exists()


def test_names_of_books_are_shown_as_they_are_printed(as_alice: Client) -> None:
    data = {"book": "baroque/tyw-swedish", "size": "600", "begin": "minimum"}
    pages = [as_alice.get(url("new")), as_alice.post(url("new"), data, follow=True), as_alice.get("/books/")]
    for name in ("list", "index"):
        arguments = [ArmyList.objects.get().public_id] if name == "list" else []
        pages.append(as_alice.get(url(name, *arguments)))
    for page in pages:
        assert "Thirty Years’ War" in page.content.decode()
        assert "Thirty Years&#x27; War" not in page.content.decode()


def test_a_link_from_a_book_chooses_it(as_alice: Client) -> None:
    page = as_alice.get(url("new"), {"book": "polish", "points": "1000"}).content.decode()
    assert re.search(r'value="baroque/polish"[^>]* checked', page)
    assert re.search(r'value="1000"[^>]* checked', page)
    assert as_alice.get(url("new"), {"book": "<b>"}).status_code == 200


# ------------------------------------------------------------------------------------------------ a list


def test_the_list_page_shows_every_unit_with_its_sources(as_alice: Client, kept: ArmyList) -> None:
    page = as_alice.get(kept.get_absolute_url()).content.decode()
    assert page.count('class="card unit') == 10
    assert "Rupert" in page
    assert "Reconstructed: name, period." in page
    assert 'class="prov"' in page
    assert "private" in page


def test_sharing_shows_link_and_code_and_can_be_taken_back(as_alice: Client, kept: ArmyList) -> None:
    page = as_alice.post(url("share", kept.public_id), follow=True).content.decode()
    kept.refresh_from_db()
    assert f"http://testserver{kept.shared_url}" in page
    assert '<svg class="qr"' in re.sub(r"<svg [^>]*class=\"qr\"", '<svg class="qr"', page)
    link = kept.shared_url
    assert Client().get(link).status_code == 200
    as_alice.post(url("share", kept.public_id))
    assert Client().get(link).status_code == 404


def test_a_shared_list_can_be_read_by_anyone_and_changed_by_nobody(shared: ArmyList) -> None:
    page = Client().get(shared.shared_url).content.decode()
    assert "Rupert" in page
    assert url("edit", shared.public_id) not in page
    assert str(shared.public_id) not in page


def test_who_signs_in_to_copy_comes_back_to_the_list(as_bob: Client, shared: ArmyList) -> None:
    copying = url("take", shared.share_token)
    assert Client().post(copying)["Location"].endswith(f"next={copying}")  # by GET, once signed in
    answer = as_bob.get(copying, follow=True)
    assert answer.redirect_chain == [(shared.shared_url, 302)]
    assert "Copy to my lists" in answer.content.decode()


def test_a_shared_list_can_be_copied(as_bob: Client, bob: User, shared: ArmyList) -> None:
    as_bob.post(url("take", shared.share_token))
    copy = ArmyList.objects.get(owner=bob)
    assert copy.army.commands == shared.army.commands


def test_a_list_comes_back_unchanged_from_json_and_text(as_alice: Client, kept: ArmyList) -> None:
    data = as_alice.get(url("file", kept.public_id, "json"))
    assert parse_list(data.content) == kept.army
    assert data["Content-Disposition"] == 'attachment; filename="the-kings-oxford-army.json"'
    text = as_alice.get(url("file", kept.public_id, "txt")).content.decode()
    assert "Cavaliers (GA B): 51 points" in text
    as_alice.post(url("upload"), {"text": text})
    again = ArmyList.objects.exclude(pk=kept.pk).get().army
    assert again == kept.army


def test_a_list_that_cannot_be_read_says_so_on_top_with_links(as_alice: Client) -> None:
    shown = as_alice.post(url("upload"), {"text": "", "book": "narnia"}).content.decode()
    summary = shown[shown.index("error-summary") : shown.index('class="field')]
    assert "that one is not in it." in summary
    assert 'href="#id_book"' in summary
    assert "error-summary" not in as_alice.get(url("upload")).content.decode()


def test_duplicating_and_putting_away(as_alice: Client, kept: ArmyList) -> None:
    as_alice.post(url("duplicate", kept.public_id))
    assert ArmyList.objects.count() == 2
    as_alice.post(url("archive", kept.public_id))
    kept.refresh_from_db()
    assert kept.archived
    assert as_alice.get(kept.get_absolute_url()).status_code == 200
    as_alice.post(url("archive", kept.public_id))
    kept.refresh_from_db()
    assert not kept.archived


# ------------------------------------------------------------------------------------------------ history


@pytest.fixture
def changed(kept: ArmyList, alice: User) -> ArmyList:
    """The list after two changes."""
    services.change(kept, 1, edits.rename_unit("c1u1", "Rupert’s own"), alice)
    services.change(kept, 2, edits.remove_unit("c3u2"), alice)
    return kept


def test_the_history_tells_every_change(as_alice: Client, changed: ArmyList) -> None:
    page = as_alice.get(url("history", changed.public_id)).content.decode()
    assert "Named His Royal Highness “Rupert’s own”" in page
    assert "Removed Musketeers from Left wing" in page
    assert "Created" in page


def test_two_revisions_are_compared_in_words(as_alice: Client, changed: ArmyList) -> None:
    page = as_alice.get(url("compare", changed.public_id), {"from": 1, "to": 3}).content.decode()
    assert "Named His Royal Highness “Rupert’s own”" in page
    assert "Removed Musketeers from" in page
    assert "595 of 600" in page
    latest = as_alice.get(url("compare", changed.public_id)).content.decode()
    assert "Rupert’s own”" not in latest.partition("<main")[2].partition("<h2>Changes")[2]
    same = as_alice.get(url("compare", changed.public_id), {"from": 2, "to": 2}).content.decode()
    assert "both lists are the same" in same


def test_a_list_with_one_revision_says_how_to_get_another(as_alice: Client, kept: ArmyList) -> None:
    for name in ("history", "compare"):
        page = as_alice.get(url(name, kept.public_id)).content.decode()
        assert "There is only one revision." in page
        assert url("edit", kept.public_id) in page
        assert 'type="radio"' not in page
        assert "both lists are the same" not in page


@pytest.mark.parametrize("query", [{"from": 99}, {"to": 0}, {"from": "999999999"}])
def test_a_revision_that_never_was_is_not_there(
    as_alice: Client, changed: ArmyList, query: dict[str, object]
) -> None:
    assert as_alice.get(url("compare", changed.public_id), query).status_code == 404


def test_an_old_revision_is_shown_and_gone_back_to(as_alice: Client, changed: ArmyList) -> None:
    page = as_alice.get(url("revision", changed.public_id, 1)).content.decode()
    assert page.count('class="card unit') == 10
    as_alice.post(url("restore", changed.public_id, 1), {"version": 3})
    changed.refresh_from_db()
    assert (changed.version, len(list(changed.army.units()))) == (4, 10)


def test_going_back_from_an_old_page_changes_nothing(as_alice: Client, changed: ArmyList) -> None:
    answer = as_alice.post(url("restore", changed.public_id, 1), {"version": 2}, follow=True)
    assert "changed in another window" in answer.content.decode()
    changed.refresh_from_db()
    assert changed.version == 3


# ------------------------------------------------------------------------------------------------ who may


PAGES = ["list", "edit", "history", "compare"]
ACTIONS = ["edit", "duplicate", "archive", "share", "take-version"]


def addresses(army_list: ArmyList) -> list[tuple[str, str]]:
    key = army_list.public_id
    return [
        *(("get", url(name, key)) for name in PAGES),
        *(("get", url("file", key, kind)) for kind in ("json", "txt", "pdf")),
        ("get", url("revision", key, 1)),
        *(("post", url(name, key)) for name in ACTIONS),
        ("post", url("restore", key, 1)),
    ]


def test_every_address_of_a_list_is_tried(kept: ArmyList) -> None:
    of_a_list = {each.name for each in urls.urlpatterns if "list_id" in str(each.pattern)}
    tried = {resolve(address).url_name for _, address in addresses(kept)}
    assert tried == of_a_list
    assert len(tried) > 8


def test_somebody_elses_list_is_not_there(as_bob: Client, as_charlie: Client, shared: ArmyList) -> None:
    before = json.dumps(shared.document, sort_keys=True)  # a database may keep the keys in another order
    for client in (as_bob, as_charlie):
        for method, address in addresses(shared):
            assert getattr(client, method)(address).status_code == 404, address
    shared.refresh_from_db()
    assert json.dumps(shared.document, sort_keys=True) == before
    assert (shared.version, shared.archived) == (1, False)
    assert shared.share_token


def test_who_is_not_signed_in_is_asked_to(kept: ArmyList) -> None:
    own = [("get", url(name)) for name in ("index", "new", "upload")]
    for method, address in [*addresses(kept), *own]:
        answer = getattr(Client(), method)(address)
        assert answer.status_code == 302, address
        assert answer["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize("name", ["archive", "share", "duplicate"])
def test_looking_at_an_action_does_nothing(as_alice: Client, kept: ArmyList, name: str) -> None:
    assert as_alice.get(url(name, kept.public_id)).status_code == 405


def test_a_wrong_token_leads_nowhere(shared: ArmyList) -> None:
    assert Client().get(url("shared", "x" * 22)).status_code == 404
    assert Client().get("/l/short/").status_code == 404


@pytest.mark.parametrize("number", ["0", "99", "9" * 30])
def test_a_revision_beyond_all_numbers_is_not_there(as_alice: Client, kept: ArmyList, number: str) -> None:
    address = f"{url('history', kept.public_id)}{number}/"
    assert as_alice.get(address).status_code == 404
    assert as_alice.post(f"{address}restore/", {"version": 1}).status_code == 404


def test_the_administration_shows_lists_and_changes_none(client: Client, kept: ArmyList, alice: User) -> None:
    User.objects.create_superuser("root", password="r")
    client.login(username="root", password="r")
    page = client.get(reverse("admin:armylists_armylist_change", args=[kept.pk]))
    assert "The King" in page.content.decode()
    assert 'name="document"' not in page.content.decode()
    assert client.get(reverse("admin:armylists_armylist_changelist")).status_code == 200
    assert client.get(reverse("admin:armylists_armylist_add")).status_code == 403

"""The public reference pages: what stands on them, that every link leads somewhere, what bad input gets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape, unescape

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import Resolver404, ResolverMatch, resolve, reverse

from rulesets.baroque.odds.form import DUEL
from rulesets.contract import registry
from rulesets.contract.documents import list_rules
from rulesets.contract.registry import PACKAGES, systems
from rulesets.engine.wording import curly
from rulesets.site.books import book_page, entry_line, examples
from rulesets.site.coverage import coverage
from rulesets.site.forms import OddsForm
from rulesets.site.rulebook import chapters, completions, rules
from rulesets.site.rulebrowser import browse, excerpt, highlighted, lines
from tests.kit.effort import some

BOOKS = [(system.slug, key) for system in systems() for key in system.lists.books()]
ENTRIES = [(system, book, line.slug) for system, book in BOOKS for line in book_page(system, book).entries]


@cache
def page(address: str) -> str:
    """What anybody gets at an address, fetched once for all tests that look at it."""
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


@pytest.fixture(scope="module", autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    page.cache_clear()


@cache
def found(address: str) -> ResolverMatch | None:
    """What an address leads to; None if it is none."""
    try:
        return resolve(address)
    except Resolver404:
        return None


def text(client: Client, address: str, **query: object) -> str:
    if not query:
        return unescape(page(address))
    answer = client.get(address, query)
    assert answer.status_code == 200, address
    return unescape(answer.content.decode())


def pages() -> list[str]:
    """The addresses of all kinds of pages; of units and rules, which are many and alike, some."""
    found = [reverse(f"rulesets:{name}") for name in ("books", "odds")]
    found += [reverse("rulesets:book", args=each) for each in BOOKS]
    found += [reverse("rulesets:entry", args=each) for each in some(ENTRIES)]
    for system in PACKAGES:
        found += [
            reverse(f"rulesets:{name}", args=[system]) for name in ("system", "tables", "system-departures")
        ]
        found += [reverse("rulesets:rule", args=[system, chapter]) for chapter in chapters(system)]
        found += [reverse("rulesets:rule", args=[system, rule]) for rule in some(list(rules(system)))]
        found += [reverse("rulesets:rule", args=[system, each]) for each in completions(system)]
    return found


# ---------------------------------------------------------------------------- all of them


def test_every_page_is_there_and_every_link_on_it_leads_to_something(client: Client) -> None:
    known = {
        rule for system in PACKAGES for rule in (*rules(system), *chapters(system), *completions(system))
    }
    entries = {line for _, book, line in ENTRIES}
    followed = 0
    for address in pages():
        html = text(client, address)
        for link in re.findall(r'(?:href|action|src)="(/[^"#?]*)', html):
            if link.startswith("/static/"):
                continue
            match = found(link)
            assert match is not None, f"{address} links to {link}, which is no address"
            if match.view_name == "rulesets:rule":
                assert match.kwargs["rule_id"] in known, f"{address}: {link}"
            if match.view_name == "rulesets:entry":
                assert match.kwargs["entry"] in entries, f"{address}: {link}"
            followed += 1
    assert followed > 3000


@pytest.mark.parametrize("name", ["books", "rules", "odds", "departures"])
def test_the_pages_ask_the_database_nothing(client: Client, name: str) -> None:
    # No `db` mark: a query would fail.
    assert client.get(reverse(f"rulesets:{name}"), follow=True).status_code == 200


def test_a_page_that_has_not_changed_is_not_sent_again(client: Client) -> None:
    address = reverse("rulesets:book", args=["baroque", "polish"])
    first = client.get(address)
    second = client.get(address)  # the first answer set a cookie that the page goes with
    third = client.get(address, headers={"if-none-match": second["ETag"]})
    assert first.status_code == 200
    assert (third.status_code, third.content) == (304, b"")
    assert "private" in second["Cache-Control"]


def test_somebody_who_signs_in_gets_the_page_anew(client: Client, as_alice: Client) -> None:
    address = reverse("rulesets:books")
    tag = client.get(address)["ETag"]
    answer = as_alice.get(address, headers={"if-none-match": tag})
    assert answer.status_code == 200
    assert b"alice" in answer.content


@pytest.mark.parametrize(
    "address",
    [
        "/books/chess/",
        "/books/baroque/nothing/",
        "/books/chess/polish/",
        "/books/baroque/polish/nothing/",
        "/rules/chess/",
        "/rules/chess/tables/",
        "/rules/chess/departures/",
        "/rules/baroque/BQ-99/",
        "/rules/baroque/%3Cb%3E/",
    ],
)
def test_what_does_not_exist_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("name", ["books", "odds"])
def test_pages_only_answer_to_reading(client: Client, name: str) -> None:
    assert client.post(reverse(f"rulesets:{name}")).status_code == 405


# ---------------------------------------------------------------------------- army books


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/books/baroque/tyw-swedish/", "VBU"),
        ("/books/snaphance/swedish/", "Movement points of a single move"),
        ("/books/snaphance/swedish/", "Dice of fire lost for its pikes"),
    ],
)
def test_a_book_says_what_the_heads_of_its_columns_mean(client: Client, address: str, words: str) -> None:
    page = client.get(address).content.decode()
    assert words in page.split("How to read this")[1].split("What is not as printed")[0]


def test_one_war_is_spelt_in_one_way() -> None:
    said = {
        f"{book.name} {book.theatre}" for each in systems() for book in list_rules(each.slug).books().values()
    }
    assert any("Thirty Years’ War" in each for each in said)
    assert not [each for each in said if "Years War" in each or "Years' War" in each]


def test_the_books_are_on_the_shelf(client: Client) -> None:
    html = text(client, reverse("rulesets:books"))
    assert {system for system, _ in BOOKS} == set(PACKAGES)
    for system, key in BOOKS:
        page = book_page(system, key)
        assert page.book.name in html
        if not list_rules(system).cards:
            options = len(page.book.options)
            words = f"{len(page.book.entries)} units, {options} option{'' if options == 1 else 's'}"
            assert words in html
        assert f"{reverse('armylists:new')}?book={key}" in html


@pytest.mark.parametrize(("system", "key"), [each for each in BOOKS if not list_rules(each[0]).cards])
def test_a_book_shows_every_unit_and_option_with_its_price(client: Client, system: str, key: str) -> None:
    html = text(client, reverse("rulesets:book", args=[system, key]))
    page = book_page(system, key)
    for line in page.entries:
        assert f">{line.card.label}</a>" in html
        assert line.number in html
    for option in page.book.options:
        assert option.name in html


def test_rows_that_share_a_range_are_bracketed() -> None:
    found = {line.slug: line for line in book_page("baroque", "tyw-swedish").entries}
    assert found["swedish-foot"].bracket == "first"
    assert found["swedish-foot-vet"].bracket == "last"
    assert found["reiters-re"].bracket == "alone"
    assert found["reiters-re"].together == ("Reiters (TR)",)
    assert found["mercenary-foot"].bracket == ""


def test_an_option_shows_what_it_changes(client: Client) -> None:
    line = entry_line("baroque", "tyw-swedish", "latta-ryttare")
    option = next(each for each in line.options if each.name == "Horse & Muskets")
    changed = {figure.label: figure.value for figure in option.changed}
    assert changed == {
        "Type": "Horse & Muskets", "M": "2S", "I": "2", "SM": "−3", "Weapons": "Point-blank pistol, Musket"
    }  # fmt: skip
    assert (option.points, option.limit) == (13, "up to half of them")


def test_a_unit_page_explains_its_values_and_has_its_tables(client: Client) -> None:
    html = text(client, reverse("rulesets:entry", args=["baroque", "tyw-swedish", "swedish-foot"]))
    assert "64 points, 2–10 units together with Swedish Foot Veterans" in html
    assert "Basic unit value" in html
    assert "May fire and charge in one activation" in html
    assert "loss number 4 exhausts it" in html
    for title in ("Shooting", "Charge bonus and pursuit", "Retreat", "Exhausted"):
        assert f"<caption>{title}" in html


def test_values_that_are_not_as_printed_are_marked_and_explained(client: Client) -> None:
    html = text(client, reverse("rulesets:entry", args=["baroque", "tyw-swedish", "art-c"]))
    assert '<abbr class="prov" title="in no source: reconstructed, or ours">†</abbr>' in html
    assert "Only the start of the name survives" in html


# ---------------------------------------------------------------------------- rules


def test_the_contents_name_every_rule_of_every_chapter(client: Client) -> None:
    html = text(client, reverse("rulesets:system", args=["baroque"]))
    for chapter in chapters("baroque"):
        assert registry.get("baroque").library.chapters[chapter] in html
    for rule in rules("baroque").values():
        assert reverse("rulesets:rule", args=["baroque", rule.id]) in html
        assert curly(rule.title) in html


def test_a_search_finds_rules_that_hold_every_word_and_marks_them(client: Client) -> None:
    html = text(client, reverse("rulesets:system", args=["baroque"]), q="caracole reiters")
    found = [line.rule.id for chapter in browse("baroque", "caracole reiters") for line in chapter.lines]
    assert "BQ-6.8.a" in found
    assert f"{len(found)} rules with “caracole reiters”" in html
    assert re.search(r"<mark>[Cc]aracole</mark>", html)


@pytest.mark.parametrize("words", ["leader’s level", "leader's level"])
def test_a_rule_is_found_by_the_apostrophe_that_is_shown_or_typed(client: Client, words: str) -> None:
    html = text(client, reverse("rulesets:system", args=["baroque"]), q=words)
    assert re.search(r"<mark>Leader’s</mark> <mark>level</mark>", html)


def test_a_search_without_a_find_says_so_and_shows_the_way_out(client: Client) -> None:
    html = text(client, reverse("rulesets:system", args=["baroque"]), q="submarine")
    assert "No rule matches" in html


@pytest.mark.parametrize("q", ["<script>alert(1)</script>", "(", "[", "\\", "%", "§ü"])
def test_odd_words_are_looked_for_as_they_stand(client: Client, q: str) -> None:
    html = client.get(reverse("rulesets:system", args=["baroque"]), {"q": q})
    assert html.status_code == 200
    assert b"<script>alert" not in html.content


def test_phases_to_filter_by_stand_in_the_order_of_play(client: Client) -> None:
    html = client.get(reverse("rulesets:system", args=["baroque"])).content.decode()
    names = re.findall(r"<option[^>]*>([^<]+)", html.split('name="phase"')[1].split("</select>")[0])
    order = (
        "All List Set-up Terrain Turn Command Movement Shooting Charge Melee Morale Victory Special Reference"
    )
    assert names == order.split()


def test_rules_are_filtered_by_phase_and_status(client: Client) -> None:
    for line in (line for chapter in browse("baroque", phase="charge") for line in chapter.lines):
        assert line.rule.phase == "charge"
    by_hand = {line.rule.id for chapter in browse("baroque", status="by hand") for line in chapter.lines}
    assert by_hand == set(coverage("baroque").departures)
    html = text(client, reverse("rulesets:system", args=["baroque"]), phase="siege")
    assert "that one is not in it." in html


def test_highlights_cover_the_text_and_mark_only_the_words() -> None:
    parts = highlighted("Fire, then fire again", "fire")
    assert "".join(part for part, _ in parts) == "Fire, then fire again"
    assert [part for part, hit in parts if hit] == ["Fire", "fire"]


def test_an_excerpt_holds_the_word_and_whole_words_alone() -> None:
    long = "alpha " * 60 + "pike " + "omega " * 60
    found = excerpt(long, "pike")
    assert " pike " in found
    assert found.startswith("… ")
    assert found.endswith(" …")
    assert set(found.split()) == {"…", "alpha", "pike", "omega"}


def test_a_rule_page_shows_text_threads_and_worked_examples(client: Client) -> None:
    html = text(client, reverse("rulesets:rule", args=["baroque", "BQ-6.6.a"]))
    assert "not Exhausted may" in html
    assert "Leaguer applies this rule for you" in html
    for needed in rules("baroque")["BQ-6.6.a"].needs:
        assert reverse("rulesets:rule", args=["baroque", needed]) in html
    assert "EX-6.6" in html


def test_every_worked_example_stands_with_a_rule() -> None:
    assert len(examples("baroque")) == 72
    names = {name for each in examples("baroque") for name in (*each.given, *each.expect)}
    assert {"Distance in BU, more than", "Distance in BU, at most", "Losses on a 6"} <= names
    for example in examples("baroque"):
        assert set(example.rules) & set(rules("baroque")), example.id


def test_a_rule_leads_to_what_fills_its_gaps(client: Client) -> None:
    page = client.get("/rules/snaphance/SN-7.0.c/").content.decode()
    for key in ("weapons", "fire-factors"):
        assert f'href="/rules/snaphance/SN-C-{key}/">SN-C-{key}</a> ' in page


@pytest.mark.parametrize("system", PACKAGES)
def test_a_rule_that_is_left_out_or_read_says_why_on_its_page(client: Client, system: str) -> None:
    told = [line for line in lines(system).values() if line.status != "automated" or line.reading]
    assert told
    for line in some(told):
        html = re.sub(r"<[^>]+>", "", text(client, reverse("rulesets:rule", args=[system, line.rule.id])))
        assert curly(line.note).rstrip(".") in html
        assert curly(line.reading) in html


def test_a_chapter_can_be_read_whole(client: Client) -> None:
    html = text(client, reverse("rulesets:rule", args=["baroque", "BQ-6"]))
    for rule in chapters("baroque")["BQ-6"]:
        assert f'id="{rule.id}"' in html


def test_a_section_can_be_read_whole(client: Client) -> None:
    assert "BQ-6.6" not in rules("baroque")
    html = text(client, reverse("rulesets:rule", args=["baroque", "BQ-6.6"]))
    assert 'id="BQ-6.6.a"' in html
    assert 'id="BQ-6.7.a"' not in html


def test_departures_readings_and_reconstructed_values_are_listed(client: Client) -> None:
    html = re.sub(r"<[^>]+>", "", text(client, reverse("rulesets:system-departures", args=["baroque"])))
    found = coverage("baroque")
    for words in (*found.departures.values(), *found.readings.values()):
        assert curly(words) in html
    assert "Only the start of the name survives" in html


@pytest.mark.parametrize("part", ["", "tables/", "departures/"])
def test_the_same_page_of_the_other_systems_is_near(part: str) -> None:
    for own in systems():
        shown = page(f"/rules/{own.slug}/{part}")
        near = [
            f'<a href="/rules/{each.slug}/{part}">{escape(each.name)}</a>'
            for each in systems()
            if each != own
        ]
        assert near
        assert all(link in shown for link in near)


def test_the_tables_page_has_the_firing_table(client: Client) -> None:
    html = text(client, reverse("rulesets:tables", args=["baroque"]))
    for title in ("Shooting", "Melee", "Types of troops", "Pieces of terrain"):
        assert f"<caption>{title}" in html


# ---------------------------------------------------------------------------- odds

ODDS = "/odds/"


def test_the_odds_page_answers_an_example_at_once(client: Client) -> None:
    html = text(client, ODDS)
    assert "Swedish Foot at Cuirassiers: musket at short range" in html
    assert "<svg" in html
    assert "BQ-6.1.3.1" in html


@pytest.mark.rule("BQ-7.2.3.c")
def test_the_odds_page_knows_that_a_struck_flank_is_disordered(client: Client) -> None:
    target = {"t-entry": "tyw-catholic.militia", "t-leader": "on", "t-charging": "on", "t-touched": "flank"}
    html = text(client, ODDS, kind="melee", **{"a-entry": "polish.hussars"}, **target)
    assert "contacted on flank or rear" in html
    assert "BQ-7.4.b" in html
    assert "29.2" in html


def test_the_odds_of_a_shot_are_those_of_the_engine(client: Client) -> None:
    html = text(
        client, ODDS, **{
            "kind": "shot", "a-entry": "tyw-swedish.swedish-foot", "a-moves": "1", "distance": "1.5",
            "t-entry": "tyw-catholic.cuirassiers", "t-leader": "on",
        },
    )  # fmt: skip
    assert "fires with 3 dice" in html
    for share in ("26.9%", "47.6%", "22.7%", "2.8%", "12.2%", "4.1%"):
        assert share in html
    assert "Its leader falls" in html


def test_a_round_of_melee_says_who_wins(client: Client) -> None:
    html = text(
        client, ODDS, kind="melee", **{"a-charging": "on", "t-disordered": "on", "t-touched": "flank"}
    )
    for words in ("Swedish Foot wins", "Draw", "Cuirassiers wins", "BQ-7.3"):
        assert words in html


def test_a_unit_of_ones_own_can_be_asked_about(client: Client) -> None:
    own = {"a-entry": "own", "a-type": "T", "a-own_vbu": "5", "a-weapons": "Bow", "distance": "0.5"}
    html = text(client, ODDS, kind="shot", **own)
    assert "The attacker at Cuirassiers: bow at point blank" in html
    assert "fires with 1 die" in html  # VBU 5, bow at point blank -2, at cuirasses -2


def test_htmx_gets_the_form_and_the_answer_alone(client: Client) -> None:
    html = client.get(ODDS, headers={"hx-request": "true"}).content.decode()
    assert html.lstrip().startswith('<div id="odds"')
    assert "<html" not in html


def test_options_of_another_unit_are_forgotten_when_the_unit_changes(client: Client) -> None:
    option = entry_line("baroque", "tyw-swedish", "swedish-foot").options[0].id
    html = text(client, ODDS, **{"a-entry": "polish.hussars", "a-options": option, "kind": "melee"})
    assert "expected" in html


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"distance": "9"}, "Enter 8 or less."),
        ({"distance": "nan"}, "Enter a number"),
        ({"distance": "far"}, "Enter a number"),
        ({"distance": "7"}, "it reaches 4"),
        ({"a-entry": "nothing"}, "Choose one from the list"),
        ({"a-options": "nothing"}, "Choose one from the list"),
        ({"kind": "siege"}, "Choose one from the list"),
        ({"a-vbu": "40"}, "more than the 6"),
        ({"t-vbu": "0"}, "Enter 1 or more."),
        ({"a-entry": "tyw-catholic.cuirassiers", "weapon": "Musket"}, "has no missile weapon"),
        ({"a-entry": "own", "a-own_vbu": "x"}, "Enter a whole number"),
        ({"kind": "pistols", "a-entry": "tyw-swedish.swedish-foot"}, "pistol"),
    ],
)
def test_bad_values_are_told_and_nothing_fails(client: Client, query: dict[str, str], message: str) -> None:
    html = text(client, ODDS, **query)
    assert message in html
    assert "Check the marked field" in html


def test_every_unit_of_every_book_gets_odds_or_is_told_why_not() -> None:
    ids = [key for _, shelf in DUEL.entry_choices for key, _ in shelf]
    assert len(ids) == sum(system == "baroque" for system, _, _ in ENTRIES) + 1
    answered = 0
    for key in ids:
        for kind in ("shot", "melee", "pistols"):
            form = OddsForm(QueryDict(f"kind={kind}&a-entry={key}&distance=1"))
            answer = form.answer()
            faults = [*form.errors.values(), *form.errors_of_parts.values()]
            assert (answer is None) == bool(faults), (key, kind)
            answered += answer is not None
    assert answered > 100


# -- the search in the form of the odds --------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "words", "hit", "miss"),
    [
        ("baroque", "cuirassiers catholic", "tyw-catholic.cuirassiers", "tyw-swedish.swedish-foot"),
        ("baroque", "muskt swedish", "tyw-swedish.swedish-foot", "tyw-catholic.cuirassiers"),
        ("snaphance", "cuirassiers", "imperial.cuirassiers", "imperial.croats"),
    ],
)
def test_a_search_shortens_the_list_of_units(system: str, words: str, hit: str, miss: str) -> None:
    form = OddsForm(QueryDict(f"system={system}&a-find={words}&a-entry=own"))
    shelves = form.fields["a-entry"].choices  # type: ignore[attr-defined]
    offered = [key for _, shelf in shelves for key, _ in shelf]
    assert hit in offered
    assert miss not in offered
    assert "own" in offered
    assert re.fullmatch(r"\d+ match(es)? in the list below\.", str(form.fields["a-find"].help_text))


def test_what_was_chosen_stays_in_a_list_that_is_searched(client: Client) -> None:
    address = reverse("rulesets:odds")
    given = {"a-entry": "tyw-swedish.swedish-foot", "a-find": "cuirassiers"}
    page = client.get(address, given).content.decode()
    assert '<option value="tyw-swedish.swedish-foot" selected>' in page
    everything = client.get(address, given | {"a-find": "xyzzy"}).content.decode()
    assert "Nothing matches, so the list below has everything." in everything
    assert everything.count("<option") > page.count("<option")
    assert "expected" in page, "a search alone leaves the odds as they were"

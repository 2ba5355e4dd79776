"""What things are called on the board: units by the number on their base, terrain of one kind by its id, a
moment that is looked back at by its event.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles import replay, services
from battles.board.drawing import board_drawing
from battles.board.log import NEWEST
from battles.cards import listed_names, numbers, without_number
from battles.lines import Part, Register
from battles.models import Battle
from rulesets.contract import registry
from rulesets.engine.document import begin
from tests.kit.board import address, element, forms, text
from tests.kit.rows import make_choices, pending, state

pytestmark = pytest.mark.django_db


def plain(html: str) -> str:
    """The words of a piece of HTML."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", "", html))).strip()


# -- numbers of units ------------------------------------------------------------------------------


def test_names_in_words_are_told_apart_as_a_whole() -> None:
    units = [
        {"id": f"{'ab'[side]}.u{place}", "name": name, "side": side}
        for side, place, name in ((0, 1, "Foot 1"), (0, 2, "Foot 12"), (1, 1, "Horse (B) 1"))
    ]
    names = Register(["North", "South"], {"units": units})
    assert names.apart("Charge Foot 12 and Foot 1", ["a.u1", "a.u2", "charge"]) == (
        Part("Charge "), Part("Foot 12", 0, 2), Part(" and "), Part("Foot 1", 0, 1),
    )  # fmt: skip
    assert names.apart("Foot 12 stands", ["a.u1"]) == (Part("Foot 12 stands"),)
    assert names.apart("at Horse (B) 1", ["b.u1", "b.u1"]) == (Part("at "), Part("Horse (B) 1", 1, 1))


def test_the_panel_names_units_with_the_numbers_on_their_bases(as_alice: Client, going: Battle) -> None:
    places = numbers(state(going))
    units = {unit["id"]: unit for unit in state(going)["units"]}
    seen = 0
    for _ in range(12):
        page = text(as_alice.get(address(going)))
        with replay.played(going) as found:
            subject = found.engine.pending.subject  # type: ignore[union-attr]
        if subject in units:
            seen += 1
            asked = page.split('<p class="over">')[1].split("</h2>")[0]
            assert f"</span>{places[subject]}</span> " in asked
            name = without_number(units[subject]["name"], places[subject])
            assert f"no. {places[subject]} {name}" in plain(asked)
            assert plain(asked).count(name) == 1
        make_choices(going, 1, *(going.owner,))
    assert seen


def test_options_show_the_number_of_whom_they_name(as_alice: Client, going: Battle) -> None:
    units = {unit["id"]: unit for unit in state(going)["units"]}
    places = numbers(state(going))
    named = 0
    for _ in range(25):
        for form in forms(text(as_alice.get(address(going))), "/choose/"):
            button = plain(form[form.index("<button") : form.index("</button>")])
            for id_ in re.findall(r'data-pieces="([^" ]+)"', form):
                name = without_number(units[id_]["name"], places[id_]) if id_ in units else None
                if name is not None and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", button):
                    named += 1
                    assert f"{places[id_]} {name}" in button
        make_choices(going, 1, going.owner)
    assert named


def test_inspection_list_and_log_show_the_number(as_alice: Client, going: Battle) -> None:
    unit = next(unit for unit in state(going)["units"] if unit["base"])
    number = numbers(state(going))[unit["id"]]
    name, no = without_number(unit["name"], number), '<span class="visually-hidden">no. </span>'
    sign = f'class="base-number side-{"ab"[unit["side"]]}">{no}{number}</span> '
    board = text(as_alice.get(address(going), {"unit": unit["id"]}))
    for page in (board, text(as_alice.get(address(going, "hand/"), {"unit": unit["id"]}))):
        title = page.split('id="board-inspection"')[1].split("</h2>")[0]
        assert f"{sign}{name}<" in title
    listed = board.split('id="board-units"')[1].split("</details>")[0]
    assert re.search(rf"{re.escape(sign)}<a [^>]*data-take=\"{unit['id']}\"", listed)
    log = text(as_alice.get(going.get_absolute_url() + "log/", {"turn": 0}))
    assert f'{sign}<b class="side-{"ab"[unit["side"]]}">{name}</b>' in log


def test_a_unit_that_shares_its_name_goes_by_the_number_on_its_base_alone(
    as_alice: Client, going: Battle
) -> None:
    """Nobody reads `3 Foot (B) 1`: the number is that of the base, on the board, in the log, in the API."""
    places, called = numbers(state(going)), {unit["id"]: unit["name"] for unit in state(going)["units"]}
    shared = {id_: name for id_, name in called.items() if re.search(r"\d$", name)}
    assert len(shared) >= 4
    assert all(name.endswith(f" no. {places[id_]}") for id_, name in shared.items())
    make_choices(going, 40, going.owner)
    address_ = going.get_absolute_url()
    pages = [text(as_alice.get(f"{address_}{page}")) for page in ("board/", "log/?turn=1", "armies/")]
    kinds = {name.rpartition(" no. ")[0] for name in shared.values()}
    twice = re.compile(rf"\b\d+ (?:{'|'.join(map(re.escape, kinds))}) (?:no\. )?\d")
    assert any(kind in page for kind in kinds for page in pages)
    assert [found for page in pages for found in twice.findall(plain(page))] == []
    log = as_alice.get(f"/api/v1/battles/{going.public_id}/log/").json()
    words = " ".join(line["words"] for line in log["results"])
    assert any(name in words for name in shared.values())


def test_battles_from_before_name_the_first_of_two(going: Battle) -> None:
    setup = {name: value for name, value in going.setup.items() if name != "unit_numbers"}
    battle = begin(registry.get("baroque"), setup, going.seed)
    names = [unit.name for unit in battle.state.units.values()]
    assert any(name.endswith(" 1") for name in names)
    assert "unit_numbers" not in battle.setup, "the hash of a set-up from before stays"


# -- terrain ---------------------------------------------------------------------------------------


def test_pieces_of_one_kind_are_told_apart_on_the_field(going: Battle) -> None:
    table = state(going)

    def piece(id_: str, kind: str) -> dict[str, Any]:
        return {"id": id_, "kind": kind, "outline": [2, 2, 5, 2, 5, 5], "line": [], "width": 0}

    table["terrain"] = [piece("t1", "wood"), piece("t2", "wood"), piece("t3", "lake")]
    drawing = board_drawing(table, registry.get("baroque").presentation)
    assert drawing is not None
    words = re.findall(r"<text[^>]*>([^<]*)</text>", drawing.ground)
    assert {"Wood 1", "Wood 2", "Lake"} <= set(words)


def test_a_fold_of_places_counts_places(as_alice: Client, alice: User, patrol: Any) -> None:
    row = services.begin(alice, {**patrol, "terrain": "roll"}, seed="3", tacticians=())
    while pending(row).kind != "place terrain":
        make_choices(row, 1, alice)
    page = text(as_alice.get(address(row)))
    folds = re.findall(
        r'<details class="fold" id="[^"]+"><summary>(.*?)</summary>(.*?)</details>', page, re.DOTALL
    )
    assert folds
    for summary, inside in folds:
        placed = sum('"at"' in form for form in forms(inside, "/choose/"))
        assert plain(summary).endswith(f"{placed} place{'s' if placed > 1 else ''}")


# -- looking back ----------------------------------------------------------------------------------


def test_looking_back_names_the_event_and_tells_the_log_up_to_it(as_alice: Client, going: Battle) -> None:
    number = going.event_count - 3
    page = text(as_alice.get(address(going), {"event": number}))
    caption = page.split('id="board-caption"')[1].split("</div>")[0]
    assert f"After event {number} of {going.event_count}" in plain(caption)
    log = page.split('id="board-log"')[1]
    told = [int(each) for each in re.findall(r'<li class="[^"]*" id="e(\d+)">', log)]
    assert told
    assert max(told) <= number
    assert min(told) > number - NEWEST
    with replay.played(going) as found:
        words = found.engine.entries[number - 1].event.describe(lambda id_: "…")
    assert all(part.strip() in plain(caption) for part in words.split("…"))
    first = text(as_alice.get(address(going), {"event": 0}))
    assert f"Before the first of {going.event_count} events" in first
    assert 'id="e1"' not in first


def test_while_looking_back_no_card_shows_how_a_unit_is_now(as_alice: Client, going: Battle) -> None:
    unit = next(unit["id"] for unit in state(going)["units"] if unit["base"])
    then = text(as_alice.get(address(going), {"event": 5, "unit": unit}))
    card = then.split('id="board-inspection"')[1].split("</div>")[0]
    assert plain(card).endswith("The card shows a unit as it is now. Back to now")
    assert 'class="then alone"' in card
    now = text(as_alice.get(address(going), {"unit": unit}))
    assert 'class="then"' in now
    assert 'id="inspection-data"' in now
    element(now, "board-inspection")


def test_a_list_with_numbers_does_not_number_names_again() -> None:
    names = ["Foot 1", "Horse", "Foot 2", "Guns 2", "Guns 3", "Company 7"]
    units = [{"id": f"u{at}", "side": 0, "name": name} for at, name in enumerate(names)]
    other = {"id": "v", "side": 1, "name": "Foot 1"}
    found = listed_names({"units": [*units, other]})
    assert [found[each["id"]] for each in units] == [
        "Foot (1 of 2)", "Horse", "Foot (2 of 2)", "Guns 2", "Guns 3", "Company 7",
    ]  # fmt: skip
    assert found["v"] == "Foot 1", "who is alone on their side keeps their name"
    register = Register(["Swedes", "Imperialists"], {"units": [*units, other]})
    assert [register.listed(id_) for id_ in ("u0", "u1", "v")] == [
        "Foot (1 of 2)",
        "Horse",
        "Foot 1 (Imperialists)",
    ]

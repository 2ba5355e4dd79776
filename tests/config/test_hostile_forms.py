"""What nobody sends by accident, in every field of every form and every query that pages show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.forms import BaseForm, FileField
from django.test import Client
from django.urls import reverse

from battles.models import Battle
from tests.kit import pageforms
from tests.kit.effort import few, some
from tests.kit.estate import Estate, routes
from tests.kit.hostile import DIGITS, FILES, TEXTS, Visitor, visitor
from tests.kit.pageforms import Form

OURS = ("config.", "rulesets.", "armylists.", "battles.", "campaigns.", "tournaments.")
FILED = (".pdf", ".json", ".toml", ".svg", ".ics", "/events/")


def classes(base: type[BaseForm] = BaseForm) -> Iterator[type[Any]]:
    for each in base.__subclasses__():
        if each.__module__.startswith(OURS):
            yield each
        yield from classes(each)


def test_every_field_of_a_form_takes_a_text_or_says_what_is_wrong() -> None:
    assert routes()  # which reads every module that has pages
    found = {(each, name) for each in classes() for name in each.base_fields}
    assert len(found) > 50
    for form, name in found:  # anything else that is raised here is a page that fails
        given = form.base_fields[name]
        if not isinstance(given, FileField) and not hasattr(given, "queryset"):
            for text in TEXTS.values():
                with suppress(ValidationError):
                    given.clean(text)


def pages(everything: Estate) -> list[str]:
    """The address of every page."""
    return [
        route.filled(parts)
        for route in routes()
        if not route.name.startswith("api-") and not route.way.endswith(FILED)
        for parts in everything.fillings(route)
    ]


def read(came: Visitor, addresses: Iterable[str]) -> tuple[list[Form], list[tuple[str, str]]]:
    """The forms that these pages show, and the queries that they link to, each kind once."""
    seen: dict[tuple[object, ...], Form] = {}
    asked: set[tuple[str, str]] = set()
    for address in addresses:
        answer = came.ask("as it is", "get", address)
        if answer.status_code == 200 and answer.get("Content-Type", "").startswith("text/html"):
            page = answer.content.decode()
            asked |= pageforms.queries(page, address)
            for form in pageforms.forms(page, address):
                seen.setdefault(form.kind, form)
    return list(seen.values()), sorted(asked)


def spoilt(form: Form) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """The form with what is hostile in place of each field, button and file; its buttons send it by turns."""
    where, sends = (form.method, form.action), count()
    for name in (*form.fields, *dict(form.buttons), "next"):
        for kind, text in TEXTS.items():
            pressed = dict([form.buttons[next(sends) % len(form.buttons)]]) if form.buttons else {}
            yield f"{kind} in {name}", *where, {**form.fields, **pressed, name: text}
        yield f"no {name}", *where, {each: text for each, text in form.fields.items() if each != name}
    for name in form.files:
        for kind, data in FILES.items():
            file = SimpleUploadedFile("a.json", data)
            yield f"file with {kind} in {name}", *where, {**form.fields, name: file}


@pytest.mark.parametrize(("who", "usual"), [("alice", 300), ("bob", 150), ("nobody", 60)])
def test_every_field_that_a_page_shows(
    everything: Estate, who: str, usual: int, alice: User, bob: User
) -> None:
    came = visitor({"alice": alice, "bob": bob}.get(who))
    forms, asked = read(came, pages(everything) if who == "alice" else some(pages(everything)))
    if who == "alice":
        assert came.codes[200] > 110, "there is one of everything"
        assert len(forms) > 100
        assert len(asked) > 30
    tries = [(kind, "get", address, {name: text}) for address, name in asked for kind, text in TEXTS.items()]
    tries += [each for form in forms for each in spoilt(form)]
    for kind, method, address, fields in few(tries, usual):
        answer = came.send(kind, method, address, fields)
        if kind.startswith("nul in "):
            came.expect(kind, answer, 302, 400, 404, 405)
    assert not came.faults, "\n".join(came.faults)


@pytest.mark.parametrize("digits", DIGITS)
def test_a_number_that_is_none_is_refused_where_a_form_counts(
    as_alice: Client, as_bob: Client, everything: Estate, digits: str
) -> None:
    (row,), (book, _) = everything.parts["campaign_id"], everything.parts["book_id"]
    counted = {"more": "factions", "factions-TOTAL_FORMS": digits, "factions-INITIAL_FORMS": "0",
               "scenes-TOTAL_FORMS": "0", "scenes-INITIAL_FORMS": "0"}  # fmt: skip
    assert as_alice.post(reverse("campaigns:new-own"), counted).status_code == 200
    force = reverse("campaigns:command", args=[row, "cr1"])
    assert as_bob.post(force, {"to": digits}).status_code == 404
    assert as_bob.post(reverse("campaigns:orders", args=[row]), {"remove": digits}).status_code < 500
    for at in (f"entries[{digits}]", f"options[{digits}]"):
        assert as_alice.get(reverse("armylists:edit-book", args=[book]), {"at": at}).status_code < 500


@pytest.mark.parametrize("action", ["choose", "undo", "answer", "call-off", "hand-over", "advance"])
@pytest.mark.parametrize("fields", [{}, {"revision": "0", "side": "0"}, {"revision": "x"}])
def test_what_is_done_in_meetings_leads_to_the_page_of_a_battle_on_the_board(
    as_alice: Client, everything: Estate, action: str, fields: dict[str, str]
) -> None:
    board = everything.parts["battle_id"][0]
    before = Battle.objects.values().get(public_id=board)
    answer = as_alice.post(reverse(f"battles:meeting-{action}", args=[board]), fields)
    assert (answer.status_code, answer["Location"]) == (302, reverse("battles:battle", args=[board]))
    assert Battle.objects.values().get(public_id=board) == before


@pytest.mark.parametrize("text", ["-1", "²", "x:y", "'\"<b>", "a\u202eb", "//[", "a" * 5_000])
def test_rule_numbers_lead_back_to_any_address_of_this_site(client: Client, text: str) -> None:
    assert client.get(reverse("rule-numbers"), {"next": text}).status_code in (302, 400)

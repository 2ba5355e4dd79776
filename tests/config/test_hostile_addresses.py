"""What nobody sends by accident, in every address of the site: in its parts, its query, its headers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from armylists.apitokens import ApiToken
from tests.kit.effort import few
from tests.kit.estate import Estate, Route, routes
from tests.kit.hostile import PARTS, Visitor, visitor

WHO = ("owner", "member", "nobody")
ROUTES = routes()


def comes(who: str, alice: User, bob: User) -> Visitor:
    return visitor({"owner": alice, "member": bob}.get(who))


def methods(route: Route) -> tuple[str, ...]:
    return ("get", "post", "put", "patch", "delete") if route.name.startswith("api-") else ("get", "post")


def spoilt(everything: Estate, route: Route) -> Iterator[tuple[str, str]]:
    """What is hostile, and the address with it in place of each part."""
    given = everything.fillings(route)[0]
    for part in route.parts:
        for kind, text in PARTS.items():
            yield kind, route.filled(given | {part: text})


@pytest.mark.parametrize("who", WHO)
def test_a_hostile_part_of_an_address_is_refused(
    everything: Estate, who: str, alice: User, bob: User
) -> None:
    came = comes(who, alice, bob)
    requests = [
        (kind, method, address)
        for route in ROUTES
        for kind, address in spoilt(everything, route)
        for method in methods(route)
    ]
    for kind, method, address in few(requests[WHO.index(who) :], 1_200):
        answer = came.ask(kind, method, address)
        if kind == "nul":
            came.expect(kind, answer, 404)
    assert not came.faults, "\n".join(came.faults)


HEADERS = {
    "nul in a session": {"Cookie": 'sessionid="a\\000b"'},
    "nul in a cookie": {"Cookie": 'known_device="a\\000b"'},
    "long session": {"Cookie": "sessionid=" + "a" * 5_000},
    "no cookies": {"Cookie": '=;;"=a; csrftoken=\xff; messages=[[; time-zone=../../etc/passwd'},
    "utf-7": {"Content-Type": "text/plain; charset=utf-7"},
    "no text encoding": {"Content-Type": "multipart/form-data; boundary=x; charset=rot13"},
    "no encoding": {"Content-Type": "application/json; charset=klingon\xff"},
    "no type": {"Content-Type": "/;;="},
    "no boundary": {"Content-Type": "multipart/form-data"},
    "accept": {"Accept": "*/;q=x, application/json; version=\xff, text/html;" + "a=b;" * 500},
    "languages": {"Accept-Language": "xx-" * 600 + ";q=9"},
    "token": {"Authorization": "Token \xff\xfe"},
    "no token": {"Authorization": "Token"},
    "basic": {"Authorization": "Basic ===="},
    "moments": {"If-Modified-Since": "Sun, 99 Nov 99999 99:99:99 GMT", "If-None-Match": 'W/"\xff, "'},
    "parts of pages": {"HX-Request": "true", "HX-Current-URL": "http://[\xff", "X-Board": "\xff"},
    "origin": {"Origin": "http://[", "Referer": "http://[::"},
}  # fmt: skip


@pytest.mark.parametrize("who", ["owner", "nobody"])
def test_hostile_headers_are_refused_or_left_out(
    everything: Estate, who: str, alice: User, bob: User
) -> None:
    came, unknown = comes(who, alice, bob), visitor(None)
    tries = [
        (kind, headers, method, route)
        for route in ROUTES
        for method in ("get", "post")
        for kind, headers in HEADERS.items()
    ]
    for kind, headers, method, route in few(tries, 600):
        address = f"{route.filled(everything.fillings(route)[0])}?q=%2B2AA-"
        sent = {name: value for name, value in headers.items() if name != "Content-Type"}
        typed = headers.get("Content-Type", "application/x-www-form-urlencoded")
        # Their own cookie is gone once another one was sent: that asks as nobody.
        asks = unknown if "Cookie" in headers else came
        answer = asks.ask(kind, "generic", method.upper(), address, b"x", typed, headers=sent)
        if kind.startswith("nul in "):
            asks.expect(kind, answer, 400)
    assert not came.faults + unknown.faults, "\n".join(came.faults + unknown.faults)


@pytest.mark.parametrize("encoding", ["utf-7", "rot13", "raw_unicode_escape", "utf-16", "klingon", "utf-8"])
@pytest.mark.usefixtures("everything")
def test_texts_are_utf_8_whatever_a_request_calls_them(as_alice: Client, encoding: str) -> None:
    form = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n+2AA-\\ud800 \xc3\xa9\r\n--x--\r\n'
    kind = f"multipart/form-data; boundary=x; charset={encoding}"
    made = as_alice.generic("POST", reverse("account_token"), form, kind)
    assert made.status_code == 200
    assert ApiToken.objects.get(name__startswith="+2AA").name == "+2AA-\\ud800 é"


def test_an_address_with_a_nul_leads_nowhere_else(client: Client, db: None) -> None:
    """With a slash behind it, it would be one that could be there."""
    for address in ("/books/baroque/a%00b", "/battles/a%00b"):
        assert client.get(address).status_code == 404

"""Every address of the site, tried by those who may do nothing."""

import re
from collections.abc import Iterator

import pytest
from django.contrib.admindocs.views import simplify_regex
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.kit.effort import some

FILLINGS = {
    "int": "1",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "slug": "nothing",
    "str": "nothing",
    "path": "nothing",
}


def addresses(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    """Every address below these patterns, its parameters filled with what does not exist."""
    for pattern in patterns:
        here = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, here)
        else:
            yield re.sub(r"<(?:(\w+):)?\w+>", _filling, simplify_regex(here))


def _filling(match: re.Match[str]) -> str:
    return FILLINGS.get(match[1] or "slug", "nothing")


ALL = sorted(set(addresses(get_resolver().url_patterns)))


def test_the_addresses_were_found() -> None:
    assert {"/", "/about/", "/accounts/login/", "/api/v1/schema/", "/admin/login/"} <= set(ALL)
    assert len(ALL) > 40


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.django_db
def test_nothing_fails_that_a_stranger_reads_or_sends_empty(method: str) -> None:
    assert failing(Client(), method) == {}


def test_nothing_fails_that_a_member_without_anything_reads(as_charlie: Client) -> None:
    assert failing(as_charlie, "get") == {}


def failing(client: Client, method: str) -> dict[str, int]:
    """The addresses that fail, with their status; each is asked as if it were the first."""
    client.raise_request_exception = False
    codes = {}
    for address in ALL:
        with transaction.atomic():
            codes[address] = getattr(client, method)(address).status_code
            transaction.set_rollback(True)
    return {address: code for address, code in codes.items() if code >= 500}


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_nul_in_an_address_its_query_or_a_form_is_refused(as_charlie: Client, method: str) -> None:
    ask = getattr(as_charlie, method)
    for address in some(ALL):
        if "nothing" in address:
            assert ask(address.replace("nothing", "no%00thing")).status_code == 404, address
        assert ask(f"{address}?q=a%00b").status_code == 400, address
        assert ask(f"{address}?a%00b=c").status_code == 400, address
        if method == "post":
            # Nobody knows an address that is not there, whatever is sent to it.
            assert ask(address, {"name": "a\0b"}).status_code in (301, 400, 404, 405), address


HOSTILE = {
    "nul": '"a\\u0000b"',
    "half a pair": '"a\\ud800b"',
    "many digits": "1" * 5_000,
    "digits": "1" * 40,
    "too large": "1e999",
    "no number": "NaN",
    "depth": "[" * 5_000 + "]" * 5_000,
}
API = [address for address in ALL if address.startswith("/api/v1/")]


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_json_is_refused_by_every_address(as_charlie: Client, kind: str) -> None:
    body = f'{{"name": {HOSTILE[kind]}, "document": {{"name": {HOSTILE[kind]}}}}}'
    for address in some(API):
        for method in ("post", "put", "patch"):
            answer = getattr(as_charlie, method)(address, body, content_type="application/json")
            assert answer.status_code in (400, 404, 405, 403), (method, address)
            if answer.status_code == 400:
                assert answer.json()["detail"], address

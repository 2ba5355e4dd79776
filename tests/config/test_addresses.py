"""Every address of the site, tried by those who may do nothing."""

import re
from collections.abc import Iterator

import pytest
from django.contrib.admindocs.views import simplify_regex
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

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


@pytest.mark.django_db
@pytest.mark.parametrize("address", ALL)
def test_a_stranger_reads_nothing_that_fails(client: Client, address: str) -> None:
    assert client.get(address).status_code < 500


@pytest.mark.django_db
@pytest.mark.parametrize("address", ALL)
def test_a_stranger_sends_an_empty_form_and_nothing_fails(client: Client, address: str) -> None:
    assert client.post(address).status_code < 500


@pytest.mark.parametrize("address", ALL)
def test_a_member_without_anything_reads_nothing_that_fails(as_charlie: Client, address: str) -> None:
    assert as_charlie.get(address).status_code < 500

"""Every kind of page that links lead to in the sample, found by following them: a new one is looked at
without being named here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import Resolver404, resolve

from tests.browser.kit import DESKTOP, PHONE, BrowserOf, at_rest, faults_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

LOOKS = {"alice": PHONE, "bob": DESKTOP, None: PHONE}
"""Who follows the links, and what they look at: Alice runs campaign and tournament, Bob plays in both."""
LEAST = {"alice": 100, "bob": 90, None: 50}
"""So many kinds of pages each finds at the least."""
NO_PAGE = re.compile(
    r"\.(pdf|csv|xlsx|jsonl?|toml|txt|svg|ics|geojson)$|/(export|download|logout)/|^/(admin|api|rule-numbers)/"
)
BY_SYSTEM = ("slug", "system")
"""Keys of addresses that tell rule systems apart: each has its own page."""


ADDRESSES = "links => links.map((link) => new URL(link.getAttribute('href'), document.baseURI).href)"
"""Where links lead, those of drawings among them, whose `href` is not a string."""


def kind(address: str) -> tuple[str, str]:
    """What kind of page an address leads to, and of which rule system; "" if it is no page."""
    path = urlsplit(address).path
    if NO_PAGE.search(path):
        return "", ""
    try:
        found = resolve(path)
    except Resolver404:
        return "", ""
    system = next((str(found.kwargs[key]) for key in BY_SYSTEM if key in found.kwargs), "")
    return found.view_name, system


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("who", list(LOOKS))
def test_every_kind_of_page_is_in_order(
    browser_of: BrowserOf, barriers: Callable[[Page], list[str]], who: str | None
) -> None:
    call_command("load_sample", verbosity=0)
    page = browser_of(User.objects.get(username=who) if who else None, LOOKS[who])
    waiting, seen, faults = ["/"], set[tuple[str, str]](), list[str]()
    while waiting:
        address = waiting.pop(0)
        if kind(address) in seen:
            continue
        seen.add(kind(address))
        answer = page.goto(address)
        assert answer is not None
        at_rest(page)
        found = [*faults_of(page), *barriers(page)]
        if answer.status != 200:
            found.append(f"answers {answer.status}")
        faults += [f"{address}: {fault}" for fault in found]
        links = page.locator("a[href]").evaluate_all(ADDRESSES)
        here = [each for each in map(urlsplit, links) if each.netloc == urlsplit(page.url).netloc]
        own = (f"{each.path}?{each.query}" for each in here)
        waiting += [each for each in own if kind(each)[0]]
    assert faults == []
    assert len(seen) >= LEAST[who]

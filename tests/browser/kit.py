"""What the browser tests share."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from PIL import Image
from playwright.sync_api import Page

Shot = Callable[..., None]
SignIn = Callable[[Page, User], None]
BrowserOf = Callable[..., Page]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}

# The pages of docs/pages.md: what a test calls a page, and what its picture is called.
PICTURED = {
    "home": "home",
    "desk": "desk",
    "book": "book",
    "builder": "builder",
    "list": "list",
    "battle-new": "battle-new",
    "board": "board",
    "board-hexes": "board-hexes",
    "powder-list": "list-inches",
    "powder-board": "board-inches",
    "battle-log": "battle-log",
    "battle-result": "battle-result",
    "meeting-terrain": "meeting",
    "record": "record",
    "odds": "odds",
    "rules": "rules",
    "rule": "rule",
    "alice-campaign-campaign": "campaign",
    "bob-campaign-orders-to-give": "campaign-orders",
    "bob-campaign-chronicle": "campaign-chronicle",
    "scenario-map": "map-editor",
    "own-book-card-0": "own-book-editor",
    "tournament": "tournament",
    "tournament-standings-now": "tournament-standings",
    "tournament-league": "league",
}
BEFORE = 20
"""So many of them have a picture of before every page was made plainer; tournaments are newer."""
WINDOWS = {"phone": (390, 844), "desktop": (1366, 900)}
"""The windows of those pictures, in pixels: a telephone, and a laptop."""

FOREIGN = ".swagger-ui"  # what it shows is its own
_FAULTS = """() => {
  const own = [...document.querySelectorAll("body *:not(script, style, option)")]
    .filter((element) => !element.closest(".swagger-ui, code, pre, kbd, textarea"));
  const says = (element, what) => [...element.childNodes]
    .some((node) => node.nodeType === 3 && what.test(node.data));
  const unnamed = (field) => !(field.labels?.length || field.ariaLabel || field.title
    || field.getAttribute("aria-labelledby") || field.textContent.trim() || field.type === "submit");
  const asLetters = (element) => {
    const { fontVariantNumeric: figures, fontFeatureSettings: more } = getComputedStyle(element);
    return !/lining-nums/.test(figures) || !/tabular-nums/.test(figures) || /onum|pnum/.test(more);
  };
  const found = {
    "a field without a name": own.filter((each) => each.matches("input, select, textarea, button")
      && each.type !== "hidden" && each.checkVisibility() && unnamed(each)),
    "old-style figures": own.filter((each) => says(each, /[0-9]/) && asLetters(each)),
    "more than two decimals": own.filter((each) => says(each, /[0-9][.][0-9]{3}/)),
    "an inner id": own.filter((each) => !each.closest(".help")
      && says(each, /\\b([ctk][0-9]+(-?[ue][0-9]+)?|[a-z]+_[a-z_]+)\\b/)),
  };
  return Object.entries(found).flatMap(
    ([fault, elements]) => elements.slice(0, 3).map((each) => `${fault}: ${each.outerHTML.slice(0, 120)}`)
  );
}"""
"""An old-style 1 and 0 read as I and o; inner ids are such as `t5`, `c1u1`, `fled_back`,
fine only where a help shows a line to type."""


# Type stays sharp, and all pictures stay under 6 MB.
QUALITY = 72


_AT_REST = """() => {
  const ends = performance.getEntriesByType("resource").map((each) => each.responseEnd);
  return document.readyState === "complete" && document.fonts.status === "loaded"
    && !document.querySelector(".htmx-request") && performance.now() - Math.max(0, ...ends) > 100;
}"""
REST, LOOK = 20_000, 40
"""Milliseconds that a page has to come to rest, and between two looks whether it has."""


def at_rest(page: Page) -> None:
    """Wait until a page has come with all that it asks for by itself: sooner seen than by `networkidle`."""
    page.wait_for_load_state()
    for _ in range(REST // LOOK):
        if page.evaluate(_AT_REST):
            return
        page.wait_for_timeout(LOOK)
    raise AssertionError(f"{page.url} does not come to rest")


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than the window.

    A telephone makes its window as wide as what does not fit: it is measured against its screen.
    """
    assert page.viewport_size is not None
    return int(page.evaluate("document.documentElement.scrollWidth")) - page.viewport_size["width"]


def faults_of(page: Page) -> list[str]:
    """Every fault that a page must not have, whatever is on it."""
    faults: list[str] = list(page.evaluate(_FAULTS))
    if sideways(page) > 0:
        faults.append("wider than the window")
    if page.locator(f"h1:not({FOREIGN} *)").count() != 1:
        faults.append("not one heading")
    return faults


@contextmanager
def window_of_a_picture(page: Page, device: str) -> Iterator[None]:
    """The window made as large as a picture of a page is, for as long as it is taken."""
    before = page.viewport_size
    assert before is not None
    width, height = WINDOWS[device]
    page.set_viewport_size({"width": width, "height": height})
    yield
    page.set_viewport_size(before)


def keep_light(picture: bytes, path: Path) -> None:
    """Writes a PNG as WebP, for pictures that are kept with the source."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(BytesIO(picture)) as image:
        image.convert("RGB").save(path, quality=QUALITY, method=6)

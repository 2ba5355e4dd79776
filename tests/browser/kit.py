"""What the browser tests share."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
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

# Enough for paper, ink and what fields are drawn in; keeps a picture of a page under 50 kB.
COLOURS = 96
PICTURE_HEIGHT = 940


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


@contextmanager
def window_of_a_picture(page: Page) -> Iterator[None]:
    """The window made as high as a picture of a page should be, for as long as it is taken."""
    before = page.viewport_size
    assert before is not None
    page.set_viewport_size({"width": before["width"], "height": PICTURE_HEIGHT})
    yield
    page.set_viewport_size(before)


def lighten(picture: Path) -> None:
    """Writes a PNG anew with few colours, for pictures that are kept with the source."""
    with Image.open(picture) as image:
        few = image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(picture, optimize=True)

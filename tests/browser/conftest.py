"""Drives Debian's chromium through the pages, on a phone and on a desk.

A test that takes `phone` or `desktop` fails if a page writes an error to the console, breaks the content
security policy, or asks another host for anything. What a test provokes on purpose it names in `tolerated`.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect

from battles import services
from tests.browser.kit import (
    DESKTOP,
    PHONE,
    PICTURED,
    WINDOWS,
    Shot,
    SignIn,
    at_rest,
    keep_light,
    window_of_a_picture,
)
from tests.kit.clients import signed_in

# What is drawn on a counter and a sign such as "+1" are no words: the names say in words what they mean.
BARRIERS = """async () => {
  const signs = (element) => element?.closest("svg") || !/[a-z]{2}/i.test(element?.textContent ?? "");
  const said = (rule) => (node) => rule.id !== "label-content-name-mismatch"
    || !signs(document.querySelector(node.target[0]));
  const words = (rule) => (node) => `${rule.id}: ${node.target} ${node.failureSummary.split("\\n")[1]}`;
  const found = await axe.run({ exclude: [".swagger-ui"] }, { resultTypes: ["violations"] });
  return found.violations.filter((rule) => ["serious", "critical"].includes(rule.impact))
    .flatMap((rule) => rule.nodes.filter(said(rule)).slice(0, 3).map(words(rule)));
}"""

# Playwright's loop runs in this thread, which Django takes for asynchronous code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# A loaded machine may be slow; a page that is wrong is still found wrong.
expect.set_options(timeout=20_000)

# A request that is under way when a page is left is aborted by the browser; htmx says so in two lines, the
# first of which (`afterRequest`) it writes before every other complaint too, which is then still heard.
ABORTED = (r"htmx:afterRequest\b", r"htmx:sendAbort\b")

HERE = Path(__file__).parent
AXE = settings.BASE_DIR / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = os.environ.get("LEAGUER_CHROMIUM") or shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of this folder, and skips them where there is no browser; a gate has to have one."""
    if not CHROMIUM and os.environ.get("CI"):
        raise pytest.UsageError("chromium is missing (Debian: apt install chromium)")
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            # Two programs and a socket: what fell for the machine's sake is tried once more, and shown.
            item.add_marker(pytest.mark.flaky(reruns=1))
            if not CHROMIUM:
                item.add_marker(pytest.mark.skip(reason="chromium is missing (Debian: apt install chromium)"))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Debian's chromium instead of one that Playwright would download."""
    return {"executable_path": CHROMIUM, "args": ARGUMENTS}


@pytest.fixture
def tolerated() -> list[str]:
    """Patterns of complaints that a test provokes on purpose; it adds its own."""
    return []


@pytest.fixture
def phone(browser: Browser, live_server: Any, tolerated: list[str]) -> Iterator[Page]:
    """A page 390 pixels wide on the running site."""
    with _watched_page(browser, live_server.url, PHONE, tolerated) as page:
        yield page


@pytest.fixture
def desktop(browser: Browser, live_server: Any, tolerated: list[str]) -> Iterator[Page]:
    """A page 1280 pixels wide on the running site."""
    with _watched_page(browser, live_server.url, DESKTOP, tolerated) as page:
        yield page


@pytest.fixture
def browser_of(
    browser: Browser, live_server: Any, tolerated: list[str], sign_in: SignIn
) -> Iterator[Callable[..., Page]]:
    """`browser_of(bob)`: a browser of his own, at a desk or (`device=PHONE`) in the hand; None: of nobody."""
    with ExitStack() as stack:

        def browser_of(user: User | None, device: dict[str, Any] = DESKTOP) -> Page:
            page = stack.enter_context(_watched_page(browser, live_server.url, device, tolerated))
            if user is not None:
                sign_in(page, user)
            return page

        yield browser_of


@pytest.fixture
def plain(browser: Browser, live_server: Any) -> Iterator[Page]:
    """A page in a browser that runs no scripts."""
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.fixture
def sign_in(live_server: Any) -> Callable[[Page, User], None]:
    """`sign_in(page, alice)`: signs a user in without walking through the form."""

    def sign_in(page: Page, user: User) -> None:
        value = signed_in(user).cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": live_server.url}]
        )

    return sign_in


@pytest.fixture
def shot() -> Shot:
    """`shot(page, "builder-phone")`: with LEAGUER_SCREENSHOTS=1 keeps a picture of the whole page in
    var/screenshots, and of what the window shows in docs/screenshots if docs/pages.md shows it.
    """

    def shot(page: Page, name: str) -> None:
        if os.environ.get("LEAGUER_SCREENSHOTS") != "1":
            return
        kept = settings.VAR_DIR / "screenshots" / f"{name}.png"
        kept.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=kept, full_page=True, animations="disabled")
        what, _, device = name.rpartition("-")
        if what in PICTURED and device in WINDOWS:
            with window_of_a_picture(page, device):
                at_rest(page)
                picture = page.screenshot(animations="disabled")
            shown = f"{PICTURED[what]}-{WINDOWS[device][0]}.webp"
            keep_light(picture, settings.BASE_DIR / "docs" / "screenshots" / shown)

    return shot


@pytest.fixture(scope="session")
def barriers() -> Callable[[Page], list[str]]:
    """`barriers(page)`: what axe-core finds serious or critical on a page for people with a disability.

    Empty where axe-core is not set up, which needs Node.js; `make test-browser` says that it has to be.
    """
    source = AXE.read_text(encoding="utf-8") if AXE.exists() else ""
    if not source and os.environ.get("LEAGUER_AXE"):
        pytest.fail("axe-core is missing (bin/setup --scripts)")

    def barriers(page: Page) -> list[str]:
        if not source:
            return []
        page.evaluate(source)
        return list(page.evaluate(BARRIERS))

    return barriers


@contextmanager
def _watched_page(browser: Browser, url: str, device: dict[str, Any], tolerated: list[str]) -> Iterator[Page]:
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(f"console: {message.text}")

    def see(request: Request) -> None:
        if not request.url.startswith((f"{url}/", "data:", "blob:", "about:")):
            complaints.append(f"another host: {request.url}")

    context = browser.new_context(base_url=url, **device)
    context.on("console", hear)
    context.on("request", see)
    context.on("weberror", lambda error: complaints.append(f"script: {error.error}"))
    yield context.new_page()
    context.close()
    known = [*tolerated, *ABORTED]
    left = [text for text in complaints if not any(re.search(pattern, text) for pattern in known)]
    assert not left, "The pages complained:\n" + "\n".join(left)


@pytest.fixture
def sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance picks the same seed for every battle between two people."""
    monkeypatch.setattr(services.secrets, "token_hex", lambda size: "the same dice each time")

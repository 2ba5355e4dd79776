"""A pytest plugin: only the tests in a browser know of the loop that Playwright runs until the last of them.

It runs in the thread of the tests, which Django then takes for asynchronous code: asynchronous views cannot
be called, and other connections to the database are opened than without a loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Hide the loop from set-up to teardown of a test without a browser; closing the browser needs it."""
    loop = asyncio._get_running_loop()
    if loop is None or item.get_closest_marker("browser"):
        return (yield)
    if nextitem is None:
        item.session.addfinalizer(lambda: asyncio._set_running_loop(loop))
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(loop)

"""Streams as a browser opens them, on the very application that serves a site."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from unittest import mock

from asgiref.sync import async_to_sync, sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.db import connections
from django.test import Client

from armylists.owned import watching
from config.asgi import application

PATIENCE = 20.0
"""Seconds until something that does not come is given up."""


class Stream:
    """An open stream: its status, and all that was ever sent on it."""

    def __init__(self, status: int, headers: dict[str, str], wire: ApplicationCommunicator) -> None:
        self.status, self.headers, self.wire = status, headers, wire
        self.sent = ""
        self._read = 0

    async def next(self) -> int | None:
        """The next revision that is sent; None at the end."""
        while "\n\n" not in self.sent[self._read :]:
            message = await self.wire.receive_output(PATIENCE)
            self.sent += message.get("body", b"").decode()
            if not message.get("more_body"):
                return None
        block, _, _ = self.sent[self._read :].partition("\n\n")
        self._read += len(block) + 2
        return int(block.removeprefix("retry: 2000\n").removeprefix("data: "))

    async def until(self, revision: int) -> None:
        """Wait for a revision."""
        while await self.next() != revision:
            pass

    async def until_the_end(self) -> None:
        """Wait until it is over."""
        while await self.next() is not None:
            pass


@asynccontextmanager
async def stream(address: str, client: Client | None = None) -> AsyncIterator[Stream]:
    """The stream at an address, as a browser opens it in which `client` is signed in."""
    cookies = "; ".join(f"{name}={each.value}" for name, each in client.cookies.items()) if client else ""
    wire = ApplicationCommunicator(application, {
        "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "path": address,
        "raw_path": address.encode(), "query_string": b"", "root_path": "", "client": ("127.0.0.1", 1),
        "server": ("testserver", 80),
        "headers": [(b"host", b"testserver"), (b"cookie", cookies.encode()),
            (b"accept", b"text/event-stream")],
    })  # fmt: skip
    await wire.send_input({"type": "http.request", "body": b""})
    start = await wire.receive_output(PATIENCE)
    headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    try:
        yield Stream(start["status"], headers, wire)
    finally:
        await wire.send_input({"type": "http.disconnect"})
        await wire.wait(PATIENCE)


def status(address: str, client: Client | None = None) -> int:
    """The status with which a stream is answered."""

    async def asked() -> int:
        async with stream(address, client) as found:
            return found.status

    return async_to_sync(asked)()


async def meanwhile(act: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Do what another request does, in a thread and with a connection of its own."""

    def done() -> Any:
        try:
            return act(*args, **kwargs)
        finally:
            connections.close_all()

    return await sync_to_async(done, thread_sensitive=False)()


def run(test: Callable[[], Any]) -> None:
    """Run a test in an event loop of its own, which looks around often where no announcement comes."""
    with mock.patch.object(watching, "PACE", 0.05):
        asyncio.run(test())

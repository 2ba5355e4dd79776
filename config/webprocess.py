"""What serves Leaguer in a process of gunicorn: uvicorn, which ends its streams when it is told to stop."""

from __future__ import annotations

import os
import socket
import sys
from typing import Any

from gunicorn.arbiter import Arbiter
from uvicorn.server import Server
from uvicorn_worker import UvicornH11Worker

from armylists.owned.watching import watch

PATIENCE = 30
"""Seconds that a process which is to stop gives the requests under way."""


_TICKS = 10  # a second


class StreamServer(Server):
    """A server that would wait for its streams before it stops, if it did not end them first.

    `parent`: the process that it stops with, 0 for none. A gunicorn that was killed would leave its processes
    behind otherwise, and they hold the port.
    """

    parent = 0

    async def on_tick(self, counter: int) -> bool:
        """Return whether to stop; called ten times a second."""
        orphaned = self.parent and counter % _TICKS == 0 and os.getppid() != self.parent
        return bool(orphaned) or await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all streams, then wait for the rest."""
        watch().end_all()
        await super().shutdown(sockets)


class WebProcess(UvicornH11Worker):
    """A process of gunicorn that serves ASGI."""

    # Whether a proxy is believed is Django's business (LEAGUER_BEHIND_PROXY).
    CONFIG_KWARGS: dict[str, Any] = {
        **UvicornH11Worker.CONFIG_KWARGS,
        "lifespan": "off",
        "proxy_headers": False,
        "server_header": False,
        "access_log": False,
        "timeout_graceful_shutdown": PATIENCE,
    }

    async def _serve(self) -> None:
        self.config.app = self.wsgi
        server = StreamServer(config=self.config)
        server.parent = self.ppid
        self._install_sigquit_handler()
        await server.serve(sockets=self.sockets)
        if not server.started:
            sys.exit(Arbiter.WORKER_BOOT_ERROR)

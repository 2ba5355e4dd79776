"""The entry for ASGI servers: pages in a few threads, as a WSGI server has them, and streams in none."""

from __future__ import annotations

import asyncio
from typing import Any

from a2wsgi import WSGIMiddleware
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import connections
from django.http import HttpRequest, HttpResponseBase

from config.plaintext import StreamRequest
from config.wsgi import application as wsgi

THREADS = 4
"""So many pages a process makes at once."""

ENTRANCES = 2
"""So many streams a process begins at once."""

STREAM = "/events/"
"""How the address of every stream ends."""


class StreamHandler(ASGIHandler):
    """Answers requests for streams, which hold neither a thread nor a database connection."""

    request_class = StreamRequest

    def __init__(self) -> None:
        super().__init__()
        self._entrance = asyncio.Semaphore(ENTRANCES)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request, without the thread that Django would hold until all is sent."""
        await self.handle(scope, receive, send)

    async def run_get_response(self, request: HttpRequest) -> HttpResponseBase:
        """Return the answer, made in a thread that ends with it."""
        async with self._entrance, ThreadSensitiveContext():
            try:
                return await super().run_get_response(request)
            finally:
                await sync_to_async(connections.close_all)()


_wsgi: Any = wsgi
pages = WSGIMiddleware(_wsgi, workers=THREADS)
streams = StreamHandler()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer one request."""
    if scope["type"] == "http":
        # A header "X_Forwarded_For" would be taken for the proxy's "X-Forwarded-For".
        scope = {**scope, "headers": [each for each in scope["headers"] if b"_" not in each[0]]}
    served: Any = streams if scope["type"] == "http" and scope["path"].endswith(STREAM) else pages
    await served(scope, receive, send)

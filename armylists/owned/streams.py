"""Streams of server-sent events: a page is told whenever what it shows has another revision."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from functools import wraps
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from armylists.owned.watching import Key, Stream, Watch, look, watch

EVENTS = "text/event-stream"
"""What an EventSource asks for."""

LASTS = 300.0
"""Seconds after which a stream ends; the page comes back, and whether it may is asked anew."""

BEAT = 20.0
"""Seconds after which the same revision is sent again: a page that hears nothing gives the stream up."""

RETRY = 2_000
"""Milliseconds after which a page comes back to a stream that has ended."""

MOST = 4_000
"""So many streams one process serves; whoever comes then asks again and again instead."""

NO_STREAM = 204
"""The status that tells an EventSource not to come back."""


def stream(find: Callable[..., Sequence[Key | None]]) -> Callable[..., Coroutine[Any, Any, HttpResponseBase]]:
    """Return the view of a stream. `find` takes the request and what its address holds, and returns what is
    watched: its revisions are added up. It raises Http404 for everybody who may not see the page.

    A page without a stream asks here as well: 204 while all is still at `?revision=`, else the revision.
    """

    @never_cache
    @require_GET
    @wraps(find)
    async def view(request: HttpRequest, **where: Any) -> HttpResponseBase:
        keys = [each for each in await sync_to_async(find)(request, **where) if each is not None]
        if not keys:
            raise Http404
        if EVENTS not in request.headers.get("Accept", ""):
            return await sync_to_async(_answer)(request, keys)
        # A server without asyncio would hold a thread for each stream.
        if not isinstance(request, ASGIRequest):
            return HttpResponse(status=NO_STREAM)
        here = watch()
        if here.streams >= MOST:
            return HttpResponse(status=503)
        found = await here.watch(keys)
        if found is None:
            raise Http404
        if found.ended:
            return HttpResponse(status=503)
        answer = StreamingHttpResponse(_lines(here, found), content_type=EVENTS)
        # Proxies such as nginx would gather what is sent.
        answer["X-Accel-Buffering"] = "no"
        return answer

    return view


def _answer(request: HttpRequest, keys: Sequence[Key]) -> HttpResponse:
    found = look(keys)
    if len(found) < len(keys):
        raise Http404
    revision = sum(each for each, _ in found.values())
    if request.GET.get("revision") == str(revision):
        return HttpResponse(status=204)
    return JsonResponse({"revision": revision})


async def _lines(here: Watch, found: Stream) -> AsyncIterator[str]:
    clock = asyncio.get_running_loop().time
    # Not all at once: those that began together come back one after the other.
    until = clock() + LASTS * random.uniform(0.8, 1)
    revision: int | None = found.revision
    with here.counted():
        yield f"retry: {RETRY}\n"
        while revision is not None and not found.ended:
            yield f"data: {revision}\n\n"
            left = until - clock()
            if left <= 0:
                break
            revision = await found.wait(revision, min(BEAT, left))

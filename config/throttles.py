"""How often the REST interface may be asked: by an address, by a user, and for checks that cost more."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import (
    AnonRateThrottle,
    BaseThrottle,
    ScopedRateThrottle,
    SimpleRateThrottle,
    UserRateThrottle,
)

from armylists.counting import count, until_next
from armylists.room import check_upload


class Counted(SimpleRateThrottle):
    """So many requests in each minute, hour or day, counted by `armylists.counting`."""

    duration: int | None
    num_requests: int | None

    def allow_request(self, request: Request, view: Any) -> bool:
        """Return whether this request is one of those that are allowed, and count it."""
        key = self.get_cache_key(request, view) if self.rate else None
        if key is None:
            return True
        assert self.duration is not None
        assert self.num_requests is not None
        return count(key, self.duration) <= self.num_requests

    def wait(self) -> float | None:
        """Return in how many seconds requests are allowed again."""
        return until_next(self.duration) if self.duration else None


class ByAddress(AnonRateThrottle, Counted):
    """Whoever is not signed in, by their address."""


class ByUser(UserRateThrottle, Counted):
    """Whoever is signed in."""


class ByScope(ScopedRateThrottle, Counted):
    """Addresses that name a `throttle_scope`, beside the two others."""


class Uploads(BaseThrottle):
    """How many bytes somebody may upload in a day, over REST; `GuestMiddleware` counts those of pages."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the body. Raises RoomRefusal, which says more than a throttle could."""
        if isinstance(request.user, User):
            check_upload(request.user, body_size(request))
        return True


def body_size(request: Request | HttpRequest) -> int:
    """Return how long a request says that its body is, in bytes."""
    length = str(request.META.get("CONTENT_LENGTH") or "")
    return int(length) if length.isascii() and length.isdigit() and len(length) < 16 else 0

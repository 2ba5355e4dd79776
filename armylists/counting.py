"""Counts of what somebody does in a while: requests, bytes. Atomic where the cache is Redis.

REST framework's own throttles read a list, add to it and write it back: of two requests at once one is lost.
Here a count is one number for each stretch of time, which the cache adds to itself.
"""

from __future__ import annotations

import math
import time

from django.core.cache import caches
from django.core.cache.backends.base import BaseCache


def count(key: str, seconds: float, amount: int = 1) -> int:
    """Add to the count of this stretch of `seconds` and return it."""
    kept = math.ceil(seconds) + 1
    name = f"count:{key}:{int(time.time() // seconds)}"
    try:
        cache = caches["default"]
        if type(cache).incr is BaseCache.incr:
            # Its incr is no more atomic than this, and forgets for how long to keep the number.
            total = int(cache.get(name, 0)) + amount
            cache.set(name, total, kept)
            return total
        cache.add(name, 0, kept)
        return int(cache.incr(name, amount))
    except OSError:
        return 0  # a disk that is full keeps nobody from reading
    except ValueError:
        return amount  # it was thrown out to make room between the two


def until_next(seconds: float) -> float:
    """Return how long it is until the next stretch of `seconds` begins."""
    return seconds - time.time() % seconds

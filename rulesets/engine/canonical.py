"""Canonical JSON and the hashes taken over it.

One text for one value, on every machine: sorted keys, no spaces, floats already rounded by their owners.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _encoding() -> Callable[[Any], str]:
    """Return `_encoder.encode`, but set up once instead of for each value, where Python has it in C."""
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return _encoder.encode
    quote = json.encoder.encode_basestring
    # A list of the encoder's own settings; the order is that of CPython's C function.
    chunks = make(None, _encoder.default, quote, None, ":", ",", True, False, False)
    return lambda value: "".join(chunks(value, 0))


canonical_json = _encoding()
"""`value` as canonical JSON; ValueError for a number that is not finite, TypeError for what is no JSON."""


def digest(value: Any) -> str:
    """Return the SHA-256 (hex) over the canonical JSON of `value`."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


def chained(previous: str, value: Any) -> str:
    """Return the next link of a hash chain: SHA-256 over the previous link and the value's canonical JSON."""
    return hashlib.sha256(f"{previous}{canonical_json(value)}".encode()).hexdigest()

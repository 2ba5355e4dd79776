"""Browsers that somebody is signed in with, what their requests cost, and the words of what they get."""

from __future__ import annotations

import io
from html import unescape
from typing import Any

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags
from pypdf import PdfReader
from rest_framework.test import APIClient

UNPRINTED = b"%PDF-unprinted\n"
"""How the words of pages begin that no test wants to see set on paper."""


def signed_in(user: User) -> Client:
    """A browser that a user is signed in with."""
    client = Client()
    client.force_login(user)
    return client


def rest(user: User | None, method: str, path: str, data: Any = None, seen: object = None) -> Any:
    """What the REST interface answers somebody; `seen` goes with it as If-Match."""
    client = APIClient()
    if user is not None:
        client.force_authenticate(user)
    headers = {} if seen is None else {"If-Match": f'"{seen}"'}
    return getattr(client, method)(f"/api/v1/{path}", data, headers=headers)


def code_for(secret: str) -> str:
    """The code that an app shows now."""
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def queries(client: Client, address: str, **query: object) -> int:
    """How many queries a page takes that is there."""
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address, query).status_code == 200, address
    return len(captured)


def pdf_words(data: bytes) -> str:
    """The words of a PDF, or of what stands for one, with single blanks between them."""
    if data.startswith(UNPRINTED):
        return " ".join(unescape(strip_tags(data.decode())).split())
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages).split())

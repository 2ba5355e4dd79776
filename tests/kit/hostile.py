"""What nobody sends by accident, and what every address must make of it: a refusal, and nothing written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client

PARTS = {
    "nul": "a%00b", "half a pair": "%ED%A0%80", "not UTF-8": "%FF%FE", "digits": "9" * 5_000,
    "negative": "-1", "long": "a" * 9_000, "controls": "%E2%80%AE%07%1B", "up": "..%2F..%2Fetc",
    "quote": "'%22%3Cb%3E%25s%7B%7D",
}  # fmt: skip
"""In place of a part of an address, as it stands there."""

TEXTS = {
    "nul": "a\0b", "half a pair": "a\ud800b", "digits": "9" * 5_000, "long": "a" * 9_000,
    "controls": "\u202e\x07\x1b\x7f\u2028", "negative": "-1", "number": "1e999", "nan": "NaN",
    "arabic digits": "٣٣", "superscript": "²", "uuid": "00000000-0000-4000-8000-000000000000",
    "quote": "'\"<b>%s{}\\", "empty": "", "moment": "9999-12-31T23:59:59", "far": "0001-01-01T00:00",
    "json": '{"a": [1]}', "list": "[" * 3_000,
}  # fmt: skip
"""In place of a field of a form or a parameter of a query."""

DIGITS = ("²", "٣", "9" * 12, "9" * 5_000)
"""What is digits to Python and no number here."""
DEEP = "[" * 2_000 + "]" * 2_000
VALUES = {
    "nul": '"a\\u0000b"', "half a pair": '"a\\ud800b"', "digits": "1" * 5_000, "too many digits": "1" * 40,
    "too large": "1e999", "no number": "NaN", "depth": DEEP, "long": '"' + "a" * 20_000 + '"',
    "null": "null", "truth": "true", "list": "[]", "things": '{"a": 1}', "text": '"x"', "negative": "-1",
    "large": "9" * 18, "tiny": "1e-300", "nested": "[[{}]]", "empty": '""', "controls": '"\u202e\\u0007"',
    "most": "2147483648", "uuid": '"00000000-0000-4000-8000-000000000000"', "number key": '{"0": 0}',
}  # fmt: skip
"""In place of a value of a JSON text."""
FILES = {
    "nul": b"a\0b", "nul in JSON": b'{"format": "leaguer-list", "name": "a\\u0000b"}',
    "half a pair": b'{"format": "leaguer-list", "name": "\\ud800"}', "not UTF-8": b"\xed\xa0\x80\xff",
    "digits": b"1" * 5_000, "digits in JSON": b'{"points": ' + b"1" * 5_000 + b"}",
    "digits in TOML": b"points = " + b"1" * 5_000, "hexadecimal digits": b"points = 0x" + b"f" * 5_000,
    "nul in TOML": b'name = "a\\u0000b"', "depth": DEEP.encode(), "depth in TOML": b"a = " + DEEP.encode(),
    "dotted depth": b".".join([b"a"] * 2_000) + b" = 1", "PDF": b"%PDF-1.4\n%%EOF",
    "zip": b"PK\3\4" + b"\0" * 40, "nothing": b"", "null": b"null", "list": b"[]",
    "lines": b'{"a": 1}\n{"b": 2}\n', "UTF-16": "{}".encode("utf-16"),
}  # fmt: skip
"""In place of a file."""

WROTE = re.compile(r'^\s*(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
UNSAID = frozenset({"django_session"})
"""Tables that belong to the request itself."""


@dataclass
class Visitor:
    """Somebody who sends what is hostile, and what was wrong with the answers."""

    client: Client
    faults: list[str] = field(default_factory=list)
    asked: int = 0
    codes: dict[int, int] = field(default_factory=dict)

    def ask(self, what: str, method: str, address: str, *args: Any, **more: Any) -> Any:
        """Send a request, note what is wrong with its answer, and take back what it did."""
        written: set[str] = set()

        def note(execute: Any, sql: str, *rest: Any) -> Any:
            if found := WROTE.match(sql):
                written.add(found[1])
            return execute(sql, *rest)

        with transaction.atomic():
            with connection.execute_wrapper(note):
                answer = getattr(self.client, method)(address, *args, **more)
            written -= UNSAID
            after = _rows(written) if written and answer.status_code >= 400 else None
            transaction.set_rollback(True)
        self.asked += 1
        self.codes[answer.status_code] = self.codes.get(answer.status_code, 0) + 1
        where = f"{answer.request['REQUEST_METHOD']} {str(answer.request['PATH_INFO'])[:200]} ({what})"
        self.faults += [f"{where}: {each}" for each in _faults(answer)]
        if after is not None and (before := _rows(written)) != after:
            changed = [table for table in sorted(written) if before[table] != after[table]]
            self.faults.append(f"{where}: refused with {answer.status_code}, but wrote {changed}")
        return answer

    def send(self, what: str, method: str, address: str, fields: dict[str, Any]) -> Any:
        """Send the fields of a form as a browser does; half a pair as the bytes that it would be."""
        if any(not isinstance(each, str) for each in fields.values()):
            return self.ask(what, method, address, fields)
        body = urlencode(fields, errors="surrogatepass")
        if method == "get":
            return self.ask(what, method, f"{address}{'&' if '?' in address else '?'}{body}")
        return self.ask(what, method, address, body, content_type="application/x-www-form-urlencoded")

    def expect(self, what: str, answer: Any, *codes: int) -> None:
        """Note an answer of any other status than these."""
        if answer.status_code not in codes:
            at = f"{answer.request['REQUEST_METHOD']} {answer.request['PATH_INFO'][:200]}"
            self.faults.append(f"{at} ({what}): answered {answer.status_code}, not {codes}")


def visitor(user: User | None) -> Visitor:
    """Somebody who is signed in, or nobody."""
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    return Visitor(client)


def _faults(answer: Any) -> Iterator[str]:
    if answer.status_code >= 500:
        failed = answer.exc_info[1] if getattr(answer, "exc_info", None) else ""
        yield f"{answer.status_code} {failed!r:.300}"
        return
    kind = answer.get("Content-Type", "")
    if answer.streaming or not kind.startswith(("text/", "application/json", "image/svg")):
        return
    try:
        text = answer.content.decode("utf-8")
        if kind.startswith("application/json"):
            json.dumps(json.loads(text), ensure_ascii=False).encode()
    except ValueError as error:
        yield f"does not decode: {error!r:.200}"


def _rows(tables: set[str]) -> dict[str, list[Any]]:
    with connection.cursor() as cursor:
        found = {}
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')
            found[table] = cursor.fetchall()
    return found

"""Lists in and out of files: JSON, plain text, and the PDF roster that carries its list inside."""

from __future__ import annotations

import io
from collections.abc import Iterator

from django.conf import settings
from django.utils.text import slugify
from pypdf import PdfReader

from armylists import bookaccess
from rulesets.contract.documents import from_text, list_rules, parse_list, to_text
from rulesets.engine.lists import FORMAT, ArmyList, Fault, ListError
from rulesets.site.bookfiles import no_list

ATTACHMENT = "roster.json"
PDF_SIGNATURE = b"%PDF-"
_ALIEN = {
    b"PK\x03\x04": "a ZIP archive or an office document",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
}
_WAY_OUT = "a list as JSON, as plain text, or a roster PDF made here"


def read_list(data: bytes, *systems: str, user: object = None) -> ArmyList:
    """The list in a file of any of the three kinds, whatever its name.

    `systems` are those of a plain text that names none; a book that is not `user`'s own is not there
    for him. Raises ListError naming the place and the way out.
    """
    limit = settings.LEAGUER_MAX_UPLOAD_BYTES
    if len(data) > limit:
        raise _refusal(f"is larger than {limit // 1_048_576} MB: no list is; choose {_WAY_OUT}", "too-large")
    if not data.strip():
        raise _refusal(f"is empty; choose {_WAY_OUT}", "empty")
    if PDF_SIGNATURE in data[:1024]:
        attached = attached_list(data)
        bookaccess.own_only(user, attached)
        return parse_list(attached)
    for mark, what in _ALIEN.items():
        if data.startswith(mark):
            raise _refusal(f"is {what}; choose {_WAY_OUT}", "foreign")
    return read_text(_decoded(data), *systems, user=user)


def read_text(text: str, *systems: str, user: object = None) -> ArmyList:
    """The list in a JSON or a plain text; raises ListError, also for a book that is not `user`'s own."""
    bookaccess.own_only(user, text)
    try:
        if text.lstrip("\ufeff \t\r\n")[:1] in ("{", "["):
            return parse_list(text)
        return from_text(text, *systems)
    except ListError as error:
        raise no_list(text, error) from None


def attached_list(data: bytes) -> bytes:
    """The JSON attached to a roster PDF; raises ListError for a PDF that cannot be read or holds no list."""
    try:
        candidates = list(_attachments(data))
    except Exception as error:  # foreign files fail inside pypdf in any way there is
        raise _refusal(f"is a damaged or locked PDF ({type(error).__name__})", "pdf") from None
    for name, content in candidates:
        if name == ATTACHMENT or FORMAT.encode() in content[:400]:
            return content
    raise _refusal(f"is a PDF without an army list inside; choose {_WAY_OUT}", "pdf-without-list")


def _attachments(data: bytes) -> Iterator[tuple[str, bytes]]:
    for name, contents in PdfReader(io.BytesIO(data)).attachments.items():
        yield from ((name, content) for content in contents)


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as error:
        words = f"is no text in UTF-8 (byte {error.start}); save it as UTF-8, or choose {_WAY_OUT}"
        raise _refusal(words, "encoding") from None


def _refusal(message: str, code: str) -> ListError:
    return ListError(Fault("the file", message), code=code)


# ------------------------------------------------------------------------------------------------ out


def as_text(army: ArmyList) -> str:
    """The list as plain text, one line a unit."""
    return to_text(army, list_rules(army.system).book_of(army))


def file_name(army: ArmyList, ending: str) -> str:
    """`kings-army.json` for an army called King's Army."""
    return f"{slugify(army.name) or f'{army.book}-army'}.{ending}"

"""Lists in and out of files: JSON, plain text, and the PDF roster that carries its list inside."""

from __future__ import annotations

import re

from django.conf import settings
from django.utils.text import slugify

from armylists import bookaccess
from armylists.attachments import PDF_SIGNATURE, attached_list, refusal
from armylists.wording import lists as words
from rulesets.contract.documents import from_post, from_text, list_rules, parse_list, to_text
from rulesets.engine.lists import ArmyList, ListError, Posted
from rulesets.site.files import no_list

_JSON = re.compile(r"[\ufeff\s]*(?:\{|\[\s*[\[{\"\d\]-])")
"""How a text in JSON begins; a forum's `[b]` is none."""

_LINK = re.compile(r"(?:.*/l/)?([A-Za-z0-9_-]{8,43})(?:[/?#].*)?")
"""The link of a shared list, or its token alone."""

_ALIEN = {
    b"PK\x03\x04": words.AN_ARCHIVE,
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
}


def read_list(data: bytes, *systems: str, user: object = None) -> ArmyList:
    """Return the list in a file of any of the three kinds, whatever its name.

    `systems` are those of a plain text that names none; a book that is not `user`'s own is not there
    for them. Raises ListError naming the place and the way out.
    """
    limit = settings.LEAGUER_MAX_UPLOAD_BYTES
    if len(data) > limit:
        raise refusal(words.list_too_large(limit // 1_048_576), "too-large")
    if not data.strip():
        raise refusal(words.EMPTY_FILE, "empty")
    if PDF_SIGNATURE in data[:1024]:
        attached = attached_list(data)
        bookaccess.own_only(user, attached)
        return parse_list(attached)
    for mark, what in _ALIEN.items():
        if data.startswith(mark):
            raise refusal(words.foreign_file(what), "foreign")
    return read_text(decoded(data), *systems, user=user)


def read_text(text: str, *systems: str, user: object = None) -> ArmyList:
    """Return the list in a JSON or plain text; raises ListError, also for a book that is not `user`'s."""
    bookaccess.own_only(user, text)
    try:
        if _JSON.match(text):
            return parse_list(text)
        return from_text(text, *systems)
    except ListError as error:
        raise no_list(text, error) from None


def read_post(text: str, user: object = None, system: str = "", book: str = "") -> Posted:
    """Return what can be understood of a text that somebody posted, and what cannot; with that book of that
    system, where the user chose them.

    Raises ListError if nothing in it is known, or the book is not `user`'s own.
    """
    bookaccess.own_only(user, text)
    bookaccess.own_only(user, book)
    try:
        return from_post(text, *([system] if system else []), book=book)
    except ListError as error:
        raise no_list(text, error) from None


def token_in(link: str) -> str:
    """Return the token in the link of a shared list, "" if it is no such link."""
    found = _LINK.fullmatch(link.strip())
    return found[1] if found is not None else ""


def is_text(data: bytes) -> bool:
    """Whether a file can be a list as plain text: neither ours as PDF or JSON nor anything foreign."""
    known = (PDF_SIGNATURE in data[:1024], data.startswith(tuple(_ALIEN)))
    return bool(data.strip()) and not any(known) and not _JSON.match(data[:100].decode("utf-8", "replace"))


def decoded(data: bytes) -> str:
    """Return the text in a file; raises ListError for one in no known encoding."""
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise refusal(words.not_utf8(error.start), "encoding") from None


# ------------------------------------------------------------------------------------------------ out


def as_text(army: ArmyList) -> str:
    """Return the list as plain text, one line a unit."""
    return to_text(army, list_rules(army.system).book_of(army))


def file_name(army: ArmyList, ending: str) -> str:
    """`kings-army.json` for an army called King's Army."""
    return f"{slugify(army.name) or f'{army.book}-army'}.{ending}"

"""Lists in and out of files: JSON, plain text, and the PDF roster that carries its list inside."""

from __future__ import annotations

from django.conf import settings
from django.utils.text import slugify

from armylists import bookaccess
from armylists.attachments import PDF_SIGNATURE, WAY_OUT, attached_list, refusal
from rulesets.contract.documents import from_text, list_rules, parse_list, to_text
from rulesets.engine.lists import ArmyList, ListError
from rulesets.site.files import no_list

_ALIEN = {
    b"PK\x03\x04": "a ZIP archive or an office document",
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
        raise refusal(f"is larger than {limit // 1_048_576} MB: no list is; choose {WAY_OUT}", "too-large")
    if not data.strip():
        raise refusal(f"is empty; choose {WAY_OUT}", "empty")
    if PDF_SIGNATURE in data[:1024]:
        attached = attached_list(data)
        bookaccess.own_only(user, attached)
        return parse_list(attached)
    for mark, what in _ALIEN.items():
        if data.startswith(mark):
            raise refusal(f"is {what}; choose {WAY_OUT}", "foreign")
    return read_text(_decoded(data), *systems, user=user)


def read_text(text: str, *systems: str, user: object = None) -> ArmyList:
    """Return the list in a JSON or plain text; raises ListError, also for a book that is not `user`'s."""
    bookaccess.own_only(user, text)
    try:
        if text.lstrip("\ufeff \t\r\n")[:1] in ("{", "["):
            return parse_list(text)
        return from_text(text, *systems)
    except ListError as error:
        raise no_list(text, error) from None


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as error:
        words = f"is no text in UTF-8 (byte {error.start}); save it as UTF-8, or choose {WAY_OUT}"
        raise refusal(words, "encoding") from None


# ------------------------------------------------------------------------------------------------ out


def as_text(army: ArmyList) -> str:
    """Return the list as plain text, one line a unit."""
    return to_text(army, list_rules(army.system).book_of(army))


def file_name(army: ArmyList, ending: str) -> str:
    """`kings-army.json` for an army called King's Army."""
    return f"{slugify(army.name) or f'{army.book}-army'}.{ending}"

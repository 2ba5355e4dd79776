"""PDFs that take long: where there are workers they set the pages, and who asked waits on a page of its own.

An order is known to who gave it alone, for its address is all that is asked for later.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from hashlib import sha256

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.crypto import salted_hmac

from armylists import work
from armylists.owned.files import sent
from armylists.printing import Printout
from armylists.work import Work

SALT = "armylists.prints"
THERE = 600
"""Seconds for which pages that were set are there."""


@dataclass(frozen=True, slots=True)
class Order:
    """A printout that somebody waits for: the name of its file, where they asked for it, and where they go if
    they cancel.
    """

    printout: Printout
    name: str
    asked: str
    back: str


def answer(request: HttpRequest, printout: Printout, name: str, back: str) -> HttpResponse:
    """Return a PDF of that name; where there are workers, send who asks to a page that waits for it. If they
    cancel, that page sends them `back`.
    """
    if not work.in_workers():
        return sent(printout.pdf(), name)
    number = _number(printout)
    give(key_of(request, number), Order(printout, name, request.get_full_path(), back))
    return redirect("armylists:print", number)


def made_or_ordered(request: HttpRequest, printout: Printout, name: str) -> bytes | None:
    """Return a PDF; where there are workers, None until they have made it, for who asks again."""
    if not work.in_workers():
        return printout.pdf()
    key = key_of(request, _number(printout))
    give(key, Order(printout, name, request.get_full_path(), request.get_full_path()))
    return made(key)


def _number(printout: Printout) -> str:
    """Return the number of a printout: the same for the same pages, and nobody guesses it."""
    source = printout.source.text if printout.source is not None else ""
    made_of = "\0".join((printout.html, printout.style, printout.paper, source))
    return salted_hmac(SALT, made_of, algorithm="sha256").hexdigest()[:32]


def give(key: str, ordered: Order) -> None:
    """Give an order to the workers, unless its pages are set already."""
    cache.set(_place(key, "order"), ordered, work.KEEP)
    if made(key) is None:
        work.begin(Work.PRINT, key)


def key_of(request: HttpRequest, number: str) -> str:
    """Return the key of the order with this number, of who asks: nobody finds somebody else's."""
    return f"{request.user.pk or 0}.{number}"


def order(key: str) -> Order | None:
    """Return an order, None if nobody has given it, or long ago."""
    found: Order | None = cache.get(_place(key, "order"))
    return found


def made(key: str) -> bytes | None:
    """Return the pages of an order as PDF, None while they are not set."""
    found: bytes | None = cache.get(_place(key, "made"))
    return found


def laid_out(key: str) -> int:
    """Return how many pages of an order are laid out, 0 before the first."""
    return int(cache.get(_place(key, "pages"), 0))


def make(key: str) -> int:
    """Set the pages of an order unless that is done already; return how many bytes they are, 0 if who gave it
    has cancelled it.
    """
    found, content = order(key), made(key)
    if found is None or work.stopped(Work.PRINT, key):
        return 0
    if content is None:
        content = found.printout.pdf(partial(cache.set, _place(key, "pages"), timeout=work.KEEP))
        cache.set(_place(key, "made"), content, THERE)
    return len(content)


def _place(key: str, what: str) -> str:
    return f"print:{what}:{sha256(key.encode()).hexdigest()}"  # whatever stands in an address

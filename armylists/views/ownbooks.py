"""The books that a user wrote: all of them, a new one, one to read, and what can be done to it as a whole."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armylists import bookaccess, bookservices
from armylists.bookforms import CopiedBookForm, EmptyBookForm, ImportForm, kind_name
from armylists.mapeditor import MAP, scenario_editor_of
from armylists.models import OwnBook, OwnBookVersion
from armylists.owned.files import file_name, sent
from armylists.owned.views import file_urls, owned, page_of, person, shared_context, toggle_shared, whole
from rulesets.contract import registry
from rulesets.engine.bookform import Table, rows_of
from rulesets.engine.bookrules import BookRules, Preview, changes, to_json, to_toml
from rulesets.engine.errors import FaultyBookError, LeaguerError
from rulesets.site.files import kinds

KINDS = ("toml", "json")
_BEGINNINGS = {"empty": EmptyBookForm, "copy": CopiedBookForm, "import": ImportForm}


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All books of whoever is signed in, the last changed first."""
    archived = bool(request.GET.get("archived"))
    books = OwnBook.objects.of(request.user).filter(archived=archived).defer("draft")
    page = page_of(request, books)
    names = _system_names()
    lines = [(book, names.get(book.system, book.system), editor(book)) for book in page]
    context = {"page": page, "lines": lines, "archived": archived}
    return render(request, "armylists/books/index.html", context)


def _system_names() -> dict[str, str]:
    return {system.slug: system.name for system in registry.systems()}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Begin a book, or with `?for=scenario` one on a map: with nothing, from one that ships, from a file."""
    on_map = request.GET.get("for") == OwnBook.SCENARIO
    among = [f"{each.system}/{OwnBook.SCENARIO}" for each in registry.scenario_editors()] if on_map else []
    thing = OwnBook.SCENARIO if on_map else OwnBook.BOOK
    offered = [] if on_map else [(f"{each.system}/{each.kind}", kind_name(each)) for each in kinds()]
    kind = request.GET.get("kind", "")
    if kind in dict(offered):
        among = [kind]
    which = {"thing": thing, "kinds": offered, "kind": kind}
    forms: dict[str, Any] = {name: form(prefix=name, among=among) for name, form in _BEGINNINGS.items()}
    if (wanted := request.GET.get("from", "")) and request.method != "POST":
        forms["copy"] = CopiedBookForm(prefix="copy", initial={"shipped": wanted})
    if request.method != "POST":
        return render(request, "armylists/books/new.html", {"forms": forms, **which})
    chosen = request.POST.get("begin", "")
    if chosen not in _BEGINNINGS:
        chosen = "empty"
    form = forms[chosen] = _BEGINNINGS[chosen](request.POST, request.FILES, prefix=chosen, among=among)
    if form.is_valid():
        rules, document, origin = form.begun
        try:
            book = bookservices.create(person(request), rules.system, document, rules.kind, origin)
        except FaultyBookError as error:
            form.add_error(None, f"{error}.")
        else:
            messages.success(request, f"Your new {book.kind} is ready. It is private until you share it.")
            return redirect(editor(book))
    refused = [words for errors in form.errors.values() for words in errors]
    context = {"forms": forms, **which, "chosen": chosen, "refused": refused}
    return render(request, "armylists/books/new.html", context, status=400)


def editor(book: OwnBook) -> str:
    """Where the book is edited: a scenario that has a map on its map."""
    page = reverse("armylists:edit-book", args=[book.public_id])
    return f"{page}?at={MAP}" if scenario_editor_of(book) else page


# ------------------------------------------------------------------------------------------------ reading


def drawn(rules: BookRules, document: dict[str, Any]) -> list[tuple[Table, list[tuple[str, Preview | None]]]]:
    """Return the tables of a document as a reader sees them: every row with its title, drawn."""
    shown = []
    for table in rules.form().tables:
        rows = enumerate(rows_of(document, table.key))
        lines = [(table.title(row), rules.preview(document, f"{table.key}[{i}]")) for i, row in rows]
        shown.append((table, lines))
    return shown


@owned(OwnBook)
@require_safe
def show(request: HttpRequest, book: OwnBook) -> HttpResponse:
    """One's own book: its newest version as a reader sees it, and what can be done with it."""
    newest = bookservices.newest(book)
    context = {
        "own": True,
        "versions": list(book.versions.defer("document")[:6]),
        "drafted": newest is None or newest.document != book.draft,
        **shared_context(request, book),
        "files": file_urls("armylists:own-book-file", book.public_id, KINDS),
    }
    return _page(request, book, newest, context)


@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show a book that was shared: everything but changing it."""
    found = bookaccess.shared(token)
    context = {"own": False, "token": token, "files": file_urls("armylists:shared-book-file", token, KINDS)}
    return _page(request, found.book, found, context)


def _page(
    request: HttpRequest, book: OwnBook, version: OwnBookVersion | None, context: dict[str, Any]
) -> HttpResponse:
    rules = bookaccess.rules_of(book)
    document = version.document if version else book.draft
    scenario_editor, summary = scenario_editor_of(book), None
    with suppress(FaultyBookError):  # a scenario is drawn as soon as it has no faults
        summary = scenario_editor.summary(document) if scenario_editor else None
    shown = {
        **context,
        "summary": summary,
        "scenario_editor": scenario_editor,
        "editor": editor(book),
        "book": book,
        "system_name": _system_names().get(book.system, book.system),
        "version": version,
        "document": document,
        "preview": rules.preview(document, ""),
        "tables": drawn(rules, document),
    }
    return render(request, "armylists/books/book.html", shown)


@owned(OwnBook)
@require_safe
def version(request: HttpRequest, book: OwnBook, number: int) -> HttpResponse:
    """Show a version as it was saved, and what changed to make it."""
    found = bookaccess.version(book, number)
    before = book.versions.filter(number=number - 1).first()
    rules = bookaccess.rules_of(book)
    context = {
        "book": book,
        "version": found,
        "versions": book.versions.defer("document"),
        "changes": changes(rules.form(), before.document, found.document) if before else [],
        "before": before,
        "files": {
            kind: f"{address}?version={number}"
            for kind, address in file_urls("armylists:own-book-file", book.public_id, KINDS).items()
        },
    }
    return render(request, "armylists/books/version.html", context)


# ------------------------------------------------------------------------------------------------ files


@owned(OwnBook)
@require_safe
def file(request: HttpRequest, book: OwnBook, kind: str) -> HttpResponse:
    """One's own book as TOML or JSON: the draft, or `?version=2`."""
    number = request.GET.get("version", "")
    document = bookaccess.version(book, whole(number)).document if number else book.draft
    return _download(document, book, kind)


@require_safe
def shared_file(request: HttpRequest, token: str, kind: str) -> HttpResponse:
    """Show a shared book as TOML or JSON."""
    found = bookaccess.shared(token)
    return _download(found.document, found.book, kind)


def _download(document: dict[str, Any], book: OwnBook, kind: str) -> HttpResponse:
    text = to_toml(document) if kind == "toml" else to_json(document)
    return sent(text, file_name(book.name, kind, "book"))


# ------------------------------------------------------------------------------------------------ as a whole


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take(request: HttpRequest, token: str) -> HttpResponse:
    """Copy a book that somebody shared, with its newest version as the first of one's own.

    Who had to sign in first comes back by GET, and finds the button on the page of the book again.
    """
    if request.method != "POST":
        return redirect("armylists:shared-book", token)
    try:
        book = bookservices.copy(bookaccess.shared(token), person(request))
    except LeaguerError as error:
        messages.warning(request, f"The book cannot be copied: {error}")
        return redirect("armylists:shared-book", token)
    messages.success(request, "The book is copied to yours. Change it, or build lists from it.")
    return redirect(book)


@owned(OwnBook)
@require_POST
def share(request: HttpRequest, book: OwnBook) -> HttpResponse:
    """Let anyone with the link read the book, or make it private again."""
    if not book.share_token and not book.version:
        messages.warning(request, "Save a version first: that is what others will read.")
        return redirect(f"{book.get_absolute_url()}#share")
    return toggle_shared(request, book)

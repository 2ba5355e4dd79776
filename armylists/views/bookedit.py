"""The editor of a book: one sheet at a time, saved as it is filled in, and saving a version."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from armylists import bookaccess, bookservices
from armylists.bookchanges import Changed, EditRefused, changed
from armylists.bookeditor import editor_page
from armylists.mapeditor import MAP, SHEET, scenario_editor_of
from armylists.models import OwnBook
from armylists.owned.services import Stale
from armylists.owned.views import asks_for_part, owned, whole
from armylists.views import mapedit
from rulesets.engine.bookform import Typed
from rulesets.engine.bookrules import read_text, to_toml
from rulesets.engine.errors import FaultyBookError

SAVE, TEXT = "save", "text"


@owned(OwnBook)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, book: OwnBook) -> HttpResponse:
    """Show the editor, and behind its buttons every change of the draft."""
    scenario_editor = scenario_editor_of(book)
    if scenario_editor is not None and MAP in (request.GET.get("at"), request.POST.get("at")):
        return mapedit.edit_map(request, book, scenario_editor)
    if scenario_editor is not None and SHEET in (request.GET.get("at"), request.POST.get("at")):
        return mapedit.edit_sheet(request, book, scenario_editor)
    if request.method == "POST":
        return _change(request, book)
    return _page(request, book, request.GET.get("at", ""))


def _change(request: HttpRequest, book: OwnBook) -> HttpResponse:
    """Save what was typed and do what a button asks for, or say why not with the draft unchanged."""
    at, do = request.POST.get("at", ""), request.POST.get("do", SAVE)
    text = request.POST.get("text") if at == TEXT else None
    rules = bookaccess.rules_of(book)
    part = "saved" if do == SAVE else "editor"
    try:
        if text is not None:
            done = Changed(read_text(text), TEXT)
        else:
            done = changed(rules, book.draft, at, Typed(request.POST.getlist), do)
        bookservices.save_draft(book, mapedit.edition(request), done.document)
    except Stale as stale:
        return _page(request, stale.current, at, status=409, refusal=str(stale), text=text)
    except (EditRefused, FaultyBookError) as error:
        refusal = f"This {error}" if text is not None and not getattr(error, "path", "") else str(error)
        return _page(request, book, at, status=400, refusal=refusal, text=text, part=part)
    if asks_for_part(request):
        return _page(request, book, done.at, part=part, fresh=done.anchor)
    place = f"#{done.anchor}" if done.anchor else ""
    return redirect(f"{address(book, done.at)}{place}")


def address(book: OwnBook, at: str) -> str:
    """Return the editor with a sheet open."""
    page = reverse("armylists:edit-book", args=[book.public_id])
    return f"{page}?{urlencode({'at': at})}" if at else page


def _page(
    request: HttpRequest,
    book: OwnBook,
    at: str,
    *,
    status: int = 200,
    refusal: str = "",
    part: str = "editor",
    fresh: str = "",
    text: str | None = None,
) -> HttpResponse:
    """Return the whole page, or the part of it that a browser with scripts has not got yet.

    `text` is what was typed where the book is edited as text.
    """
    rules = bookaccess.rules_of(book)
    shown = editor_page(rules, book.draft, at)
    as_text = at == TEXT or not (rules.form().tables or scenario_editor_of(book))
    context = {
        **bookservices.standing(book),
        "editor": shown,
        "here": address(book, TEXT if as_text else shown.at),
        "as_text": as_text,
        "mapped": scenario_editor_of(book) is not None,
        "text": to_toml(book.draft) if text is None else text,
        "refusal": refusal,
        "unsaved": bool(refusal) and text is not None,
        "at": TEXT if as_text else shown.at,
        "fresh": fresh,
    }
    template = f"armylists/books/parts/{part}.html" if asks_for_part(request) else "armylists/books/edit.html"
    answer = render(request, template, context, status=status)
    if asks_for_part(request) and part == "editor":  # whatever part of it was asked for
        answer["HX-Retarget"], answer["HX-Reswap"] = "#book-editor", "outerHTML"
    return answer


@owned(OwnBook)
@require_POST
def save(request: HttpRequest, book: OwnBook) -> HttpResponse:
    """Save the draft as the next version, which lists can be built on."""
    try:
        version = bookservices.save_version(book, mapedit.edition(request), request.POST.get("summary", ""))
    except (Stale, EditRefused) as stale:
        messages.warning(request, f"{stale} Look at it as it is now, then save it if you still want to.")
        return redirect("armylists:edit-book", book.public_id)
    except FaultyBookError as error:
        number = len(error.faults)
        words = f"It cannot be saved as a version yet: {number} problem{'s' * (number != 1)}. {error}"
        messages.error(request, words)
        return redirect(f"{address(book, '')}#faults")
    use = "Battles can be started" if book.kind == OwnBook.SCENARIO else "Lists can be built"
    messages.success(request, f"Version {version.number} is saved. {use} from it.")
    return redirect(book)


@owned(OwnBook)
@require_POST
def drop(request: HttpRequest, book: OwnBook) -> HttpResponse:
    """Put the draft back to a version, the newest unless another one is named."""
    found = bookaccess.version(book, whole(request.POST.get("version"), book.version))
    try:
        bookservices.drop_draft(book, mapedit.edition(request), found.number)
    except (Stale, EditRefused) as stale:
        messages.warning(request, str(stale))
    else:
        messages.success(request, f"The draft is back at version {found.number}.")
    return redirect(address(book, request.POST.get("at", "")))

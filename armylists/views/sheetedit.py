"""The Summary Sheet of a scenario's draft: its figures typed into fields, kept as a part of the draft."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from armylists import bookaccess, bookservices
from armylists.bookeditor import EditRefused
from armylists.mapeditor import SHEET, sheet_page
from armylists.models import OwnBook
from armylists.owned.services import Stale
from armylists.owned.views import asks_for_part
from armylists.views.mapedit import KEEP, edition
from rulesets.contract.scenarios import ScenarioEditor, field_id
from rulesets.engine.bookform import Typed
from rulesets.engine.errors import FaultyBookError

BACK = "back"


def edit(request: HttpRequest, book: OwnBook, staged: ScenarioEditor) -> HttpResponse:
    """The figures of a scenario, and behind the buttons every change of them."""
    if request.method != "POST":
        return page(request, book, staged)
    verb, _, row = request.POST.get("do", KEEP).partition(":")
    try:
        document = staged.with_figures(book.draft, Typed(request.POST.getlist))
        if verb == BACK:
            document = staged.with_usual(document, row)
        bookservices.keep_draft(book, edition(request), document)
    except Stale as stale:
        return page(request, stale.current, staged, 409, str(stale))
    except (EditRefused, FaultyBookError) as error:
        return page(request, book, staged, 400, str(error))
    if asks_for_part(request):
        return page(request, book, staged)
    return redirect(f"{request.path}?at={SHEET}{f'#{field_id(row)}' if row else ''}")


def page(
    request: HttpRequest, book: OwnBook, staged: ScenarioEditor, status: int = 200, refusal: str = ""
) -> HttpResponse:
    """The whole page, or for a browser with scripts what the rules say of what was typed."""
    shown = sheet_page(bookaccess.rules_of(book), staged, book.draft)
    context: dict[str, Any] = {
        **bookservices.standing(book),
        "sheet": shown,
        "editor": shown.judged,
        "refusal": refusal,
        "at": SHEET,
    }
    if asks_for_part(request) and not refusal:
        return render(request, "armylists/books/parts/sheetsaved.html", context)
    answer = render(request, "armylists/books/sheet.html", context, status=status)
    if asks_for_part(request):  # the fields as they stand now take the place of those that were typed into
        answer["HX-Retarget"] = answer["HX-Reselect"] = "#sheet-editor"
        answer["HX-Reswap"] = "outerHTML"
    return answer

"""The pages that edit a scenario's draft: its map, painted in the browser or typed into the same fields, and
the figures of its Summary Sheet."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string

from armylists import bookaccess, bookservices
from armylists.bookchanges import EditRefused
from armylists.documents import read_list
from armylists.mapeditor import MAP, SHEET, army_choices, chosen_army, judged
from armylists.models import OwnBook
from armylists.owned.services import Stale
from armylists.owned.views import asks_for_part, whole
from rulesets.contract.scenarios import ScenarioEditor, field_id
from rulesets.engine.bookform import Typed
from rulesets.engine.bookrules import MAX_BYTES, Document
from rulesets.engine.errors import FaultyBookError
from rulesets.engine.lists import ListError

SAVE = "save"
TOOLS = (
    ("ground", "Ground"),
    ("level", "Levels"),
    ("road", "Roads"),
    ("edge", "Hex sides"),
    ("zone", "Zones"),
    ("stand", "Stands"),
    ("move", "Move"),
)
"""What the script can do on the map, and what its buttons are called."""


def edit_map(request: HttpRequest, book: OwnBook, scenario_editor: ScenarioEditor) -> HttpResponse:
    """Show the map of a scenario with its fields, and behind the buttons every change of it."""
    if request.method == "POST":
        return _change(request, book, scenario_editor)
    return _map(request, book, scenario_editor)


def _change(request: HttpRequest, book: OwnBook, scenario_editor: ScenarioEditor) -> HttpResponse:
    """Save what was typed and do what a button asks for, or say why not with the draft unchanged."""
    do = _button(request)
    status, refusal = 200, ""
    try:
        document = scenario_editor.typed(book.draft, Typed(request.POST.getlist))
        document = _asked(request, scenario_editor, document, do)
        bookservices.save_draft(book, edition(request), document)
    except Stale as stale:
        book, status, refusal = stale.current, 409, str(stale)
    except (EditRefused, FaultyBookError, ListError) as error:
        status, refusal = 400, str(error)
    if _wants_json(request):
        return _answer(request, book, scenario_editor, status, refusal, do)
    if not refusal:
        place = "" if do == SAVE else f"#{do.replace(':', '-')}"
        return redirect(f"{request.path}?at={MAP}{place}")
    return _map(request, book, scenario_editor, status, refusal)


def _button(request: HttpRequest) -> str:
    """Return the button that was pressed; a chosen file is read even if the button was the one that saves."""
    do = request.POST.get("do", SAVE)
    if do == SAVE and not _wants_json(request):
        # Without scripts people choose a file and press Save: the file is what they mean.
        for name, reads in (("file", "map-file"), ("army-0-file", "army:0"), ("army-1-file", "army:1")):
            if name in request.FILES:
                return reads
    return do


def _asked(request: HttpRequest, scenario_editor: ScenarioEditor, document: Document, do: str) -> Document:
    """Return what a button asks for beside saving: another army for a side, the map of a file."""
    if do == "map-file":
        file = request.FILES.get("file")
        if file is None or not file.size or file.size > MAX_BYTES:
            raise EditRefused("Choose a plain text with a map first.")
        try:
            return scenario_editor.with_map_text(document, file.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise EditRefused("This file is not UTF-8 text.") from None
    if do in ("army:0", "army:1"):
        side, name = int(do[-1]), f"army-{do[-1]}"
        file = request.FILES.get(f"{name}-file")
        if file is not None:
            army = read_list(file.read(), scenario_editor.system, user=request.user).to_json()
        else:
            army = chosen_army(request.user, scenario_editor.system, request.POST.get(name, ""))
        # A list may be read under another system's rules; its units would not be there on the map.
        if army.get("system") != scenario_editor.system:
            raise EditRefused("That list is for other rules.")
        return scenario_editor.with_list(document, side, army)
    return document


def edition(request: HttpRequest) -> int:
    """Return the edition of the draft that a form was shown at; raises EditRefused."""
    number = whole(request.POST.get("edition"))
    if number < 0:
        raise EditRefused("The page does not say which state of the book it shows: load it again.")
    return number


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _answer(
    request: HttpRequest, book: OwnBook, scenario_editor: ScenarioEditor, status: int, refusal: str, do: str
) -> HttpResponse:
    """Return what the script in the browser gets: the edition, what is wrong and where, the bar at the
    foot; and the map of a file as the fields have it.
    """
    if refusal:
        return JsonResponse({"detail": refusal, "edition": book.edition}, status=status)
    context = _judgement(book, scenario_editor)
    parts = {
        part: render_to_string(f"armylists/books/parts/{name}.html", context, request)
        for part, name in (("faults", "mapfaults"), ("book-state", "state"))
    }
    fields = context["map"].fields if do == "map-file" else ()
    texts = {field.name: field.value for field in fields}
    found = context["editor"]
    wrong = {"fields": found.fields, "units": found.units, "hexes": found.hexes}
    return JsonResponse({"edition": book.edition, "parts": parts, "texts": texts, **wrong})


def _judgement(book: OwnBook, scenario_editor: ScenarioEditor) -> dict[str, Any]:
    page = scenario_editor.page(book.draft)
    found = judged(bookaccess.rules_of(book), scenario_editor, book.draft, page)
    return {**bookservices.standing(book), "map": page, "at": MAP, "editor": found}


def _map(
    request: HttpRequest, book: OwnBook, scenario_editor: ScenarioEditor, status: int = 200, refusal: str = ""
) -> HttpResponse:
    """Return the whole page."""
    context = {
        **_judgement(book, scenario_editor),
        "refusal": refusal,
        "map_text": scenario_editor.map_text(book.draft),
        "tools": TOOLS,
        "armies": army_choices(request.user, scenario_editor.system),
    }
    return render(request, "armylists/books/map.html", context, status=status)


# ------------------------------------------------------------------------------------------------ the sheet


def edit_sheet(request: HttpRequest, book: OwnBook, scenario_editor: ScenarioEditor) -> HttpResponse:
    """Show the figures of a scenario, and behind the buttons every change of them."""
    if request.method != "POST":
        return _sheet(request, book, scenario_editor)
    verb, _, row = request.POST.get("do", SAVE).partition(":")
    try:
        document = scenario_editor.with_figures(book.draft, Typed(request.POST.getlist))
        if verb == "back":
            document = scenario_editor.with_usual(document, row)
        bookservices.save_draft(book, edition(request), document)
    except Stale as stale:
        return _sheet(request, stale.current, scenario_editor, 409, str(stale))
    except (EditRefused, FaultyBookError) as error:
        return _sheet(request, book, scenario_editor, 400, str(error))
    if asks_for_part(request):
        return _sheet(request, book, scenario_editor)
    return redirect(f"{request.path}?at={SHEET}{f'#{field_id(row)}' if row else ''}")


def _sheet(
    request: HttpRequest, book: OwnBook, scenario_editor: ScenarioEditor, status: int = 200, refusal: str = ""
) -> HttpResponse:
    """Return the whole page, or for a browser with scripts what the rules say of what was typed."""
    context = {
        **_judgement(book, scenario_editor),
        "tables": scenario_editor.figures(book.draft),
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

"""Lists that come in from outside: a file of any of our kinds, or text as people post it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from armylists import documents, services
from armylists.forms import DecideForm, UploadForm
from armylists.owned.views import person
from armylists.wording import lists as words
from rulesets.contract.documents import check_list, from_text, list_rules, roster
from rulesets.engine.lists import ArmyList, Fault, ListError, Posted


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Read a list and save it. What is not understood of a posted list is asked, line by line; what is no
    list stays in the form with every fault named.
    """
    if request.method != "POST":
        return render(request, "armylists/upload.html", {"form": UploadForm()})
    if "decide" in request.POST:
        return _decided(request)
    form = UploadForm(request.POST, request.FILES, user=request.user)
    if not form.is_valid():
        return render(request, "armylists/upload.html", {"form": form}, status=400)
    if form.army is None and form.posted is not None:
        return _posted(request, form.posted, form.text_read, form.cleaned_data["book"])
    assert form.army is not None
    file = form.cleaned_data.get("file")
    summary = "Imported from pasted text"
    if file:
        name = "".join(each for each in file.name if each.isprintable())[:120]  # what can be shown and stored
        summary = f"Imported from the file {name or 'without a name'}"
    return _saved(request, form.army, summary)


def _decided(request: HttpRequest) -> HttpResponse:
    """Read a posted list again with its open lines decided."""
    form = DecideForm(request.POST)
    try:
        if not form.is_valid():
            raise ListError(Fault("text", "is missing: paste the list again"))
        text, book = form.decided(), form.cleaned_data["book"]
        system, _, key = book.partition("/")
        return _posted(request, documents.read_post(text, request.user, system, key), text, book)
    except ListError as error:
        kept = {name: request.POST.get(name, "") for name in ("text", "book")}
        again = UploadForm(kept, user=request.user)
        again.add_error("text", str(error))
        return render(request, "armylists/upload.html", {"form": again}, status=400)


def _posted(request: HttpRequest, posted: Posted, text: str, book: str) -> HttpResponse:
    """Save a posted list that was understood; else show what was, and ask the rest; `book` was chosen."""
    if not posted.leftovers:
        otherwise = words.readings([(each.line, each.text, each.unit) for each in posted.readings])
        read = f" It was read as {posted.system_name}, {posted.book_name}.{otherwise}"
        return _saved(request, from_text(posted.text), "Imported from pasted text", read)
    army = from_text(posted.text) if posted.text else None
    sheet = roster(army, check_list(army)) if army else None
    change = UploadForm({"text": text, "book": f"{posted.system}/{posted.book}"}, user=request.user)
    context = {
        "posted": posted,
        "text": text,
        "book": book,
        "sheet": sheet,
        "units": [each.label for each in list_rules(posted.system).book(posted.book).entries]
        if posted.book
        else [],
        "found": _found(army),
        "change": change,
    }
    return render(request, "armylists/decide.html", context)


def _found(army: ArmyList | None) -> int:
    return sum(1 for _ in army.units()) if army else 0


def _saved(request: HttpRequest, army: ArmyList, summary: str, read: str = "") -> HttpResponse:
    army_list = services.create(person(request), army, summary)
    messages.success(request, f"List imported.{read} It is private until you share it.")
    return redirect(army_list)

"""The lists of a player: all of them, a new one, and what can be done to one as a whole."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armylists import bookaccess, booksource, services
from armylists.bookservices import PrivateBook
from armylists.forms import IndexForm, new_list_form, systems
from armylists.guests import is_guest
from armylists.models import ArmyList
from armylists.owned.access import shared
from armylists.owned.views import owned, page_of, person
from armylists.views.parts import reading
from rulesets.contract import registry
from rulesets.contract.documents import check_list, list_rules
from rulesets.engine.lists import ListError, Report


@dataclass(frozen=True, slots=True)
class Line:
    """A list among others. `report` is None for one that can no longer be read, and `problem` says why.

    `unit` is what its total is counted in, unless that is points.
    """

    army_list: ArmyList
    book: str
    report: Report | None
    problem: str = ""
    unit: str = ""


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All lists of whoever is signed in, the last changed first."""
    form = IndexForm(request.GET, user=request.user)
    form.is_valid()
    chosen = form.cleaned_data
    lists = ArmyList.objects.of(request.user).filter(archived=chosen.get("archived", False))
    if chosen.get("book"):
        system, _, book = chosen["book"].partition("/")
        lists = lists.filter(system=system, book=book)
    page = page_of(request, lists)
    booksource.fetch_for(page)
    lines = [_line(each) for each in page]
    context = {"form": form, "page": page, "lines": lines, "filtered": bool(request.GET)}
    context["marked"] = any(line.report and line.report.derived.get("marked") for line in lines)
    return render(request, "armylists/index.html", context)


def _line(army_list: ArmyList) -> Line:
    try:
        army = army_list.army
        report = check_list(army)
        unit = report.unit if report.unit != "points" else ""
        return Line(army_list, list_rules(army_list.system).book_of(army).name, report, unit=unit)
    except ListError as error:
        return Line(army_list, army_list.book, None, str(error))


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Choose a system, a book and a size, and begin: `?system=baroque&book=polish&points=300`."""
    system = _asked_system(request)
    if request.method == "POST":
        form = new_list_form(system)(system, request.POST, user=request.user)
        if form.is_valid():
            owner = person(request)
            try:
                army_list = services.create(owner, form.army("" if is_guest(owner) else owner.get_username()))
            except ListError as error:  # such as of a book that demands more units than a list holds
                form.add_error(None, f"{error}.")
            else:
                return redirect("armylists:edit", army_list.public_id)
    else:
        form = new_list_form(system)(system, user=request.user, initial=_asked_for(request, system))
    shortened = registry.get(system).roster.words.shortened
    context = {"form": form, "systems": systems(), "system": system, "shortened": shortened}
    return render(request, "armylists/new.html", context, status=400 if form.is_bound else 200)


def _asked_system(request: HttpRequest) -> str:
    """Return the system that a form is of or a link asks for: by its name, or the first that has the book."""
    known = [rules.slug for rules in systems()]
    sent = request.POST.get("book") or request.POST.get("card", "")
    wanted = sent.partition("/")[0] or request.GET.get("system", "")
    if wanted in known:
        return wanted
    book = request.GET.get("book", "")
    if own := bookaccess.by_key(book):
        return own.system
    return next((rules.slug for rules in systems() if book in rules.books()), known[0])


def _asked_for(request: HttpRequest, system: str) -> dict[str, str]:
    """Return the book, the card and the size that a link asks for."""
    book, card = request.GET.get("book", ""), request.GET.get("card", "")
    asked = {"book": f"{system}/{book}", "card": f"{system}/{book}/{card}"}
    if request.GET.get("points") in {str(points) for points, _ in registry.get(system).roster.sizes}:
        asked["size"] = request.GET["points"]
    return asked


@owned(ArmyList)
@require_POST
@reading
def duplicate(request: HttpRequest, army_list: ArmyList) -> HttpResponse:
    """Copy one's own list."""
    copy = services.duplicate(army_list, person(request))
    messages.success(request, "List copied. Give the copy a new name.")
    return redirect("armylists:edit", copy.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reading
def take(request: HttpRequest, token: str) -> HttpResponse:
    """Copy a list that somebody shared.

    Who had to sign in first comes back by GET, and finds the button on the page of the list again.
    """
    if request.method != "POST":
        return redirect("armylists:shared", token)
    try:
        copy = services.duplicate(shared(ArmyList, token), person(request))
    except PrivateBook as private:
        messages.warning(request, str(private))
        return redirect("armylists:shared", token)
    messages.success(request, "Copied to your lists.")
    return redirect(copy)

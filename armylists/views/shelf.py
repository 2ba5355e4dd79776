"""The lists of a player: all of them, a new one, and what can be done to one as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from armylists import access, services
from armylists.forms import NewListForm, ShelfForm, systems
from armylists.models import ArmyList
from armylists.views.parts import person, reading
from rulesets.engine.lists import ListError, Report, list_rules
from rulesets.engine.lists.rules import check_list

PER_PAGE = 24


@dataclass(frozen=True, slots=True)
class Line:
    """A list among others. `report` is None for one that can no longer be read, and `problem` says why."""

    army_list: ArmyList
    book: str
    report: Report | None
    problem: str = ""


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All lists of whoever is signed in, the last changed first."""
    form = ShelfForm(request.GET)
    form.is_valid()
    chosen = form.cleaned_data
    lists = ArmyList.objects.of(request.user).filter(archived=chosen.get("archived", False))
    if chosen.get("book"):
        system, _, book = chosen["book"].partition("/")
        lists = lists.filter(system=system, book=book)
    page = Paginator(lists, PER_PAGE).get_page(request.GET.get("page"))
    lines = [_line(each) for each in page]
    context = {"form": form, "page": page, "lines": lines, "filtered": bool(request.GET)}
    return render(request, "armylists/index.html", context)


def _line(army_list: ArmyList) -> Line:
    try:
        report = check_list(army_list.army)
        return Line(army_list, list_rules(army_list.system).book(army_list.book).name, report)
    except ListError as error:
        return Line(army_list, army_list.book, None, str(error))


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Choose a book and a size, and begin."""
    if request.method == "POST":
        form = NewListForm(request.POST)
        if form.is_valid():
            owner = person(request)
            army_list = services.create(owner, form.army(owner.get_username()))
            return redirect("armylists:edit", army_list.public_id)
    else:
        form = NewListForm(initial=_asked_for(request))
    status = 200 if request.method != "POST" else 400
    return render(request, "armylists/new.html", {"form": form, "systems": systems()}, status=status)


def _asked_for(request: HttpRequest) -> dict[str, str]:
    """The book and the size that a link asks for: `?book=polish&points=300`."""
    wanted = request.GET.get("book", "")
    found = [rules.slug for rules in systems() if wanted in rules.books()]
    asked = {"book": f"{found[0]}/{wanted}"} if found else {}
    if request.GET.get("points") in ("300", "600", "1000"):
        asked["size"] = request.GET["points"]
    return asked


@login_required
@require_POST
@reading
def duplicate(request: HttpRequest, list_id: UUID) -> HttpResponse:
    """A copy of one's own list."""
    copy = services.duplicate(access.owned(request.user, list_id), person(request))
    messages.success(request, "This is the copy. Give it a name of its own.")
    return redirect("armylists:edit", copy.public_id)


@require_POST
@login_required
@reading
def take(request: HttpRequest, token: str) -> HttpResponse:
    """A copy of a list that somebody shared."""
    copy = services.duplicate(access.shared(token), person(request))
    messages.success(request, "The list is copied to yours.")
    return redirect(copy)


@login_required
@require_POST
def archive(request: HttpRequest, list_id: UUID) -> HttpResponse:
    """Put a list away, or bring it back."""
    army_list = access.owned(request.user, list_id)
    if army_list.archived:
        services.unarchive(army_list)
        messages.success(request, f"{army_list.title} is among your lists again.")
        return redirect(army_list)
    services.archive(army_list)
    messages.success(request, f"{army_list.title} is put away. You find it under “Put away”.")
    return redirect("armylists:index")


@login_required
@require_POST
def share(request: HttpRequest, list_id: UUID) -> HttpResponse:
    """Let anyone with the link read the list, or make it private again."""
    army_list = access.owned(request.user, list_id)
    if army_list.share_token:
        services.unshare(army_list)
        messages.success(request, "The list is private again. The old link leads nowhere.")
    else:
        services.share(army_list)
        messages.success(request, "Whoever has the link can read the list now.")
    return redirect(f"{army_list.get_absolute_url()}#share")

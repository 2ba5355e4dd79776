"""What a list was before, and becomes: its revisions, two of them compared, the way back to one, and the step
to the newest version of its book."""

from __future__ import annotations

from itertools import groupby

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.views.decorators.http import require_POST, require_safe

from armylists import services
from armylists.bookchange import newer, taking
from armylists.models import ArmyList, Revision
from armylists.owned.services import Stale
from armylists.owned.views import owned, page_of, person, whole
from armylists.views.parts import reading
from rulesets.contract import registry
from rulesets.contract.documents import check_list, diff, roster

PER_PAGE = 50


@owned(ArmyList)
@require_safe
def history(request: HttpRequest, army_list: ArmyList) -> HttpResponse:
    """Every revision, by the day it was made, and the choice of two to compare."""
    revisions = army_list.revisions.select_related("author").defer("document")
    page = page_of(request, revisions, PER_PAGE)
    days = [(day, list(some)) for day, some in groupby(page, key=lambda each: localdate(each.created))]
    return render(request, "armylists/history.html", {"list": army_list, "days": days, "page": page})


@owned(ArmyList)
@require_safe
@reading
def compare(request: HttpRequest, army_list: ArmyList) -> HttpResponse:
    """Show what changed from one revision to another: `?from=2&to=5`, the last change unless given."""
    new = whole(request.GET.get("to"), army_list.version)
    old = whole(request.GET.get("from"), max(1, new - 1))
    before, after = _revision(army_list, old), _revision(army_list, new)
    reports = check_list(before.army), check_list(after.army)
    words = registry.get(army_list.system).roster.words
    context = {
        "list": army_list,
        "before": before,
        "after": after,
        "report_before": reports[0],
        "report_after": reports[1],
        "words": words,
        "figures": [
            (key, label, *(each.derived.get(key) for each in reports)) for label, key in words.compared
        ],
        "changes": diff(before.army, after.army),
    }
    return render(request, "armylists/compare.html", context)


@owned(ArmyList)
@require_safe
@reading
def revision(request: HttpRequest, army_list: ArmyList, number: int) -> HttpResponse:
    """Show the list as it was."""
    found = _revision(army_list, number)
    context = {"list": army_list, "revision": found, "sheet": roster(found.army)}
    return render(request, "armylists/revision.html", context)


@owned(ArmyList)
@require_POST
@reading
def restore(request: HttpRequest, army_list: ArmyList, number: int) -> HttpResponse:
    """Go back to a revision; what was between stays in the history."""
    version = whole(request.POST.get("version"))
    try:
        services.restore(army_list, version, _revision(army_list, number), person(request))
    except Stale as stale:
        messages.warning(
            request, f"{stale} Check what changed, then restore the revision if you still want to."
        )
        return redirect("armylists:history", army_list.public_id)
    messages.success(request, f"Restored revision {number}.")
    return redirect(army_list)


@owned(ArmyList)
@require_POST
@reading
def take_version(request: HttpRequest, army_list: ArmyList) -> HttpResponse:
    """Build the list on the newest version of its book, as a revision that one can go back from."""
    change = newer(army_list.army)
    version = whole(request.POST.get("version"))
    if change is None or change.unreadable or change.new != request.POST.get("book_version"):
        messages.warning(request, "The book has changed again. Check what the new version changes.")
        return redirect(army_list)
    try:
        services.change(army_list, version, taking(change.new), person(request))
    except Stale as stale:
        messages.warning(request, f"{stale} Check it, then update the book if you still want to.")
        return redirect(army_list)
    messages.success(request, f"The list now uses version {change.new} of its army book.")
    return redirect(army_list)


def _revision(army_list: ArmyList, number: int) -> Revision:
    found = army_list.revisions.filter(number=number).first()
    if found is None:
        raise Http404(f"The list has no revision {number}.")
    return found

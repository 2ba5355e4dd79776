"""A list takes the newest version of the book that it is built on."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from armylists import services
from armylists.bookchange import newer, taking
from armylists.models import ArmyList
from armylists.owned.services import Stale
from armylists.owned.views import owned, person, whole
from armylists.views.parts import reading


@owned(ArmyList)
@require_POST
@reading
def take_version(request: HttpRequest, army_list: ArmyList) -> HttpResponse:
    """Build the list on the newest version of its book, as a revision that one can go back from."""
    change = newer(army_list.army)
    version = whole(request.POST.get("version"))
    if change is None or change.unreadable or change.new != request.POST.get("book_version"):
        messages.warning(request, "The book was changed meanwhile: look at what it changes now.")
        return redirect(army_list)
    try:
        services.change(army_list, version, taking(change.new), person(request))
    except Stale as stale:
        messages.warning(request, f"{stale} Look at it, then take the version if you still want to.")
        return redirect(army_list)
    messages.success(request, f"The list is built on version {change.new} of its book.")
    return redirect(army_list)

"""A list takes the newest version of the book that it is built on."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from armylists import access, services
from armylists.bookchange import newer, taking
from armylists.services import StaleEdit
from armylists.views.parts import person, reading


@login_required
@require_POST
@reading
def take_version(request: HttpRequest, list_id: UUID) -> HttpResponse:
    """Build the list on the newest version of its book, as a revision that one can go back from."""
    army_list = access.owned(request.user, list_id)
    change = newer(army_list.army)
    text = request.POST.get("version", "")
    version = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    if change is None or change.unreadable or change.new != request.POST.get("book_version"):
        messages.warning(request, "The book was changed meanwhile: look at what it changes now.")
        return redirect(army_list)
    try:
        services.change(army_list, version, taking(change.new), person(request))
    except StaleEdit as stale:
        messages.warning(request, f"{stale} Look at it, then take the version if you still want to.")
        return redirect(army_list)
    messages.success(request, f"The list is built on version {change.new} of its book.")
    return redirect(army_list)

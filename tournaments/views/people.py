"""Who runs a tournament and who judges: how they are invited, accept, and lose their role."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armylists.guests import is_guest
from armylists.owned.views import person, whole
from rulesets.engine.errors import LeaguerError
from rulesets.engine.wording import sentence
from tournaments import entrymail, inviting, services
from tournaments.access import Viewer
from tournaments.forms import InviteForm
from tournaments.views.parts import at_tournament, page
from tournaments.wording import inviting as words
from tournaments.wording import telling


@at_tournament("GET", "POST", organiser=True)
def people(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show who runs the tournament and the invitations that are open; organisers invite more."""
    row = viewer.tournament
    form = InviteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = inviting.invite(row, person(request), **form.cleaned_data)
        how = words.sent_to(made.email) if made.email else words.COPY_IT
        messages.success(request, f"{words.CREATED} {how}")
        return redirect("tournaments:people", row.public_id)
    helpers = row.organisers.select_related("user")
    invited = request.build_absolute_uri(reverse("tournaments:join-by-link", args=[row.invited]))
    found = [(each, request.build_absolute_uri(each.get_absolute_url())) for each in inviting.open_ones(row)]
    context: dict[str, Any] = {"form": form, "helpers": helpers, "invited": invited, "invitations": found}
    return page(request, viewer, "people", status=400 if form.errors else 200, **context)


@at_tournament("POST", organiser=True)
def entry_mail(request: HttpRequest, viewer: Viewer, player: str) -> HttpResponse:
    """Save the address of a player without an account, and send them how they claim their place."""
    send = request.POST.get("send") == "1"
    email = request.POST.get("email", "").strip()[:254]
    which = whole(request.POST.get("person", "0"))
    entry = entrymail.note(viewer.tournament, player, email, person=which, send=send)
    messages.success(request, telling.sent(entry.email) if send else telling.NOTED)
    return redirect("tournaments:players", viewer.tournament.public_id)


@at_tournament("POST", organiser=True)
def withdraw(request: HttpRequest, viewer: Viewer, pk: int) -> HttpResponse:
    """Withdraw an invitation."""
    if inviting.withdraw(viewer.tournament, pk):
        messages.success(request, words.WITHDRAWN)
    else:
        messages.warning(request, words.NOT_OPEN)
    return redirect("tournaments:people", viewer.tournament.public_id)


@at_tournament("POST", organiser=True)
def dismiss(request: HttpRequest, viewer: Viewer, user_id: int) -> HttpResponse:
    """Take somebody's role away."""
    services.dismiss(viewer.tournament, user_id)
    return redirect("tournaments:people", viewer.tournament.public_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Show who invites to what, before anybody signs in, and let them accept."""
    found = inviting.invitation(token)
    if found is None:
        taken = inviting.used_by(token, request.user)
        if taken is not None:
            return redirect(taken)
        used = {"used": inviting.is_used(token)}
        return render(request, "tournaments/invitation_closed.html", used, status=404)
    signed_in = request.user.is_authenticated and not is_guest(request.user)
    if request.method == "POST" and not signed_in:
        return redirect_to_login(request.get_full_path())
    if request.method == "POST":
        try:
            made = inviting.accept(token, person(request))
        except LeaguerError as error:
            messages.error(request, sentence(error.message))
        else:
            messages.success(request, words.accepted(made.role, found.tournament.name))
            return redirect(found.tournament)
    context: dict[str, Any] = {
        "tournament": found.tournament, "by": found.made_by or found.tournament.owner,
        "invites": words.invites(found.role), "may": words.MAY[found.role], "signed_in": signed_in,
        "owner": signed_in and found.tournament.owner_id == request.user.pk, "next": request.get_full_path(),
    }  # fmt: skip
    return render(request, "tournaments/invitation.html", context)

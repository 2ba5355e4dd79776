"""The campaigns that somebody takes part in, and the ways into one."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armylists.owned.views import PER_PAGE, page_of, person
from campaigns import people
from campaigns.cards.head import asks_of, step_of
from campaigns.models import Invitation, Member
from campaigns.views.parts import done, sentence
from rulesets.engine.errors import LeaguerError


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show all campaigns of whoever is signed in, the last changed first, and invitations sent to them."""
    user = person(request)
    archived = request.GET.get("archived") == "1"
    rows = Member.objects.filter(user=user, campaign__archived=archived)
    rows = rows.select_related("campaign__owner").annotate(people=Count("campaign__members"))
    rows = rows.defer("campaign__document", "campaign__map", "campaign__state").order_by("-campaign__updated")
    page = page_of(request, rows)
    # Sent to an address that is theirs for sure.
    addresses = user.emailaddress_set.filter(verified=True).values("email")  # type: ignore[attr-defined]
    sent = Invitation.objects.filter(used__isnull=True, email__in=addresses)
    sent = sent.select_related("campaign__owner").defer("campaign__document", "campaign__map")
    context = {"page": page, "archived": archived, "invitations": sent[:PER_PAGE]}
    return render(request, "campaigns/index.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show what an invitation leads into, and taking part."""
    found = people.invitation(token)
    if found is None:
        raise Http404("This invitation is not open: ask for a new one.")
    mine = found.campaign.members.filter(user=person(request)).exists()
    if request.method == "POST" and not mine:
        try:
            people.join(token, person(request))
        except LeaguerError as error:
            messages.error(request, sentence(error))
            return redirect("campaigns:index")
        return done(request, f"You take part in {found.campaign.name}.", found.campaign)
    row = found.campaign
    faction = row.state.get("factions", {}).get(found.faction, {}).get("name", "")
    context = {
        "invitation": found, "faction": faction, "mine": mine, "step": step_of(row.shape),
        "asks": asks_of(row.shape, row.phase),
    }  # fmt: skip
    return render(request, "campaigns/join.html", context)

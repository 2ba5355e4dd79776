"""The campaigns that somebody takes part in, and the ways into one."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armylists.forms import GivenForm
from armylists.guests import is_guest
from armylists.owned.views import page_of, person
from campaigns import bringing, people
from campaigns.cards.head import asks_of, step_of
from campaigns.chiefs import commands
from campaigns.models import Invitation, Member
from campaigns.views.parts import done, sentence
from campaigns.waiting import waiting_for
from rulesets.engine.errors import LeaguerError


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show all campaigns of whoever is signed in, the last changed first, and what waits for them in them."""
    user = person(request)
    archived = request.GET.get("archived") == "1"
    rows = Member.objects.filter(user=user, campaign__archived=archived)
    rows = rows.select_related("campaign__owner").annotate(people=Count("campaign__members"))
    rows = rows.defer("campaign__document", "campaign__map", "campaign__state").order_by("-campaign__updated")
    page = page_of(request, rows)
    waiting = [] if archived else waiting_for(user)
    context = {"page": page, "archived": archived, "waiting": waiting}
    return render(request, "campaigns/index.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show who invites to what, before anybody signs in, and taking part: with an army list for who likes."""
    found = people.invitation(token)
    if found is None and request.user.is_authenticated:
        joined = people.joined_by(token, person(request))
        if joined is not None:
            messages.info(request, f"You already take part in {joined.name}.")
            return redirect(joined)
    if found is None:
        return render(request, "campaigns/closed.html", {"used": people.is_used(token)}, status=404)
    signed_in = request.user.is_authenticated and not is_guest(request.user)
    if request.method == "POST" and not signed_in:
        return redirect_to_login(request.get_full_path())
    if request.method == "POST" and request.POST.get("do") == "decline":
        people.decline(token, person(request))
        return done(request, f"You declined the invitation to {found.campaign.name}.", "campaigns:index")
    row = found.campaign
    mine = signed_in and row.members.filter(user=person(request)).exists()
    form = _bring_form(request, found) if signed_in and not mine else None
    if request.method == "POST" and not mine and (form is None or form.is_valid()):
        try:
            return _joined(request, found, form)
        except LeaguerError as error:
            messages.error(request, sentence(error))
    faction = row.state.get("factions", {}).get(found.faction, {}).get("name", "")
    running = row.members.filter(playing_umpire=True).select_related("user")
    context = {
        "invitation": found, "campaign": row, "by": found.made_by or row.owner, "faction": faction,
        "mine": mine, "signed_in": signed_in, "form": form, "step": step_of(row.shape),
        "commands": commands(row, found),
        "declines": signed_in and people.invitations_to(person(request)).filter(pk=found.pk).exists(),
        "asks": asks_of(row.shape, row.phase), "playing": running, "next": request.get_full_path(),
    }  # fmt: skip
    return render(request, "campaigns/join.html", context, status=400 if form and form.errors else 200)


def _bring_form(request: HttpRequest, found: Invitation) -> GivenForm | None:
    """Return the form for the army list of who joins as a player; None for others."""
    if found.role != Member.Role.PLAYER or found.campaign.over:
        return None
    systems = found.campaign.state.get("systems", [])
    given = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    return GivenForm(*given, user=person(request), systems=systems, optional=True)


def _joined(request: HttpRequest, found: Invitation, form: GivenForm | None) -> HttpResponse:
    """Let somebody take part, with the list that they bring: both or neither."""
    with transaction.atomic():
        member = people.join(found.token, person(request))
        words = f"You take part in {found.campaign.name}."
        if member.asks_to_join:
            words += " You can only watch until your faction accepts you. Then you can bring an army list."
            return done(request, words, found.campaign)
        if found.chief and not member.chief:
            words += " Your faction already has a commander-in-chief, so you play under them."
        if form is None or form.army is None:
            return done(request, words, found.campaign)
        bringing.bring(found.campaign, member, form.army)
    return done(request, f"{words} Your list is with the umpire.", found.campaign)

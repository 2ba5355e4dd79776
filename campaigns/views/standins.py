"""Agreeing on another system for an engagement, naming armies for it, and choosing its map."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from campaigns import standins
from campaigns.access import Participant
from campaigns.models import EngagementRow
from campaigns.participants import way_in
from campaigns.persistence import CampaignRefusal
from campaigns.views.parts import seated, umpired


@require_POST
@seated
def propose(request: HttpRequest, place: Participant, key: str) -> HttpResponse:
    """Propose a system and the means, `snaphance:board`, or take a proposal back with an empty one."""
    row = _fought_by(place, key)
    system, _, means = request.POST.get("proposal", "").partition(":")
    if system:
        standins.propose(place.campaign, row.key, place.member, system, means)
        messages.success(request, "It is proposed. Now each side names its army.")
    else:
        standins.withdraw(place.campaign, row.key, place.member)
        messages.success(request, "The proposal is dropped.")
    return redirect(place.url("engagement", key))


@require_POST
@seated
def army(request: HttpRequest, place: Participant, key: str) -> HttpResponse:
    """Name the army of a side; with the second one the battle begins."""
    row = _fought_by(place, key)
    side = {"0": 0, "1": 1}.get(request.POST.get("side", ""))
    if side is None or not request.POST.get("army"):
        raise CampaignRefusal("choose an army", "army", code="unknown")
    battle = standins.name_army(place.campaign, row.key, place.member, side, request.POST["army"])
    if battle is not None:
        return redirect(way_in(place.engagement(key), place.member.user))
    messages.success(request, "The army is named.")
    return redirect(place.url("engagement", key))


@require_POST
@umpired
def scenario(request: HttpRequest, place: Participant, key: str) -> HttpResponse:
    """Choose the scenario on whose map it is fought."""
    row = _fought_by(place, key)
    standins.choose_scenario(place.campaign, row.key, place.member, request.POST.get("scenario", ""))
    messages.success(request, "The ground is chosen.")
    return redirect(place.url("engagement", key))


def _fought_by(place: Participant, key: str) -> EngagementRow:
    """The row of an engagement for who fights in it; Http404 for others."""
    row = place.engagement(key)
    if not place.fights(row):
        raise Http404("It is not yours to fight.")
    return row

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
from campaigns.views.parts import umpired, with_participant


@require_POST
@with_participant
def propose(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Propose a system and the means, `snaphance:board`, or take a proposal back with an empty one."""
    row = _fought_by(participant, key)
    system, _, means = request.POST.get("proposal", "").partition(":")
    if system:
        standins.propose(participant.campaign, row.key, participant.member, system, means)
        messages.success(request, "It is proposed. Now each side names its army.")
    else:
        standins.withdraw(participant.campaign, row.key, participant.member)
        messages.success(request, "The proposal is dropped.")
    return redirect(participant.url("engagement", key))


@require_POST
@with_participant
def army(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Name the army of a side; with the second one the battle begins."""
    row = _fought_by(participant, key)
    side = {"0": 0, "1": 1}.get(request.POST.get("side", ""))
    if side is None or not request.POST.get("army"):
        raise CampaignRefusal("choose an army", "army", code="unknown")
    battle = standins.name_army(participant.campaign, row.key, participant.member, side, request.POST["army"])
    if battle is not None:
        return redirect(way_in(participant.engagement(key), participant.member.user))
    messages.success(request, "The army is named.")
    return redirect(participant.url("engagement", key))


@require_POST
@umpired
def scenario(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Choose the scenario on whose map it is fought."""
    row = _fought_by(participant, key)
    standins.choose_scenario(
        participant.campaign, row.key, participant.member, request.POST.get("scenario", "")
    )
    messages.success(request, "The ground is chosen.")
    return redirect(participant.url("engagement", key))


def _fought_by(participant: Participant, key: str) -> EngagementRow:
    """The row of an engagement for who fights in it; Http404 for others."""
    row = participant.engagement(key)
    if not participant.fights(row):
        raise Http404("It is not yours to fight.")
    return row

"""Ready, more time, away: what players say about the turn beside their orders."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.dateparse import parse_date

from armylists.owned.views import whole
from campaigns import services
from campaigns.access import Participant
from campaigns.engine.orders import OrdersError
from campaigns.forms.orders import fault_words
from campaigns.models import Campaign
from campaigns.persistence import CampaignRefusal
from campaigns.readiness import readiness
from campaigns.views.parts import back_to, done, in_campaign
from campaigns.wording import orders as words
from rulesets.engine.wording import listed, sentence


@in_campaign("POST")
def ready(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Say that one's orders are final, or that they are not. Orders that could not be saved, for a mistake in
    them, are not silently replaced by older ones.
    """
    if (
        request.POST.get("on") == "1"
        and request.session.get(_unsaved(participant)) == participant.campaign.turn
    ):
        raise CampaignRefusal(words.ORDERS_NOT_SAVED, code="unsaved")
    return said_ready(request, participant, on=request.POST.get("on") == "1")


def _unsaved(participant: Participant) -> str:
    return f"unsaved-orders-{participant.campaign.pk}"


def note_unsaved(request: HttpRequest, participant: Participant, *, unsaved: bool) -> None:
    """Remember that somebody's last orders could not be saved, or that they were."""
    if unsaved:
        request.session[_unsaved(participant)] = participant.campaign.turn
    elif _unsaved(participant) in request.session:
        del request.session[_unsaved(participant)]


def said_ready(request: HttpRequest, participant: Participant, *, on: bool) -> HttpResponse:
    """Make the participant ready or not, and answer with the campaign's page, which says what came of it."""
    try:
        carried = services.set_ready(participant.campaign, participant.member, on=on)
    except OrdersError as error:
        # What is wrong with a saved draft stands at its fields, on the page of orders.
        names = participant.view().names()
        messages.error(request, " ".join(sentence(fault_words(each, names)) for each in error.faults))
        return redirect(participant.url("orders"))
    ladder = participant.campaign.shape == Campaign.Shape.LADDER
    if carried:
        what = "the round is" if ladder else "the orders are"
        return done(request, f"All players were ready: {what} carried out.", participant.campaign)
    if not on:
        said = "You can challenge others again." if ladder else "You can change your orders again."
    else:
        said = "You are ready." if ladder else "You are ready. Your orders are final."
        said += _awaited(participant)
    return done(request, said, participant.campaign)


def _awaited(participant: Participant) -> str:
    """Return for which factions the campaign still waits, a sentence; "" for none."""
    factions = participant.view().factions
    shown = readiness(participant.campaign, participant.member)
    late = [factions[each.faction].name for each in shown.factions if not each.ready and not each.unplayed]
    unplayed = [factions[each.faction].name for each in shown.factions if each.unplayed]
    said = f" Still waiting for {listed(late)}." if late else ""
    if unplayed:
        said += f" Nobody plays {listed(unplayed)}: the umpire finds a player or turns on automatic orders."
    return said


@in_campaign("POST")
def ask_time(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Ask the umpire for more time."""
    hours, why = whole(request.POST.get("hours"), 0, digits=4), request.POST.get("why", "")
    services.ask_for_time(participant.campaign, participant.member, hours, why)
    back = participant.url("orders") if request.POST.get("from") == "orders" else participant.campaign
    return done(request, "The umpire has your request.", back)


@in_campaign("POST", runs=True)
def answer_time(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Grant a request for more time, or decline it."""
    grant = request.POST.get("grant") == "1"
    services.answer_extension(participant.campaign, participant.member, pk, grant=grant)
    said = "The deadline has been moved. Everyone has been told." if grant else "The request is declined."
    return done(request, said, participant.url("umpire"))


@in_campaign("POST")
def away(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Say until when somebody is away, and who orders for them."""
    members = participant.campaign.members.select_related("user")
    member = members.filter(pk=pk).first()
    if member is None:
        raise Http404("There is no member with this number.")
    said = request.POST.get("away", "")
    try:
        back = parse_date(said) if said else None
    except ValueError:  # a day that no month has
        back = None
    if said and back is None:
        raise CampaignRefusal("write the day as 2030-12-31", "away")
    deputy = members.filter(key=request.POST.get("deputy") or "-").first()
    services.set_away(participant.campaign, participant.member, member, back, deputy,
                      reason=request.POST.get("reason", ""))  # fmt: skip
    words = f"{member.user} is away until {back:%-d %B}." if back else f"{member.user} is back."
    return done(request, words, back_to(request, participant, participant.url("people")))

"""The umpire's page: previews, carrying out turns, deadlines, corrections, going back."""

from __future__ import annotations

import json
from datetime import UTC
from typing import Any

from django.contrib import messages
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from armylists.owned.files import file_name, sent
from armylists.owned.views import person
from campaigns import consent, services
from campaigns.access import Participant
from campaigns.cards.checklist import checklist
from campaigns.cards.head import step_of
from campaigns.chronicle import worth_telling
from campaigns.engine.overrides import OverrideError
from campaigns.engine.state import Faction, State
from campaigns.forms.umpire import ACTS, ActForm, BackForm, CloneForm, DeadlineForm
from campaigns.models import BroughtList, TurnRow
from campaigns.persistence import battle_name, state_of
from campaigns.turns import still_to_begin
from campaigns.views import parts
from campaigns.views.parts import done, in_campaign, revision_of, sentence
from rulesets.engine import wording
from rulesets.engine.errors import LeaguerError
from rulesets.engine.wording import capfirst


@in_campaign("GET", runs=True)
def page(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show everything that an umpire may do."""
    return _page(request, participant)


def _page(request: HttpRequest, participant: Participant, status: int = 200, **given: Any) -> HttpResponse:
    seen, past = participant.view(), _past(participant)
    state = seen.state
    rows = participant.engagements(state.turn)
    beginning = still_to_begin(participant.campaign)
    # Relations are public: who plays as well sees them all.
    at_peace = beginning and state.at_peace
    forms = {
        "deadline": DeadlineForm(campaign=participant.campaign, auto_id="deadline_%s"),
        "back": BackForm(turns=past, auto_id="back_%s") if past and participant.umpire else None,
        "clone": CloneForm(auto_id="clone_%s"),
    }
    return parts.page(
        request, participant, seen, "umpire", "umpire", status,
        # Of areas there is something to decide only where there is a map.
        acts=[(key, label) for key, (label, _) in ACTS.items() if state.map or key not in _ON_A_MAP],
        given_orders=_given(participant, state), others=len(participant.members) - 1,
        engagements=[(row, battle_name(state, state.engagements[row.key])) for row in rows
                     if row.key in state.engagements],
        brought=participant.campaign.brought_lists.filter(status=BroughtList.Status.OPEN).count()
        if participant.umpire else 0,
        may_archive=services.may_archive(participant.campaign, participant.member),
        at_peace=at_peace, checks=checklist(participant, state) if beginning else [],
        **(forms | given),
    )  # fmt: skip


_ON_A_MAP = ("move", "owner", "relation", "weather")
"""Corrections of what there is only on a map."""


def _past(participant: Participant) -> list[tuple[int, str]]:
    """Return the turns that one can go back to, the last first."""
    rows = participant.campaign.turns.filter(undone=False).exclude(part=TurnRow.Part.BACK)
    turns = rows.order_by("-turn").values_list("turn").annotate(Max("date"))
    return [(turn, f"{step_of(participant.campaign.shape)} {turn}") for turn, _ in turns]


def _given(participant: Participant, state: State) -> list[tuple[Faction, str]]:
    """Return each faction with how its orders stand: that they are given, not what they are."""
    rows = participant.campaign.orders.filter(turn=state.turn, given__isnull=False)
    given = set(rows.values_list("faction", flat=True))
    playing, row = set(state.factions), participant.campaign
    played, manned = consent.played(row), consent.manned(row)
    automatic = {*row.automatic} | (manned - played)
    # Who plays as well must not learn from this which factions have forces left.
    if state.shape == "map" and participant.umpire:
        playing = {force.faction for force in state.standing()}
    return [
        (
            faction,
            "given"
            if key in given
            else "automatic orders"
            if key in automatic and key not in played
            else "no orders yet"
            if key in played
            else "nobody plays it",
        )
        for key, faction in state.factions.items()
        if key in playing
    ]


@in_campaign("GET", "POST", umpire=True)
def preview(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show what carrying out the turn now would bring: nothing of that is saved, but every member can read
    who looked. A page that is only opened says so first.
    """
    seen = participant.view()
    if request.method != "POST":
        return parts.page(request, participant, seen, "umpire", "preview")
    try:
        brought = services.shown_preview(participant.campaign, participant.member)
    except LeaguerError as error:
        messages.error(request, sentence(error))
        return redirect(participant.url("umpire"))
    names = seen.names()
    return parts.page(
        request, participant, seen, "umpire", "preview", preview=brought,
        lines=worth_telling(brought.entries),
        missing=[names.get(key, key) for key in brought.missing if key not in brought.orders],
        automatic=[names.get(key, key) for key in brought.missing if key in brought.orders],
    )  # fmt: skip


_CARRIED = {
    "map": "The orders of turn {} are carried out",
    "ladder": "The challenges of round {} are carried out",
    "story": "The scene of round {} is open",
}


@in_campaign("POST", runs=True)
def resolve(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Carry out the orders, or conclude the turn."""
    turn = participant.campaign.turn
    peace = request.POST.get("peace") == "1"
    parts = services.carry_out(participant.campaign, revision_of(request), participant.member, peace=peace)
    fights, shape = participant.campaign.phase == "battles", participant.campaign.shape
    marched = parts[0].part == "march"
    said = _CARRIED[shape].format(turn) if marched else f"{capfirst(step_of(shape))} {turn} is finished"
    words = f"{said}{': there are battles to fight' if fights else ''}."
    return done(request, words, participant.campaign)


@in_campaign("POST", runs=True)
def deadline(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show until when orders are taken, for how long later turns are open, whether they go on alone."""
    form = DeadlineForm(request.POST, campaign=participant.campaign, auto_id="deadline_%s")
    if not form.is_valid():
        return _page(request, participant, status=400, deadline=form)
    data, row = form.cleaned_data, participant.campaign
    moment = data["deadline"].astimezone(UTC) if data["deadline"] else None
    try:
        if moment != row.deadline:
            services.set_deadline(row, participant.member, moment)
        services.set_hours(row, participant.member, data["hours"] or 0)
        services.set_alone(row, participant.member, on=data["alone"])
        services.set_early(row, participant.member, on=data["early"])
    except LeaguerError as error:
        form.add_error(error.path if error.path in form.fields else None, sentence(error))
        return _page(request, participant, status=400, deadline=form)
    words = "Saved. The new deadline is set." if moment else "Saved. There is no deadline."
    return done(request, words, participant.url("umpire"))


@in_campaign("POST", runs=True)
def pause(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Pause the campaign, or resume it."""
    on = request.POST.get("on") == "1"
    services.pause(participant.campaign, participant.member, on=on)
    words = "Campaign paused." if on else "Campaign resumed."
    return done(request, words, participant.url("umpire"))


@in_campaign("GET", "POST", umpire=True)
def act(request: HttpRequest, participant: Participant, do: str) -> HttpResponse:
    """Show the form of one of the umpire's corrections."""
    if do not in ACTS:
        raise Http404("There is no such correction.")
    seen = participant.view()
    data = request.POST if request.method == "POST" else None
    form = ActForm(data, do=do, state=seen.state, user=person(request))
    if data is not None and form.is_valid() and _done(request, participant, form):
        return redirect(participant.url("umpire"))
    areas = seen.state.map.areas if seen.state.map else []
    return parts.page(
        request, participant, seen, "umpire", "act", 400 if form.errors else 200,
        form=form, label=ACTS[do][0], areas=areas,
    )  # fmt: skip


def _done(request: HttpRequest, participant: Participant, form: ActForm) -> bool:
    """Do it; false with what speaks against it at its fields."""
    try:
        reason = form.cleaned_data["reason"]
        services.override(participant.campaign, revision_of(request), participant.member, [form.act], reason)
    except OverrideError as error:
        for fault in error.faults:
            name = fault.path.rpartition(".")[2]
            form.add_error(name if name in form.fields else None, wording.sentence(fault.message))
        return False
    messages.success(request, "Saved. The chronicle shows it with your reason.")
    return True


@in_campaign("POST", umpire=True)
def back(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Go back to the beginning of a turn."""
    form = BackForm(request.POST, turns=_past(participant), auto_id="back_%s")
    if not form.is_valid():
        return _page(request, participant, status=400, back=form)
    turn = int(form.cleaned_data["turn"])
    services.roll_back(
        participant.campaign, revision_of(request), participant.member, turn, form.cleaned_data["reason"]
    )
    return done(
        request,
        f"The campaign is back at the start of turn {turn}. New dice have been drawn.",
        participant.campaign,
    )


@in_campaign("POST", umpire=True)
def clone(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show a copy of the campaign, with other dice and without its people."""
    form = CloneForm(request.POST)
    data = form.cleaned_data if form.is_valid() else {}
    row = services.clone(
        participant.campaign, person(request), name=data.get("name", ""), fresh=data.get("fresh", False)
    )
    return done(request, "This is your copy. You are its umpire.", row)


@in_campaign("POST", runs=True)
def archive(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Archive the campaign, or restore it."""
    away = not participant.campaign.archived
    services.archive(participant.campaign, participant.member, away=away)
    if away:
        messages.success(request, "Campaign archived.", request.path)
        return redirect("campaigns:index")
    return done(request, "Campaign restored.", participant.url("umpire"))


@in_campaign("POST", runs=True)
def delete(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Delete a campaign that is archived."""
    services.delete(participant.campaign, participant.member)
    return done(request, "Campaign deleted.", "campaigns:index")


@in_campaign("POST", runs=True)
def rename(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Give the campaign another name."""
    services.rename(participant.campaign, participant.member, request.POST.get("name", ""))
    return done(request, "Campaign renamed.", participant.url("umpire"))


@in_campaign("GET", runs=True)
def export(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Send the whole campaign as one file; every member can read that it was downloaded."""
    seed = request.GET.get("seed") == "1"
    value = services.taken_file(participant.campaign, participant.member, seed=seed)
    text = json.dumps(value, ensure_ascii=False)
    return sent(text, file_name(participant.campaign.name, "json", "campaign"))


@in_campaign("GET")
def map_file(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show the campaign's map as a document, as it was at the beginning."""
    state = state_of(participant.campaign)
    if state.map is None:
        raise Http404("This campaign has no map.")
    text = json.dumps(state.map.to_json(), ensure_ascii=False)
    return sent(text, file_name(state.map.name, "json", "map"))

"""What the views of this app share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armylists.owned.services import Stale
from armylists.owned.views import whole
from campaigns import access, turns
from campaigns.access import Participant
from campaigns.cards.fair import notice_cards
from campaigns.cards.head import head_of
from campaigns.commanding import orders_of
from campaigns.engine.overrides import OverrideError
from campaigns.engine.view import View
from campaigns.persistence import CampaignRefusal
from campaigns.readiness import open_extensions, readiness
from campaigns.waiting import Waiting, waiting_of
from rulesets.engine import wording
from rulesets.engine.errors import LeaguerError

ParticipantView = Callable[..., HttpResponse]


def in_campaign(
    *methods: str, umpire: bool = False, runs: bool = False
) -> Callable[[ParticipantView], ParticipantView]:
    """Pass a view its user as participant of the campaign in its address; Http404 if they are none, or not
    who the page is for: an umpire who plays no faction (`umpire`), or anybody who runs the campaign (`runs`).

    A turn whose deadline has passed is carried out first. What is refused is said on the page that one came
    from, and what was meant for a campaign that has moved on since is not done.
    """

    def of_participant(view: ParticipantView) -> ParticipantView:
        @wraps(view)
        @never_cache
        @require_http_methods([*methods, *(["HEAD"] if "GET" in methods else [])])
        def wrapped(request: HttpRequest, campaign_id: Any, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            try:
                participant = access.participant_of(request.user, campaign_id)
            except access.Gone as gone:
                context = {"said": str(gone), "deleted": isinstance(gone, access.Deleted)}
                return render(request, "campaigns/removed.html", context, status=404)
            if turns.due(participant.campaign):
                participant = access.participant_of(request.user, campaign_id)
            if (umpire or runs) and not participant.runs:
                raise Http404("Only an umpire can open this page.")
            try:
                if umpire:
                    participant.needs_umpire()
                return view(request, participant, *args, **kwargs)
            except Stale as stale:
                messages.warning(request, str(stale))
            except LeaguerError as error:
                if request.method != "POST":
                    context = {"campaign": participant.campaign, "said": sentence(error)}
                    return render(request, "campaigns/unreadable.html", context, status=409)
                messages.error(request, sentence(error))
            return redirect(back_to(request, participant))

        return wrapped

    return of_participant


def sentence(error: LeaguerError) -> str:
    """Return a refusal as a sentence, with its place where that says something."""
    if isinstance(error, OverrideError):  # forms wrote the document that its places are in
        return " ".join(wording.sentence(each.message) for each in error.faults)
    if isinstance(error, CampaignRefusal) or not error.path:
        return wording.sentence(error.message)
    return wording.sentence(str(error))


def revision_of(request: HttpRequest) -> int:
    """Return the revision of the campaign that a form was made for; -1 if it names none."""
    return whole(request.POST.get("revision"))


def page(
    request: HttpRequest, participant: Participant, seen: View, tab: str, template: str, status: int = 200,
    **more: object,
) -> HttpResponse:  # fmt: skip
    """Answer with a page of the campaign: `seen` is what the participant sees, `tab` the page that
    this one belongs to, `template` the name of its template.
    """
    context = {
        "participant": participant, "campaign": participant.campaign, "seen": seen, "state": seen.state,
        "names": seen.names(), "tab": tab, "head": head_of(participant, seen),
        "waiting": _waiting(participant, tab), "notices": notice_cards(participant, seen.names()),
        **_ready(participant, tab), **more,
    }  # fmt: skip
    return render(request, f"campaigns/{template}.html", context, status=status)


def _waiting(participant: Participant, tab: str) -> list[Waiting]:
    """Return what waits for the participant, but for new messages on their own page."""
    found = waiting_of(
        [participant.member], participant.members, {participant.campaign.pk: participant.notices}
    )
    return [each for each in found if each.kind != "message"] if tab == "messages" else found


def _ready(participant: Participant, tab: str) -> dict[str, object]:
    """Return who is ready and who asks for more time, on the pages where orders are looked after."""
    row = participant.campaign
    if tab not in ("campaign", "orders", "umpire") or row.phase != row.Phase.ORDERS or row.archived:
        return {}
    shown = readiness(row, participant.member, participant.members)
    asked = list(open_extensions(row)) if row.deadline is not None and shown.factions else []
    mine = next((each for each in asked if each.member_id == participant.member.pk), None)
    written = shown.mine == "not ready" and orders_of(row, participant.member) is not None
    return {
        "readiness": shown, "written": written, "extensions": asked if participant.umpire else [],
        "asked": mine,
    }  # fmt: skip


def done(request: HttpRequest, words: str, to: Any, level: int = messages.SUCCESS) -> HttpResponse:
    """Answer that something is done, on the page `to`; `level`: what it is, where it is no plain success."""
    messages.add_message(request, level, words)
    return redirect(to)


def commander_names(participant: Participant) -> Mapping[str, str]:
    """Return the names of the members by their keys."""
    return {each.key: each.user.get_username() for each in participant.members}


def back_to(request: HttpRequest, participant: Participant, otherwise: str = "") -> str:
    """Return the page of this campaign that a form was sent from, otherwise `otherwise`, by default the
    campaign's own.
    """
    home = participant.campaign.get_absolute_url()
    wanted = request.POST.get("back", "")
    return wanted if wanted.startswith(home) else otherwise or home

"""What the views of this app share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from armylists.owned.services import Stale
from armylists.owned.views import whole
from campaigns import access, turns
from campaigns.access import Participant
from campaigns.cards.head import head_card
from campaigns.engine.view import View
from campaigns.persistence import CampaignRefusal
from rulesets.engine import wording
from rulesets.engine.errors import LeaguerError

ParticipantView = Callable[..., HttpResponse]


def with_participant(view: ParticipantView) -> ParticipantView:
    """Pass a view its user as participant of the campaign in its address; Http404 if they are none.

    A turn whose deadline has passed is carried out first. What is refused is said on the page that one came
    from, and what was meant for a campaign that has moved on since is not done.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, campaign_id: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        participant = access.participant_of(request.user, campaign_id)
        if turns.due(participant.campaign):
            participant = access.participant_of(request.user, campaign_id)
        try:
            return view(request, participant, *args, **kwargs)
        except Stale as stale:
            messages.warning(request, str(stale))
        except LeaguerError as error:
            if request.method != "POST":
                return _unreadable(request, participant, error)
            messages.error(request, sentence(error))
        return redirect(_back(request, participant))

    return wrapped


def umpired(view: ParticipantView) -> ParticipantView:
    """As `with_participant`, for pages of the umpire: for everybody else they are not there."""

    @wraps(view)
    @with_participant
    def wrapped(request: HttpRequest, participant: Participant, *args: Any, **kwargs: Any) -> HttpResponse:
        if not participant.umpire:
            raise Http404("This page is the umpire's.")
        return view(request, participant, *args, **kwargs)

    return wrapped


def sentence(error: LeaguerError) -> str:
    """A refusal as a sentence, with its place where that says something."""
    if isinstance(error, CampaignRefusal) or not error.path:
        return wording.sentence(error.message)
    return wording.sentence(str(error))


def revision_of(request: HttpRequest) -> int:
    """The revision of the campaign that a form was made for; one that never was if it names none."""
    return whole(request.POST.get("revision"))


def context_of(participant: Participant, seen: View, tab: str, **more: object) -> dict[str, object]:
    """Return what all pages need: `seen` is the participant's view of it, `tab` the page's own name."""
    return {
        "participant": participant, "campaign": participant.campaign, "seen": seen, "state": seen.state,
        "tab": tab, "head": head_card(participant, seen), **more,
    }  # fmt: skip


def commander_names(participant: Participant) -> Mapping[str, str]:
    """What the members are called, by their keys. One query."""
    rows = participant.campaign.members.values_list("key", "user__username")
    return dict(rows)


def _back(request: HttpRequest, participant: Participant) -> str:
    """The page of this campaign that a form was sent from, the campaign's own otherwise."""
    home = participant.campaign.get_absolute_url()
    wanted = request.POST.get("back", "")
    return wanted if wanted.startswith(home) else home


def _unreadable(request: HttpRequest, participant: Participant, error: LeaguerError) -> HttpResponse:
    context = {
        "participant": participant,
        "campaign": participant.campaign,
        "error": error,
        "said": sentence(error),
    }
    return render(request, "campaigns/unreadable.html", context, status=409)

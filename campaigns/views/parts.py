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
from campaigns.cards.head import head_of
from campaigns.engine.view import View
from campaigns.persistence import CampaignRefusal
from rulesets.engine import wording
from rulesets.engine.errors import LeaguerError

ParticipantView = Callable[..., HttpResponse]


def in_campaign(*methods: str, umpire: bool = False) -> Callable[[ParticipantView], ParticipantView]:
    """Pass a view its user as participant of the campaign in its address; Http404 if they are none, or no
    umpire where the page is the umpire's.

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
            participant = access.participant_of(request.user, campaign_id)
            if turns.due(participant.campaign):
                participant = access.participant_of(request.user, campaign_id)
            if umpire and not participant.umpire:
                raise Http404("This page is the umpire's.")
            try:
                return view(request, participant, *args, **kwargs)
            except Stale as stale:
                messages.warning(request, str(stale))
            except LeaguerError as error:
                if request.method != "POST":
                    context = {"campaign": participant.campaign, "said": sentence(error)}
                    return render(request, "campaigns/unreadable.html", context, status=409)
                messages.error(request, sentence(error))
            return redirect(_back(request, participant))

        return wrapped

    return of_participant


def sentence(error: LeaguerError) -> str:
    """Return a refusal as a sentence, with its place where that says something."""
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
        "names": seen.names(), "tab": tab, "head": head_of(participant, seen), **more,
    }  # fmt: skip
    return render(request, f"campaigns/{template}.html", context, status=status)


def done(request: HttpRequest, words: str, to: Any) -> HttpResponse:
    """Answer that something is done, on the page `to`."""
    messages.success(request, words)
    return redirect(to)


def commander_names(participant: Participant) -> Mapping[str, str]:
    """Return the names of the members by their keys. One query."""
    return dict(participant.campaign.members.values_list("key", "user__username"))


def _back(request: HttpRequest, participant: Participant) -> str:
    """Return the page of this campaign that a form was sent from, the campaign's own otherwise."""
    home = participant.campaign.get_absolute_url()
    wanted = request.POST.get("back", "")
    return wanted if wanted.startswith(home) else home

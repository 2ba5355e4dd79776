"""The chronicle of a campaign: on pages, and on paper."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armylists.owned.files import file_name, sent
from armylists.owned.views import whole
from armylists.printing import paper_named
from campaigns import paper
from campaigns.access import Participant
from campaigns.chronicle import charts, chronicle_turns
from campaigns.views.parts import context_of, with_participant


@never_cache
@require_safe
@with_participant
def chronicle(request: HttpRequest, participant: Participant) -> HttpResponse:
    """The log of a turn, the last one that has happened if none is named, or all that concerns one thing."""
    seen = participant.view()
    about = request.GET.get("about", "")[:80]
    who = _reader(request, participant)
    turn = None if about else _turn(request, participant)
    context = context_of(
        participant, seen, "chronicle",
        turns=chronicle_turns(participant, turn, about=about, who=who), turn=turn, about=about,
        reader=who or "",
        last=participant.campaign.turn, charts=charts(participant, seen), name=seen.names().get(about, about),
    )  # fmt: skip
    return render(request, "campaigns/chronicle.html", context)


@require_safe
@with_participant
def gazette(request: HttpRequest, participant: Participant, turn: int) -> HttpResponse:
    """The gazette of a turn as PDF; Http404 for a turn that has not begun."""
    if not 1 <= turn <= participant.campaign.turn:
        raise Http404(f"There is no turn {turn}.")
    made = paper.gazette(participant, turn, paper_named(request.GET.get("paper", "")))
    return sent(made, file_name(f"{participant.campaign.name} turn {turn}", "pdf"))


@require_safe
@with_participant
def history(request: HttpRequest, participant: Participant) -> HttpResponse:
    """The history of the whole campaign as PDF."""
    made = paper.history(participant, paper_named(request.GET.get("paper", "")))
    return sent(made, file_name(f"{participant.campaign.name} history", "pdf"))


def _turn(request: HttpRequest, participant: Participant) -> int:
    """The turn that is asked for, within those there were; else the one that last had something to tell."""
    last = participant.campaign.turn
    turn = whole(request.GET.get("turn"), digits=5)
    if turn >= 0:
        return min(max(1, turn), last)
    return last if last == 1 or participant.campaign.phase != "orders" else last - 1


def _reader(request: HttpRequest, participant: Participant) -> str | None:
    """The faction as which an umpire reads; None for as himself, and for everybody else."""
    wanted = request.GET.get("as", "")
    return wanted if participant.umpire and wanted else None

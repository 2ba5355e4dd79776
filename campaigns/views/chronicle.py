"""The chronicle of a campaign: on pages, on paper, and a member's deadlines in their calendar."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from armylists.owned.files import file_name
from armylists.owned.views import whole
from armylists.printing import paper_named
from armylists.prints import answer
from campaigns import deadlines, paper
from campaigns.access import Participant
from campaigns.chronicle import charts, chronicle_turns
from campaigns.models import Member
from campaigns.subscriptions import note_feed_use
from campaigns.views.parts import in_campaign, page

LATEST = 6
"""So many turns stand on the first page of a chronicle."""


@in_campaign("GET")
def chronicle(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show the log of a turn, the latest ones if none is named, or all that concerns one thing; the newest
    first. An umpire may read it as any faction does.
    """
    seen = participant.view()
    about = request.GET.get("about", "")[:80]
    reader = request.GET.get("as", "") if participant.umpire else ""
    turn = None if about else _turn(request, participant)
    named = not about and request.GET.get("turn", "") != ""
    since = 0 if about or named or turn is None else turn - LATEST + 1
    found = chronicle_turns(
        participant, turn if named else None, about=about, who=reader or None, since=since
    )
    return page(
        request, participant, seen, "chronicle", "chronicle", turn=turn, about=about, reader=reader,
        turns=found[::-1],
        last=participant.campaign.turn, charts=charts(participant, seen), name=seen.names().get(about, about),
    )  # fmt: skip


def _turn(request: HttpRequest, participant: Participant) -> int:
    """Return the turn that is asked for, within those there were; else the one that last had something to
    tell.
    """
    last = participant.campaign.turn
    turn = whole(request.GET.get("turn"), digits=5)
    if turn >= 0:
        return min(max(1, turn), last)
    return last if last == 1 or participant.campaign.phase != "orders" else last - 1


@in_campaign("GET")
def gazette(request: HttpRequest, participant: Participant, turn: int) -> HttpResponse:
    """Show the gazette of a turn as PDF; Http404 for a turn that has not begun."""
    if not 1 <= turn <= participant.campaign.turn:
        raise Http404(f"There is no turn {turn}.")
    made = paper.gazette(participant, turn, paper_named(request.GET.get("paper", "")))
    name = file_name(f"{participant.campaign.name} turn {turn}", "pdf")
    return answer(request, made, name, participant.url("chronicle"))


@in_campaign("GET")
def history(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show the history of the whole campaign as PDF."""
    made = paper.history(participant, paper_named(request.GET.get("paper", "")))
    name = file_name(f"{participant.campaign.name} history", "pdf")
    return answer(request, made, name, participant.url("chronicle"))


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Show the deadlines of the campaign whose member has this token: calendars cannot sign in. One query."""
    rows = Member.objects.select_related("campaign")
    rows = rows.defer("campaign__document", "campaign__map", "campaign__state")
    member = rows.filter(feed=token).first()
    if member is None:
        raise Http404("There is no such calendar.")
    headers = {
        "Content-Disposition": 'inline; filename="campaign.ics"',
        "Cache-Control": "private, max-age=300",
    }
    note_feed_use(member)
    link = request.build_absolute_uri(member.campaign.get_absolute_url())
    found = deadlines.calendar(member, link)
    return HttpResponse(found, content_type="text/calendar; charset=utf-8", headers=headers)

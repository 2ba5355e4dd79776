"""A member's calendar, at an address that only he knows: calendars cannot sign in."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns import deadlines
from campaigns.models import Member


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The deadlines of the campaign whose member has this token. One query."""
    rows = Member.objects.select_related("campaign")
    rows = rows.defer("campaign__document", "campaign__map", "campaign__state")
    member = rows.filter(feed=token).first()
    if member is None:
        raise Http404("There is no such calendar.")
    headers = {
        "Content-Disposition": 'inline; filename="campaign.ics"',
        "Cache-Control": "private, max-age=300",
    }
    link = request.build_absolute_uri(member.campaign.get_absolute_url())
    found = deadlines.calendar(member, link)
    return HttpResponse(found, content_type="text/calendar; charset=utf-8", headers=headers)

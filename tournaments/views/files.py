"""Papers, tables and calendars of a tournament, and players who come in from a file."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from armylists.owned.files import file_name, sent
from armylists.owned.views import person
from armylists.prints import answer
from rulesets.engine.errors import LeaguerError
from tournaments import feeds
from tournaments.access import Viewer
from tournaments.calendar import Feed, calendar
from tournaments.forms import UploadForm
from tournaments.paper.asked import paper_of
from tournaments.paper.places import FIRST
from tournaments.tables.asked import file_of
from tournaments.tables.taking import TAKEN, may_take, take
from tournaments.views.parts import at_tournament, page
from tournaments.wording import pages as words
from tournaments.wording import tables


@at_tournament("GET")
def files(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show all that can be printed and downloaded, and the address of the calendar."""
    feed = request.build_absolute_uri(reverse("tournaments:calendar", args=[feeds.token_of(viewer)]))
    numbers = range(1, len(viewer.document.rounds) + 1)
    awards = viewer.standings is not None and bool(viewer.standings.rounds)
    return page(request, viewer, "files", numbers=numbers, feed=feed, first=FIRST, awards=awards)


@at_tournament("GET")
def paper(request: HttpRequest, viewer: Viewer, what: str) -> HttpResponse:
    """Show a paper as PDF; Http404 for one that the viewer may not see, and for what is not there yet."""
    made = paper_of(viewer, what, request.GET, request.build_absolute_uri)
    back = reverse("tournaments:files", args=[viewer.tournament.public_id])
    return answer(request, made, file_name(f"{viewer.tournament.name} {what}", "pdf", what), back)


@at_tournament("GET")
def table(request: HttpRequest, viewer: Viewer, what: str, form: str) -> HttpResponse:
    """Give a table as CSV, or all of them as a workbook; Http404 for one that the viewer may not see."""
    return sent(*file_of(viewer, what, form))


@at_tournament("GET", "POST")
def upload(request: HttpRequest, viewer: Viewer, what: str) -> HttpResponse:
    """Take the players or the results of a CSV or XLSX file; what is wrong with it is said with row and
    column, and then nothing of it is taken.
    """
    if what not in TAKEN or not may_take(viewer, what):
        raise Http404(viewer.tournament.say(viewer.tournament.MISSING))
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if request.method == "POST" and form.is_valid():
        try:
            taken = take(viewer, what, form.cleaned_data["file"].read())
        except LeaguerError as error:
            form.wrong(error)
        else:
            messages.success(request, tables.taken(what, taken.count))
            if taken.ignored:
                messages.info(request, tables.ignored(taken.ignored))
            after = "players" if what == "players" else "tournament"
            return redirect(f"tournaments:{after}", viewer.tournament.public_id)
    return page(request, viewer, "upload", form=form, what=what, status=400 if form.errors else 200)


@at_tournament("POST")
def renew_calendar(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Give the viewer's calendar of a tournament another address; the old one leads nowhere from now on."""
    feeds.renew(viewer.tournament, person(request))
    messages.success(request, words.renewed(viewer.tournament.name))
    if request.POST.get("from") == "account":
        return redirect(f"{reverse('account_email')}#calendars")
    return redirect("tournaments:files", viewer.tournament.public_id)


@require_safe
def calendars(request: HttpRequest, token: str) -> HttpResponse:
    """Give a tournament as iCalendar to whom its address was given, as they see it now."""
    viewer = feeds.reader(token)
    if viewer is None:
        raise Http404
    row = viewer.tournament
    link = request.build_absolute_uri(row.get_absolute_url())
    feed = Feed(str(row.public_id), link, row.updated, row.revision)
    answer = sent(calendar(viewer.document, feed, viewer.player), "tournament.ics", inline=True)
    answer["Cache-Control"] = "private, max-age=300"
    return answer

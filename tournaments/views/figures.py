"""Statistics, the cross table, and the page for the hall's screen."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.access import Viewer
from tournaments.cards.rounds import round_card
from tournaments.cards.standings import standings_table
from tournaments.cards.statistics import statistics_of
from tournaments.paper.places import cross_blocks
from tournaments.views.parts import at_tournament, page, state_words

NEWS = 3
"""Announcements on the screen."""


@at_tournament("GET")
def statistics(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show how often army books won, and against each other."""
    found = statistics_of(viewer.standings) if viewer.standings else None
    return page(request, viewer, "statistics", found=found)


@at_tournament("GET")
def cross(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show who met whom, with the results."""
    shown = viewer.standings
    return page(request, viewer, "cross", blocks=cross_blocks(shown) if shown and shown.rounds else [])


@at_tournament("GET")
def screen(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the newest round and the standings in big type for all in the hall: what everybody may see,
    whoever has signed in at the projector.
    """
    everybody = Viewer(viewer.tournament, None)
    document = everybody.document
    number, ranked = len(document.rounds), everybody.standings
    context = {
        "tournament": viewer.tournament, "state": state_words(document), "now": timezone.now(),
        "card": round_card(document, number) if number else None,
        "table": standings_table(ranked) if ranked and ranked.rounds else None,
        "news": document.announcements[: -NEWS - 1 : -1],
    }  # fmt: skip
    return render(request, "tournaments/screen.html", context)

"""Lists of a tournament: sending one in, what organisers answer, all of them, and their booklet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from armylists import pdf, prints
from armylists.owned import files
from armylists.owned.views import person, whole
from armylists.printing import paper_named
from armylists.views.pages import pdf_response
from rulesets.contract import registry
from rulesets.contract.documents import roster
from rulesets.engine.errors import LeaguerError
from rulesets.engine.rosterlayouts import LAYOUTS, layout_named
from rulesets.engine.wording import sentence
from tournaments import sending, services
from tournaments.access import Viewer
from tournaments.engine.visible import EVERYBODY, shows
from tournaments.forms import LimitsForm, SendForm
from tournaments.views.parts import at_tournament, page
from tournaments.wording import lists as words


@at_tournament("GET", "POST")
def lists(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the lists that somebody may see; a POST sends one in, as a player or for one."""
    people = sending.bringing(viewer)
    given = (request.POST, request.FILES) if request.method == "POST" else ()
    form = SendForm(*given, viewer=viewer, people=people) if viewer.organises or viewer.player else None
    if request.method == "POST" and form is not None and form.is_valid() and _sent(request, viewer, form):
        return redirect("tournaments:lists", viewer.tournament.public_id)
    return _lists_page(request, viewer, people, form, status=400 if form and form.errors else 200)


def _sent(request: HttpRequest, viewer: Viewer, form: SendForm) -> bool:
    assert form.army is not None
    try:
        row = sending.send(
            viewer.tournament, person(request), form.chosen, form.army, form.cleaned_data["replaces"]
        )
    except LeaguerError as error:
        form.add_error("replaces" if error.path == "replaces" else None, sentence(error.message))
        return False
    fresh = Viewer(row.tournament, viewer.user, viewer.role, viewer.player)
    problems = sending.held(fresh, row.key)[1].problems
    tell = messages.warning if problems else messages.success
    tell(request, words.sent(row.name, problems))
    return True


def _lists_page(
    request: HttpRequest, viewer: Viewer, people: list[sending.Bringing], form: SendForm | None,
    limits: LimitsForm | None = None, *, status: int = 200,
) -> HttpResponse:  # fmt: skip
    document = viewer.document
    unpublished = document.model_copy(update={"shown": ()})
    every = [each for person in people for each in person.lists]
    context = {
        "form": form,
        "mine": next((each for each in people if each.player.id == viewer.player), None),
        "people": [each for each in people if viewer.organises or each.lists],
        "waiting": sum(each.mark.state == "waits" for each in every),
        "clean": sum(each.clean for each in every),
        "missing": sum(not each.lists for each in people),
        "limits": limits or (LimitsForm.of(viewer.document.settings) if viewer.organises else None),
        "rules": words.rules(
            viewer.document.settings.limits, _names(viewer.document.settings.limits.systems)
        ),
        "public": shows(document, "lists", EVERYBODY),
        "automatic": shows(unpublished, "lists", EVERYBODY),
        "many": viewer.document.settings.limits.lists > 1,
    }
    return page(request, viewer, "lists", status=status, **context)


def _names(slugs: Iterable[str]) -> list[str]:
    return [registry.get(each).name for each in slugs if each in registry.PACKAGES]


@at_tournament("POST", organiser=True)
def change_limits(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Settle which lists may come, and until when."""
    form = LimitsForm(request.POST)
    if form.is_valid():
        action = form.action(viewer.document)
        services.act(viewer.tournament, person(request), action, whole(request.POST.get("revision")))
        messages.success(request, words.LIMITS_SAVED)
        return redirect("tournaments:lists", viewer.tournament.public_id)
    people = sending.bringing(viewer)
    send = SendForm(viewer=viewer, people=people)
    return _lists_page(request, viewer, people, send, form, status=400)


@at_tournament("POST", organiser=True)
def accept_clean(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Accept every list that waits and breaks nothing."""
    count = sending.accept_clean(viewer.tournament, person(request))
    messages.success(request, words.accepted(count))
    return redirect("tournaments:lists", viewer.tournament.public_id)


@at_tournament("GET")
def show(request: HttpRequest, viewer: Viewer, key: str) -> HttpResponse:
    """Show a list with every fault at its place."""
    bringing, found = sending.held(viewer, key)
    context: dict[str, Any] = {"found": found, "bringing": bringing}
    if found.sent is not None:
        layout = layout_named(request.GET.get("layout", ""))
        sheet = roster(found.sent.army, found.sent.report)
        context |= {"sheet": sheet, "layouts": LAYOUTS, **pdf.laid_out(sheet, layout)}
    return page(request, viewer, "list", **context)


@at_tournament("GET")
def one_pdf(request: HttpRequest, viewer: Viewer, key: str) -> HttpResponse:
    """Send a list as PDF."""
    found = sending.held(viewer, key)[1]
    if found.sent is None:
        raise Http404(words.UNREADABLE)
    asked = request.GET
    return pdf_response(found.sent.army, asked.get("paper", ""), layout=asked.get("layout", ""))


@at_tournament("GET")
def all_pdf(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Send the rosters of all lists that count as one PDF, or show how far it is."""
    if not viewer.sees_lists:
        raise Http404(words.HIDDEN)
    layout = "cards" if request.GET.get("layout") == "cards" else "summary"
    printout = sending.booklet_of(viewer, paper_named(request.GET.get("paper", "")), layout)
    back = reverse("tournaments:lists", args=[viewer.tournament.public_id])
    return prints.answer(request, printout, files.file_name(viewer.tournament.name, "pdf", "lists"), back)

"""The battles of a player: all of them, a new one, and what can be done with one as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.db.models.fields.json import KT
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armylists.models import ArmyList
from armylists.owned.views import page_of, person, toggle_archived, toggle_shared
from battles import invitations, services, tasks
from battles.access import Viewer
from battles.agreed import size_notes
from battles.armyforms import ArmyForm, army_choices, systems_apart, two_armies
from battles.forms import IndexForm, SetupForm
from battles.meeting.forms import MeetingForm
from battles.models import Battle
from battles.services import NotAgreed
from battles.setups import in_words
from battles.sides import SIDES
from battles.views.parts import with_viewer
from rulesets.contract import registry
from rulesets.contract.documents import title_of
from rulesets.contract.system import RuleSystem
from rulesets.engine.canonical import digest
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import ListError, Report

_SCENARIO = "setup__options__scenario__name"
SIZES = "sizes"
"""The field in which a form says what its reader was told of the sizes of the lists."""


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All battles of whoever is signed in, the last changed first."""
    form = IndexForm(request.GET)
    form.is_valid()
    rows = Battle.objects.of(request.user).light().select_related("record").annotate(scenario=KT(_SCENARIO))
    found = _filtered(rows.defer("setup", "record__lists", "record__frame"), form.cleaned_data)
    page = page_of(request, found)
    apart = systems_apart(meetings=True)
    context = {"form": form, "page": page, "filtered": bool(request.GET), "apart": apart}
    context["invitations"] = invitations.received(person(request))
    return render(request, "battles/index.html", context)


def _filtered(battles: QuerySet[Battle], chosen: dict[str, str]) -> QuerySet[Battle]:
    battles = battles.filter(archived=bool(chosen.get("archived")))
    for name in ("status", "system"):
        if chosen.get(name):
            battles = battles.filter(**{name: chosen[name]})
    if chosen.get("name"):
        found = (Q(**{f"{name}__icontains": chosen["name"]}) for name in ("side_a", "side_b", "scenario"))
        battles = battles.filter(reduce(or_, found))
    return battles


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Set up a battle from two lists; one whose forces meet for a real table leads to the page for that."""
    apart = _system_of(request) if request.method != "POST" else None
    if apart is not None and apart in systems_apart(meetings=True):
        return redirect(f"{reverse('battles:new-meeting', args=[apart.slug])}?{request.GET.urlencode()}")
    return _set_up(
        request,
        systems_apart(meetings=False),
        lambda systems, *data: SetupForm(*data, systems=systems),
        "battles/new.html",
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_meeting(request: HttpRequest, slug: str) -> HttpResponse:
    """Set up a meeting of two forces of the system `slug`."""
    system = next((each for each in systems_apart(meetings=True) if each.slug == slug), None)
    if system is None:
        raise Http404("There is no rule system of that name whose forces meet for a real table.")
    return _set_up(
        request,
        [system],
        lambda _, *data: MeetingForm(*data, system=system, user=person(request)),
        "battles/meeting/new.html",
    )


def _system_of(request: HttpRequest) -> RuleSystem | None:
    """Return the system of the list that `?list=` names."""
    asked = request.GET.get("list", "")
    try:
        row = ArmyList.objects.of(request.user).filter(public_id=UUID(asked)).only("system").first()
    except ValueError:
        return None
    return None if row is None else next((s for s in registry.systems() if s.slug == row.system), None)


def _set_up(
    request: HttpRequest, systems: list[RuleSystem], form_of: Callable[..., Any], template: str
) -> HttpResponse:
    """Show the page that a battle of one of these systems is set up on: of the first army's, once there is
    one.
    """
    user = person(request)
    choices = army_choices(user, systems)
    armies = two_armies(request, user=user, choices=choices, systems=systems)
    if request.method != "POST":
        return _setup_page(request, armies, form_of(systems), template)
    valid = [each.is_valid() for each in armies]
    slugs = [army.document.get("system") for army in armies if army.document]
    fitting = [each for each in systems if each.slug in slugs[:1]] or systems
    form = form_of(fitting, request.POST, request.FILES)
    if form.is_valid() and all(valid):
        setup = form.document(armies)
        notes = size_notes(setup["system"], setup["lists"], setup["sides"])
        if notes and request.POST.get(SIZES) != digest(notes):
            shown: dict[str, Any] = {"notes": notes, "seen": digest(notes)}
            return _setup_page(request, armies, form, template, **shown)
        if (begun := _begun(request, armies, form, setup)) is not None:
            return first_page(request, begun)
    if len(fitting) < len(systems):
        name = fitting[0].name
        armies[1].narrow([each for each in choices if not each[0] or each[0].endswith(name)])
    return _setup_page(request, armies, form, template, status=400)


def first_page(request: HttpRequest, row: Battle) -> HttpResponse:
    """Where a new battle goes on: at the board, at a person's first decision, or where it is fought alone."""
    if row.meeting is not None:
        services.advance(row, None)
        return redirect(row)
    if set(row.tacticians) == set(SIDES):
        messages.success(request, "The battle has started.")
        tasks.begin(row)  # its page goes on from there by itself
        return redirect(row)
    services.advance(row, None)
    return redirect("battles:board", row.public_id)


def _begun(
    request: HttpRequest, armies: tuple[ArmyForm, ArmyForm], form: Any, setup: dict[str, Any]
) -> Battle | None:
    """Return the battle, or None with the reason at the form."""
    data = form.cleaned_data
    tasks.check(form.tacticians)
    try:
        return services.begin(
            person(request), setup, seed=data["seed"], invited=data["opponent"],
            tacticians=form.tacticians, agreed=data["agreed"],
        )  # fmt: skip
    except NotAgreed:
        form.add_error(
            "agreed",
            "A list is not legal. Look at its problems above. Then tick this box, or change the list.",
        )
    except LeaguerError as error:
        fault = in_words(error, setup, form)
        if fault.side is not None:
            armies[fault.side].wrong(fault.words, fault.command)
        else:
            form.add_error(fault.field or None, fault.words)
    return None


def _setup_page(
    request: HttpRequest,
    armies: tuple[ArmyForm, ArmyForm],
    form: Any,
    template: str,
    status: int = 200,
    **shown: Any,
) -> HttpResponse:
    """Show the form; `shown`: what the sizes of the lists should tell before a battle is set up, once."""
    reports = list(_reports(armies))
    context = {"armies": armies, "form": form, "reports": reports, "apart": systems_apart(meetings=True)}
    context |= shown
    return render(request, template, context, status=status)


def _reports(armies: tuple[ArmyForm, ArmyForm]) -> Iterator[tuple[str, str, Report]]:
    """Yield what the rules find in the lists that were chosen and can be read."""
    for army in armies:
        if army.is_bound and army.document:
            try:
                report = services.reports([army.document])[0]
            except ListError:
                continue
            yield title_of(army.document), army.document["system"], report


@require_POST
@with_viewer
def archive(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Archive a battle, or restore it."""
    return toggle_archived(request, _own(viewer))


@require_POST
@with_viewer
def share(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Let anyone with the link look at the battle, or make it private again."""
    return toggle_shared(
        request, _own(viewer), viewer.url("board") if request.POST.get("back") == "board" else ""
    )


def _own(viewer: Viewer) -> Battle:
    if not viewer.owner:
        raise Http404("Only the person who set the battle up may do this.")
    return viewer.battle

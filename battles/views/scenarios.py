"""Scenarios: all of them, and one with its map, its armies, and the form that begins its battle."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from armylists.owned.views import person
from battles import scenarios, services, tasks
from battles.forms import ScenarioForm
from battles.models import Battle
from battles.setups import in_words
from battles.views.index import first_page
from rulesets.engine.errors import LeaguerError


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the scenarios that ship, and those of whoever is signed in."""
    own = scenarios.own(request.user) if request.user.is_authenticated else []
    return render(request, "battles/scenarios/index.html", {"shipped": scenarios.shipped(), "own": own})


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, key: str) -> HttpResponse:
    """Show a scenario for its readers, and for who is signed in the form that begins its battle."""
    found = scenarios.found(request.user, key)
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(found.url)
    summary = found.summary()
    sides = (summary.sides[0].name, summary.sides[1].name)
    form = ScenarioForm(request.POST if request.method == "POST" else None, sides=sides)
    status = 200
    if request.method == "POST":
        if form.is_valid() and (begun := _begun(request, found, form)) is not None:
            return first_page(request, begun)
        status = 400
    context = {"found": found, "summary": summary, "form": form}
    return render(request, "battles/scenarios/scenario.html", context, status=status)


def _begun(request: HttpRequest, found: scenarios.Found, form: ScenarioForm) -> Battle | None:
    """Return the battle, or None with the reason at the form. What its armies cost is the scenario's own
    affair.
    """
    data, setup = form.cleaned_data, {}
    tasks.check(form.tacticians)
    try:
        setup = found.setup(data["dice"]) | form.strengths
        return services.begin(
            person(request), setup, seed=data["seed"], invited=data["opponent"],
            tacticians=form.tacticians, agreed=True,
        )  # fmt: skip
    except LeaguerError as error:
        fault = in_words(error, setup, form)
        form.add_error(fault.field or None, fault.words)
    return None

"""The page of a campaign's simulation, for umpires who play no faction."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from armylists import work
from armylists.owned.views import asks_for_part
from armylists.work import Stage
from battles.documents import as_image
from campaigns import balancing, simulating
from campaigns.access import Participant
from campaigns.forms.simulation import SimulationForm
from campaigns.views import parts
from campaigns.views.parts import in_campaign
from rulesets.engine.wording import sentence


@in_campaign("GET", "POST", umpire=True)
def simulation(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show the simulation, order another one (`order`), let it go on (`go`), cancel it (`stop`). A browser
    with scripts asks for the part that changes until it is whole; where there are no workers, that plays on.
    """
    row, by = participant.campaign, participant.member
    form = SimulationForm(request.POST if "order" in request.POST else None)
    if form.is_bound and not form.is_valid():
        return _page(request, participant, form, 400)
    if request.method != "POST":
        return _page(request, participant, form)
    if "order" in request.POST:
        simulating.order(row, by, **form.cleaned_data)
    elif "stop" in request.POST:
        simulating.cancel(row, by)
    elif "go" in request.POST:
        simulating.go_on(row, by)
    if "order" not in request.POST:
        simulating.play_slice(row)
    if asks_for_part(request):
        return render(
            request, "campaigns/parts/simulation.html", {"participant": participant, **_context(participant)}
        )
    return redirect(participant.url("simulation"))


def _page(
    request: HttpRequest, participant: Participant, form: SimulationForm, status: int = 200
) -> HttpResponse:
    context = {"form": form, **_context(participant)}
    return parts.page(request, participant, participant.view(), "umpire", "simulation", status, **context)


def _context(participant: Participant) -> dict[str, Any]:
    """Return how far the simulation is and what it has come to, if there is one."""
    found = simulating.progress(participant.campaign)
    if found is None:
        return {"simulation": None}
    stage, there_are = found.stage, work.in_workers()
    at_it = stage in (Stage.WAITING, Stage.RUNNING) if there_are else stage is not Stage.STOPPED
    return {
        "simulation": found.simulation, "done": found.done, "whole": found.whole,
        "more": at_it and not found.whole, "waits": stage is Stage.WAITING and not found.done,
        "again": 1_000 if there_are else 60, "report": found.report, **_words(found.report),
    }  # fmt: skip


def _words(report: balancing.Report | None) -> dict[str, Any]:
    if report is None:
        return {}
    names = report.figures()
    rows = [(report.faction(each), each, [each.ends[name] for name in names]) for each in report.standings]
    return {
        "rows": rows, "heads": [balancing.HEADS[name] for name in names],
        "said": [sentence(each) for each in (*balancing.summary(report), *balancing.verdict(report))],
        "picture": as_image(balancing.as_svg(report)),
    }  # fmt: skip

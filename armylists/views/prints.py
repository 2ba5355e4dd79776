"""The page that waits for a PDF, and shows it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armylists import prints, work
from armylists.owned.files import sent
from armylists.work import Stage, Work

AGAIN = 1
"""Seconds after which the page asks again."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def wait(request: HttpRequest, number: str) -> HttpResponse:
    """Show a PDF as soon as its pages are set, or (POST) cancel it; Http404 for an order of somebody else."""
    key = prints.key_of(request, number)
    order = prints.order(key)
    if order is None:
        raise Http404("This PDF is not here any more.")
    if request.method == "POST":
        work.stop(Work.PRINT, key)
        return redirect(order.back)
    # Before the pages are asked for: they may be set meanwhile.
    stage = work.stage(Work.PRINT, key)
    content = prints.made(key)
    if content is not None:
        return sent(content, order.name)
    goes_on = stage in (Stage.WAITING, Stage.RUNNING)
    context = {
        "order": order, "goes_on": goes_on, "waits": stage is Stage.WAITING,
        "page": prints.laid_out(key), "pages": order.printout.pages,
    }  # fmt: skip
    page = render(request, "owned/print.html", context, status=202 if goes_on else 410)
    if goes_on:
        page["Refresh"] = str(AGAIN)  # as browsers without scripts understand it
    return page

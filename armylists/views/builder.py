"""The builder: one page that shows the list beside its book, and takes every change of it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from armylists import services
from armylists.builder import builder_page
from armylists.edits import Edit, EditError, all_of
from armylists.models import ArmyList
from armylists.orders import order
from armylists.owned.services import Stale
from armylists.owned.views import asks_for_part, owned, person, whole
from armylists.views.parts import reading
from rulesets.contract.documents import diff, list_rules
from rulesets.engine.lists import ListError


@owned(ArmyList)
@require_http_methods(["GET", "HEAD", "POST"])
@reading
def edit(request: HttpRequest, army_list: ArmyList) -> HttpResponse:
    """Show the builder, and behind its buttons every change of the list."""
    if request.method == "POST":
        return _change(request, army_list)
    return _page(request, army_list, {"target": request.GET.get("to", "")})


def _change(request: HttpRequest, army_list: ArmyList) -> HttpResponse:
    """Carry out what a form asks for, or say why not with the list unchanged."""
    target = request.POST.get("to") or request.POST.get("command", "")
    rules = list_rules(army_list.system)
    try:
        extras = rules.extras(rules.book_of(army_list.army))
        # what was changed in other forms and goes `also` along, each as it would have been sent by itself
        sent = [*(QueryDict(each) for each in request.POST.getlist("also")), request.POST]
        wanted = [order(each, extras, 1 if rules.points else 0) for each in sent]
        # One revision for all forms of the page, so that going back undoes what was sent together.
        asked = wanted[0] if len(wanted) == 1 else all_of(*wanted)
        version = whole(request.POST.get("version"))
        if version < 0:
            words = "The page does not say which version it shows: load it again."
            raise EditError(words, path="version")
        done = services.change(army_list, version, asked, person(request))
    except Stale as stale:
        return _stale(request, stale, asked)
    except (EditError, ListError) as error:
        return _page(request, army_list, {"target": target, "refusal": error}, status=400)
    if asks_for_part(request):
        return _page(request, army_list, {"target": target, "done": done.summary})
    messages.success(request, f"{done.summary}.")
    address = reverse("armylists:edit", args=[army_list.public_id])
    place = f"#part-{done.touched}" if done.touched else ""
    return redirect(f"{address}?to={target}{place}" if target else f"{address}{place}")


def _stale(request: HttpRequest, stale: Stale, asked: Edit) -> HttpResponse:
    """409: what was changed meanwhile, what this browser wanted, and the choice of doing it still."""
    current = stale.current
    try:
        # Tried without writing: the page only says what would be done to the list as it is now.
        wanted = asked(current.army, current.version + 1).summary
    except EditError as error:  # it cannot be made on the list as it is now
        wanted = error.message
    based_on = current.revisions.filter(number=stale.expected).first()
    old = based_on.army if based_on else None
    context = {
        "list": current,
        "based_on": based_on,
        "meanwhile": diff(old, current.army) if old else [],
        "wanted": wanted,
        "again": [
            (key, value) for key, values in request.POST.lists() for value in values if key not in _NOT_AGAIN
        ],
    }
    return _answer(request, "stale", context, 409)


_NOT_AGAIN = ("csrfmiddlewaretoken", "version")


def _page(
    request: HttpRequest, army_list: ArmyList, context: dict[str, object], status: int = 200
) -> HttpResponse:
    shown = {
        **context,
        "list": army_list,
        "editor": builder_page(army_list.army, str(context.get("target", ""))),
    }
    return _answer(request, "edit", shown, status)


def _answer(request: HttpRequest, name: str, context: dict[str, object], status: int) -> HttpResponse:
    """Return the whole page, or only the builder's part of it for a browser that has the rest."""
    part = "armylists/parts" if asks_for_part(request) else "armylists"
    return render(request, f"{part}/{name}.html", context, status=status)

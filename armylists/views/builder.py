"""The builder: one page that shows the list beside its book, and takes every change of it."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from armylists import services, undoing
from armylists.builder import builder_page
from armylists.edits import Edit, Edited, EditError, all_of
from armylists.models import ArmyList
from armylists.orders import order
from armylists.owned.services import Stale
from armylists.owned.views import asks_for_part, owned, person, whole
from armylists.views.parts import reading
from rulesets.contract.documents import diff, list_rules
from rulesets.engine.booksearch import Search
from rulesets.engine.lists import ListError


@owned(ArmyList)
@require_http_methods(["GET", "HEAD", "POST"])
@reading
def edit(request: HttpRequest, army_list: ArmyList) -> HttpResponse:
    """Show the builder, and behind its buttons every change of the list."""
    if request.method == "POST":
        return _change(request, army_list)
    context: dict[str, object] = {"target": request.GET.get("to", "")}
    # What was done without scripts, to be said at its place on the page that the browser was sent to.
    done = request.session.pop(_DONE, None)
    return _page(request, army_list, {**context, **(done or {})})


def _change(request: HttpRequest, army_list: ArmyList) -> HttpResponse:
    """Carry out what a form asks for, or say why not with the list unchanged."""
    verb, _, argument = request.POST.get("do", "").partition(":")
    target = request.POST.get("to") or request.POST.get("command", "")
    asked: Edit | None = None
    try:
        version = whole(request.POST.get("version"))
        if version < 0:
            words = "The page does not say which revision it shows. Reload it."
            raise EditError(words, path="version")
        if verb in _STEPS:
            done = _STEPS[verb](army_list, version, person(request))
        else:
            asked = _asked(request, army_list)
            done = services.change(army_list, version, asked, person(request))
    except Stale as stale:
        return _stale(request, stale, asked)
    except (EditError, ListError) as error:
        return _page(request, army_list, {"target": target, "refusal": error}, status=400)
    if verb not in _IN_BOOK and verb not in _STEPS:
        target = _holder(done) or target  # whoever works on a command goes on to fill that one
    said = {
        "done": done.summary,
        "touched": done.touched,
        "entry": argument if verb in _IN_BOOK else "",
        "touched_command": request.POST.get("command", ""),
    }
    if asks_for_part(request):
        return _page(request, army_list, {"target": target, **said})
    request.session[_DONE] = {**said, "opened": verb in _INSIDE}
    address = reverse("armylists:edit", args=[army_list.public_id])
    place = f"#part-{done.touched}" if done.touched else ""
    if said["entry"]:
        place = f"#entry-{argument}" if verb == "add" else f"#pick-{target}-{argument}"
    query = urlencode({key: value for key, value in (("to", target), *_searched(request.GET)) if value})
    return redirect(f"{address}?{query}{place}" if query else f"{address}{place}")


def _holder(done: Edited) -> str:
    """Return the id of the command that was edited, or whose unit was; "" for neither."""
    return next(
        (
            each.id
            for each in done.army.commands
            if done.touched in (each.id, *(unit.id for unit in each.units))
        ),
        "",
    )


_DONE = "armylists.done"
_STEPS = {"undo": undoing.undo, "redo": undoing.redo}
_IN_BOOK = ("add", "take", "give-back")
"""What is pressed in the book or on a card: what was done is said there."""
_INSIDE = ("option", "all-option", "bases", "all-bases", "rename")
"""What is pressed inside an opened row: without scripts it is open again on the next page."""


def _asked(request: HttpRequest, army_list: ArmyList) -> Edit:
    """Return the edit that the forms ask for."""
    rules = list_rules(army_list.system)
    extras = rules.extras(rules.book_of(army_list.army))
    # what was changed in other forms and goes `also` along, each as it would have been sent by itself
    sent = [*(QueryDict(each) for each in request.POST.getlist("also")), request.POST]
    wanted = [order(each, extras, 1 if rules.points else 0) for each in sent]
    # One revision for all forms of the page, so that going back undoes what was sent together.
    return wanted[0] if len(wanted) == 1 else all_of(*wanted)


def _searched(query: QueryDict) -> list[tuple[str, str]]:
    """Return what the book is searched for, as the address says it."""
    return [(key, query.get(key, "")) for key in ("q", "kind", "most")]


def _stale(request: HttpRequest, stale: Stale, asked: Edit | None) -> HttpResponse:
    """409: what was changed in the meantime, what this browser wanted, and the choice of doing it still."""
    current = stale.current
    try:
        # Tried without writing: the page only says what would be done to the list as it is now.
        wanted = asked(current.army, current.version + 1).summary if asked else "Undo or redo a change"
    except EditError as error:  # it cannot be made on the list as it is now
        wanted = error.message
    based_on = current.revisions.filter(number=stale.expected).first()
    old = based_on.army if based_on else None
    context = {
        "list": current,
        "based_on": based_on,
        "meanwhile": diff(old, current.army) if old else [],
        "wanted": wanted,
        "repeatable": asked is not None,
        "again": [
            (key, value) for key, values in request.POST.lists() for value in values if key not in _NOT_AGAIN
        ],
    }
    return _answer(request, "stale", context, 409)


_NOT_AGAIN = ("csrfmiddlewaretoken", "version")


def _page(
    request: HttpRequest, army_list: ArmyList, context: dict[str, object], status: int = 200
) -> HttpResponse:
    words, kind, most = (value for _, value in _searched(request.GET))
    search = Search(words[:100], kind, whole(most, 0))
    shown = {
        **context,
        "list": army_list,
        "editor": builder_page(army_list.army, str(context.get("target", "")), search),
        "steps": undoing.steps(army_list),
        "query": f"?{urlencode(_searched(request.GET))}" if search else "",
    }
    return _answer(request, "edit", shown, status)


def _answer(request: HttpRequest, name: str, context: dict[str, object], status: int) -> HttpResponse:
    """Return the whole page, or only the builder's part of it for a browser that has the rest."""
    part = "armylists/parts" if asks_for_part(request) else "armylists"
    return render(request, f"{part}/{name}.html", context, status=status)

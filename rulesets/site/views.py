"""The public reference pages: army books, rules, tables, departures, odds. They ask the database nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse

from rulesets.contract import registry
from rulesets.engine.errors import LeaguerError
from rulesets.site import books as library
from rulesets.site import rulebook, rulebrowser
from rulesets.site.caching import reference_page
from rulesets.site.forms import OddsForm, RuleForm

View = Callable[..., HttpResponse]


def named(view: View) -> View:
    """Return a view whose address names a system, a book, a unit or a rule; unknown names are a 404."""

    @wraps(view)
    def looked_up(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except LeaguerError as error:
            raise Http404(str(error)) from error

    return looked_up


# ---------------------------------------------------------------------------- army books


@reference_page
def books(request: HttpRequest) -> HttpResponse:
    """Return every army book of every system."""
    groups = [
        (system, [library.book_page(system.slug, key) for key in system.lists.books()])
        for system in registry.systems()
    ]
    return render(request, "rulesets/books.html", {"groups": groups})


@reference_page
@named
def system_books(request: HttpRequest, system: str) -> HttpResponse:
    """Show the books of one system stand on the page of all books."""
    return HttpResponseRedirect(f"{reverse('rulesets:books')}#{registry.get(system).slug}")


@reference_page
@named
def book(request: HttpRequest, system: str, book: str) -> HttpResponse:
    """Show an army book: every unit and option in it."""
    page = library.book_page(system, book)
    context = {"system": registry.get(system), "page": page, "library": registry.get(system).library}
    return render(request, "rulesets/book.html", context)


@reference_page
@named
def entry(request: HttpRequest, system: str, book: str, entry: str) -> HttpResponse:
    """Show a unit of an army book: what each of its values means, its options, and the tables it needs."""
    page, line = library.book_page(system, book), library.entry_line(system, book, entry)
    shown = registry.get(system).library
    entries = page.entries
    index = entries.index(line)
    context = {
        "system": registry.get(system),
        "page": page,
        "line": line,
        "library": shown,
        "losses": shown.losses(line.card),
        "traits": [
            *(replace(shown.trait(each.name), marked=each.marked) for each in line.card.weapons),
            *line.card.traits,
        ],
        "tables": shown.unit_tables(page.book, line.id, ()),
        "before": entries[index - 1] if index else None,
        "after": entries[index + 1] if index + 1 < len(entries) else None,
    }
    return render(request, "rulesets/entry.html", context)


# ---------------------------------------------------------------------------- rules


@reference_page
def rules(request: HttpRequest) -> HttpResponse:
    """Show the systems there are; a site with one system goes straight to its rules."""
    systems = registry.systems()
    if len(systems) == 1:
        return redirect("rulesets:system", systems[0].slug)
    return render(request, "rulesets/systems.html", {"systems": systems})


@reference_page
@named
def system_rules(request: HttpRequest, system: str) -> HttpResponse:
    """Show the contents of a system's rules, or what a search in them finds."""
    found = registry.get(system)
    form = RuleForm(request.GET, system=system)
    wanted = form.wanted()
    chapters = rulebrowser.browse(system, **wanted) if form.is_valid() else []
    context = {
        "system": found,
        "form": form,
        "wanted": wanted,
        "searching": any(wanted.values()),
        "chapters": chapters,
        "number": sum(len(chapter.lines) for chapter in chapters),
        "counts": list(rulebrowser.counts(chapters)),
        "coverage": rulebrowser.covered(system),
    }
    return render(request, "rulesets/rules.html", context)


@reference_page
@named
def rule(request: HttpRequest, system: str, rule_id: str) -> HttpResponse:
    """Show a rule with all that belongs to it; for the beginning of an id, the chapter or section."""
    found = registry.get(system)
    chapter = rulebrowser.section(system, rule_id)
    if chapter is not None and rule_id not in rulebrowser.lines(system):
        return render(request, "rulesets/chapter.html", {"system": found, "chapter": chapter})
    if completion := rulebook.completions(system).get(rule_id):
        return render(request, "rulesets/completion.html", {"system": found, "completion": completion})
    page = rulebrowser.rule_page(system, rule_id)
    shown = page.line.rule
    name = found.library.chapters.get(shown.chapter, shown.chapter)
    context = {"system": found, "page": page, "rule": shown, "chapter_name": name}
    return render(request, "rulesets/rule.html", context)


@reference_page
@named
def tables(request: HttpRequest, system: str) -> HttpResponse:
    """Return all tables of a system."""
    groups = registry.get(system).library.tables()
    return render(request, "rulesets/tables.html", {"system": registry.get(system), "groups": groups})


@reference_page
def departures_of_the_first(request: HttpRequest) -> HttpResponse:
    """Return departures without a system: those of the first there is."""
    return redirect("rulesets:system-departures", registry.systems()[0].slug)


@reference_page
@named
def departures(request: HttpRequest, system: str) -> HttpResponse:
    """Show what is left to players, what is missing, how unclear rules are read, which values are ours."""
    lines = rulebrowser.lines(system).values()
    pages = [library.book_page(system, key) for key in registry.get(system).lists.books()]
    context = {
        "system": registry.get(system),
        "by_hand": [line for line in lines if line.status == "by hand"],
        "open": [line for line in lines if line.status == "open"],
        "readings": [line for line in lines if line.reading],
        "completions": rulebook.completions(system).values(),
        "books": [(page, [line for line in page.entries if line.doubtful]) for page in pages],
    }
    return render(request, "rulesets/departures.html", context)


# ---------------------------------------------------------------------------- odds


@reference_page
@named
def odds(request: HttpRequest) -> HttpResponse:
    """Show the odds of a system, or of the first that has any; what was asked stands in the address."""
    form = OddsForm(request.GET)
    answer = form.odds.shown(found) if (found := form.answer()) else None
    part = request.headers.get("HX-Request") == "true" and request.headers.get("HX-Boosted") != "true"
    template = "rulesets/parts/odds.html" if part else "rulesets/odds.html"
    return render(request, template, {"form": form, "answer": answer})

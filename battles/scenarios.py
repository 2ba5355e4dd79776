"""Scenarios that battles are begun from: those that ship, one's own, those that were shared by link.

A scenario's key is that of one that ships, `own.` with the digits of one of one's own, or `shared.` with the
token of its link. Somebody else's is not there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import F
from django.db.models.fields.json import KT
from django.http import Http404
from django.urls import reverse

from armylists import bookaccess, bookservices
from armylists.models import OwnBook, OwnBookVersion
from armylists.owned.access import owned
from battles import wording as words
from battles.models import Battle
from rulesets.contract import registry
from rulesets.contract.scenarios import ScenarioEditor, ScenarioSummary
from rulesets.engine.booksources import PREFIX
from rulesets.engine.errors import FaultyBookError

SHARED = "shared."


@dataclass(frozen=True, slots=True)
class Line:
    """A scenario, in short. `whose`: "" for an included one, otherwise `yours` with its version."""

    key: str
    system: str
    system_name: str
    name: str
    date: str
    place: str
    summary: str
    whose: str

    @property
    def url(self) -> str:
        """Its page."""
        return reverse("battles:scenario", args=[self.key])

    def to_json(self) -> dict[str, Any]:
        return {
            "key": self.key, "system": self.system, "name": self.name, "date": self.date, "place": self.place,
            "summary": self.summary, "own": bool(self.whose),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """A scenario with its document, and the book that it is if it does not ship."""

    key: str
    editor: ScenarioEditor
    document: Mapping[str, Any]
    version: OwnBookVersion | None = None
    shared: bool = False

    @property
    def system_name(self) -> str:
        """The name of its rule system."""
        return registry.get(self.editor.system).name

    @property
    def url(self) -> str:
        """Its page."""
        return reverse("battles:scenario", args=[self.key])

    def summary(self) -> ScenarioSummary:
        """Return the scenario for its readers; Http404 for one that the rules do not read any more."""
        try:
            return self.editor.summary(self.document)
        except FaultyBookError as error:
            raise Http404(words.scenario_unreadable(str(error))) from error

    def setup(self, dice: str = "stream") -> dict[str, Any]:
        """Return the set-up of a battle from it; raises FaultyBookError."""
        return self.editor.setup(self.document) | {"dice": dice}


def shipped() -> list[Line]:
    """Return the scenarios that ship."""
    return [
        _line(each.system, key, document, "")
        for each in registry.scenario_editors()
        for key, document in each.shipped().items()
    ]


def own(user: object) -> list[Line]:
    """Return the scenarios of `user`'s own that a version was saved of, the last changed first; one query."""
    slugs = [each.system for each in registry.scenario_editors()]
    rows = (
        OwnBookVersion.objects.filter(
            book__in=OwnBook.objects.of(user).in_use().filter(kind=OwnBook.SCENARIO, system__in=slugs),
            number=F("book__version"),
        )
        # Four keys out of each document, read by the database: whole scenarios are large.
        .annotate(**{f"head_{name}": KT(f"document__{name}") for name in _HEAD})
        .select_related("book")
        .defer("document", "book__draft")
        .order_by("-book__updated", "-book__pk")
    )
    return [
        _line(
            row.book.system, row.book.key, {name: getattr(row, f"head_{name}") for name in _HEAD}, _whose(row)
        )
        for row in rows
    ]


_HEAD = ("name", "date", "place", "summary")


def _whose(row: OwnBookVersion) -> str:
    return words.your_scenario(row.number, shared=bool(row.book.share_token))


def _line(system: str, key: str, document: Mapping[str, Any], whose: str) -> Line:
    head = {name: _words(document.get(name)) for name in _HEAD}
    return Line(key, system, registry.get(system).name, whose=whose, **head)


def _words(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def found(user: object, key: str) -> Found:
    """Return the scenario under a key, as `user` may see it; Http404 otherwise."""
    if key.startswith(SHARED):
        return _saved(key, bookaccess.shared(key.removeprefix(SHARED)), shared=True)
    if key.startswith(PREFIX):
        return _saved(key, _own(user, key.removeprefix(PREFIX)))
    for each in registry.scenario_editors():
        if key in each.shipped():
            return Found(key, each, each.shipped()[key])
    raise Http404(words.NO_SCENARIO)


def _own(user: object, digits: str) -> OwnBookVersion:
    try:
        book = owned(OwnBook, user, UUID(hex=digits))
    except ValueError:
        raise Http404(words.NO_SCENARIO) from None
    version = bookservices.newest(book)
    if version is None:
        raise Http404(words.NO_SCENARIO_VERSION)
    version.book = book
    return version


def _saved(key: str, version: OwnBookVersion, *, shared: bool = False) -> Found:
    if version.book.kind != OwnBook.SCENARIO:
        raise Http404(words.NO_SCENARIO)
    return Found(key, _editor_of(version.book.system), version.document, version, shared)


def _editor_of(system: str) -> ScenarioEditor:
    known = registry.get(system).scenarios
    if known is None:
        raise Http404(words.NO_SCENARIO)
    return known


def begun_from(battle: Battle) -> ScenarioSummary | None:
    """Return the scenario that a battle was begun from, for who fights it; None for a battle without one."""
    known, document = registry.get(battle.system).scenarios, battle.setup.get("options", {}).get("scenario")
    if known is None or not isinstance(document, Mapping):
        return None
    try:
        return known.summary(document)
    except FaultyBookError:
        return None

"""The odds that rule systems reckon: whose a query asks for, and the question as a form of their fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict

from rulesets.contract import registry
from rulesets.contract.odds import Odds, Part, read
from rulesets.contract.system import RuleSystem
from rulesets.engine.errors import LeaguerError
from rulesets.engine.fields import Field
from rulesets.site.forms import form_field


def odds_of(slug: str = "") -> Odds:
    """Return the odds of a system, of the first that has any if none is named.

    Raises LeaguerError naming those there are.
    """
    known = {system.slug: system.odds for system in registry.having("odds")}
    odds = known.get(slug or next(iter(known)))
    if odds is None:
        raise LeaguerError(f"there are no odds of «{slug}»; there are: {', '.join(known)}", path="system")
    return odds


def asked(query: Any) -> tuple[Odds, Any]:
    """Return the odds that a query is for, and the query for them, without its `system`.

    Raises LeaguerError for a system that has none.
    """
    if not isinstance(query, Mapping) or "system" not in query:
        return odds_of(), query
    slug = query["system"]
    rest = {key: value for key, value in query.items() if key != "system"}
    return odds_of(slug if isinstance(slug, str) and slug else "?"), rest


@dataclass(frozen=True, slots=True)
class PartView:
    """A part of the form as a page shows it: its groups of fields, and errors that are no field's."""

    legend: str
    style: str
    groups: tuple[tuple[str, list[forms.BoundField]], ...]
    errors: tuple[str, ...]


class OddsForm(forms.Form):
    """A question to the odds of a system, filled with what stands in the address.

    Raises LeaguerError if the address names a system without odds.
    """

    def __init__(self, data: QueryDict) -> None:
        self.system = data.get("system", "") or registry.having("odds")[0].slug
        self.odds = odds_of(self.system)
        self.question = self.odds.ask(dict(data.lists()))
        self.errors_of_parts: dict[str, list[str]] = {}
        super().__init__(self._filled(data), auto_id="%s")
        self.fields.update({field.key: form_field(field) for field in self._asked()})

    def _asked(self) -> Iterator[Field]:
        for part in self.question.parts:
            yield from part.fields

    def _filled(self, data: QueryDict) -> QueryDict:
        """Return the data without what is forgotten, with defaults for what the address does not name."""
        filled, given = data.copy(), dict(data.lists())
        for field in self._asked():
            values = read(field, given)
            if values or field.key in filled:
                filled.setlist(field.key, values)
        return filled

    @property
    def others(self) -> Sequence[RuleSystem]:
        """The systems to choose among; nothing if only one has odds."""
        found = registry.having("odds")
        return found if len(found) > 1 else ()

    @property
    def head(self) -> PartView:
        """The first part: what is asked."""
        return self._view(self.question.parts[0])

    @property
    def parts(self) -> list[PartView]:
        """The other parts of the form."""
        return [self._view(part) for part in self.question.parts[1:]]

    def _view(self, part: Part) -> PartView:
        groups = tuple(
            (style, [self[field.key] for field in fields]) for style, fields in part.groups if fields
        )
        return PartView(part.legend, part.style, groups, tuple(self.errors_of_parts.get(part.key, ())))

    def answer(self) -> dict[str, Any] | None:
        """Return the odds; None for a question with errors, which then stand at their fields."""
        if not self.is_valid():
            return None
        given = {name: value for name, value in self.cleaned_data.items() if value is not None}
        try:
            return self.odds.answer(self.question.query(given))
        except LeaguerError as error:
            self._refuse(error)
            return None

    def _refuse(self, error: LeaguerError) -> None:
        """Put the error at the field that its path names, or above its part."""
        part, name = self.question.place(error)
        if name in self.fields:
            self.add_error(name, _sentence(error.message))
        else:
            self.errors_of_parts.setdefault(part, []).append(_sentence(error.message))


def _sentence(message: str) -> str:
    text = message.rstrip(".")
    if text.startswith("is "):
        text = f"This {text}"
    return f"{text[:1].upper()}{text[1:]}."

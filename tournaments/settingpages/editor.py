"""A page of settings while somebody edits it: what they wrote, the buttons of rows, faults at fields."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.http import QueryDict

from rulesets.engine.digits import whole
from rulesets.engine.errors import Fault, LeaguerError
from tournaments.cards.obstacles import obstacles
from tournaments.engine.actions import Action, read_action
from tournaments.engine.document import Tournament
from tournaments.settingpages.pages import RowList, SettingPage, at
from tournaments.settingpages.rows import Json, Row
from tournaments.wording import settingpages as words

MOST_ROWS = 100
_INDEX = re.compile(r"\[(\d+)\]")


@dataclass
class Listed:
    """A list of rows on the page."""

    kind: RowList
    rows: list[Row] = field(default_factory=list)


class Editor:
    """A page of settings with what is in its fields."""

    def __init__(self, page: SettingPage, document: Tournament, post: QueryDict | None = None) -> None:
        self.page, self.document = page, document
        self.settings: Json = document.settings.model_dump(mode="json")
        self.post = post
        self.form = self._form()
        self.lists = [Listed(each, self._rows(each)) for each in page.lists]
        if post is None:
            self._say_obstacles()

    def _say_obstacles(self) -> None:
        """Say at the fields what cannot be with the players that there are."""
        if self.form is None:
            return
        for each in obstacles(self.document):
            path = words.FIELDS.get(each.path, each.path)
            name = path.removeprefix("settings.").rpartition(".")[2]
            if each.way == f"settings/{self.page.key}/" and name in self.form.fields:
                say_unsent(self.form, name, each.said)

    def _form(self) -> forms.Form | None:
        if self.page.form is None:
            return None
        if self.post is not None:
            return self.page.form(self.post)
        return self.page.form(initial=self.page.read(self.settings))

    def _rows(self, kind: RowList) -> list[Row]:
        if self.post is None:
            found = [kind.form.load(each) for each in at(self.settings, kind.path)]
            return [kind.form(initial=each, prefix=f"{kind.key}-{n}") for n, each in enumerate(found)]
        return [kind.form(each, prefix=f"{kind.key}-{n}") for n, each in enumerate(self._written(kind))]

    def _written(self, kind: RowList) -> list[dict[str, str]]:
        """Return what was sent of the rows of a list, after the button that was pressed."""
        assert self.post is not None
        count = min(whole(self.post.get(f"{kind.key}-count"), 0), MOST_ROWS)
        found = [self._sent(kind, n) for n in range(count)]
        found = _pressed(found, *self._button(kind))
        return [{f"{kind.key}-{n}-{name}": each for name, each in row.items()} for n, row in enumerate(found)]

    def _sent(self, kind: RowList, number: int) -> dict[str, str]:
        assert self.post is not None
        start = f"{kind.key}-{number}-"
        return {key.removeprefix(start): str(self.post[key]) for key in self.post if key.startswith(start)}

    def _button(self, kind: RowList) -> tuple[str, int, dict[str, str]]:
        assert self.post is not None
        do, _, rest = self.post.get("op", "").partition(":")
        key, _, number = rest.partition(":")
        if key != kind.key:
            return "", -1, {}
        first = kind.form(initial={"by": self.post.get(f"{kind.key}-new", "")})
        new = {name: str(each) for name, each in _fresh(first).items()}
        return do, whole(number), new

    @property
    def saves(self) -> bool:
        """Whether what was written is to be saved: no button of a row was pressed."""
        return self.post is not None and self.post.get("op", "save") == "save"

    def is_valid(self) -> bool:
        """Return whether every field is right for itself."""
        parts = [*filter(None, [self.form]), *(row for each in self.lists for row in each.rows)]
        return all(each.is_valid() for each in parts)

    def action(self) -> Action:
        """Return the action that changes the settings; raises TournamentError with every fault."""
        given = self.form.cleaned_data if self.form is not None else {}
        lists = {each.kind.key: [row.data_of for row in each.rows] for each in self.lists}
        settings = self.page.merge(self.settings, given, lists)
        day = self.document.date.isoformat() if self.document.date else None
        return read_action({"do": "settings", "name": self.document.name, "date": day, "settings": settings})

    def wrong(self, error: LeaguerError) -> list[str]:
        """Say faults at the fields that they are about; return those that no field is about."""
        faults = getattr(error, "faults", None) or (Fault(error.path, error.message),)
        return [str(each.message) for each in faults if not self._said(each)]

    def _said(self, fault: Fault) -> bool:
        path = words.FIELDS.get(fault.path, fault.path).removeprefix("settings.")
        for each in self.lists:
            rest = path.removeprefix(each.kind.path)
            index = _INDEX.match(rest)
            if path.startswith(each.kind.path) and index and int(index[1]) < len(each.rows):
                row = each.rows[int(index[1])]
                return _at(row, rest[index.end() :], fault.message)
        if self.form is None:
            return False
        return _at(self.form, path, fault.message, only=True)


def _at(form: forms.Form, path: str, message: str, *, only: bool = False) -> bool:
    """Say a fault at the field that ends its path, else at the whole form (unless `only` at a field)."""
    names = [each for each in _INDEX.sub("", path).split(".") if each in form.fields]
    if not names and only:
        return False
    form.add_error(names[-1] if names else None, message)
    return True


def say_unsent(form: forms.Form, name: str, message: str) -> None:
    """Say what is wrong at a field of a form that nobody has sent yet."""
    if form.errors == {}:
        form.cleaned_data = {}
    form.add_error(name, message)


def _pressed(found: list[dict[str, str]], do: str, number: int, new: dict[str, str]) -> list[dict[str, str]]:
    """Return rows after a button: one more, one fewer, or one higher or lower."""
    if do == "add":
        return [*found, new][:MOST_ROWS]
    if not 0 <= number < len(found):
        return found
    row, rest = found[number], found[:number] + found[number + 1 :]
    if do == "remove":
        return rest
    to = {"up": max(number - 1, 0), "down": number + 1}.get(do, number)
    return [*rest[:to], row, *rest[to:]]


def _fresh(form: Row) -> dict[str, Any]:
    """Return the fields of a new row: the first choice of each, and 0 for a number that there must be."""
    found: dict[str, Any] = {}
    for name, each in form.fields.items():
        if form.initial.get(name):
            found[name] = form.initial[name]
        elif isinstance(each, forms.ChoiceField):
            found[name] = each.widget.choices[0][0]
        elif isinstance(each, forms.BooleanField):
            found[name] = "on"
        elif isinstance(each, forms.IntegerField | forms.FloatField) and each.required:
            found[name] = 1 if name in ("times", "points", "most") or each.min_value else 0
    return found

"""The forms of army lists that players bring to a campaign."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import forms
from django.contrib.auth.models import User

from armylists import booksource
from armylists.models import ArmyList
from armylists.titles import titled
from campaigns.bringing import army_in
from campaigns.engine.state import State
from campaigns.forms.choices import set_choices
from campaigns.overruling import MAX_REASON
from campaigns.wording.documents import in_file
from rulesets.engine.errors import FaultyDocumentError, LeaguerError
from rulesets.engine.lists import ArmyList as Army
from rulesets.engine.lists import ListError
from rulesets.engine.wording import capfirst


class BringForm(forms.Form):
    """An army list of a player: one of their own, the link of a shared one, or a file. `army` after
    `is_valid` is the list, None where the form may stay empty and does.
    """

    own = forms.ChoiceField(label="One of your lists", required=False)
    link = forms.CharField(
        label="Or the link of a shared list", max_length=500, required=False,
        widget=forms.URLInput(attrs={"inputmode": "url"}),
    )  # fmt: skip
    file = forms.FileField(
        label="Or a file", required=False, help_text="Plain text, a roster PDF from Leaguer, or JSON."
    )

    def __init__(
        self, *args: Any, user: User, systems: Collection[str], optional: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **({"auto_id": "bring_%s"} | kwargs))
        self.user, self.optional = user, optional
        self.army: Army | None = None
        rows = ArmyList.objects.of(user).in_use().filter(system__in=systems).order_by("name", "pk")
        booksource.fetch_for(rows)
        set_choices(self, own=[("", "–"), *((str(row.public_id), title) for row, title in titled(rows))])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        given = [name for name in ("own", "link", "file") if cleaned.get(name)]
        if self.errors or (not given and self.optional):
            return cleaned
        if len(given) != 1:
            raise forms.ValidationError("Choose one of your lists, or paste a link, or choose a file.")
        try:
            file = cleaned["file"].read() if cleaned["file"] else None
            self.army = army_in(self.user, own=cleaned["own"], link=cleaned["link"], file=file)
        except (ListError, FaultyDocumentError) as error:
            self.add_error(given[0], [in_file(fault.path, fault.message) for fault in error.faults][:10])
        except LeaguerError as error:
            self.add_error(given[0], f"{capfirst(error.message)}.")
        return cleaned


class DeclineForm(forms.Form):
    """Why an umpire declines a list."""

    reason = forms.CharField(label="Reason for the player (optional)", max_length=MAX_REASON, required=False)


class PlaceForm(forms.Form):
    """Where the force of a brought list is to stand: the areas of its faction come first."""

    area = forms.ChoiceField(label="Area")

    def __init__(self, *args: Any, state: State, faction: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        areas = sorted(state.map.areas, key=lambda each: each.name) if state.map is not None else []
        own = [each for each in areas if state.areas[each.id].owner == faction]
        groups = (
            (f"Areas of {state.factions[faction].name}", own),
            ("Other areas", [each for each in areas if each not in own]),
        )
        found = [
            (name, [(each.id, each.name or each.id) for each in group]) for name, group in groups if group
        ]
        # Without an area to begin in, the umpire has to choose: the first of the map would be a guess.
        set_choices(self, area=found if self.initial.get("area") else [("", "Choose an area"), *found])

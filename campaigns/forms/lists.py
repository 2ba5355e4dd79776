"""The forms of army lists that players bring to a campaign."""

from __future__ import annotations

from typing import Any

from django import forms

from campaigns.engine.state import State
from campaigns.forms.choices import set_choices
from campaigns.overruling import MAX_REASON


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

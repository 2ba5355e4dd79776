"""Soft scores of all players, in one form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms

from tournaments.engine.actions import Soft
from tournaments.engine.document import Player, Tournament
from tournaments.wording import pages as words

STEP = 0.5
"""Soft scores are counted in halves."""


class SoftForm(forms.Form):
    """A field for each player and each soft score of the settings; an empty one is 0. Only what differs from
    what the page showed is written, so that two people can fill in different fields at once.
    """

    def __init__(self, *args: Any, document: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kinds = document.settings.soft
        self.players = sorted(
            (each for each in document.players if not each.waiting), key=lambda each: each.name.casefold()
        )
        for player in self.players:
            given = {each.name: each.points for each in player.soft}
            for at, kind in enumerate(self.kinds):
                field = forms.FloatField(
                    label=words.soft_of(kind.name, player.name), required=False, min_value=0,
                    max_value=kind.most, initial=given.get(kind.name), show_hidden_initial=True,
                )  # fmt: skip
                field.widget.attrs["step"] = STEP
                self.fields[_key(player, at)] = field

    def rows(self) -> Iterator[tuple[Player, list[forms.BoundField]]]:
        """Return each player with their fields."""
        for player in self.players:
            yield player, [self[_key(player, at)] for at in range(len(self.kinds))]

    def actions(self) -> Iterator[Soft]:
        """Return an action for each score that was changed."""
        changed = set(self.changed_data)
        for player in self.players:
            for at, kind in enumerate(self.kinds):
                key = _key(player, at)
                if key in changed:
                    yield Soft(player=player.id, name=kind.name, points=self.cleaned_data[key] or 0)


def _key(player: Player, at: int) -> str:
    return f"{player.id}.{at}"

"""What the forms of league pages say."""

from __future__ import annotations

from typing import Any

from django import forms
from pydantic import ValidationError

from rulesets.engine.errors import FaultyDocumentError, LeaguerError, fault_of
from tournaments.engine.document import MAX_BYTES
from tournaments.engine.league import League as LeagueDocument
from tournaments.engine.league import LeagueSettings, read_league
from tournaments.models import League, Tournament
from tournaments.wording import leaguepages as words


class NewLeagueForm(forms.Form):
    """A new league, from nothing or from a file."""

    name = forms.CharField(label="Name", max_length=120, required=False)
    visibility = forms.ChoiceField(label="Who sees it", choices=League.Visibility.choices)
    file = forms.FileField(
        label="Start from a file",
        required=False,
        help_text="A saved league (JSON). Leave empty to start a new one.",
    )

    def clean_file(self) -> LeagueDocument | None:
        """Return the league in the file, None without one."""
        file: Any = self.cleaned_data["file"]
        if file is None:
            return None
        try:
            return read_league(file.read(MAX_BYTES + 1))
        except LeaguerError as error:
            faults = error.faults if isinstance(error, FaultyDocumentError) else ()
            raise forms.ValidationError([str(each) for each in faults] or [error.message]) from error

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if not given.get("name") and "file" in given and not (given["file"] and given["file"].name):
            self.add_error("name", words.NAME_OR_FILE)
        return given

    @property
    def document(self) -> LeagueDocument:
        """The document that it begins from."""
        given = self.cleaned_data
        found: LeagueDocument = given["file"] or LeagueDocument()
        return found.model_copy(update={"name": given["name"] or found.name})


class LeagueForm(forms.Form):
    """The settings of a league."""

    name = forms.CharField(label="Name", max_length=120)
    visibility = forms.ChoiceField(label="Who sees it", choices=League.Visibility.choices)
    best = forms.IntegerField(
        label="How many of each player’s results count", min_value=0, max_value=200,
        help_text="Their best results count. 0 means all.",
    )  # fmt: skip
    counts = forms.ChoiceField(
        label="Points for an event",
        choices=[
            ("places", "Points for each place"), ("points", "The event’s match points"),
            ("share", "Per cent of the winner’s match points"),
        ],
    )  # fmt: skip
    places = forms.CharField(
        label="Points for the places", max_length=4000, required=False,
        help_text="From first place down, separated by commas.",
    )  # fmt: skip
    provisional = forms.IntegerField(
        label="Battles before a rating stops being provisional", min_value=0, max_value=1000
    )

    @classmethod
    def of(cls, row: League, document: LeagueDocument) -> LeagueForm:
        """Return the form as the league is."""
        found = document.settings
        return cls(
            initial={
                "name": row.name, "visibility": row.visibility, "best": found.best, "counts": found.counts,
                "places": ", ".join(f"{each:g}" for each in found.places), "provisional": found.provisional,
            }
        )  # fmt: skip

    def clean_places(self) -> list[float]:
        """Return the points of the places, the first first."""
        parts = self.cleaned_data["places"].replace(";", ",").split(",")
        try:
            return [float(each) for each in parts if each.strip()]
        except ValueError:
            raise forms.ValidationError(words.NOT_POINTS) from None

    def settings(self) -> LeagueSettings | None:
        """Return the settings that it asks for; None, and said at the field, for points that cannot be."""
        names = ("best", "counts", "places", "provisional")
        try:
            return LeagueSettings(**{name: self.cleaned_data[name] for name in names})
        except ValidationError as error:
            for each in error.errors(include_url=False):
                self.add_error("places", str(fault_of(each)))
            return None


class AddForm(forms.Form):
    """A tournament to add; only those that one runs are offered."""

    tournament = forms.ModelChoiceField(
        Tournament.objects.none(), label="Tournament", to_field_name="public_id", empty_label=None
    )
    season = forms.CharField(
        label="Season", max_length=120, required=False, help_text="For example 2026. Each season has a table."
    )

    def __init__(self, rows: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tournament"].queryset = rows  # type: ignore[attr-defined]

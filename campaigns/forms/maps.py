"""The forms that own maps begin with."""

from __future__ import annotations

from typing import Any, TypeAlias

from django import forms
from django.conf import settings

from campaigns.editor.draft import Draft, as_draft, empty
from campaigns.engine.geojson import read_geojson
from campaigns.engine.maps import MapError
from campaigns.engine.shipped import maps
from rulesets.engine.errors import Fault, LeaguerError
from rulesets.engine.jsontext import read_json
from rulesets.engine.wording import capfirst

NEITHER = "is not a map: upload a map that you downloaded here, or a GeoJSON FeatureCollection"


class _Beginning(forms.Form):
    """What the forms have in common: the ids of their fields, as they stand on one page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs |= {"label_suffix": "", "auto_id": f"id_{self.prefix_of_ids}_%s"}
        super().__init__(*args, **kwargs)

    prefix_of_ids = ""


def _shipped() -> list[tuple[str, str]]:
    return [(key, f"{map.name}, {len(map.areas)} areas") for key, map in maps().items()]


class CopiedMapForm(_Beginning):
    """A copy of a map that ships."""

    prefix_of_ids = "copy"
    map = forms.ChoiceField(label="Map", choices=_shipped)

    def draft(self) -> Draft:
        return as_draft(maps()[self.cleaned_data["map"]].to_json())


class EmptyMapForm(_Beginning):
    """A map with nothing on it."""

    prefix_of_ids = "empty"
    name = forms.CharField(label="Name", max_length=120)
    width = forms.FloatField(label="Width (west to east) in km", min_value=1, max_value=10_000, initial=300)
    height = forms.FloatField(
        label="Height (north to south) in km", min_value=1, max_value=10_000, initial=200
    )

    def draft(self) -> Draft:
        data = self.cleaned_data
        return {**empty(data["name"]), "width": data["width"], "height": data["height"]}


class ImportedMapForm(_Beginning):
    """A map from a file: one of ours, whatever is wrong with it, or GeoJSON."""

    prefix_of_ids = "import"
    file = forms.FileField(label="File")

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > settings.LEAGUER_MAX_UPLOAD_BYTES:
            limit = settings.LEAGUER_MAX_UPLOAD_BYTES // 1_000_000
            raise forms.ValidationError(f"The file is larger than {limit} MB.")
        try:
            self.read = map_in(read_json(file.read()))
        except LeaguerError as error:
            raise forms.ValidationError(capfirst(str(error))) from None
        return file

    def draft(self) -> Draft:
        return self.read


Beginning: TypeAlias = CopiedMapForm | EmptyMapForm | ImportedMapForm
"""A way to begin a map: `draft()` is what it begins with, once the form is valid."""


def map_in(value: Any) -> Draft:
    """Return the draft in a document: our own, a campaign's with its map, or GeoJSON. Raises MapError."""
    if isinstance(value, dict) and value.get("type") == "FeatureCollection":
        return as_draft(read_geojson(value).to_json())
    if isinstance(value, dict) and isinstance(value.get("map"), dict):
        value = value["map"]
    if not isinstance(value, dict) or "areas" not in value:
        raise MapError(Fault("", NEITHER))
    return as_draft(value)

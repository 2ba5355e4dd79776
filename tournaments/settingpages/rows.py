"""Rows of settings: criteria, tie-breaks, bands, terms of a formula, tables, penalties, soft scores."""

from __future__ import annotations

import datetime
import re
from typing import Any, ClassVar

from django import forms

from rulesets.engine.jsontext import StrictDecoder
from tournaments.engine.formula import FIGURES
from tournaments.engine.parts import MOST_ROUNDS
from tournaments.wording import settingpages as words

Json = dict[str, Any]
_STEP = re.compile(r"^\s*(-?\d+(?:\.\d+)?)\s*:\s*(-?\d+(?:\.\d+)?)\s*$")


class Row(forms.Form):
    """A row of a list: how it is read from the settings, and what of them it says."""

    use_required_attribute = False

    @classmethod
    def load(cls, found: Json) -> Json:
        """Return the fields of a row for a part of the settings."""
        return found

    @property
    def data_of(self) -> Any:
        """The part of the settings that a row says; what is empty is left out."""
        return {key: each for key, each in self.cleaned_data.items() if each not in (None, "")}


def number(label: str, **more: Any) -> forms.FloatField:
    """Return a field for a number, of whole ones or parts."""
    widget = forms.NumberInput(attrs={"step": "any"})
    return forms.FloatField(label=label, widget=widget, **more)


class CriterionRow(Row):
    """A criterion: `by` says which, and which of the other fields it has."""

    HAS: ClassVar[dict[str, tuple[str, ...]]] = {
        "rematch": ("hard",), "bye": (), "score": ("of_points",), "apart": ("group", "rounds"),
        "opposed": ("of",), "sides": (), "order": ("how", "rank", "first"),
    }  # fmt: skip
    by = forms.CharField(widget=forms.HiddenInput)
    hard = forms.BooleanField(label="Refuse a round that needs a rematch", required=False)
    of_points = forms.ChoiceField(label="Points", choices=words.POINTS)
    group = forms.ChoiceField(label="Same", choices=words.GROUPS)
    rounds = forms.IntegerField(
        label="Only in the first rounds (0: always)", min_value=0, max_value=MOST_ROUNDS
    )
    of = forms.ChoiceField(label="Opposing", choices=words.OPPOSED)
    how = forms.ChoiceField(label="Among equal points", choices=words.HOW)
    rank = forms.ChoiceField(label="Ordered by", choices=words.RANK)
    first = forms.ChoiceField(label="In the first round", choices=words.RANK[1:])
    pairs = forms.JSONField(decoder=StrictDecoder, widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = str(self["by"].value() or "")
        has = (*self.HAS.get(self.kind, ()), "by", *(("pairs",) if self.kind == "opposed" else ()))
        for name in [each for each in self.fields if each not in has]:
            del self.fields[name]
        self.title = words.CRITERIA.get(self.kind, "")

    @classmethod
    def load(cls, found: Json) -> Json:
        return {"of_points": found.get("of", "match")} | found

    @property
    def data_of(self) -> Json:
        found: Json = super().data_of
        return {("of" if key == "of_points" else key): each for key, each in found.items()}


class TieBreakRow(Row):
    """A tie-break, and how many of the lowest and highest it leaves out."""

    CUT = frozenset({"buchholz", "sonneborn_berger", "progressive", "rating"})
    by = forms.CharField(widget=forms.HiddenInput)
    cut_low = forms.IntegerField(label="Leave out the lowest", min_value=0, max_value=4, required=False)
    cut_high = forms.IntegerField(label="Leave out the highest", min_value=0, max_value=4, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = str(self["by"].value() or "")
        if self.kind not in self.CUT:
            del self.fields["cut_low"], self.fields["cut_high"]
        self.title = words.tiebreak(self.kind)


class BandRow(Row):
    """A band: what a difference of scores from `least` on gives winner and loser."""

    least = forms.IntegerField(label="From", min_value=0, max_value=100_000)
    winner = number("Winner")
    loser = number("Loser")
    name = forms.CharField(label="Level", max_length=120, required=False)

    @classmethod
    def load(cls, found: Json) -> Json:
        first, second = found["points"]
        return {"least": found["least"], "winner": first, "loser": second, "name": found.get("name", "")}

    @property
    def data_of(self) -> Json:
        given = self.cleaned_data
        points = [given["winner"], given["loser"]]
        return {"least": given["least"], "points": points, "name": given["name"]}


class TermRow(Row):
    """A term of a formula: a figure or a constant, multiplied, divided, rounded, kept between limits."""

    times = number("Times")
    of = forms.ChoiceField(label="Figure", choices=words.figures(FIGURES, words.CONSTANT), required=False)
    steps = forms.CharField(
        label="In steps", required=False, max_length=500, help_text="From: counts. 0: 0, 10: 1, 25: 2"
    )
    per = number("Divided by", required=False)
    per_of = forms.ChoiceField(
        label="or by a figure", choices=words.figures(FIGURES, words.NO_FIGURE), required=False
    )
    when_nothing = number("If that is 0", required=False)
    least = number("At least", required=False)
    most = number("At most", required=False)
    round = forms.ChoiceField(label="Rounded", choices=words.ROUNDING, required=False)

    @classmethod
    def load(cls, found: Json) -> Json:
        steps = ", ".join(f"{each['least']:g}: {each['counts']:g}" for each in found.get("steps") or ())
        per = found.get("per")
        by = {"per": None, "per_of": per} if isinstance(per, str) else {"per": per}
        return {"times": 1} | found | {"steps": steps} | by

    def clean_steps(self) -> list[Json]:
        """Return the steps; what is no pair of numbers is a fault."""
        found = []
        for each in filter(str.strip, self.cleaned_data["steps"].split(",")):
            read = _STEP.match(each)
            if read is None:
                raise forms.ValidationError(words.STEPS)
            found.append({"least": float(read[1]), "counts": float(read[2])})
        return found

    @property
    def data_of(self) -> Json:
        found: Json = super().data_of
        by = found.pop("per_of", None)
        return found | ({"per": by} if by else {})


class TerrainRow(Row):
    """A table: what lies on it, and its scenario."""

    number = forms.IntegerField(label="Table", min_value=1, max_value=1000)
    terrain = forms.CharField(label="Terrain", max_length=120, required=False)
    scenario = forms.CharField(label="Scenario", max_length=120, required=False)


class PenaltyRow(Row):
    """A usual penalty."""

    name = forms.CharField(label="For", max_length=120)
    points = number("Points")


class SoftRow(Row):
    """A soft score."""

    name = forms.CharField(label="Name", max_length=120)
    by = forms.ChoiceField(label="Given by", choices=words.SOFT)
    most = number("At most")
    places = forms.CharField(
        label="By vote: points of the first places",
        max_length=200,
        required=False,
        help_text="Such as 3, 2, 1",
    )

    @classmethod
    def load(cls, found: Json) -> Json:
        return found | {"places": ", ".join(f"{each:g}" for each in found.get("places", ()))}

    def clean_places(self) -> list[float]:
        """Return the points, those of the first place first; what is no number is a fault."""
        try:
            return [float(each) for each in self.cleaned_data["places"].split(",") if each.strip()]
        except ValueError:
            raise forms.ValidationError(words.PLACES) from None


class AccelerationRow(Row):
    """Points that nobody has, for who has some starting numbers, in some rounds."""

    points = number("Points")
    from_round = forms.IntegerField(label="From round", min_value=1, max_value=MOST_ROUNDS)
    to_round = forms.IntegerField(label="to round", min_value=1, max_value=MOST_ROUNDS)
    first = forms.IntegerField(label="From starting number", min_value=1, max_value=9999)
    last = forms.IntegerField(label="to number", min_value=1, max_value=9999)


class StartRow(Row):
    """When a round begins."""

    at = forms.DateTimeField(
        label="Begins",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    @classmethod
    def load(cls, found: Any) -> Json:
        return {"at": datetime.datetime.fromisoformat(found)}

    @property
    def data_of(self) -> str:
        return str(self.cleaned_data["at"].isoformat())

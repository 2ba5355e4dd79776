"""Settings that are no rows, in forms of what belongs together."""

from __future__ import annotations

from typing import Any

from django import forms

from rulesets.contract import registry
from tournaments.engine.parts import MOST_ROUNDS
from tournaments.settingpages.rows import number
from tournaments.wording import settingpages as words


class Lines(forms.CharField):
    """Texts, a line each."""

    def __init__(self, **more: Any) -> None:
        super().__init__(widget=forms.Textarea(attrs={"rows": 4}), required=False, max_length=10_000, **more)

    def to_python(self, value: Any) -> Any:
        return [each.strip() for each in (super().to_python(value) or "").splitlines() if each.strip()]

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) else "\n".join(value or ())


class Moment(forms.DateTimeField):
    """A time in the zone of whoever writes it."""

    def __init__(self, **more: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, required=False, **more)


class KindForm(forms.Form):
    """What kind of tournament it is."""

    kind = forms.ChoiceField(label="Kind", choices=words.KINDS)
    size = forms.IntegerField(
        label="Players per team in each round", min_value=0, max_value=20, help_text=words.NO_TEAMS
    )
    line_ups = forms.ChoiceField(label="When teams see each other’s line-up", choices=words.LINE_UPS)
    doubles = forms.BooleanField(label="Doubles: two people play as one side", required=False)
    seeding = forms.ChoiceField(label="Seeding of the knock-out", choices=words.SEEDING)
    third_place = forms.BooleanField(label="Play for third place", required=False)
    draws = forms.ChoiceField(label="After a draw in the knock-out", choices=words.DRAWS)
    count = forms.IntegerField(label="Groups", min_value=2, max_value=64)
    through = forms.IntegerField(label="Going through from each group", min_value=1, max_value=32)
    play = forms.ChoiceField(label="In the groups", choices=words.PLAY)
    group_rounds = forms.IntegerField(label="Swiss rounds in the groups", min_value=1, max_value=30)


class PointsForm(forms.Form):
    """What a result gives."""

    how = forms.ChoiceField(label="Match points", choices=words.POINTS_BY)
    win = number("Win")
    draw = number("Draw")
    loss = number("Loss")
    small = forms.ChoiceField(label="Small points", choices=words.SMALL)
    bye = number("Bye")
    half_bye = number("Requested bye")
    forfeit_win = number("Opponent did not turn up")
    of = forms.ChoiceField(label="A side’s score is", choices=words.SCORE_OF)
    least = number("Formula: at least", required=False)
    most = number("Formula: at most", required=False)
    round = forms.ChoiceField(label="Formula: rounded", choices=words.ROUNDING, required=False)


class TeamPointsForm(PointsForm):
    """What the board points of two teams give: the team points. Their small points are not counted."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["how"].label = "Team points"
        for name in ("small", "of"):
            self.fields[name].widget = self.fields[name].hidden_widget()


def _limits_of(name: str, label: str) -> dict[str, forms.Field]:
    return {
        f"{name}_least": number(f"{label}: at least", required=False),
        f"{name}_most": number(f"{label}: at most", required=False),
        f"{name}_round": forms.ChoiceField(label=f"{label}: rounded", choices=words.ROUNDING, required=False),
        f"{name}_step": number(f"{label}: to steps of", required=False, min_value=0.5, max_value=100),
    }


class FormulasForm(forms.Form):
    """How the bonus and the formula of small points are rounded, and between which limits they are kept."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= _limits_of("bonus", "Bonus") | _limits_of("small_formula", "Small points")


class FideForm(forms.Form):
    """Swiss rounds by a system of FIDE."""

    system = forms.ChoiceField(label="Swiss rounds", choices=words.FIDE, required=False)
    top = forms.ChoiceField(label="Number 1 begins", choices=words.TOP)


class TablesForm(forms.Form):
    """How many tables there are, and which scenarios are played."""

    tables = forms.IntegerField(
        label="Tables", min_value=0, max_value=1000, help_text="0 means as many as needed."
    )
    how = forms.ChoiceField(label="Scenarios", choices=words.SCENARIOS)
    names = Lines(label="Scenario names", help_text="One per line.")
    fresh = forms.MultipleChoiceField(
        label="Avoid giving a player the same … twice", choices=words.FRESH, required=False,
        widget=forms.CheckboxSelectMultiple,
    )  # fmt: skip


class SoftForm(forms.Form):
    """Whether soft scores count."""

    soft_counts = forms.BooleanField(label="Add soft scores to the match points", required=False)


class ScheduleForm(forms.Form):
    """Deadlines."""

    registration_ends = Moment(label="Registration ends")
    lists_due = Moment(label="Lists are due")


class PublishingForm(forms.Form):
    """What is public when."""

    lists = forms.ChoiceField(
        label="Publish the lists", choices=words.LISTS_SHOWN, help_text=words.LISTS_EARLIER
    )
    standings = forms.ChoiceField(label="Update the standings", choices=words.STANDINGS_SHOWN)
    hidden_after = forms.IntegerField(
        label="Freeze the standings after round", min_value=0, max_value=MOST_ROUNDS,
        help_text=words.HIDDEN_AFTER,
    )  # fmt: skip


class LimitsForm(forms.Form):
    """Which lists may come, and when they are due."""

    lists_due = Moment(label="Lists are due")
    systems = forms.MultipleChoiceField(
        label="Systems", required=False, widget=forms.CheckboxSelectMultiple, help_text=words.ANY
    )
    books = Lines(label="Army books", help_text=words.BOOKS)
    least = forms.IntegerField(label="Minimum points or FSP", min_value=0, help_text=words.NO_LIMIT)
    most = forms.IntegerField(label="Maximum points or FSP", min_value=0, help_text=words.NO_LIMIT)
    since = forms.IntegerField(label="Period from", min_value=1000, max_value=2000, required=False)
    until = forms.IntegerField(label="Period to", min_value=1000, max_value=2000, required=False)
    lists = forms.IntegerField(label="Lists per player", min_value=1, max_value=20)
    one_book = forms.BooleanField(label="All lists from one army book", required=False)
    legal = forms.BooleanField(label="Only legal lists", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        systems = [(each.slug, each.name) for each in registry.systems()]
        self.fields["systems"].choices = systems  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Refuse a period of which one year alone is given."""
        given = super().clean() or {}
        if (given.get("since") is None) != (given.get("until") is None):
            raise forms.ValidationError({"until": words.BOTH_YEARS})
        return given

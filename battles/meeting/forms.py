"""The form that sets up a meeting: what both sides agree on before their forces meet."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.utils.timezone import localtime

from armylists.models import OwnBook
from battles.armyforms import ArmyForm
from battles.forms import (
    BY_HAND,
    PeopleForm,
    agreed,
    agreement_field,
    agreement_name,
    distinct,
)
from battles.models import Battle
from battles.replay import played
from battles.setups import side_name
from rulesets.contract import registry
from rulesets.contract.presentation import Meeting
from rulesets.contract.system import RuleSystem
from rulesets.engine.document import SETUP_VERSION
from rulesets.engine.errors import LeaguerError

WHO = (
    ("hand", BY_HAND),
    ("first", "I decide for the first force, the tactician for the second"),
    ("second", "I decide for the second force, the tactician for the first"),
    ("both", "The tactician decides for both"),
)
EARLIER = 20
"""So many earlier tables are offered."""
MOST = 200_000
"""Bytes of a scenario's file."""


class MeetingForm(PeopleForm):
    """Table, terrain, scenarios, agreements, people and dice of a meeting of one rule system."""

    width = forms.FloatField(label="Width of the table, in cm", initial=120)
    depth = forms.FloatField(label="Depth of the table, in cm", initial=120)
    terrain = forms.ChoiceField(
        label="Terrain",
        choices=[
            ("roll", "placed in turns, by the rules"),
            ("open", "agreed at your table: only what the scenario needs is shown here"),
            ("earlier", "copied from an earlier meeting"),
        ],
        widget=forms.RadioSelect,
        initial="roll",
    )
    earlier = forms.ChoiceField(label="The earlier meeting", required=False)
    scenario = forms.ChoiceField(
        label="Scenario", required=False, help_text="Rolled for, unless you agree on one beforehand."
    )
    own = forms.MultipleChoiceField(
        label="Scenarios of your own",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Each is added to the included scenarios. One with the same key replaces it.",
    )
    files = forms.FileField(  # type: ignore[assignment]  # a field is taken from the class before it is one
        label="A scenario from a file",
        required=False,
        help_text="TOML or JSON, as downloaded from Leaguer.",
    )
    agreed = forms.BooleanField(label="We agree to fight with forces that are not legal", required=False)

    def __init__(self, *args: Any, system: RuleSystem, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system = system
        self.user = user
        self.meeting: Meeting = registry.get(system.slug).presentation.meeting  # type: ignore[assignment]
        self._people()
        self._fill()

    def _people(self) -> None:
        who = self.fields["who"]
        assert isinstance(who, forms.ChoiceField)
        who.choices, who.initial = [(key, words.replace("army", "force")) for key, words in WHO], "hand"
        if not self.system.core.slips:
            del self.fields["strength"]
        self.fields["opponent"].help_text = (
            "The user name of a player to invite. They lead the second force, and the meeting starts when "
            "they accept. Leave empty to lead both yourself."
        )

    def _fill(self) -> None:
        """Fill in what depends on system and user: limits, earlier tables, own scenarios, agreements."""
        limits = self.system.core.table
        for name, value, most in (
            ("width", limits.width, limits.most_width),
            ("depth", limits.depth, limits.most_depth),
        ):
            self.fields[name] = forms.FloatField(
                label=f"{name.capitalize()} of the table, in {self.system.length_unit}",
                min_value=limits.least,
                max_value=most,
                initial=value,
                help_text=f"{limits.least:g} to {most:g}",
            )
        self._offer("earlier", [("", "Choose a meeting"), *self._earlier()])
        self._offer("own", self._own())
        if not self._own_rows:
            del self.fields["own"]
        names = self.meeting.scenarios(())
        ours = self.meeting.ours(())
        named = [(key, f"{name} (ours)" if key in ours else name) for key, name in names.items()]
        self._offer("scenario", [("", "roll for it"), *named])
        self.fields |= {
            agreement_name(self.system, each): agreement_field(each) for each in self.system.core.agreements()
        }

    def _offer(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _earlier(self) -> list[tuple[str, str]]:
        rows = Battle.objects.of(self.user).light().filter(system=self.system.slug)[:EARLIER]
        when = "%-d %b %Y, %H:%M"
        return [(str(row.public_id), f"{row.title}, {localtime(row.updated):{when}}") for row in rows]

    def _own(self) -> list[tuple[str, str]]:
        rows = OwnBook.objects.of(self.user).in_use().light()
        rows = rows.filter(system=self.system.slug, kind=OwnBook.SCENARIO, version__gt=0)
        self._own_rows = {str(row.public_id): row for row in rows}
        return [(key, row.name) for key, row in self._own_rows.items()]

    def agreements(self) -> list[forms.BoundField]:
        """Return the fields of what the rule system lets players agree on."""
        return [self[name] for name in self.fields if name.startswith("agree-")]

    # -- reading --------------------------------------------------------------------------------

    def clean_files(self) -> dict[str, Any] | None:
        file: UploadedFile[Any] | None = self.cleaned_data["files"]
        if file is None:
            return None
        if file.size is None or file.size > MOST:
            raise forms.ValidationError(f"A scenario file can be at most {MOST // 1000} kB.")
        try:
            return self.meeting.read_scenario(file.read().decode())
        except UnicodeDecodeError:
            raise forms.ValidationError("This file is not UTF-8 text.") from None
        except LeaguerError as error:
            faults = getattr(error, "faults", ()) or (error,)
            raise forms.ValidationError([str(fault) for fault in faults][:10]) from None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("terrain") == "earlier" and not self.errors:
            if not cleaned["earlier"]:
                self.add_error("earlier", "Choose the meeting to copy the table from.")
            else:
                self._read_table(cleaned)
        return cleaned

    def _read_table(self, cleaned: dict[str, Any]) -> None:
        """Read the pieces on the table of an earlier meeting; the table is as large as that one."""
        row = Battle.objects.of(self.user).get(public_id=cleaned["earlier"])
        with played(row) as found:
            state = found.engine.state.to_json()
        cleaned["pieces"] = [piece for piece in state["terrain"] if not piece.get("scenario")]
        cleaned["width"], cleaned["depth"] = state["table"]["width"], state["table"]["depth"]

    def document(self, armies: tuple[ArmyForm, ArmyForm]) -> dict[str, Any]:
        """Return the set-up document for two forces."""
        data = self.cleaned_data
        lists = [army.document for army in armies]
        return {
            "format": "leaguer-setup",
            "version": SETUP_VERSION,
            "system": self.system.slug,
            "lists": lists,
            "sides": distinct([army.name or side_name(army.document, i) for i, army in enumerate(armies)]),
            "table": {"width": data["width"], "depth": data["depth"]},
            "terrain": data["pieces"] if data["terrain"] == "earlier" else data["terrain"],
            "dice": data["dice"],
            "options": self._options(),
        }

    def _options(self) -> dict[str, Any]:
        data = self.cleaned_data
        options = agreed(self.system, data)
        documents = [self._own_rows[key] for key in data.get("own") or ()]
        chosen = [row.versions.get(number=row.version).document for row in documents]
        if data["files"] is not None:
            chosen.append(data["files"])
        if chosen:
            options["scenarios"] = chosen
        if data["scenario"]:
            options["scenario"] = data["scenario"]
        return options

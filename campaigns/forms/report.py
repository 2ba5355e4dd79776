"""The report of a battle on a table: who won, and what became of every unit and leader of both sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator

from campaigns.engine.battlefields import contradictions
from campaigns.engine.forces import fighting, names
from campaigns.engine.state import Command, Engagement, Outcome, State, Unit, UnitFate
from campaigns.forms.choices import set_choices
from rulesets.engine.wording import sentence

FALLEN = (("stood", "stood"), ("fled", "fled"), ("destroyed", "destroyed"))


class ReportForm(forms.Form):
    """What happened, as one side or the umpire reports it; `outcome` makes an Outcome of it."""

    winner = forms.ChoiceField(
        label="Who won?", widget=forms.RadioSelect, error_messages={"required": "Choose who won."}
    )
    how = forms.CharField(label="How it ended", max_length=200, required=False,
                          help_text="One sentence for the chronicle. Optional.")  # fmt: skip

    def __init__(
        self, data: Any, state: State, engagement: Engagement, known: Mapping[str, Any] | None
    ) -> None:
        self.commands = [list(_commands(state, engagement, side)) for side in (0, 1)]
        self.names, self.state, self.engagement = names(state), state, engagement
        super().__init__(data, initial=_initial(known))
        first, second = (state.factions[each.faction].name for each in engagement.sides)
        set_choices(self, winner=[("0", first), ("1", second), ("draw", "A draw")])
        for command, units in (each for side in self.commands for each in side):
            if _leads(command):
                self.fields[f"leader-{command.id}"] = forms.BooleanField(label="lost", required=False)
            for unit in units:
                lost = forms.IntegerField(
                    label=f"{unit.name}: lost", min_value=0, max_value=unit.left, required=False
                )
                few = f"{unit.name} has {unit.left} left: enter {unit.left} or less."
                whole = f"{unit.name}: enter a whole number from 0 to {unit.left}."
                lost.error_messages["invalid"] = whole
                for check in lost.validators:
                    if isinstance(check, MaxValueValidator):
                        check.message = few
                    elif isinstance(check, MinValueValidator):
                        check.message = whole
                lost.widget.attrs |= {"inputmode": "numeric", "placeholder": "0"}
                self.fields[f"lost-{unit.id}"] = lost
                self.fields[f"fallen-{unit.id}"] = forms.ChoiceField(
                    label=f"{unit.name}: at the end", choices=FALLEN, initial="stood"
                )

    def clean(self) -> dict[str, Any]:
        """Find what cannot be, at its field."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            for fault in contradictions(self.state, self.engagement, self.outcome()):
                kind, _, key = fault.path.removesuffix(".fallen").partition(".")
                self.add_error(f"fallen-{key}" if key else kind, sentence(fault.message))
        return data

    def sides(self) -> list[list[dict[str, Any]]]:
        """Return the fields of both sides by commands, each with its `name`, the field of its `leader` (None
        without one who leads) and its `units`: each with its fields `lost` and `fallen`.
        """
        return [[self._fields_of(*each) for each in side] for side in self.commands]

    def outcome(self) -> Outcome:
        """Return the outcome that a valid form describes."""
        data = self.cleaned_data
        units, leaders = {}, []
        for command, found in (each for side in self.commands for each in side):
            if data.get(f"leader-{command.id}"):
                leaders.append(command.id)
            for unit in found:
                fate = UnitFate(data[f"lost-{unit.id}"] or 0, data[f"fallen-{unit.id}"])
                if fate.lost or fate.fallen != "stood":
                    units[unit.id] = fate
        winner = None if data["winner"] == "draw" else int(data["winner"])
        return Outcome(winner, how=data["how"], units=units, leaders=leaders, means="table")

    def _fields_of(self, command: Command, units: list[Unit]) -> dict[str, Any]:
        return {
            "name": self.names[command.id],
            "leader": self[f"leader-{command.id}"] if _leads(command) else None,
            "units": [(each, self[f"lost-{each.id}"], self[f"fallen-{each.id}"]) for each in units],
        }


def _commands(state: State, engagement: Engagement, side: int) -> Iterator[tuple[Command, list[Unit]]]:
    for force in fighting(state, engagement, side):
        for command in force.commands:
            units = [unit for unit in force.ready() if unit.command == command.id]
            if units:
                yield command, units


def _leads(command: Command) -> bool:
    return command.leader is not None and command.leader.fate == "well"


def _initial(known: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the fields as a report fills them; it may leave out who won."""
    if known is None:
        return {}
    values: dict[str, Any] = {"how": known.get("how", "")}
    if "winner" in known:
        values["winner"] = "draw" if known["winner"] is None else str(known["winner"])
    for key, fate in known["units"].items():
        values |= {f"lost-{key}": fate["lost"], f"fallen-{key}": fate["fallen"]}
    return values | {f"leader-{key}": True for key in known["leaders"]}

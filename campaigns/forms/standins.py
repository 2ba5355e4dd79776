"""The forms of an engagement in another system: the proposal, an army for it, the map of a scenario."""

from __future__ import annotations

from typing import Any

from django import forms


class ProposalForm(forms.Form):
    """A system with the means, as `snaphance:board`."""

    proposal = forms.ChoiceField(label="Fight it in")

    def __init__(self, choices: list[Any]) -> None:
        super().__init__()
        self.fields["proposal"].choices = choices  # type: ignore[attr-defined]


class ArmyForm(forms.Form):
    """The army of a side."""

    army = forms.ChoiceField()

    def __init__(self, side: int, faction: str, choices: list[Any]) -> None:
        super().__init__(auto_id=f"side-{side}-%s")
        self.fields["army"].choices = choices  # type: ignore[attr-defined]
        self.fields["army"].label = f"Army of {faction}"


class ScenarioForm(forms.Form):
    """The scenario on whose map it is fought."""

    scenario = forms.ChoiceField(label="Fought on", required=False)

    def __init__(self, choices: list[Any], chosen: str) -> None:
        super().__init__(initial={"scenario": chosen})
        self.fields["scenario"].choices = choices  # type: ignore[attr-defined]

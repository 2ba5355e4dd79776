"""What an umpire orders a simulation with."""

from __future__ import annotations

from django import forms

from campaigns.models import Simulation
from campaigns.simulating import MOST_RUNS, MOST_TURNS


class SimulationForm(forms.Form):
    """How many campaigns to play, how long, and how their battles are fought."""

    runs = forms.IntegerField(label="Campaigns to play", min_value=1, max_value=MOST_RUNS, initial=20)
    turns = forms.IntegerField(label="Turns at most", min_value=1, max_value=MOST_TURNS, initial=10)
    battles = forms.ChoiceField(label="Battles", choices=Simulation.Battles.choices, widget=forms.RadioSelect,
                                initial=Simulation.Battles.ENGINE)  # fmt: skip

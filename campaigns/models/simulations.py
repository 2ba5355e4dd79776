"""Simulations that umpires order: how often each faction wins a campaign that begins like this one."""

from __future__ import annotations

from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.wording import labels as words


class Simulation(models.Model):
    """The simulation of a campaign from its beginning: so many `runs` of `turns` each. A new one replaces
    it.
    """

    class Battles(models.TextChoices):
        ENGINE = "engine", words.BY_TACTICIANS
        QUICK = "quick", words.BY_DICE

    campaign = models.OneToOneField(Campaign, models.CASCADE, related_name="simulation")
    turns = models.PositiveSmallIntegerField()
    runs = models.PositiveSmallIntegerField()
    battles = models.CharField(max_length=6, choices=Battles.choices)
    ordered = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.campaign}: {self.runs} runs"


class SimulationRun(models.Model):
    """A run of a simulation, once: `number` is its seed, `found` what it came to."""

    simulation = models.ForeignKey(Simulation, models.CASCADE, related_name="played")
    number = models.PositiveSmallIntegerField()
    found = models.JSONField()

    class Meta:
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["simulation", "number"], name="each_run_of_a_simulation_once")
        ]

    def __str__(self) -> str:
        return f"{self.simulation}, {self.number}"

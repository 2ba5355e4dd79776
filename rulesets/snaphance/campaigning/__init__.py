"""Snaphance in campaigns: what its stands count for, how worn armies take the field, what a battle leaves."""

from __future__ import annotations

from rulesets.contract.campaign import Campaigning
from rulesets.snaphance.campaigning.fielding import fielded, setup
from rulesets.snaphance.campaigning.ground import terrains
from rulesets.snaphance.campaigning.staged import shipped, staged
from rulesets.snaphance.campaigning.told import told
from rulesets.snaphance.campaigning.units import units

CAMPAIGNING = Campaigning(
    system="snaphance", measure="points", step="SP", units=units, fielded=fielded, setup=setup, told=told,
    terrains=terrains(), staged=staged, scenarios=shipped,
)  # fmt: skip

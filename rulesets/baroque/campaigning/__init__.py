"""Baroque in campaigns: what its units count for, how worn armies take the field, what a battle leaves."""

from __future__ import annotations

from rulesets.baroque.campaigning.fielding import fielded, setup
from rulesets.baroque.campaigning.ground import terrains
from rulesets.baroque.campaigning.told import told
from rulesets.baroque.campaigning.units import units
from rulesets.contract.campaign import Campaigning

CAMPAIGNING = Campaigning(
    system="baroque", measure="points", step="VBU", units=units, fielded=fielded, setup=setup, told=told,
    terrains=terrains(),
)  # fmt: skip

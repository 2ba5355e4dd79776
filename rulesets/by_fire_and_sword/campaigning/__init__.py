"""By Fire and Sword in campaigns: what its units count for, worn forces, what battles on a table leave."""

from __future__ import annotations

from rulesets.by_fire_and_sword.campaigning.fielding import fielded, setup
from rulesets.by_fire_and_sword.campaigning.ground import terrains
from rulesets.by_fire_and_sword.campaigning.recorded import recorded
from rulesets.by_fire_and_sword.campaigning.staged import shipped, staged
from rulesets.by_fire_and_sword.campaigning.units import units
from rulesets.contract.campaign import Campaigning

CAMPAIGNING = Campaigning(
    system="by_fire_and_sword", measure="FSP", step="base", units=units, fielded=fielded, setup=setup,
    recorded=recorded, engine=False, terrains=terrains(), staged=staged,
    scenarios=shipped,
)  # fmt: skip

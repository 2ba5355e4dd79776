"""By Fire and Sword in campaigns: what its units count for, worn forces, what battles on a table leave."""

from __future__ import annotations

from rulesets.by_fire_and_sword.campaign.fielding import fielded, setup
from rulesets.by_fire_and_sword.campaign.ground import terrains
from rulesets.by_fire_and_sword.campaign.report import recorded
from rulesets.by_fire_and_sword.campaign.staged import shipped, staged
from rulesets.by_fire_and_sword.campaign.units import units
from rulesets.contract.campaign import CampaignSystem

CAMPAIGN = CampaignSystem(
    system="by_fire_and_sword", measure="FSP", step="base", units=units, fielded=fielded, setup=setup,
    recorded=recorded, engine=False, terrains=terrains(), staged=staged,
    scenarios=shipped,
)  # fmt: skip

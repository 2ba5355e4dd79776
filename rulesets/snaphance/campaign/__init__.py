"""Snaphance in campaigns: what its stands count for, how worn armies take the field, what a battle leaves."""

from __future__ import annotations

from rulesets.contract.campaign import CampaignSystem
from rulesets.snaphance.campaign.fielding import fielded, setup
from rulesets.snaphance.campaign.ground import terrains
from rulesets.snaphance.campaign.report import report
from rulesets.snaphance.campaign.staged import shipped, staged
from rulesets.snaphance.campaign.units import units

CAMPAIGN = CampaignSystem(
    system="snaphance", measure="points", step="SP", units=units, fielded=fielded, setup=setup, report=report,
    terrains=terrains(), staged=staged, scenarios=shipped,
)  # fmt: skip

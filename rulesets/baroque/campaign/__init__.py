"""Baroque in campaigns: what its units count for, how worn armies take the field, what a battle leaves."""

from __future__ import annotations

from rulesets.baroque.campaign.fielding import fielded, setup
from rulesets.baroque.campaign.ground import terrains
from rulesets.baroque.campaign.report import report
from rulesets.baroque.campaign.units import units
from rulesets.contract.campaign import CampaignSystem

CAMPAIGN = CampaignSystem(
    system="baroque", measure="points", step="VBU", units=units, fielded=fielded, setup=setup, report=report,
    terrains=terrains(),
)  # fmt: skip

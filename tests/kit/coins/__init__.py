"""A rule system that is a duel in all but its name and its odds."""

from rulesets.contract.presentation import Presentation
from tests.kit.duel import DUEL
from tests.kit.systems import bare

SYSTEM = bare(
    "coins", "Coins", "DU", "ft", DUEL.core, presentation=Presentation(), odds="tests.kit.coins.odds:ODDS"
)

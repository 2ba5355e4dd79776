"""Snaphance. Lengths in H, hexes; dice are D6."""

from rulesets.contract.system import RuleSystem

SYSTEM = RuleSystem(
    slug="snaphance",
    name="Snaphance",
    prefix="SN",
    length_unit="H",
    rules_version="1",
    core="rulesets.snaphance.core:CORE",
    lists="rulesets.snaphance.armies:ARMIES",
    own_books="rulesets.snaphance.armies:BOOKS",
    own_scenarios="rulesets.snaphance.scenarios:SCENARIOS",
    roster="rulesets.snaphance.roster:ROSTER",
    library="rulesets.snaphance.library:LIBRARY",
    presentation="rulesets.snaphance.showing:SHOWING",
    board="rulesets.snaphance.board:BOARD",
    odds="rulesets.snaphance.odds:ODDS",
    campaign="rulesets.snaphance.campaigning:CAMPAIGNING",
    record=None,
    scenarios="rulesets.snaphance.staging:STAGING",
)

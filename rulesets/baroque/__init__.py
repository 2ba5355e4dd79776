"""Baroque (Impetus family). Lengths in BU, half the front of a unit; dice are d6."""

from rulesets.contract.system import RuleSystem

SYSTEM = RuleSystem(
    slug="baroque",
    name="Baroque",
    prefix="BQ",
    length_unit="BU",
    rules_version="2",
    core="rulesets.baroque.core:CORE",
    lists="rulesets.baroque.armies:ARMIES",
    own_books="rulesets.baroque.armies:BOOKS",
    own_scenarios=None,
    roster="rulesets.baroque.roster:ROSTER",
    library="rulesets.baroque.library:LIBRARY",
    presentation="rulesets.baroque.presentation:PRESENTATION",
    board="rulesets.baroque.board:BOARD",
    odds="rulesets.baroque.odds:ODDS",
    campaign="rulesets.baroque.campaign:CAMPAIGN",
    record=None,
    scenarios=None,
    sizes="rulesets.baroque.armies:SIZES",
    results="rulesets.baroque.results:RESULTS",
)

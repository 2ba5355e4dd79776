"""Push of Pike: a rule system as small as one can be. Lengths in inches; dice are d6."""

from rulesets.contract.system import RuleSystem

SYSTEM = RuleSystem(
    slug="toy",
    name="Push of Pike",
    prefix="TOY",
    length_unit="in",
    rules_version="1",
    core="tests.contract.toy.battle:CORE",
    lists="tests.contract.toy.armies:ARMIES",
    own_books=None,
    own_scenarios=None,
    roster="tests.contract.toy.armies:ROSTER",
    library="tests.contract.toy.armies:LIBRARY",
    presentation="tests.contract.toy.board:PRESENTATION",
    board="tests.contract.toy.board:BOARD",
    odds="tests.contract.toy.odds:ODDS",
    campaign="tests.contract.toy.campaign:CAMPAIGN",
    record=None,
    scenarios=None,
    sizes=None,
    results=None,
)

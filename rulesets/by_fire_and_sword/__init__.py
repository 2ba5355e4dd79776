"""By Fire and Sword. Lengths in cm; dice are d10.

What is fought on the table is left to the table: this package builds forces, lets two of them meet and counts
the score.
"""

from rulesets.contract.system import RuleSystem

SYSTEM = RuleSystem(
    slug="by_fire_and_sword",
    name="By Fire and Sword",
    prefix="BFS",
    length_unit="cm",
    rules_version="1",
    core="rulesets.by_fire_and_sword.core:CORE",
    lists="rulesets.by_fire_and_sword.armies.check:ARMIES",
    own_books="rulesets.by_fire_and_sword.armies.own:BOOKS",
    own_scenarios="rulesets.by_fire_and_sword.scenarios.own:SCENARIOS",
    roster="rulesets.by_fire_and_sword.roster:ROSTER",
    library="rulesets.by_fire_and_sword.library:LIBRARY",
    presentation="rulesets.by_fire_and_sword.presentation:PRESENTATION",
    board=None,
    odds="rulesets.by_fire_and_sword.odds:ODDS",
    campaign="rulesets.by_fire_and_sword.campaign:CAMPAIGN",
    record="rulesets.by_fire_and_sword.record:RECORD",
    scenarios=None,
    sizes="rulesets.by_fire_and_sword.meeting.compare:SIZES",
    results="rulesets.by_fire_and_sword.victory.results:RESULTS",
)

"""Mail, Pike & Powder. Lengths in inches; dice are d6."""

from rulesets.contract.system import RuleSystem

SYSTEM = RuleSystem(
    slug="mail_pike_powder",
    name="Mail, Pike & Powder",
    prefix="MPP",
    length_unit="in",
    rules_version="2",
    core="rulesets.mail_pike_powder.core:CORE",
    lists="rulesets.mail_pike_powder.armies:ARMIES",
    own_books="rulesets.mail_pike_powder.armies:BOOKS",
    own_scenarios=None,
    roster="rulesets.mail_pike_powder.roster:ROSTER",
    library="rulesets.mail_pike_powder.library:LIBRARY",
    presentation="rulesets.mail_pike_powder.presentation:PRESENTATION",
    board="rulesets.mail_pike_powder.board:BOARD",
    odds="rulesets.mail_pike_powder.odds:ODDS",
    campaign="rulesets.mail_pike_powder.campaign:CAMPAIGN",
    record="rulesets.mail_pike_powder.record:RECORD",
    scenarios=None,
    sizes="rulesets.mail_pike_powder.armies:SIZES",
    results="rulesets.mail_pike_powder.results:RESULTS",
)

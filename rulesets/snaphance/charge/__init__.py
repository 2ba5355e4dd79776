"""Charges (SN-10.0): who may charge whom, what a charge meets, the charge; turning to face an attacker.

plan      who may charge whom; where a charge ends and whom it meets
run       options, the charge from declaration to contact
skirmish  Skirmishers who are swept away, and who must break off
facing    turning to face an attacker in flank or rear
"""

from rulesets.snaphance.charge.plan import may_charge, why_no_charge
from rulesets.snaphance.charge.run import options, perform
from rulesets.snaphance.charge.skirmish import must_break_off

__all__ = ["may_charge", "must_break_off", "options", "perform", "why_no_charge"]

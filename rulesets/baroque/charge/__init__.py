"""Charges (BQ-5.4, BQ-7.2).

plan     what a charge can reach, and with what chance
assault  the move and the clash, whoever charges
run      options, the charge from declaration to its end, Potential Charge, Countercharge
"""

from rulesets.baroque.charge.plan import Mark, bonus_dice, marks, reach, reach_chance, why_no_charge
from rulesets.baroque.charge.run import charge, options, perform, potential_charge

__all__ = [
    "Mark", "bonus_dice", "charge", "marks", "options", "perform", "potential_charge", "reach",
    "reach_chance", "why_no_charge",
]  # fmt: skip

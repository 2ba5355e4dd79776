"""Reactions of the side that is not active: evasion, charges and fire on opportunity (SN-5, SN-6).

reach      how far a stand on opportunity reaches straight ahead; opportunity fire
evasion    who may evade, and the move to the rear
intercept  opportunity charges and counter-charges
answer     what is asked after a step, before and after a shot, and when a charge is declared
"""

from rulesets.snaphance.reactions.answer import after_shot, after_step, before_shot, to_charge

__all__ = ["after_shot", "after_step", "before_shot", "to_charge"]

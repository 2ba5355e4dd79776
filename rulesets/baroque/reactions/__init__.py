"""Reactions of the inactive side: fire, charges, evasion (BQ-4.1.3).

discipline  the tests and their modifiers
paths       where the acting unit is at each moment of its move
who         who may answer what, as pure questions
offers      the one decision that lists every answer possible
evasion     the test and the move
intercept   Opportunity Charge and Opportunity Fire
answer      the answers to a move, a withdrawal, a shot and a charge
"""

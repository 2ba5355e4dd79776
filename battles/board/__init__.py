"""What the board shows of a battle, as dataclasses and drawings that know no request.

The board draws the state, asks the one whose decision it is, shows what a piece may do, and shows the newest
lines of the log beside it. Everything comes from the state's JSON, the pending decision and the log; what a
rule system adds of its own comes through `rulesets.contract.board` and `rulesets.contract.presentation`.
"""

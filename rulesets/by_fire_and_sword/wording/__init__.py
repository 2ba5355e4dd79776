"""What By Fire and Sword says: faults, remedies, refusals, choices, the log, and the policy's reasons.

Each module has the sentences of the packages that it names, as constants or as functions of what is filled
in, and knows no rules. Texts of events and rolls are part of the hash chains of meetings: they never change.
"""

"""What a battle of Snaphance says: refusals, faults, choices, the log and the tactician's reasons.

Each module has the sentences of the packages that it names, as constants or as functions of what is filled
in, and knows no rules. Texts of events and rolls are part of the hash chains of battles: they never change.
"""

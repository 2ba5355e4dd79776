"""The events of a Baroque battle: the only changes of its state, each under the rule that caused it.

setup    before the first turn: terrain and deployment
command  turns, initiative, activation, leaders
field    moves, contact, fire, losses, removal, the end
"""

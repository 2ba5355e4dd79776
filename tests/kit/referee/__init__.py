"""A referee who was not there: he reads the log of a Baroque battle and works out every figure again.

book    figures of the rule book, copied by hand
log     statements, moves, reactions, Discipline Tests
sight   arcs, lines of fire, priority
fire    shots, Cohesion Tests, losses
actions what units may do at all
melee   Main and Support Units, melee dice, retreat, pursuit
battle  the end of turns and of the battle; `judged` reads a whole battle
"""

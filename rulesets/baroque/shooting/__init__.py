"""Shooting (BQ-6.1, BQ-6.3 to BQ-6.9).

dice      how many dice a shot has, from its facts
targets   whom a unit may fire at, and how well it sees them
volley    a shot in play: dice, then the target's test
defence   Defensive Fire and point-blank pistols
fire      shooting as an action, the answers to it, the caracole
"""

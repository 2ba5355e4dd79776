"""Melee: contact, dice, Main and Support Units, retreat and pursuit (BQ-7).

dice      modifiers and dice from plain facts
facts     from the table to those facts
contact   straight advances, how units come into contact
roles     Main and Support Units
fight     a round and what follows
pursuit   pursuits
rout      retreats, routs, dispersion, the Baggage
"""

"""Melee: Battle Stands and supporters, dice, results, retreat and pursuit (SN-10 to SN-13).

contact   from where a stand meets its enemy, blows on flank and rear
roles     who fights whom, who supports
factors   melee dice from plain facts
dice      from the map to those facts and to the dice of a clash, for rolls and for exact odds
results   who wins and what it costs, from plain facts
fight     a melee from contact to the last pursuit; fighting on as what a group does
retreat   retreats and bounces
pursuit   pursuits
"""

from rulesets.snaphance.melee.fight import due, fight, fight_all, options, perform
from rulesets.snaphance.melee.roles import assign

__all__ = ["assign", "due", "fight", "fight_all", "options", "perform"]

"""Campaigns as pure functions: what a turn brings follows from the state, the orders and a seed alone.

maps         the map: areas or points, features, links; its document
rules        the campaign's rule set: every number of it, a document that an umpire edits; battlerules: its
             chapter on battles
state        factions, forces and their units, areas, engagements; a campaign at one moment
documents    the campaign document: what a campaign begins from; shipped: those that come with Leaguer
orders       what forces and factions may be told to do; orderchecks: what speaks against it
events       the only way the state changes, and the chronicle that people read
umpireacts   what an umpire may change past the rules; overrides: how it is done and logged
dice         a stream of dice for each purpose, so that no order of events can shift another's dice
resolve      the turn: `march` up to the engagements, `conclude` once their results are in
turn         the steps of both parts; events: what they make
ladder       turns without a map: challenges and rungs; which challenges are allowed
story        scenes whose battles choose the next
battlefields engagements as battles of rule systems, and the outcomes that they leave; standins: fought with
             army lists that stand in for the forces; quick: by the campaign's own dice, with exact chances
commander    automatic orders, by what strategy makes of what a faction knows
simulation   whole campaigns played automatically; balance: what many of them come to
view         what a faction, the umpire or a neutral may see of it
geojson      maps read and written as GeoJSON; borders: which areas are neighbours

Nothing in here knows Django, a page or a database. Distances are in kilometres on the map, x to the east and
y to the south; strength is counted in steps (a Baroque unit's VBU, a base, a strength point), worth in what
the system's lists cost (points, FSP, break points).
"""

"""Scenarios: their definitions, the ten that ship, and those that players bring along (BFS-30.7).

definitions  what a scenario is
reading      from TOML and JSON, with every fault named
frame        a definition drawn on a table of some size
own          those that users write and save
"""

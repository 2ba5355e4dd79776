"""Campaigns: maps, factions, forces and the battles that they lead to."""

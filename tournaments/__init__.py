"""Tournaments: rounds, pairings and standings of many players."""

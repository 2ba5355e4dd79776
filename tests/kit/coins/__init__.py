"""A rule system that is a duel in all but its name and its odds."""

from dataclasses import replace

from tests.kit.duel import DUEL

SYSTEM = replace(DUEL, slug="coins", name="Coins")

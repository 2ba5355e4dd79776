"""From two army lists to two armies drawn up: setup, terrain, deployment (BQ-2.8, BQ-2.9, BQ-3)."""

from rulesets.baroque.setup.beginning import base_size, begin, check_setup, table_for
from rulesets.baroque.setup.deployment import deploy
from rulesets.baroque.setup.options import AGREEMENTS
from rulesets.baroque.setup.pieces import read_pieces
from rulesets.baroque.setup.preparing import prepare_terrain, roll_river
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps

__all__ = ["AGREEMENTS", "base_size", "begin", "check_setup", "prepare", "read_pieces", "table_for"]


def prepare(battle: Battle) -> Steps[None]:
    """Prepare the battle: terrain, deployment of both armies, the river (BQ-3.3, BQ-3.4, BQ-3.1.1.h)."""
    yield from prepare_terrain(battle)
    yield from deploy(battle)
    # Nobody may know the river while deploying, so it is rolled last.
    yield from roll_river(battle)

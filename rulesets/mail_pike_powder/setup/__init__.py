"""From two army lists to two armies drawn up: setup, terrain, deployment (MPP-C-29)."""

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.mail_pike_powder.setup.beginning import AGREEMENTS, begin, check_setup, table_for
from rulesets.mail_pike_powder.setup.deployment import deploy, roll_off
from rulesets.mail_pike_powder.setup.pieces import lay_terrain, read_pieces

__all__ = ["AGREEMENTS", "begin", "check_setup", "prepare", "read_pieces", "table_for"]


def prepare(battle: Battle) -> Steps[None]:
    """Lay the terrain, deploy both armies; who deploys first moves first (MPP-C-13, MPP-C-29)."""
    first = yield from roll_off(battle)
    yield from lay_terrain(battle, 1 - first)
    yield from deploy(battle, first)

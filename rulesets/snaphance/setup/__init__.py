"""From two army lists, or a scenario, to two armies drawn up (SN-1.1.a, SN-C-setup)."""

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.snaphance.scenarios.making import make
from rulesets.snaphance.setup.beginning import AGREEMENTS, begin, check_setup
from rulesets.snaphance.setup.deployment import deploy

__all__ = ["AGREEMENTS", "begin", "check_setup", "deploy", "prepare"]


def prepare(battle: Battle) -> Steps[None]:
    """Make the ground by dice and deploy both armies, all that comes before the first round (SN-C-setup)."""
    if battle.setup["terrain"] == "roll" and battle.setup["options"].get("scenario") is None:
        yield from make(battle)
    yield from deploy(battle)

"""From two army lists, or a scenario, to two armies drawn up (SN-1.1.a, SN-C-setup)."""

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.snaphance.scenarios.making import make
from rulesets.snaphance.setup.beginning import AGREEMENTS, begin, check_setup
from rulesets.snaphance.setup.deployment import deploy

__all__ = ["AGREEMENTS", "begin", "check_setup", "deploy", "prepare"]


def prepare(battle: Battle) -> Steps[None]:
    """SN-C-setup: all that comes before the first round: ground made by dice, deployment of both armies."""
    if battle.setup["terrain"] == "roll" and battle.setup["options"].get("scenario") is None:
        yield from make(battle)
    yield from deploy(battle)

"""How Baroque is played."""

from rulesets.baroque import setup, tactics, turn, victory
from rulesets.engine.system import Core, TableLimits

CORE = Core(
    check_setup=setup.check_setup,
    begin=setup.begin,
    play=turn.play,
    tactician=tactics.choose,
    agreements=lambda: setup.AGREEMENTS,
    scores=victory.scores,
    adviser=tactics.advise,
    slips={"recruit": 0.35, "regular": 0.15},
    table=TableLimits(width=20, depth=15, least=8, most_width=80, most_depth=60),  # BQ-1.2.1
)

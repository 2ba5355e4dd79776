"""How Snaphance is played."""

from rulesets.engine.system import Core, TableLimits
from rulesets.snaphance import setup, tactics, turn, victory

CORE = Core(
    check_setup=setup.check_setup,
    begin=setup.begin,
    play=turn.play,
    tactician=tactics.choose,
    agreements=lambda: setup.AGREEMENTS,
    scores=victory.scores,
    adviser=tactics.advise,
    slips={"recruit": 0.35, "regular": 0.15},
    table=TableLimits(width=18, depth=12, least=6, most_width=60, most_depth=40),  # SN-C-setup
)

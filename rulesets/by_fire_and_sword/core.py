"""How By Fire and Sword is played."""

from rulesets.by_fire_and_sword.meeting import play, policy
from rulesets.by_fire_and_sword.meeting.options import AGREEMENTS
from rulesets.engine.system import Core, TableLimits

CORE = Core(
    check_setup=play.check_setup,
    begin=play.begin,
    play=play.play,
    tactician=policy.choose,
    agreements=lambda: AGREEMENTS,
    scores=play.scores,
    adviser=policy.advise,
    table=TableLimits(width=120, depth=120, least=100, most_width=400, most_depth=400),  # BFS-30.2.1
)

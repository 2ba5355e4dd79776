"""How By Fire and Sword is played."""

from rulesets.by_fire_and_sword import meeting
from rulesets.by_fire_and_sword.meeting import policy
from rulesets.engine.system import Core, TableLimits

CORE = Core(
    check_setup=meeting.check_setup,
    begin=meeting.begin,
    play=meeting.play,
    tactician=policy.choose,
    agreements=lambda: meeting.AGREEMENTS,
    scores=meeting.scores,
    adviser=policy.advise,
    table=TableLimits(width=120, depth=120, least=100, most_width=400, most_depth=400),  # BFS-30.2.1
)

"""The choices of an automatic meeting on the table: terrain, reconnaissance, deployment.

terrain          kinds in turn (hill, grove, field, forest, obstacle ...), each on the first free of the
                 ready-made spots, the inner ones first; no consent to what the rules leave to consent
choice of terrain  takes away the atypical piece nearest to his own edge, or nothing
reconnaissance   buys from a fixed order as long as he can pay
deployment       sends the largest unit that he has paid for, in turn 2; first units of the list first; no
                 squadrons
robbers          picks the enemy's largest and his own smallest unit
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulesets.by_fire_and_sword.meeting import changing, deployment, reconnaissance, robbers, terrain
from rulesets.engine.battle import Battle
from rulesets.engine.canonical import digest
from rulesets.engine.decisions import Choice, Decision
from rulesets.engine.system import Advice

FLANK_TURN = 2
_SALT_DIGITS = 12
Policy = Callable[[Battle, Decision], Choice | None]


def advise(battle: Battle, decision: Decision) -> Advice:
    """What the policy chooses and why; raises ValueError for a decision of another step."""
    for policy, reason in _POLICIES:
        choice = policy(battle, decision)
        if choice is not None:
            return Advice(choice, reason.get(choice["do"], ""))
    raise ValueError(f"there is no policy for «{decision.kind}»")


def _flank_turn(battle: Battle, decision: Decision) -> Choice | None:
    """The turn of a flanking maneuver (BFS-33.6.1), with a salt that nobody else can work out."""
    if decision.kind != "flank turn":
        return None
    salt = int(digest({"seed": battle.seed, "salt": decision.kind})[:_SALT_DIGITS], 16) + 1
    return {"do": "write", "turn": FLANK_TURN, "salt": salt}


_POLICIES: tuple[tuple[Policy, Mapping[str, str]], ...] = (
    (terrain.policy, {"refuse": "the rules leave it to consent", "place": "well spread over the table"}),
    (changing.policy, {"remove": "it is in the way", "leave": "nothing is in the way"}),
    (reconnaissance.policy, {"buy": "the first of a fixed order that can be paid"}),
    (robbers.policy, {}),
    (deployment.policy, {"send": "the largest that was paid for", "done": "units fight by themselves"}),
    (_flank_turn, {"write": "late enough to surprise, early enough to matter"}),
)

"""Swiss rounds of 40 against an integer program: one criterion after the other, each as little as can be."""

from __future__ import annotations

from collections.abc import Mapping

import highspy
import pytest

from tests.kit.effort import few
from tournaments.engine import settings as rules
from tournaments.engine.generate import generate
from tournaments.engine.matching import Costs, Pair
from tournaments.engine.settings import Settings
from tournaments.engine.swiss import Graph, propose

CRITERIA = (
    rules.USUAL_CRITERIA,
    (
        rules.Rematch(hard=False),
        rules.ScoreDifference(of="small"),
        rules.Opposed(),
        rules.Apart(group="club"),
    ),
    (rules.Bye(), rules.Sides(), rules.Order(how="neighbours"), rules.Rematch(hard=False)),
)
EVENTS = [("abcd"[at % 4], 40 - at // 4, at % 3) for at in range(8)]


def least(costs: Mapping[Pair, Costs]) -> Costs:
    """The least sums in order: a program for each criterion, which keeps what those before it gave."""
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", 0.5)
    taken = {pair: solver.addBinary() for pair in costs}
    for one in sorted({key for pair in costs for key in pair}):
        solver.addConstr(solver.qsum(taken[pair] for pair in costs if one in pair) == 1)
    found: list[int] = []
    for at in range(len(next(iter(costs.values())))):
        weighed = solver.qsum(own[at] * taken[pair] for pair, own in costs.items())
        solver.minimize(weighed)
        found.append(round(solver.getInfo().objective_function_value))
        solver.addConstr(weighed <= found[-1])
    return tuple(found)


@pytest.mark.parametrize(("seed", "size", "which"), few(EVENTS, 7))
def test_no_integer_program_finds_a_better_round_of_forty(seed: str, size: int, which: int) -> None:
    settings = Settings(pairing=CRITERIA[which])
    past = generate(size, 4, seed, played=3, settings=settings)
    proposal = propose(past)
    allowed = Graph(past, 4, {}, ()).allowed()
    # The lot is no criterion: what it adds up to is left out.
    best = least({pair: own[:-1] for pair, own in allowed.items()})
    assert proposal.costs[:-1] == best

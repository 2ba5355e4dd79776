"""A referee who was not there: he reads the log of a Snaphance battle and works out every figure again.

He knows the catalogue of the rules and the army lists, keeps map and stands by the log alone, and calls
nothing of the rule system but the names of hexes.

book     figures copied by hand, geometry, hits
field    map, stands, Generals, melees, as the log leaves them
log      rounds, initiative, Order Tests, Generals
moves    steps, zones of control, charges, evasions, interceptions
fire     volleys, Morale Tests, losses, the end of a battle
melee    Battle Stands, dice, results
retreat  retreats, bounces, pursuits
"""

from __future__ import annotations

from collections import Counter

from rulesets.engine.battle import Battle
from tests.kit.hex_referee.field import opened
from tests.kit.hex_referee.retreat import RetreatReferee


def examined(battle: Battle) -> RetreatReferee:
    """The referee after he has read the whole log of a battle."""
    referee = RetreatReferee(opened(battle), [entry.event.to_json() for entry in battle.entries])
    referee.run()
    for stand in battle.state.stands.values():
        own = referee.field.bodies[stand.id]
        referee.at = len(referee.events) - 1
        said = (stand.hex, list(stand.ranks), stand.disordered)
        referee.expect("state", said, (own.at, own.ranks, own.disordered), stand.id)
    return referee


def judged(battle: Battle) -> Counter[str]:
    """How often each rule was worked out; AssertionError with the number of the event, the rule and both
    figures where log and catalogue differ.
    """
    referee = examined(battle)
    assert not referee.faults, "\n".join(referee.faults)
    return referee.checked

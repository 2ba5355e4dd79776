"""A referee who was not there: he reads the log of a battle and works out its figures again.

He knows the play sheet and the army books, keeps the table by the log alone, and calls nothing of the rule
system.

book    figures copied by hand, stat lines, distances
field   units, commanders, contacts, as the log leaves them
fire    orders, shots, saves, casualties
judge   break tests, combats, battalias, the end
"""

from __future__ import annotations

from collections import Counter

from rulesets.engine.battle import Battle
from tests.rulesets.mail_pike_powder.referee.field import opened
from tests.rulesets.mail_pike_powder.referee.judge import Judge


def judged(battle: Battle) -> Counter[str]:
    """How often each rule was worked out; AssertionError with the number of the event, the rule and both
    figures where log and sheet differ.
    """
    referee = Judge(opened(battle), [entry.event.to_json() for entry in battle.entries])
    referee.run()
    referee.compare(battle.state.to_json())
    assert not referee.faults, "\n".join(referee.faults[:6])
    return referee.checked

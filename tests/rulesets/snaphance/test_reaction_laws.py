"""Laws of all reactions, in whole battles in which one side likes to wait on opportunity (SN-5, SN-6)."""

import random
from collections import Counter

import pytest

from rulesets.engine.battle import Battle
from rulesets.snaphance import hexes
from rulesets.snaphance.events.charge import Declared, Evaded, Intercepted
from rulesets.snaphance.events.movement import Moved
from rulesets.snaphance.state import State
from tests.kit.hexlists import random_battle
from tests.kit.hexplayers import eager

BATTLES = (700, 704, 701)


def patient(seed: int):
    """Goes onto opportunity where it can, else plays as the eager do."""
    rng, other = random.Random(seed), eager(seed)

    def choose(battle, decision):
        if decision.kind in ("group", "stand") and rng.random() < 0.5:
            found = [*decision.fitting({"do": "group-opportunity"}), *decision.fitting({"do": "opportunity"})]
            if found:
                return dict(rng.choice(found).key)
        return other(battle, decision)

    return choose


def check(state: State, event, intercepted: set) -> str:
    """What must hold when an event is about to happen; returns what kind of reaction it is, if any."""
    if isinstance(event, Evaded):
        evader = state.stands[event.unit]
        assert evader.side != state.active
        assert evader.profile.code in ("Sk", "Dr", "LC")
        assert all(state.stands[id_].side == state.active for id_ in event.attackers)
        assert not state.in_melee(evader.id)
    elif isinstance(event, Intercepted):
        unit, target = state.stands[event.unit], state.stands[event.target]
        assert (unit.side, target.side) == (1 - state.active, state.active)
        assert unit.profile.kind.mounted or not target.profile.kind.mcs
        assert (event.target, state.turn, state.active_group) not in intercepted
        intercepted.add((event.target, state.turn, state.active_group))
    elif isinstance(event, Declared) and event.action == "opportunity fire":
        assert state.stands[event.unit].opportunity
        assert state.stands[event.unit].side != state.active
    elif isinstance(event, Moved) and event.how in ("opportunity", "counter", "evade"):
        stand, place = state.stands[event.unit], hexes.named(event.hex)
        assert event.facing == stand.facing
        ways = hexes.rear if event.how == "evade" else hexes.front
        assert place in ways(stand.place, stand.facing)
    else:
        return ""
    return str(event.kind)


@pytest.mark.rule("SN-5.0.a", "SN-5.0.d", "SN-6.0.b", "SN-6.0.c", "SN-6.0.d", "SN-6.2.b", "SN-6.1.c")
def test_reactions_keep_their_laws(monkeypatch):
    apply, intercepted, seen = Battle.apply, set(), Counter()

    def checked(battle, event):
        seen[check(battle.state, event, intercepted)] += 1
        apply(battle, event)

    monkeypatch.setattr(Battle, "apply", checked)
    for number in BATTLES:
        intercepted.clear()
        random_battle(number, 20, max_turns=5).play([patient(number), eager(-number)])
    assert all(seen[kind] for kind in ("evaded", "intercepted", "declared", "moved"))

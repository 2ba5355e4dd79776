"""Opportunity charges and counter-charges: straight ahead into contact, then melee (SN-6.0 to SN-6.3)."""

from __future__ import annotations

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.snaphance import hexes, melee, morale, movement
from rulesets.snaphance.charge import plan, skirmish
from rulesets.snaphance.clash import Approach, Coming
from rulesets.snaphance.events.charge import Intercepted
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.reactions.reach import Onslaught, onslaughts
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording import common
from rulesets.snaphance.wording import reactions as words

# -- who may --------------------------------------------------------------------------------------


def why_no_charge(state: State, stand: Stand, enemy: Stand, *, declared: bool = False) -> plan.Why | None:
    """Return why a stand may not charge an enemy on opportunity; None if it may (SN-6.0.c-d, SN-6.1.a,
    SN-6.2.b). `declared`: it has announced the charge while it was on opportunity.
    """
    if not stand.opportunity and not declared:
        return "SN-6.0.a", common.NOT_ON_OPPORTUNITY
    if stand.side == state.active:
        return "SN-6.0.c", words.ACTIVE_SIDE
    if not stand.profile.kind.mounted and enemy.profile.kind.mcs:
        return "SN-6.0.d", words.NOT_AGAINST_MOUNTED
    # The group that is active is part of it, for the limit holds for one activation.
    if state.intercepted.get(enemy.id) == f"{state.turn} {state.active_group}":
        return "SN-6.2.b", words.ANOTHER_CHARGED
    return plan.why_no_charge(state, stand)


def ways(state: State, stand: Stand, enemy: Stand, *, declared: bool = False) -> list[Onslaught]:
    """Return the ways of an opportunity charge, one for each hex to charge from (SN-6.0.b, SN-10.0.a-c)."""
    if why_no_charge(state, stand, enemy, declared=declared) is not None:
        return []
    found, mounted = [], stand.profile.kind.mounted
    for made in onslaughts(state, stand, enemy):
        end = made.end(stand)
        met = plan.contacted(state, stand, end, stand.facing)
        if any(not mounted and other.profile.kind.mcs for other in met):  # SN-6.0.d
            continue
        if all(plan.may_charge(state, stand, other, stand.place, end) for other in (enemy, *met)):
            found.append(made)
    return found


# -- the charge -----------------------------------------------------------------------------------


def run(
    battle: Battle, stand: Stand, enemy: Stand, end: Hex, *, how: Coming = "opportunity",
    met: Approach | None = None,
) -> Steps[None]:  # fmt: skip
    """Charge `enemy` on opportunity and fight the melee at `end` (SN-6.0.b, SN-6.2.a).

    `how`: opportunity or counter. `met`: how the enemy was moving, if at all (SN-10.3.1.a).
    """
    state: State = battle.state
    made = next(each for each in onslaughts(state, stand, enemy) if each.end(stand) == end)
    battle.apply(Intercepted("SN-6.0.b", stand.id, enemy.id, how))
    start = stand.place
    for place in made.way:
        before, friend = stand.place, state.stand_at(place)
        movement.place(battle, stand, place, stand.facing, how, "SN-6.0.b")
        if place == made.way[-1] and friend is not None:  # its own Skirmishers, in whose hex it stops
            movement.place(battle, friend, before, friend.facing, "displaced", "SN-6.2.a")
        # An enemy's answer to the charge may have removed the charging stand.
        if not stand.on_field:
            return
        for screen in plan.contacted(state, stand, stand.place, stand.facing):
            if screen is not enemy and skirmish.is_swept(state, screen, stand, stand.place):
                yield from skirmish.sweep(battle, screen, stand, silent=True)
    if made.disorders:
        morale.disorder(battle, stand, words.CHARGES_OVER_GROUND, "SN-C-terrain")
    approach = Approach(stand.id, start, len(made.way), True, how, made.way)
    yield from contact(battle, stand, enemy, approach, met)


def contact(
    battle: Battle, stand: Stand, enemy: Stand, approach: Approach, met: Approach | None
) -> Steps[None]:
    """Bring a stand into contact by an opportunity charge and fight the melee (SN-6.3.a-c, SN-10.5.a).

    Skirmishers in the open are swept away without firing; then the melee is fought, in which neither the
    enemy nor its neighbours fire, but Horse on contact.
    """
    state: State = battle.state
    found = plan.contacted(state, stand, stand.place, stand.facing)
    for screen in found:
        if skirmish.is_swept(state, screen, stand, stand.place):
            yield from skirmish.sweep(battle, screen, stand, silent=True)
    found = [each for each in found if each.on_field]
    if not found:
        return
    approaches = {stand.id: approach}
    if met is not None and enemy in found:
        approaches[enemy.id] = met
    silent = frozenset(each.id for each in found) | neighbours(state, found)
    target = enemy if enemy in found else found[0]
    # SN-6.3.c: who was charged is the Battle Stand if that may be; else the player chooses
    possible = plan.battle_stands(state, stand, stand.place, found)
    named = {stand.id: target.id} if target in possible else {}
    clashes = yield from melee.assign(battle, [stand], approaches, targets=named, silent=silent)
    yield from melee.fight_all(battle, clashes)


def neighbours(state: State, stands: list[Stand]) -> frozenset[str]:
    """Return the friends next to stands that are charged on opportunity (SN-6.3.b)."""
    found = set[str]()
    for stand in stands:
        for place in hexes.neighbours(stand.place):
            friend = state.friend_at(place, stand.side)
            if friend is not None:
                found.add(friend.id)
    return frozenset(found)


def moving(state: State, stand: Stand, *, charging: bool = False) -> Approach | None:
    """Return how a stand was moving forward when charged on opportunity; None if it was not (SN-10.3.1.a)."""
    made = plan.approach(state, stand, "none")
    if charging:
        return Approach(stand.id, made.start, max(made.entered, 1), True, "none", made.path)
    return made if made.entered and made.forward else None

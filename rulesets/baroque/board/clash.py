"""What a charge would come to, exactly: the march test, Defensive Fire, pistols, the first round of melee.

The contact is made on a sketch of the table by the procedures themselves (BQ-6.6.g, BQ-7.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulesets.baroque.board import chances
from rulesets.baroque.board.figures import dice_lines, harm_lines, share, sufferer
from rulesets.baroque.board.what_if import Sketch
from rulesets.baroque.charge import plan
from rulesets.baroque.charge.assault import meet_ground
from rulesets.baroque.melee import dice
from rulesets.baroque.melee.contact import strike
from rulesets.baroque.melee.dice import Fighter
from rulesets.baroque.melee.facts import ChargeFacts, fighter
from rulesets.baroque.melee.roles import Bout, divide
from rulesets.baroque.melee.rout import disperse, disperses
from rulesets.baroque.odds.answer import pools_of, result, whole
from rulesets.baroque.reactions import who
from rulesets.baroque.shooting.defence import edge_touched, pistols_ready
from rulesets.baroque.shooting.dice import pistol_modifiers, range_modifiers, shot_modifiers, shot_passes
from rulesets.baroque.shooting.targets import aim_in_contact
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.baroque.tables import tables
from rulesets.baroque.traits import fire_passes, traits
from rulesets.contract.board import Figure
from rulesets.engine.battle import Battle
from rulesets.engine.dice import total
from rulesets.freetable.ways import moved_along


@dataclass(frozen=True, slots=True)
class Clash:
    """A charge at the moment of contact, on a sketch: the charger and its target there, whom it has struck,
    who charges, and whose charge met a linear obstacle; nobody charges in a melee that goes on.
    """

    sketch: Sketch
    unit: Unit
    target: Unit
    struck: tuple[Unit, ...]
    charging: frozenset[str] = frozenset()
    crossed: frozenset[str] = frozenset()

    @property
    def state(self) -> State:
        return self.sketch.state


def approached(battle: Battle, unit: Unit, mark: plan.Mark) -> Clash:
    """Return the charge brought up to its target on a sketch, nobody answering it (BQ-5.4.a, BQ-7.7.b)."""
    sketch = Sketch(battle)
    units = sketch.state.units
    mover, start = units[unit.id], unit.place
    for screen in mark.screens:
        disperse(sketch, units[screen.id], mover)
    mover.base = moved_along(start, (start.fx, start.fy), mark.distance)
    mine = frozenset([mover.id])
    crossed = mine if meet_ground(sketch, mover, start) else frozenset[str]()
    return Clash(sketch, mover, units[mark.target.id], (), mine, crossed)


def made(battle: Battle, unit: Unit, mark: plan.Mark) -> Clash:
    """Return the same in contact, who is dispersed by it gone (BQ-7.1.a)."""
    clash = approached(battle, unit, mark)
    for enemy in mark.together:
        if disperses(clash.state, clash.state.units[enemy.id]):
            disperse(clash.sketch, clash.state.units[enemy.id], clash.unit)
    struck = strike(clash.sketch, clash.unit, unit.place, "BQ-7.1.a")
    return replace(clash, struck=tuple(struck))


def charge_lines(battle: Battle, unit: Unit, mark: plan.Mark) -> Iterator[Figure]:
    """Yield all that a player wants to know of a charge before declaring it."""
    yield from reaching(unit, mark)
    yield from _march(battle.state, unit)
    if disperses(battle.state, mark.target):
        yield from _defence(battle.state, mark, approached(battle, unit, mark))
        yield dispersal(mark.target)
        return
    clash = made(battle, unit, mark)
    yield from _defence(battle.state, mark, clash)
    yield from contact_lines(clash)


def contact_lines(clash: Clash) -> Iterator[Figure]:
    """Yield what pistols and the first round of melee would do at contact (BQ-6.7, BQ-7.5)."""
    yield from _pistols(clash)
    yield from _melee(clash)


def dispersal(target: Unit) -> Figure:
    """Return that a target does not stand a charge (BQ-7.7.a, BQ-7.8)."""
    rule = "BQ-7.8" if target.profile.type == "ART" else "BQ-7.7.a"
    words = "at contact, without a fight"
    return Figure(f"{target.name} is dispersed", 1.0, words, rule, short="dispersed")


def defence_lines(battle: Battle, unit: Unit, mark: plan.Mark) -> Iterator[Figure]:
    """Yield what the Defensive Fire of the target of a charge would do to the charger (BQ-6.6)."""
    there = approached if disperses(battle.state, mark.target) else made
    yield from _defence(battle.state, mark, there(battle, unit, mark))


def reaching(unit: Unit, mark: plan.Mark) -> Iterator[Figure]:
    """Yield the distance, the face and the chance to get there (BQ-5.4.1.a)."""
    yield Figure("distance", None, f"{mark.distance:.2f} BU, on its {mark.face}", "BQ-5.4.a")
    for screen in mark.screens:
        yield Figure("on the way", None, f"{screen.name} is dispersed", "BQ-7.7.a")
    reach = plan.reach_chance(unit.profile, mark.distance)
    # The tolerance of the charge itself: the two must not contradict each other at the very limit of M.
    words = "within M" if reach == 1 and mark.distance <= unit.profile.m_bu + 1e-6 else "with the bonus die"
    yield Figure("reaches it", share(reach), words, "BQ-5.4.1.a", short="reaches it" if reach < 1 else "")


def _march(state: State, unit: Unit) -> Iterator[Figure]:
    """Yield the march test at contact (BQ-5.1.c)."""
    activation = state.activation
    test = chances.march(state, unit, 1 + (activation.march if activation is not None else 0))
    if test is not None:
        yield Figure("march test at contact", share(test.chance), test.words, test.rule)


# ---------------------------------------------------------------------------- fire at contact


def _defence(state: State, mark: plan.Mark, clash: Clash) -> Iterator[Figure]:
    """Yield the test of the Defensive Fire, its dice, whether it repulses the charge (BQ-6.6)."""
    unit = state.units[clash.unit.id]
    charge = who.Charge(unit, mark.target, plan.reach(unit.profile))
    main = who.main_of(charge, mark.together, mark.distance)
    first_hit = mark.target is main or disperses(state, mark.target)  # BQ-6.6.d
    if not first_hit or not who.may_defend(state, mark.target, charge):
        return
    charger, defender = clash.unit, clash.target
    aim = aim_in_contact(clash.state, defender, charger, edge_touched(defender, charger, mark.face))
    if aim is None:
        return
    test = chances.reaction(state, mark.target, "defensive-fire")
    yield Figure("defensive fire", share(test.chance), test.words, "BQ-6.6.a")
    shot = aim.shot(defender, charger.profile, moves=defender.moves)
    modifiers = shot_modifiers(shot)
    first = aim.weapon.first_volley and not defender.volley_fired
    pool = (shot.vbu + total(modifiers), shot_passes(shot, first_volley=first))
    yield from dice_lines("defensive fire", shot.vbu, modifiers, (pool,), "BQ-6.6.e")
    struck = sufferer(clash.state, charger, "fire", range_modifiers(aim.at))
    after = struck.after((pool,))
    repulsed = after.probability(lambda done: done[0] > 0)
    yield Figure("repulsed if it fires", share(repulsed), "thrown back 1 BU, or gone", "BQ-6.6.f")
    repulse = share(test.chance * float(repulsed))
    yield Figure("repulsed in all", repulse, "", "BQ-6.6.f", short="charge repulsed")


def _pistols(clash: Clash) -> Iterator[Figure]:
    """Yield the odds of point-blank pistols of both, if they have their first contact (BQ-6.7)."""
    charger, target = clash.unit, clash.target
    if target not in clash.struck or target.profile.type == BAGGAGE:
        return
    engaged = any(other is not charger for other in clash.state.engaged_with(target.id))
    for firer, at, barred in ((charger, target, False), (target, charger, engaged)):
        if barred or not pistols_ready(firer):
            continue
        base = tables().point_blank_pistol.dice
        modifiers = pistol_modifiers(at.profile, disordered=firer.disordered)
        pool = (base + total(modifiers), fire_passes(traits(firer.profile), first_volley=False))
        yield from dice_lines(
            f"pistols of {firer.name}", base, modifiers, (pool,), "BQ-6.7.a", of="point-blank pistols"
        )
        struck = sufferer(clash.state, at, "fire", range_modifiers("point_blank"))
        hurt = struck.after((pool,)).probability(lambda done: done[0] + done[1] > 0)
        yield Figure(f"pistols: {at.name} loses VBU", share(hurt), "", "BQ-6.7.a")


# ---------------------------------------------------------------------------- the first round


def fight_lines(battle: Battle, unit: Unit, enemy: Unit) -> Iterator[Figure]:
    """Yield the next round of the melee that the unit is in (BQ-7.1.d, BQ-7.5)."""
    sketch = Sketch(battle)
    units = sketch.state.units
    struck = tuple(sketch.state.engaged_with(unit.id))
    yield from _melee(Clash(sketch, units[unit.id], units[enemy.id], struck))


def _melee(clash: Clash) -> Iterator[Figure]:
    """Yield the first round as if nothing had happened before it (BQ-7.5)."""
    if not clash.struck:
        return
    bouts = clash.sketch.settle(divide(clash.sketch, clash.unit), clash.target.id)
    bout = next((one for one in bouts if clash.unit in one.side(clash.unit.side)), None)
    if bout is None:
        return
    mine = clash.unit.side
    if bout.mains[mine] is not clash.unit:
        yield Figure("its part", None, f"supports {bout.mains[mine].name}", "BQ-7.6.a")
    yield from _round(clash, bout, mine)


def _round(clash: Clash, bout: Bout, mine: int) -> Iterator[Figure]:
    state = clash.state
    sides = (mine, 1 - mine)
    lines = [_line(clash, bout, side) for side in sides]
    mains = [bout.mains[side] for side in sides]
    struck = [
        sufferer(state, main, "melee", dice.melee_cohesion(line[0]), feared=line[0].enemy.feared)
        for main, line in zip(mains, lines, strict=True)
    ]
    after = [struck[i].after(pools_of(lines[1 - i])) for i in (0, 1)]
    won = result([line[0] for line in lines], struck, after)
    yield Figure("wins the round", won["attacker_wins"], "", "BQ-7.5.2.a", short="win")
    yield Figure("draw", won["draw"], "", "BQ-7.5.2.b", short="draw")
    yield Figure("loses the round", won["target_wins"], "", "BQ-7.5.2.a", short="lose")
    both = "both rout" if won["both_rout"] else ""
    yield Figure("both rout", won["both_rout"], "", "BQ-7.5.2.a", short=both)
    for name, role in ((mains[1].name, "target"), (mains[0].name, "attacker")):
        if cut := won[f"{role}_routs_by_losing"]:
            yield Figure(f"{name}: routs by losing", cut, "struck on flank or rear", "BQ-7.5.2.g")
    for i in (0, 1):
        line = lines[i]
        yield from dice_lines(mains[i].name, line[0].vbu, whole(line[0]), pools_of(line), "BQ-7.5.a")
    for i in (1, 0):
        yield from harm_lines(mains[i].name, struck[i], after[i])


def _line(clash: Clash, bout: Bout, side: int) -> list[Fighter]:
    """Return the facts of a side's units, its Main Unit first."""
    facts = ChargeFacts(clash.charging, clash.crossed)
    enemies = bout.side(1 - side)
    return [
        fighter(clash.state, unit, enemies, facts, main=unit is bout.mains[side]) for unit in bout.side(side)
    ]

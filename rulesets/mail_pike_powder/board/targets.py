"""Exact odds before committing: orders, shots, charges with the chance to get there, rounds of combat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import Any

from rulesets.contract.board import Answer, Figure, Target
from rulesets.contract.wording import REACTIONS, odds_in_a_line
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.engine.dice import total
from rulesets.engine.wording import counted, percent
from rulesets.mail_pike_powder import breaktest, charges, combat, moves, orders, shooting, tables
from rulesets.mail_pike_powder.charges import Charge
from rulesets.mail_pike_powder.events import Declared, OrderGiven
from rulesets.mail_pike_powder.odds import melee_chances, order_chances, shot_chances
from rulesets.mail_pike_powder.odds.chances import Harm
from rulesets.mail_pike_powder.shooting import How
from rulesets.mail_pike_powder.state import Leader, State, Unit

_BROKEN = ("breaks", "shattered")
_BACK = (
    "holds_or_retreats", "retreats", "retreats_disordered", "gives_ground", "gives_ground_disordered",
)  # fmt: skip


# -- orders ---------------------------------------------------------------------------------------


def most_moves() -> int:
    """Return the most moves that an order can give (MPP-C-06)."""
    return max(row.moves for row in tables.tables().order_result)


def order_chance(state: State, unit: Unit, count: int) -> float | None:
    """Return the best chance of an order to a unit to give so many moves; None if nobody can order it."""
    if not orders.may_be_ordered(state, unit):
        return None
    militia = unit.has("Militia")
    chances = (
        orders.chance_of(leader.rating + total(orders.modifiers(state, leader, unit)), count, militia=militia)
        for leader in orders.commanders_of(state, unit)
    )
    return max(chances, default=None)


def moves_left(battle: Battle, unit: Unit) -> int:
    """Return the moves that a unit may make now without a test; 0 for none."""
    decision = battle.pending
    if decision is None or decision.side != unit.side:
        return 0
    if decision.kind == "initiative":
        return int(orders.why_not_by_itself(battle.state, unit) is None and decision.offers(unit=unit.id))
    if decision.kind != "move" or decision.subject != unit.id:
        return 0
    given = next((e.event.moves for e in reversed(battle.entries) if isinstance(e.event, OrderGiven)), 0)
    return max(1, given - unit.moves)


def _ordered(state: State, key: Mapping[str, Any]) -> tuple[Leader, list[Unit]] | None:
    """Return who orders whom by an option; None where it is no order."""
    if key["do"] not in ("order", "order-all", "rally", "follow-me"):
        return None
    if "battalia" in key:
        units = orders.together(state, state.commands[key["battalia"]].units)
    else:
        units = [state.units[key["unit"]]]
    leader = state.leaders[key["leader"]]
    if key["do"] not in ("order", "order-all"):  # who joins a unit is with it when the order is given
        leader = replace(leader, attached=units[0].id)
    return leader, units


def order_words(state: State, key: Mapping[str, Any]) -> str:
    """Return the chances of an order; "" of anything else (MPP-C-06, MPP-C-08)."""
    order = _ordered(state, key)
    if order is None:
        return ""
    leader, units = order
    rating = leader.rating + total(orders.worst(state, leader, units))
    once = order_chances(rating, militia=any(unit.has("Militia") for unit in units))[1]
    if key["do"] == "rally":
        passed = sum(chance for count, chance in once.items() if count > 0)
        return f"it loses a casualty {percent(passed)}"
    parts = [f"{counted(count, 'move')} {percent(once[count])}" for count in sorted(once) if count > 0]
    return ", ".join((*parts, f"none {percent(once[0])}", f"blunder {percent(once[-1])}"))


# -- targets --------------------------------------------------------------------------------------


def targets(battle: Battle, unit: Unit, options: Sequence[Option]) -> tuple[Target, ...]:
    """Return all enemies that the unit fights, may shoot at or may charge, with exact odds."""
    state: State = battle.state
    if not state.turn or unit.base is None or battle.pending is None:
        return ()
    offers = {(o.key["do"], o.key["target"]): o for o in options if "target" in o.key}
    return (
        *_fights(state, unit), *_answering(battle, unit, options), *_shots(state, unit, offers),
        *_charges(battle, unit, offers),
    )  # fmt: skip


def _fights(state: State, unit: Unit) -> Iterator[Target]:
    for enemy in state.engaged_with(unit.id):
        yield Target(enemy.id, enemy.name, "fight", "MPP-7.3", tuple(_melee(state, unit, enemy)))


def _answering(battle: Battle, unit: Unit, options: Sequence[Option]) -> Iterator[Target]:
    """Yield what the unit is asked for now: to stand, closing or traversing shots (MPP-9.2.e, MPP-9.2.f)."""
    for option in options:
        enemy, how = _shot_of(battle, option)
        if option.key["do"] == "stand" and (foe := charger(battle)) is not None:
            yield Target(foe.id, foe.name, "fight", option.rule, _stand_lines(battle, unit), option.key)
        if enemy is not None and how != "shooting":
            yield Target(
                enemy.id,
                enemy.name,
                "shoot",
                option.rule,
                shot_lines(battle.state, unit, enemy, how),
                option.key,
            )


def _shots(state: State, unit: Unit, offers: Mapping[tuple[str, str], Option]) -> Iterator[Target]:
    if shooting.why_no_shot(state, unit) is not None:
        return
    for enemy in shooting.targets(state, unit):
        option = offers.get(("shoot", enemy.id))
        key = option.key if option else None
        yield Target(enemy.id, enemy.name, "shoot", "MPP-7.2", shot_lines(state, unit, enemy), key)


def _charges(battle: Battle, unit: Unit, offers: Mapping[tuple[str, str], Option]) -> Iterator[Target]:
    for way in charges.reachable(battle.state, unit, moves_left(battle, unit) or most_moves()):
        option = offers.get(("charge", way.target.id)) or offers.get(("sweep", way.target.id))
        lines = tuple(charge_lines(battle, way))
        yield Target(
            way.target.id, way.target.name, "charge", "MPP-C-15", lines, option.key if option else None
        )


def _shot_of(battle: Battle, option: Option) -> tuple[Unit | None, How]:
    """Return at whom an option shoots, and how; None where it does not."""
    state, decision = battle.state, battle.pending
    if option.key["do"] == "shoot" and "target" in option.key:
        return state.units[option.key["target"]], "shooting"
    if decision is not None and decision.kind == "traversing shots" and option.key["do"] == "shoot":
        return _last_moved(battle), "traversing"
    if option.key["do"] in ("closing", "fire-evade"):
        return charger(battle), "closing"
    return None, "shooting"


def charger(battle: Battle) -> Unit | None:
    """Return the unit whose charge is being answered."""
    made = next((e.event for e in reversed(battle.entries) if isinstance(e.event, Declared)), None)
    return None if made is None else battle.state.units[made.unit]


def _last_moved(battle: Battle) -> Unit | None:
    kinds = ("moved", "move-made")
    made = next((e.event for e in reversed(battle.entries) if e.event.kind in kinds), None)
    unit: Unit | None = battle.state.units.get(getattr(made, "unit", ""))
    return unit


# -- lines ----------------------------------------------------------------------------------------


def shot_lines(state: State, unit: Unit, target: Unit, how: How = "shooting") -> tuple[Figure, ...]:
    """Return a shot from its dice to what becomes of its target (MPP-7.2, MPP-1.1)."""
    made = shooting.attack(state, unit, target, how)
    found = shot_chances(made, target, doomed=breaktest.battalia_broken(state, target)).target
    losses = dict(found.losses.shares())
    return (
        Figure("no casualties", losses.get(0, 0.0), "", "MPP-5.1", "no casualties"),
        Figure("distance", None, f"{shooting.distance(unit, target):.1f} in", "MPP-9.1"),
        Figure("dice", None, f"{made.dice}, each {made.need}+", "MPP-C-16"),
        *(Figure(each.why, None, f"{each.value:+d}", each.rule) for each in made.modifiers),
        Figure("saves", None, f"{made.save}+" if made.save <= 6 else "none", "MPP-5.1"),
        *(Figure(counted(n, "casualty", "casualties"), p, "", "MPP-C-18") for n, p in losses.items() if n),
        Figure(f"{target.name} takes a break test", float(found.tested), "", "MPP-1.1"),
        *_fate(state, target, found, whose=target.name, short=("goes back", "breaks")),
    )


def charge_lines(battle: Battle, way: Charge) -> Iterator[Figure]:
    """Yield the chance to get there, and the first round if the target stands (MPP-C-06, MPP-C-15)."""
    state: State = battle.state
    unit = way.unit
    count = max(1, ceil((way.inches - 1e-6) / moves.rate(unit)))
    if moves_left(battle, unit) >= count or state.phase == "combat":
        chance: float | None = 1.0
    else:
        chance = order_chance(state, unit, count)
    words = f"{way.inches:.1f} in, {counted(count, 'move')}"
    yield Figure("gets there", chance, words, "MPP-C-06", "gets there" if chance not in (None, 1.0) else "")
    then, me, foe, face = charges.in_contact(state, way)
    yield Figure("strikes", None, {"front": "in front"}.get(face, f"in the {face}"), "MPP-C-21")
    yield from _melee(then, me, foe)


def _stand_lines(battle: Battle, unit: Unit) -> tuple[Figure, ...]:
    """Return the first round if the unit stands against the charge that it has to answer."""
    enemy = charger(battle)
    way = None if enemy is None else way_of(battle.state, enemy, unit.id)
    if way is None:
        return ()
    then, me, foe, _ = charges.in_contact(battle.state, way)
    return tuple(_melee(then, foe, me))


def _melee(state: State, unit: Unit, enemy: Unit) -> Iterator[Figure]:
    """Yield a round of combat of these two alone, with their supports (MPP-6, MPP-7.3)."""
    helpers = combat.supports(state, [unit])[unit.id], combat.supports(state, [enemy])[enemy.id]
    pair = unit, enemy
    attacks = combat.attack(state, unit, enemy, helpers[0]), combat.attack(state, enemy, unit, helpers[1])
    changes = [
        combat.result_modifiers(state, [one], len(behind)) for one, behind in zip(pair, helpers, strict=True)
    ]
    found = melee_chances(
        attacks, pair, (total(changes[0]), total(changes[1])),
        doomed=(breaktest.battalia_broken(state, unit), breaktest.battalia_broken(state, enemy)),
        commanders=(len(state.joined(unit.id)), len(state.joined(enemy.id))),
    )  # fmt: skip
    for name, chance in zip(("win", "draw", "lose"), found.wins, strict=True):
        yield Figure(name, chance, "", "MPP-6.1", name)
    yield from _fate(state, enemy, found.harm[1], whose=enemy.name, short=("", "they break"))
    yield from _fate(state, unit, found.harm[0], whose=unit.name, short=("", "it breaks"))
    for one, made, more in zip(pair, attacks, changes, strict=True):
        yield Figure(f"{one.name}: dice", None, f"{made.dice}, each {made.need}+", "MPP-C-21")
        for each in (*made.modifiers, *more):
            yield Figure(f"{one.name}: {each.why}", None, f"{each.value:+d}", each.rule)
    others = {each.id for one in pair for each in state.engaged_with(one.id)} - {unit.id, enemy.id}
    if others:
        yield Figure("others in this combat", None, "not counted here", "MPP-C-21")


def _fate(state: State, unit: Unit, found: Harm, *, whose: str, short: tuple[str, str]) -> Iterator[Figure]:
    """Yield what becomes of a unit: shaken, driven back, broken; with the other reading of the break test
    where that differs (MPP-1.2.b, MPP-1.2.c).
    """
    literal = bool(state.options.get("literal_break_test"))
    if not unit.shaken:
        yield Figure(f"{whose}: shaken", float(found.shaken), "", "MPP-1.1.a")
    yield Figure(f"{whose}: goes back", found.chance(*_BACK, literal=literal), "", "MPP-1.3", short[0])
    breaks, other = (found.chance(*_BROKEN, literal=each) for each in (literal, not literal))
    words = "" if abs(breaks - other) < 5e-4 else f"{percent(other)} by the other reading"
    yield Figure(f"{whose}: breaks", breaks, words, "MPP-1.2.b", short[1])


# -- what hangs on an option ----------------------------------------------------------------------


def way_of(state: State, unit: Unit, target: str) -> Charge | None:
    """Return the charge of a unit into a target; None if there is none."""
    return charges.way_to(state, unit, state.units[target], moves.rate(unit) * most_moves())


def answers(state: State, unit: Unit, aims: Sequence[Target]) -> tuple[Answer, ...]:
    """Return what the targets of the charges on offer could do about them (MPP-C-15)."""
    found = []
    for aim in aims:
        way = way_of(state, unit, aim.unit) if aim.how == "charge" and aim.key else None
        if way is not None:
            to = f"Charge {aim.name}"
            found += [
                Answer(aim.unit, aim.name, to, option.label, option.rule, None)
                for option in charges.answers(state, way) if option.key["do"] != "stand"
            ]  # fmt: skip
    return tuple(found)


def stakes(battle: Battle, option: Option) -> str:
    """Return what a player should know before an order, a shot or a charge; "" of any other option."""
    state, decision, key = battle.state, battle.pending, option.key
    if decision is None or "do" not in key:
        return ""
    if said := order_words(state, key):
        fails = "" if key["do"] == "rally" else " If it fails, this commander gives no more orders this turn."
        return f"Odds: {said}.{fails}"
    unit = state.units.get(key.get("unit", decision.subject))
    if unit is None or unit.base is None:
        return ""
    lines: Sequence[Figure] = ()
    before: list[str] = []
    enemy, how = _shot_of(battle, option)
    if enemy is not None:
        lines = shot_lines(state, unit, enemy, how)
    elif key["do"] == "stand":
        lines = _stand_lines(battle, unit)
    elif key["do"] in ("charge", "sweep") and (way := way_of(state, unit, key["target"])) is not None:
        lines = tuple(charge_lines(battle, way))
        before = [REACTIONS] if len(list(charges.answers(state, way))) > 1 else []
    return odds_in_a_line([(each.short, each.chance) for each in lines if each.short], before)

"""What a stand could shoot at, charge or fight, at what odds, and the possible answers (SN-5 to SN-10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulesets.contract.board import Answer, Figure, Target
from rulesets.engine.battle import Battle
from rulesets.engine.canonical import canonical_json
from rulesets.engine.decisions import Group as MenuGroup
from rulesets.engine.decisions import Menu, Option
from rulesets.snaphance import hexes, melee, movement
from rulesets.snaphance.board.clash import clash_lines, settled, volley_lines
from rulesets.snaphance.board.sketch import Sketch, as_if_acting
from rulesets.snaphance.charge import plan, skirmish
from rulesets.snaphance.charge.plan import Charge
from rulesets.snaphance.clash import Approach
from rulesets.snaphance.melee.roles import again
from rulesets.snaphance.reactions import answer as asked
from rulesets.snaphance.reactions.reach import onslaughts
from rulesets.snaphance.shooting import fire, volley
from rulesets.snaphance.shooting.volley import Shot, why_no_volley
from rulesets.snaphance.state import Stand, State, enemy

CHARGES = frozenset({"charge", "opportunity-charge", "counter-charge"})


def targets(battle: Battle, stand: Stand, options: Sequence[Option]) -> tuple[Target, ...]:
    """Return all enemies that the stand may fight, shoot at or charge, as if it were acting now."""
    state: State = battle.state
    if not state.turn or stand.hex is None or battle.pending is None:
        return ()
    if battle.pending.kind == "react":
        return tuple(_answers(battle, stand, options))
    with as_if_acting(state, stand):
        return (
            *_fights(battle, stand, options),
            *_charges(battle, stand, options),
            *_shots(state, stand, options),
        )


def _fights(battle: Battle, stand: Stand, options: Sequence[Option]) -> Iterator[Target]:
    """Yield the ongoing melees that the stand leads: what the next round would be (SN-11.3.b)."""
    state: State = battle.state
    key = next((option.key for option in options if option.key["do"] == "fight"), None)
    for each in state.melees:
        if stand.id in each.stands:
            enemy = state.stands[next(id_ for id_ in each.stands if id_ != stand.id)]
            clash = again(state, each)
            lines = tuple(clash_lines(battle, clash, 0 if clash.attacker == stand.id else 1))
            yield Target(enemy.id, enemy.name, "fight", "SN-11.3.b", lines, key)


# ---------------------------------------------------------------------------- shots


def _shots(state: State, stand: Stand, options: Sequence[Option]) -> Iterator[Target]:
    """Yield what the stand could fire at from where it is, each rank by itself (SN-7.0)."""
    # Of several options against one target the first counts, hence the reversed order.
    keys = {option.key["target"]: option.key for option in reversed(options) if option.key["do"] == "fire"}
    if not keys and fire.why_no_fire(state, stand) is not None:
        return
    for target in volley.targets(state, stand):
        lines = tuple(_shot_lines(state, stand, target, "voluntary"))
        if lines:
            yield Target(target.id, target.name, "shoot", "SN-7.0.c", lines, keys.get(target.id))


def _shot_lines(state: State, stand: Stand, target: Stand, how: str) -> Iterator[Figure]:
    shots = [
        Shot(stand.id, target.id, "opportunity" if how == "opportunity" else "voluntary", rank)
        for rank in range(min(fire.TWO_RANKS, len(stand.ranks)) if stand.profile.code == "Pi" else 1)
    ]
    shots = [shot for shot in shots if why_no_volley(state, shot) is None]
    if shots:
        yield Figure("distance", None, f"{hexes.distance(stand.place, target.place)}H", "SN-4.0.f")
    for shot in shots:
        yield from volley_lines(state, shot, summed=len(shots) == 1)


# ---------------------------------------------------------------------------- charges


def _charges(battle: Battle, stand: Stand, options: Sequence[Option]) -> Iterator[Target]:
    """Yield every charge on offer, from each hex and at each enemy that may be named (SN-10.0)."""
    for option in options:
        if option.key["do"] == "charge" and option.key.get("unit") == stand.id:
            enemy = battle.state.stands[option.key["target"]]
            lines = charge_odds(battle, option)
            name = f"{enemy.name} from {option.key['hex']}, facing {hexes.facing_words(option.key['facing'])}"
            yield Target(enemy.id, name, "charge", "SN-10.0.a", lines, option.key)


def charge_odds(battle: Battle, option: Option) -> tuple[Figure, ...]:
    """Return what a charge on offer, or one in answer, would come to; counted out once between two events."""
    place = "odds", canonical_json(option.key)
    found: tuple[Figure, ...] | None = battle.looked.get(place)
    if found is None:
        stands, key = battle.state.stands, option.key
        if key["do"] == "charge":
            lines = charge_lines(battle, option)
        else:
            lines = _onslaught_lines(battle, stands[key["unit"]], stands[key["target"]], option)
        found = battle.looked[place] = tuple(lines)
    return found


def charge_lines(battle: Battle, option: Option) -> Iterator[Figure]:
    """Yield a charge as if nobody answered it: contact fire, the melee, what becomes of both (SN-10.1.a)."""
    sketch = Sketch(battle)
    state, charge = sketch.state, _declared(sketch.state, option)
    enemy = state.stands[charge.target]
    if any(
        skirmish.is_swept(state, enemy, state.stands[id_], charge.places[id_])
        for id_ in charge.against(enemy.id)
    ):
        words = "at contact, without a fight, after its fire if it is met in front"
        yield Figure(f"{enemy.name} is swept away", 1.0, words, "SN-10.5.a", short="swept away")
        return
    first = state.stands[next(iter(charge.places))]
    end = charge.places[first.id], charge.facing
    # A charge where the stand already stands takes no step.
    if (first.place, first.facing) != end:
        steps = movement.candidates(state)
        step = next((each for each in steps if (each.hexes[0], each.facing) == end), None)
        if step is not None:
            movement.take(sketch, step)
    approaches = {id_: plan.approach(state, state.stands[id_]) for id_ in charge.contacts}
    # A group names nobody: its enemies are shared out when it is in contact (SN-10.2.f).
    named = {first.id: enemy.id} if len(charge.places) == 1 else {}
    lost = frozenset[str]() if state.activation is None else frozenset(state.activation.no_bonus)
    yield from _contact_lines(sketch, approaches, enemy, named, lost)


def _declared(state: State, option: Option) -> Charge:
    """Return the charge that an option declares, before its last step."""
    key = option.key
    first = state.stands[key["unit"]]
    # All who move as one are shifted alike, so the first stand's step gives the places of all.
    (q, r), (dq, dr) = first.place, hexes.named(key["hex"])
    together = (first.id,) if state.activation is None else state.activation.stands
    places = {
        id_: (state.stands[id_].place[0] + dq - q, state.stands[id_].place[1] + dr - r) for id_ in together
    }
    return plan.onset(state, places, key["facing"], key["target"])


def _contact_lines(
    sketch: Sketch, approaches: Mapping[str, Approach], enemy: Stand,
    named: Mapping[str, str], no_bonus: frozenset[str] = frozenset(),
) -> Iterator[Figure]:  # fmt: skip
    """Yield the melee with an enemy of stands that have just come into contact on a sketch."""
    attackers = [sketch.state.stands[id_] for id_ in approaches]
    steps = melee.assign(sketch, attackers, approaches, targets=named, no_bonus=no_bonus)
    clashes = settled(steps, enemy.id)
    with_it = [clash for clash in clashes if enemy.id in (clash.attacker, clash.defender)]
    for clash in with_it or clashes:
        mine = 0 if sketch.state.stands[clash.attacker].side != enemy.side else 1
        yield from clash_lines(sketch, clash, mine)


# ---------------------------------------------------------------------------- answers


def _answers(battle: Battle, stand: Stand, options: Sequence[Option]) -> Iterator[Target]:
    """Yield the fire and the charges that the stand is asked for now (SN-6.0)."""
    state: State = battle.state
    for option in options:
        do, target = option.key["do"], option.key.get("target")
        if target is None:
            continue
        enemy = state.stands[target]
        if do == "opportunity-fire":
            lines = tuple(_shot_lines(state, stand, enemy, "opportunity"))
            yield Target(enemy.id, enemy.name, "shoot", option.rule, lines, option.key)
        elif do in CHARGES:
            lines = charge_odds(battle, option)
            yield Target(enemy.id, enemy.name, "charge", option.rule, lines, option.key)


def _onslaught_lines(battle: Battle, stand: Stand, enemy: Stand, option: Option) -> Iterator[Figure]:
    """Yield a charge on opportunity as if it had been made, the enemy moving or not (SN-6.0.b, SN-6.3.a)."""
    sketch = Sketch(battle)
    state = sketch.state
    end = hexes.named(option.key["hex"])
    made = next((each for each in onslaughts(battle.state, stand, enemy) if each.end(stand) == end), None)
    if made is None:
        return
    mover = state.stands[stand.id]
    if made.way:
        movement.place(sketch, mover, end, mover.facing, "opportunity", "SN-6.0.b")
    approach = Approach(stand.id, stand.place, len(made.way), True, "opportunity", made.way)
    yield from _contact_lines(sketch, {stand.id: approach}, enemy, {stand.id: enemy.id})


_STEPS = frozenset({"step", "displace", "pass"})


def answers(battle: Battle, stand: Stand, options: Sequence[Option]) -> tuple[Answer, ...]:
    """Return every reaction that the enemy could choose, each with what it answers. None needs a test."""
    if battle.pending is None or battle.pending.kind != "stand":
        return ()
    found: list[Answer] = []
    for option in options:
        found += _reactions(battle.state, option, _to(battle, stand, option))
    return tuple(found)


def _to(battle: Battle, stand: Stand, option: Option) -> Iterator[MenuGroup]:
    do = option.key["do"]
    if do in _STEPS:
        yield from _to_step(battle, stand, option)
    elif do == "fire":
        state: State = battle.state
        target = state.stands[option.key["target"]]
        # Fire from outside the target's front arc gives it no answer (SN-5.0.b).
        if hexes.in_wide_arc(target.place, target.facing, stand.place):
            yield from asked.answers_to_shot(state, stand, target)
    elif do == "charge":
        yield from _to_charge(battle.state, option)


def _to_step(battle: Battle, stand: Stand, option: Option) -> Iterator[MenuGroup]:
    """Yield the answers to a step, which is made on a sketch first (SN-6.0.a)."""
    # Most often no enemy is on opportunity; then no sketch has to be made.
    if not asked.waiting(battle.state, enemy(stand.side)):
        return
    sketch = Sketch(battle)
    state = sketch.state
    end = hexes.named(option.key["hex"])
    step = next(
        (each for each in movement.candidates(state) if each.hexes[0] == end and not each.enemies), None
    )
    if step is None:
        return
    came_from = {id_: state.stands[id_].place for id_ in step.units}
    movement.take(sketch, step)
    movers = [state.stands[id_] for id_ in step.units]
    yield from asked.answers_to_step(state, enemy(stand.side), movers, came_from)


def _to_charge(state: State, option: Option) -> Iterator[MenuGroup]:
    """Yield the answers to the declaration of a charge, before its last step (SN-5.0, SN-6.0.a)."""
    side = state.stands[option.key["unit"]].side
    yield from asked.answers_to_charge(state, enemy(side), _declared(state, option))


def answered(state: State, option: Option) -> bool:
    """Return whether the enemy could answer a charge on offer."""
    return bool(Menu(*_to_charge(state, option)))


def _reactions(state: State, option: Option, groups: Iterable[MenuGroup]) -> Iterator[Answer]:
    for reaction in Menu(*groups):
        unit = state.stands[reaction.key["unit"]]
        words = reaction.label.removeprefix(f"{unit.name} ")
        yield Answer(unit.id, unit.name, option.label, words, reaction.rule, None)

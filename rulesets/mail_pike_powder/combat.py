"""Hand-to-hand combat: who fights and supports, dice, the result, what winners and losers do (MPP-6, MPP-7.3,
MPP-8, MPP-C-18, C-19, C-21, C-22, C-34, C-38).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.dice import Modifier, total
from rulesets.engine.geometry.corridors import seen_from
from rulesets.mail_pike_powder import breaktest, charges, dice, leaders, moves, tables, terrain
from rulesets.mail_pike_powder.dice import Attack
from rulesets.mail_pike_powder.events import FoughtOn, Moved, Recovered, RoundFought, Separated
from rulesets.mail_pike_powder.shooting import FACES
from rulesets.mail_pike_powder.state import State, Unit
from rulesets.mail_pike_powder.wording import fire as words

Sides = tuple[list[Unit], list[Unit]]


# -- who fights -----------------------------------------------------------------------------------


def combats(state: State) -> list[Sides]:
    """Return the combats: units that are joined by contacts, by side, in the order of the units
    (MPP-C-21).
    """
    left = [unit for unit in state.on_field() if state.engaged(unit.id)]
    found = []
    while left:
        group, open_ = [left[0]], [left[0]]
        while open_:
            for other in state.engaged_with(open_.pop().id):
                if other not in group:
                    group.append(other)
                    open_.append(other)
        left = [unit for unit in left if unit not in group]
        ordered = [unit for unit in state.units.values() if unit in group]
        found.append(([u for u in ordered if u.side == 0], [u for u in ordered if u.side == 1]))
    return found


def flanked(state: State, unit: Unit) -> bool:
    """Return whether an enemy's front touches its flank or rear (MPP-8.1.e); squares, hedgehogs and buildings
    have none (MPP-C-14).
    """
    if unit.formation in (*FACES, "hedgehog"):
        return False
    return any(target == unit.id and face != "front" for (_, target), face in state.contacts.items())


def supports(state: State, fighters: Sequence[Unit]) -> dict[str, list[Unit]]:
    """Return who supports each fighter: one behind it, one on either flank (MPP-6.1.a, MPP-C-19).

    A support is infantry or cavalry in close formation, in no combat, neither shaken nor disordered, that
    faces about the same way, and helps one unit only. Hedgehogs neither give nor receive support
    (MPP-C-14).
    """
    found: dict[str, list[Unit]] = {fighter.id: [] for fighter in fighters}
    used: set[str] = set()
    for fighter in fighters:
        if fighter.formation in ("hedgehog", "building"):
            continue
        places: set[str] = set()
        for unit in state.on_field(fighter.side):
            if unit.id in used or not may_support(state, unit):
                continue
            where = _beside(fighter, unit)
            if where and where not in places:
                places.add(where)
                used.add(unit.id)
                found[fighter.id].append(unit)
    return found


def may_support(state: State, unit: Unit) -> bool:
    """Return whether a unit can support anybody (MPP-C-14, MPP-C-19)."""
    return (
        unit.unit_class in ("infantry", "cavalry") and not unit.loose and not unit.unsteady
        and unit.formation not in ("hedgehog", "square", "building", "march_column")
        and not state.engaged(unit.id)
    )  # fmt: skip


def _beside(fighter: Unit, unit: Unit) -> str:
    """Return where a friend stands that could support: rear, left or right; "" for nowhere."""
    turn = abs((unit.place.heading - fighter.place.heading + 180.0) % 360.0 - 180.0)
    if turn > 45.0:
        return ""
    base, figures = fighter.place, tables.figures()
    behind = geometry.rear_corridor_gap(base, unit.place)
    if behind is not None and behind <= figures.support_behind:
        return "rear"
    if not moves.within(base, unit.place, figures.support_reach):
        return ""
    us, vs = seen_from(base, unit.place)
    if max(vs) < -base.depth or min(vs) > 0.0:
        return ""
    if max(us) <= -base.half_width + 0.25:
        return "left"
    return "right" if min(us) >= base.half_width - 0.25 else ""


# -- dice -----------------------------------------------------------------------------------------


def opponent(state: State, unit: Unit) -> Unit | None:
    """Return whom a unit strikes: the enemy before its front, else one that is in contact with it."""
    faced = [state.units[b] for a, b in state.contacts if a == unit.id]
    met = faced or state.engaged_with(unit.id)
    return met[0] if met else None


def dice_of(state: State, unit: Unit, helpers: Sequence[Unit]) -> tuple[int, tuple[Modifier, ...]]:
    """Return how many dice a unit fights with (MPP-8.2, MPP-C-21), those of its supports and commanders in
    it.
    """
    return dice_with(unit, faces_met(state, unit), helpers, len(state.joined(unit.id)))


def faces_met(state: State, unit: Unit) -> int:
    """Return how many of its faces are in contact (MPP-8.2.a, MPP-8.2.e): one at least."""
    enemies = state.engaged_with(unit.id)
    return max(1, len({geometry.contact_face(enemy.place, unit.place) or "front" for enemy in enemies}))


def dice_with(
    unit: Unit, faces: int, helpers: Sequence[Unit], commanders: int
) -> tuple[int, tuple[Modifier, ...]]:
    """Return how many dice a unit fights with that is met on so many faces, and why."""
    count, why = own_dice(unit, faces)
    parts = [] if why is None else [why]
    if count == 0:
        return 0, tuple(parts)
    short = sum(helper.profile.short for helper in helpers)
    joined = commanders * tables.figures().joined
    if short:
        parts.append(Modifier("MPP-C-21", short, words.OF_SUPPORTS))
    if joined:
        parts.append(Modifier("MPP-C-38", joined, words.OF_COMMANDER))
    return count + short + joined, tuple(parts)


def own_dice(unit: Unit, faces: int = 1) -> tuple[int, Modifier | None]:
    """Return the dice of a unit by itself: Clash in the first round, Sustained later (MPP-C-21, MPP-8.2).

    Nothing doubles them for enfilade: that line is a copy from the shooting list (MPP-8.2.d).
    """
    if unit.formation == "limbered":
        return 0, Modifier("MPP-8.2.c", 0, words.LIMBERED)
    if unit.formation == "march_column":
        return 1, Modifier("MPP-8.2.b", 1, words.MARCH_COLUMN)
    if unit.formation in FACES:
        each = FACES[unit.formation]
        rule = "MPP-8.2.a" if unit.formation == "square" else "MPP-8.2.e"
        return each * faces, Modifier(rule, each * faces, words.EACH_FACE)
    count = unit.profile.clash if unit.rounds == 0 else unit.profile.sustained
    if unit.plugged:
        return count + 2, Modifier("MPP-C-35", 2, words.PLUGGED)
    return count, None


def modifiers(unit: Unit, enemy: Unit, *, flanked: bool, downhill: bool) -> tuple[Modifier, ...]:
    """Return what changes the number to hit in hand-to-hand combat (MPP-8.1)."""
    keys = []
    if unit.charging and not (unit.horse and (enemy.has("Pikes") or enemy.has("Pike Company"))):
        keys.append("charging")
    if unit.won:
        keys.append("won")
    if unit.unsteady:
        keys.append("unsteady")
    if unit.loose:
        keys.append("skirmish")
    if flanked:
        keys.append("flanked")
    if downhill:
        keys.append("downhill")
    return tuple(tables.modifier("melee", key).times() for key in keys)


def attack(state: State, unit: Unit, enemy: Unit, helpers: Sequence[Unit]) -> Attack:
    """Return what a unit throws at an enemy in this round."""
    count, why = dice_of(state, unit, helpers)
    line = (unit.place.cx, unit.place.cy, enemy.place.cx, enemy.place.cy)
    cover: tables.Cover = "" if unit.has("Grenades") else terrain.cover_of(state, enemy, (line,))
    return strike(
        unit, enemy, count, cover, flanked=flanked(state, unit),
        downhill=terrain.higher(state, unit.place, enemy.place), why=why,
    )  # fmt: skip


def strike(
    unit: Unit, enemy: Unit, count: int, cover: tables.Cover, *, flanked: bool, downhill: bool,
    why: Sequence[Modifier] = (),
) -> Attack:  # fmt: skip
    """Return an attack in hand-to-hand combat of which all that matters is known."""
    changes = modifiers(unit, enemy, flanked=flanked, downhill=downhill)
    if unit.has("Pikes") and enemy.horse and enemy.charging:
        why = (*why, Modifier("MPP-C-35", count, "pikes against charging cavalry: double dice"))
        count *= 2
    saves = list(dice.save_modifiers(enemy, cover))
    if unit.has("Lancers") and unit.charging:
        saves.append(Modifier("MPP-C-35", -1 if enemy.horse else -2, words.LANCES))
    again = 0
    if (unit.charging and unit.rounds == 0 and unit.has("Ferocious Charge")) or (
        unit.has("Bad War") and enemy.has("Bad War")
    ):
        again = -1
    elif unit.has("Tough Fighters"):
        again = 1
    return Attack(
        count, dice.needed(tables.figures().to_hit, changes), changes,
        dice.save_needed(dice.morale_of(enemy), tuple(saves)), tuple(saves), again, dice.saves_again(enemy),
        counted=tuple(why),
    )  # fmt: skip


# -- the result -----------------------------------------------------------------------------------


def result_modifiers(state: State, own: Sequence[Unit], helpers: int) -> tuple[Modifier, ...]:
    """Return what a side adds to the casualties it has inflicted (MPP-6.1)."""
    return side_modifiers(
        [(unit, enemy, terrain.defended(state, unit, enemy))
         for unit in own for enemy in state.engaged_with(unit.id)], helpers,
    )  # fmt: skip


def side_modifiers(met: Sequence[tuple[Unit, Unit, bool]], helpers: int) -> tuple[Modifier, ...]:
    """Return the modifiers of a side whose units have met these enemies, each but supports once a combat.

    With each pair: whether the unit defends a fortification or building (MPP-6.1.e).
    """
    found = []
    if helpers:
        found.append(tables.modifier("result", "support").times(helpers))
    if any(charges.rides_down(unit, enemy) for unit, enemy, _ in met):
        found.append(tables.modifier("result", "horse_against_foot").times())
    if any(unit.formation in ("square", "hedgehog") and enemy.horse for unit, enemy, _ in met):
        found.append(tables.modifier("result", "square").times())
    elif any(unit.profile.pikes and enemy.horse for unit, enemy, _ in met):
        found.append(tables.modifier("result", "pikes").times())
    if any(defended for _, _, defended in met):
        found.append(tables.modifier("result", "defences").times())
    if any(unit.charging and unit.has("Heavy Cavalry +1") for unit, _, _ in met):
        found.append(Modifier("MPP-C-35", 1, words.HEAVY_CAVALRY))
    if any(unit.has("Swordsmen") for unit, _, _ in met) and any(enemy.foot for _, enemy, _ in met):
        found.append(Modifier("MPP-C-35", 1, words.SWORDSMEN))
    return tuple(found)


@dataclass(slots=True)
class Fight:
    """A round of a combat: who fights on each side, who supports whom, casualties inflicted, results; rounds
    that each has fought then, and who has broken or was shattered by it.
    """

    sides: Sides
    helpers: tuple[Mapping[str, list[Unit]], Mapping[str, list[Unit]]]
    inflicted: list[int] = field(default_factory=lambda: [0, 0])
    results: list[int] = field(default_factory=lambda: [0, 0])
    suffered: dict[str, int] = field(default_factory=dict)
    rounds: dict[str, int] = field(default_factory=dict)
    gone: list[Unit] = field(default_factory=list)

    @property
    def winner(self) -> int:
        """Return the side that wins, -1 for a draw."""
        return -1 if self.results[0] == self.results[1] else int(self.results[1] > self.results[0])


def phase(battle: Battle, side: int) -> Steps[None]:
    """Fight every combat once, in the order that the side chooses (MPP-7.3, MPP-C-21)."""
    state: State = battle.state
    fought, swept = set[str](), set[str]()
    while True:
        waiting = [
            each for each in combats(state) if not fought & {unit.id for part in each for unit in part}
        ]
        if not waiting:
            return
        chosen = waiting[0]
        if len(waiting) > 1:
            options = tuple(
                Option({"do": "fight", "unit": each[side][0].id},
                       words.combat(each[side][0].name, each[1 - side][0].name), "MPP-7.3")
                for each in waiting
            )  # fmt: skip
            choice = yield Decision("combat", side, words.NEXT_COMBAT, "MPP-7.3", options)
            chosen = next(each for each in waiting if each[side][0].id == choice["unit"])
        fought |= {unit.id for part in chosen for unit in part}
        made = yield from fight(battle, chosen, side)
        yield from _pursuit(battle, made, fought, swept)


def fight(battle: Battle, sides: Sides, active: int) -> Steps[Fight]:
    """Fight a round of a combat: both sides strike at once, then the loser tests (MPP-7.3, MPP-1.1.e-f)."""
    state: State = battle.state
    for unit in (*sides[0], *sides[1]):
        yield from dice.reveal(battle, unit)
    made = Fight(sides, (supports(state, sides[0]), supports(state, sides[1])))
    struck = []
    for side in (active, 1 - active):
        for unit in sides[side]:
            enemy = opponent(state, unit)
            if enemy is not None:
                struck.append((unit, enemy, attack(state, unit, enemy, made.helpers[side][unit.id])))
    losses: dict[str, int] = {}
    for unit, enemy, thrown in struck:  # all strike before anybody falls
        found = yield from dice.resolve(battle, unit, enemy, thrown, words.COMBAT, "MPP-7.3")
        made.inflicted[unit.side] += found.casualties
        losses[enemy.id] = losses.get(enemy.id, 0) + found.casualties
    made.suffered = losses
    for id_, lost in losses.items():
        yield from dice.suffer(battle, state.units[id_], lost, words.FIGHT)
        yield from leaders.at_risk(battle, state.units[id_], lost)
    yield from _results(battle, made)
    yield from _aftermath(battle, made, active)
    return made


def _results(battle: Battle, made: Fight) -> Steps[None]:
    """Work out the combat result of both sides (MPP-6.1)."""
    state: State = battle.state
    for side in (0, 1):
        helpers = sum(len(each) for each in made.helpers[side].values())
        changes = result_modifiers(state, made.sides[side], helpers)
        heavy = next((u for u in made.sides[side] if u.charging and u.has("Heavy Cavalry +D3")), None)
        if heavy is not None:
            rolled = yield from battle.roll(words.IN_COMBAT, side=side, unit=heavy.id, rule="MPP-C-35")
            bonus = (rolled[0] + 1) // 2
            battle.record(words.IN_COMBAT, rolled, f"+{bonus}", rule="MPP-C-35", side=side, unit=heavy.id)
            changes = (*changes, Modifier("MPP-C-35", bonus, words.HEAVY_CAVALRY))
        made.results[side] = made.inflicted[side] + total(changes)
        text = words.combat_result(made.inflicted[side], made.results[side])
        battle.record(
            words.COMBAT,
            (),
            text,
            rule="MPP-6.1.a",
            side=side,
            unit=made.sides[side][0].id,
            modifiers=changes,
        )


def _aftermath(battle: Battle, made: Fight, active: int) -> Steps[None]:
    """Share the excess, test, give ground (MPP-C-18, C-19; MPP-1.1.e-g)."""
    state: State = battle.state
    everyone = [unit for part in made.sides for unit in part]
    for unit in everyone:
        result, enemy = made.results[unit.side], made.results[1 - unit.side]
        battle.apply(RoundFought("MPP-7.3", unit.id, result, enemy))
        made.rounds[unit.id] = unit.rounds
    gone = made.gone
    for unit in everyone:  # counted before the excess is shared
        if unit.casualties >= tables.figures().shattered * unit.stamina:
            breaktest.remove(battle, unit, "shattered", words.SHATTERED, "MPP-C-19")
            gone.append(unit)
    difference = abs(made.results[0] - made.results[1])
    for unit in everyone:
        if unit.on_field and unit.excess:
            yield from _share(battle, unit, made.helpers[unit.side][unit.id])
    for side in (active, 1 - active):
        for unit in made.sides[side]:
            if not unit.on_field:
                continue
            helpers = made.helpers[side][unit.id]
            if made.winner == 1 - side:
                if (
                    yield from breaktest.take(
                        battle, unit, "hand_to_hand", difference, "MPP-1.1.e", supports=helpers
                    )
                ):
                    gone.append(unit)
            elif (
                made.winner < 0
                and unit.shaken
                and (
                    yield from breaktest.take(battle, unit, "hand_to_hand", 0, "MPP-1.1.f", supports=helpers)
                )
            ):
                gone.append(unit)
    for unit in gone:  # their supports test by the same difference
        for helper in made.helpers[unit.side][unit.id]:
            if helper.on_field:
                yield from breaktest.take(battle, helper, "hand_to_hand", difference, "MPP-1.1.g")
    for unit in list(state.on_field()):
        if unit.excess:
            battle.apply(Recovered("MPP-C-18", unit.id, unit.excess, words.EXCESS_REMOVED))


def _share(battle: Battle, unit: Unit, helpers: Sequence[Unit]) -> Steps[None]:
    """Share the casualties beyond its Stamina evenly among its supports (MPP-C-19)."""
    helpers = [helper for helper in helpers if helper.on_field]
    if not helpers:
        return
    shares, excess = [0] * len(helpers), unit.excess
    for i in range(excess):
        shares[i % len(helpers)] += 1
    battle.apply(Recovered("MPP-C-19", unit.id, excess, words.SHARED))
    for helper, share in zip(helpers, shares, strict=True):
        yield from dice.suffer(battle, helper, share, words.SHARED, "MPP-C-19")


# -- afterwards -----------------------------------------------------------------------------------


def _pursuit(battle: Battle, made: Fight, fought: set[str], swept: set[str]) -> Steps[None]:
    """Let winners follow up or sweep on, once a phase, and cavalry pull back from foot after a draw
    (MPP-C-22).
    """
    state: State = battle.state
    if made.winner < 0:
        for side in (0, 1):
            for unit in made.sides[side]:
                met = state.engaged_with(unit.id) if unit.on_field else []
                if met and unit.horse and not unit.loose and not any(enemy.horse for enemy in met):
                    _pull_back(battle, unit)
        return
    for unit in made.sides[made.winner]:
        if (
            not unit.on_field
            or state.engaged(unit.id)
            or unit.formation in ("hedgehog", "building", "limbered")
        ):
            continue
        beaten = [each for each in made.sides[1 - made.winner] if each.on_field]
        if beaten:
            yield from _follow_up(battle, unit, beaten, made.rounds[unit.id])
        elif unit.horse and made.gone and not unit.unsteady and unit.id not in swept:
            swept.add(unit.id)
            yield from _sweep(battle, unit, fought)


def _pull_back(battle: Battle, unit: Unit) -> None:
    state: State = battle.state
    base = unit.place
    room = breaktest.back_room(state, unit, -base.fx, -base.fy, moves.rate(unit))
    if room is None:
        return
    end = geometry.retire(base, room)
    if not geometry.within(end, 0.0, 0.0, state.width, state.depth):
        return
    battle.apply(Moved("MPP-C-22", unit.id, end.x, end.y, end.heading, "pull-back", geometry.rounded(room)))
    for other in state.engaged_with(unit.id):
        battle.apply(Separated("MPP-C-22", unit.id, other.id))


def _follow_up(battle: Battle, unit: Unit, beaten: Sequence[Unit], rounds: int) -> Steps[None]:
    """Ask whether a winner stays in contact with a loser who gave ground (MPP-C-22)."""
    state: State = battle.state
    reach = tables.figures().give_ground + 1.0
    for enemy in beaten:
        far = geometry.advance_to_contact(unit.place, enemy.place, reach)
        if far is None or charges.barred(state, unit, enemy, far):
            continue
        follow = Option({"do": "follow", "target": enemy.id}, words.FOLLOW, "MPP-C-22")
        stay = Option({"do": "stay"}, words.STAY, "MPP-C-22")
        options = (follow,) if unit.has("Galloper") else (follow, stay)
        choice = yield Decision("follow up", unit.side, words.follow(unit.name), "MPP-C-22", options, unit.id)
        if choice["do"] == "follow":
            charges.follow(battle, unit, far)
            if enemy in state.engaged_with(unit.id):
                battle.apply(FoughtOn("MPP-C-22", unit.id, enemy.id, rounds))
        return


def _sweep(battle: Battle, unit: Unit, fought: set[str]) -> Steps[None]:
    """Ask whether victorious cavalry sweeps on into another enemy, who is fought in this turn (MPP-C-22)."""
    state: State = battle.state
    found = list(charges.reachable(state, unit, 1, bound=False))
    if not found:
        return
    options = [
        Option({"do": "sweep", "target": each.target.id}, words.sweep_at(each.target.name), "MPP-C-22")
        for each in found
    ]
    if not unit.has("Galloper"):
        options.append(Option({"do": "stay"}, words.SWEEP_NONE, "MPP-C-22"))
    choice = yield Decision("sweep", unit.side, words.sweep(unit.name), "MPP-C-22", tuple(options), unit.id)
    if choice["do"] == "sweep":
        way = next(each for each in found if each.target.id == choice["target"])
        charges.run(battle, unit, way, "sweep")
        fought -= {unit.id, way.target.id}

"""Whom a stand may fire at, and one volley by one rank (SN-7.0, SN-7.1, SN-7.7.a, SN-8.1)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.engine.battle import Battle
from rulesets.engine.chance import Distribution
from rulesets.engine.decisions import Steps
from rulesets.engine.hits import hits, roll_hits
from rulesets.engine.records import record
from rulesets.snaphance import hexes, morale, sight
from rulesets.snaphance.events.fire import Fired
from rulesets.snaphance.morale import Outcome
from rulesets.snaphance.shooting import cover, dice
from rulesets.snaphance.shooting.dice import Fire, Volley, Why, by_contact, reach, weapon_dice
from rulesets.snaphance.state import Stand, State, enemy
from rulesets.snaphance.wording import common
from rulesets.snaphance.wording import shooting as words


def why_no_target(state: State, firer: Stand, target: Stand, fire: Fire = "voluntary") -> Why | None:
    """Return the rule and the reason why a stand cannot fire at another; None if it can (SN-7.0).

    That it has dice left for it is for the volley to say (`volley.why_no_volley`).
    """
    # The quick questions come first: this is asked of every pair of stands in range.
    if not firer.on_field or not target.on_field:
        return "SN-7.0.g", words.gone((target if firer.on_field else firer).name)
    if state.in_melee(firer.id):
        return "SN-7.0.e", common.IN_CLOSE_COMBAT
    if state.in_melee(target.id):
        return "SN-7.0.e", words.in_close_combat(target.name)
    distance = hexes.distance(firer.place, target.place)
    if weapon_dice(firer.profile, distance, state.sheet) is None:
        most = reach(firer.profile, state.sheet)
        return "SN-7.0.c", words.too_far(most, distance) if most else words.NO_ARMS_FOR_THAT
    if not in_arc(state, firer, target):
        rule = "SN-7.0.b" if firer.profile.code == "Art" else "SN-7.0.a"
        return rule, words.outside_arc(target.name)
    if not sight.open_lanes(state, firer.place, target.place, over_stands=cover.in_fort(state, firer)):
        return sight.why_blocked(state, firer.place, target.place) or ("SN-7.1.b", words.NOT_SEEN)
    against = firer.profile.code in ("Sh", "Dr") and target.profile.kind.mcs  # SN-7.4.h
    if fire == "opportunity" and distance == 1 and against and not shielded(state, firer, target.place):
        return "SN-7.4.2.a", words.not_at_point_blank(target.profile.kind.name)
    return None


def in_arc(state: State, firer: Stand, target: Stand) -> bool:
    """Return whether the target is in the firer's arc, narrow for Artillery (SN-7.0.a, SN-7.0.b).

    A garrison fires in any direction (SN-C-found-tower).
    """
    if cover.in_fort(state, firer):
        return True
    arc = hexes.in_narrow_arc if firer.profile.code == "Art" else hexes.in_wide_arc
    return arc(firer.place, firer.facing, target.place)


def shielded(state: State, firer: Stand, attacker: hexes.Hex) -> bool:
    """Return whether ground or a Combat Stand beside it lets Shot or Dragoons fire at cavalry (SN-7.4.h)."""
    return cover.sheltered(state, firer.place, attacker) or any(
        friend is not None and friend.profile.kind.combat
        for friend in (state.friend_at(place, firer.side) for place in hexes.neighbours(firer.place))
    )


def in_reach(state: State, firer: Stand) -> Iterator[Stand]:
    """Yield the enemies within the range of a stand, seen or not, in a fixed order."""
    most = reach(firer.profile, state.sheet)
    if not most:
        return
    # A stand in hand, for this runs over all enemies for every stand that may fire.
    here, distance = firer.place, hexes.distance
    for other in state.on_field(enemy(firer.side)):
        if distance(here, other.place) <= most:
            yield other


def targets(state: State, firer: Stand, fire: Fire = "voluntary") -> Iterator[Stand]:
    """Return the enemies that a stand can fire at (SN-7.0)."""
    return (other for other in in_reach(state, firer) if why_no_target(state, firer, other, fire) is None)


RULES: dict[Fire, str] = {
    "voluntary": "SN-7.0.c", "opportunity": "SN-6.4.a", "defensive": "SN-7.4.a", "support": "SN-10.1.a",
    "contact": "SN-7.6.a",
}  # fmt: skip
_SUPPORT = {"Sh": "SN-7.5.a", "PS": "SN-7.5.b", "Sk": "SN-7.5.c", "Art": "SN-7.5.d"}
_OTHER_SUPPORT = "SN-7.5.e"
ROLLED_BY = frozenset({*RULES.values(), *_SUPPORT.values(), _OTHER_SUPPORT})
"""The rules of rolls by `dice.modifiers`; a volley without dice is not rolled, so none is raised to one."""

FIRE_CAP = 1
"""SN-7.0.f, SN-8.1.b: the most SP that one firing costs."""
GUNS_CAP = 2
"""SN-8.1.c: the most that the defensive fire of Artillery costs."""


@record
class Shot:
    """A volley to be fired: who at whom, how, with which rank (0: the front one).

    `keeps`: the firer means to move afterwards (SN-7.2.c, SN-7.3.b).
    """

    firer: str
    target: str
    fire: Fire
    rank: int = 0
    keeps: bool = False


def facts(state: State, shot: Shot) -> Volley:
    """Return the facts of a shot as the stands are now; raises IndexError for a rank that is not there."""
    firer, target = state.stands[shot.firer], state.stands[shot.target]
    activation = state.activation
    moves, entered = 0, 0  # SN-7.2: single moves made and hexes entered in this activation
    if activation is not None and firer.id in activation.stands:
        moves, entered = activation.moves, activation.hexes
    met = shot.fire in ("defensive", "support")
    return Volley(
        firer.profile, firer.ranks[shot.rank], shot.fire, hexes.distance(firer.place, target.place),
        target.profile, len(target.ranks), shot.rank, moves, entered, shot.keeps, firer.disordered,
        cover.in_fort(state, firer), cover.fire_cover(state, firer, target, met=met),
    )  # fmt: skip


def why_no_volley(state: State, shot: Shot) -> Why | None:
    """Return why this rank has no shot at a target in reach; None if it has (SN-7.0.c, SN-7.2.d-e)."""
    return why_no_dice(state, facts(state, shot))


def why_no_dice(state: State, volley: Volley) -> Why | None:
    """Return why a volley with these facts has no dice; None if it has (SN-7.0.c, SN-7.2.d-e)."""
    barred = dice.why_no_dice(volley)
    if barred is None and not dice.count(volley, state.sheet):
        return "SN-7.0.c", words.NO_DICE
    return barred


def cap(volley: Volley) -> int:
    """Return the most SP that a volley costs (SN-8.1.b, SN-8.1.c)."""
    return GUNS_CAP if volley.fire == "defensive" and volley.firer.code == "Art" else FIRE_CAP


def chances(state: State, shot: Shot) -> Distribution:
    """Return exactly what a shot does to its target as the stands are now: a distribution of morale.Harm."""
    return outcomes(state, facts(state, shot), state.stands[shot.target])


def outcomes(state: State, volley: Volley, target: Stand) -> Distribution:
    """Return what a volley with these facts does to its target, as `chances`."""
    # Hits lower morale by their number, so morale is taken without the limit of 1 here.
    unlimited = target.profile.sp + sum(each.value for each in morale.adjusted(state, target, 0)[1])
    pools = ((dice.count(volley, state.sheet), ()),)
    return morale.distribution(pools, unlimited, target.disordered, cap(volley))


# ---------------------------------------------------------------------------- in play


def roll(battle: Battle, shot: Shot) -> Steps[int]:
    """Roll and log the dice of a volley; return its hits, 0 for one without dice (SN-7.0.c, SN-7.0.d)."""
    state: State = battle.state
    firer, target = state.stands[shot.firer], state.stands[shot.target]
    volley = facts(state, shot)
    count = dice.count(volley, state.sheet)
    if not count:
        return 0
    rule = rule_of(volley)
    counts = yield from roll_hits(
        battle, words.fire_at(shot.fire, target.name), count, rule=rule, side=firer.side, unit=firer.id,
        modifiers=dice.modifiers(volley, state.sheet), words=_words(state, volley, count),
    )  # fmt: skip
    scored = hits(counts)
    battle.apply(Fired(rule, firer.id, target.id, shot.fire, count, scored, shot.rank, shot.keeps))
    return scored


def rule_of(volley: Volley) -> str:
    """Return the rule by which a volley is fired."""
    if volley.fire != "support":
        return RULES[volley.fire]
    return "SN-7.6.b" if by_contact(volley) else _SUPPORT.get(volley.firer.code, _OTHER_SUPPORT)


def _words(state: State, volley: Volley, count: int) -> str:
    weapon = words.PISTOLS if by_contact(volley) else state.sheet.weapons[volley.firer.weapon].name.lower()
    return words.volley(weapon, bool(volley.rank), volley.distance, count)


def suffer(battle: Battle, shot: Shot, scored: int, most: int) -> Steps[Outcome]:
    """Take the one Morale Test for all hits of a volley; none without a hit (SN-7.0.f, SN-7.7.a).

    `most`: the cap of its losses (`cap`).
    """
    target = battle.state.stands[shot.target]
    return (yield from morale.test(battle, target, scored, cap=most, cause="fire", rule="SN-7.0.f"))


def shoot(battle: Battle, shot: Shot) -> Steps[Outcome]:
    """Roll a volley and take its target's test at once (SN-7.0.f). For fire at the same time roll all volleys
    first, then let the targets suffer them.
    """
    # Before the shot: afterwards the firer may have lost the rank that fired.
    most = cap(facts(battle.state, shot))
    scored = yield from roll(battle, shot)
    return (yield from suffer(battle, shot, scored, most))

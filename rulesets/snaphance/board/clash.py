"""What a melee would come to, exactly: the fire at contact with everything that it does, then the dice.

The contact is made on a sketch by the procedures themselves. Fire branches into what it may do (no hit, a
test, SP lost), each branch is carried out on a sketch of its own, and at its end both sides' dice and Morale
Tests are counted out (SN-10.1.a). Reactions of the enemy before contact are not foreseen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from rulesets.contract.board import Figure
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Steps, T
from rulesets.engine.dice import Modifier, total
from rulesets.engine.records import record
from rulesets.engine.wording import curly
from rulesets.snaphance import morale
from rulesets.snaphance.board.sketch import Sketch
from rulesets.snaphance.clash import Clash
from rulesets.snaphance.melee import dice as melee_dice
from rulesets.snaphance.melee import results
from rulesets.snaphance.melee.contact import disorder_flanked
from rulesets.snaphance.morale import Tried
from rulesets.snaphance.shooting import contact, dice
from rulesets.snaphance.shooting.cover import in_fort
from rulesets.snaphance.shooting.volley import Shot, cap, chances, facts, rule_of
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording.shooting import PURPOSES

_DIGITS = 9


def share(chance: Fraction | float) -> float:
    """Return a probability as it is shown."""
    return round(float(chance), _DIGITS)


def dice_lines(whose: str, count: int, terms: Sequence[Modifier], rule: str) -> Iterator[Figure]:
    """Yield the number of dice and every term of it with its rule."""
    yield Figure(f"{whose}: dice", None, str(count), rule)
    for each in terms:
        yield Figure(curly(each.why), None, f"{each.value:+d}" if each.value else "0", each.rule)


def volley_lines(state: State, shot: Shot, *, summed: bool = False) -> Iterator[Figure]:
    """Yield a volley as the stands are now: its dice, and exactly what it does (SN-7.0, SN-8.1); `summed`:
    with what a line about the shot alone says.
    """
    volley, target = facts(state, shot), state.stands[shot.target]
    firer = state.stands[shot.firer]
    rank = ", second rank" if shot.rank else ""
    rule = rule_of(volley)
    terms = [Modifier("SN-1.3.a", dice.base(volley), "strength points" if not dice.by_contact(volley) else
                      "contact fire"), *dice.modifiers(volley, state.sheet)]  # fmt: skip
    done = chances(state, shot)
    if not dice.count(volley, state.sheet):
        return
    yield Figure(
        f"{PURPOSES[shot.fire]} of {firer.name}{rank} hits",
        share(done.probability(lambda harm: harm[0])),
        "then a Morale Test, and disorder whatever its result",
        "SN-7.7.a",
        short="hit and disordered" if summed else "",
    )
    yield from dice_lines(f"{PURPOSES[shot.fire]}{rank}", dice.count(volley, state.sheet), terms, rule)
    losses: dict[int, Fraction] = {}
    for (_, _, lost), chance in done.items():
        losses[lost] = losses.get(lost, Fraction(0)) + chance
    if summed:
        left = sum(target.ranks)
        hurt = sum((part for lost, part in losses.items() if lost), Fraction(0))
        gone = sum((part for lost, part in losses.items() if lost >= left), Fraction(0))
        yield Figure(f"{target.name}: loses SP", share(hurt), "", "SN-8.1.a", short="loses SP")
        yield Figure(f"{target.name}: eliminated", share(gone), "", "SN-1.3.b", short="eliminated")
    yield from loss_lines(target.name, losses, sum(target.ranks))


def loss_lines(whose: str, losses: Mapping[int, Fraction], left: int) -> Iterator[Figure]:
    """Yield the chances of each loss of SP, of a stand that has `left` (SN-8.1, SN-1.3.b)."""
    for lost, chance in sorted(losses.items()):
        if lost and chance:
            gone = ", eliminated" if lost >= left else ""
            yield Figure(f"{whose}: loses {min(lost, left)} SP{gone}", share(chance), "", "SN-8.1.a")


Shares = dict[int, Fraction]
_HIT = 6  # more SP than a melee can cost: what it may cost depends on who wins, which is not known before


@dataclass(slots=True)
class Outcome:
    """What a melee comes to: by role, attacker first, won, and SP lost; drawn; who is gone before it."""

    won: list[Fraction] = field(default_factory=lambda: [Fraction(0), Fraction(0)])
    drawn: Fraction = Fraction(0)
    gone: list[Fraction] = field(default_factory=lambda: [Fraction(0), Fraction(0)])
    lost: tuple[Shares, Shares] = field(
        default_factory=lambda: (defaultdict(Fraction), defaultdict(Fraction))
    )


def settled(steps: Steps[T], target: str) -> T:
    """Drive a procedure that rolls nothing, choosing what has `target` or else the first option."""
    # A callable on the outcome keeps the sum exact; it is rounded only here, for the page.
    try:
        decision = next(steps)
        while True:
            decision = steps.send(_chosen(decision, target))
    except StopIteration as stop:
        made: T = stop.value
        return made


def _chosen(decision: Decision, target: str) -> dict[str, object]:
    wanted = (option for option in decision.options if option.key.get("target") == target)
    return dict(next(wanted, decision.options[0]).key)


# ---------------------------------------------------------------------------- the odds


def outcome(battle: Battle, clash: Clash) -> Outcome:
    """Return everything that may come of a clash made on a sketch, with its fire (SN-10.1.a, 3-6)."""
    sketch = Sketch(battle)
    disorder_flanked(sketch, clash)
    found = Outcome()
    fires = not clash.again or bool(clash.approaches)
    if not fires:
        _add(found, sketch.state, clash, Fraction(1))
        return found
    # the Battle Stands fire at once, then each supporting stand
    shots = [(shot, _effects(sketch.state, shot)) for shot in contact.at_once(sketch.state, clash)]
    for branch, made, chance in _branches(sketch, clash, shots):
        supporting = list(contact.in_support(branch.state, made))
        for leaf, last, part in _supported(branch, made, chance, supporting):
            _add(found, leaf.state, last, part)
    return found


def _supported(
    sketch: Sketch, clash: Clash, chance: Fraction, shots: list[Shot]
) -> Iterator[tuple[Sketch, Clash, Fraction]]:
    while shots:
        shot = shots.pop(0)
        stands = sketch.state.stands
        # A stand that an earlier shot has removed neither fires nor is shot at.
        if stands[shot.firer].on_field and stands[shot.target].on_field:
            effects = _effects(sketch.state, shot)
            for branch, made, part in _branches(sketch, clash, [(shot, effects)]):
                yield from _supported(branch, made, chance * part, list(shots))
            return
    yield sketch, clash, chance


@record
class Effects:
    """What a volley does: the most SP that it costs, and the chances of whether its target is hit and the SP
    that this costs. It holds for a shot of a stand that the other's shot removes as well: they are fired at
    the same time (SN-7.6.a).
    """

    most: int
    chances: dict[tuple[bool, int], Fraction]


def _effects(state: State, shot: Shot) -> Effects:
    found: dict[tuple[bool, int], Fraction] = defaultdict(Fraction)
    for (tested, _, lost), chance in chances(state, shot).items():
        found[tested, lost] += chance
    return Effects(cap(facts(state, shot)), found)


def _branches(
    sketch: Sketch, clash: Clash, shots: list[tuple[Shot, Effects]]
) -> Iterator[tuple[Sketch, Clash, Fraction]]:
    """Yield every combination of what these shots do, each applied to a sketch of its own."""
    if not shots:
        yield sketch, clash, Fraction(1)
        return
    (shot, effects), *others = shots
    for (hit, lost), chance in effects.chances.items():
        # Each branch needs its own copy, for the losses of one must not show in another.
        branch = Sketch(sketch)
        made = _suffered(branch, clash, shot, hit, lost, effects.most)
        for leaf, last, part in _branches(branch, made, others):
            yield leaf, last, chance * part


def _suffered(sketch: Sketch, clash: Clash, shot: Shot, hit: bool, lost: int, most: int) -> Clash:
    """Return the clash after a volley has had its effect (SN-8.1, SN-7.4.1.a, SN-7.5.e)."""
    target = sketch.state.stands[shot.target]
    if not hit:
        return clash
    cancels = contact.cancels_bonus(sketch.state, shot) and shot.target == clash.attacker
    tried = Tried(lost, not lost, target.disordered, True)
    morale.suffer(sketch, target, tried, cap=most, cause="fire")
    if cancels and (lost or shot.fire == "defensive"):
        return replace(clash, no_bonus=clash.no_bonus | {shot.target})
    return clash


def _add(found: Outcome, state: State, clash: Clash, chance: Fraction) -> None:
    """Add what dice and tests make of a clash, and the losses by fire before it (SN-10.1.b, SN-11.0)."""
    mains = [state.stands[clash.attacker], state.stands[clash.defender]]
    gone = [not stand.on_field for stand in mains]
    if any(gone):
        for role in (0, 1):
            found.gone[role] += chance if gone[role] else 0
            found.lost[role][_lost(mains[role])] += chance
        return
    supporters = [tuple(n for n in names if state.stands[n].on_field) for names in clash.supporters]
    # Whoever fell to the fire adds no dice, and a Battle Stand may be left alone by it.
    clash = replace(clash, supporters=(supporters[0], supporters[1]))
    throws = [melee_dice.number(melee_dice.terms(state, clash, role)) for role in melee_dice.ROLES]
    tests = [_tests(state, mains[role], throws[1 - role]) for role in (0, 1)]
    for first, one in tests[0].items():
        for second, other in tests[1].items():
            fallen = [
                results.Fallen(
                    main.profile.kind, loss, tested and main.disordered, sum(main.ranks),
                    alone=not clash.supporters[role], garrison=in_fort(state, main),
                )
                for role, (main, (tested, loss)) in enumerate(zip(mains, (first, second), strict=True))
            ]  # fmt: skip
            made = results.decide(fallen[0], fallen[1])
            part = chance * one * other
            if made.verdicts[0] == results.DRAWN:
                found.drawn += part
            else:
                found.won[made.verdicts.index(results.WON)] += part
            for role in (0, 1):
                lost = min(made.sp[role], sum(mains[role].ranks)) + _lost(mains[role])
                found.lost[role][lost] += part


def _lost(stand: Stand) -> int:
    """Return the SP that a stand has lost of those in its list, those lost before included."""
    return stand.profile.sp * stand.profile.ranks - sum(stand.ranks)


def _tests(state: State, stand: Stand, against: int) -> dict[tuple[bool, int], Fraction]:
    """Return the chances of a Battle Stand's morale losses against so many dice (SN-8.0, SN-11.0.a)."""
    unlimited = stand.profile.sp + total(morale.adjusted(state, stand, 0)[1])
    found: dict[tuple[bool, int], Fraction] = defaultdict(Fraction)
    harm = morale.distribution(((against, ()),), unlimited, stand.disordered, _HIT)
    for (tested, loss, _), chance in harm.items():
        found[tested, loss] += chance
    return found


# ---------------------------------------------------------------------------- as lines


def clash_lines(battle: Battle, clash: Clash, mine: int) -> Iterator[Figure]:
    """Yield what a player of role `mine` (0: the attacker's) wants to know of a clash before they commit."""
    sketch = Sketch(battle)
    disorder_flanked(sketch, clash)
    state = sketch.state
    ids = clash.attacker, clash.defender
    own, foe = state.stands[ids[mine]], state.stands[ids[1 - mine]]
    found = outcome(battle, clash)
    yield Figure(f"{own.name} wins", share(found.won[mine]), "", "SN-11.0.a", short="win")
    words = "the melee goes on, or mounted go back"
    yield Figure("a draw", share(found.drawn), words, "SN-11.3.a", short="draw")
    yield Figure(f"{foe.name} wins", share(found.won[1 - mine]), "", "SN-11.0.a", short="lose")
    for role, stand, short in ((mine, own, "shot down"), (1 - mine, foe, "it is shot down")):
        if found.gone[role]:
            words = f"{stand.name}: eliminated by fire"
            yield Figure(words, share(found.gone[role]), "", "SN-1.3.b", short=short)
    for role, stand in ((1 - mine, foe), (mine, own)):
        before = battle.state.stands[ids[role]]
        had, lost_before = sum(before.ranks), _lost(before)
        losses: Shares = {lost - lost_before: chance for lost, chance in found.lost[role].items()}
        yield from loss_lines(stand.name, losses, had)
    fires = not clash.again or bool(clash.approaches)
    if fires:
        for shot in (*contact.at_once(state, clash), *contact.in_support(state, clash)):
            yield from volley_lines(state, shot)
    for role in (mine, 1 - mine):
        terms = melee_dice.terms(state, clash, melee_dice.ROLES[role])
        name = state.stands[ids[role]].name
        yield from dice_lines(f"{name} in melee", melee_dice.number(terms), terms, "SN-10.1.b")

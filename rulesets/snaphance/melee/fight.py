"""A melee from contact to the last pursuit (SN-10.1.a, SN-11, SN-12, SN-13); fighting on (SN-C-ongoing)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Option, Steps
from rulesets.snaphance import hexes, morale, victory
from rulesets.snaphance.charge import plan
from rulesets.snaphance.charge.skirmish import must_break_off
from rulesets.snaphance.clash import Clash, end, keep, leave, ongoing
from rulesets.snaphance.events.charge import MovementOver
from rulesets.snaphance.events.command import StandsActivated, StandsDone
from rulesets.snaphance.events.melee import MeleeBegan, MeleeDecided
from rulesets.snaphance.melee import dice, pursuit, results, retreat
from rulesets.snaphance.melee.contact import disorder_flanked
from rulesets.snaphance.melee.pursuit import Beaten
from rulesets.snaphance.melee.results import DRAWN, WON, Fallen, Verdicts
from rulesets.snaphance.melee.roles import again, may_support
from rulesets.snaphance.morale import disorder, remove
from rulesets.snaphance.shooting import contact as contact_fire
from rulesets.snaphance.shooting.cover import in_fort
from rulesets.snaphance.state import Group, Melee, Stand, State
from rulesets.snaphance.wording import melee as words


@dataclass(slots=True)
class _Bout:
    """One melee that is fought: its Battle Stands, the attacker's first, and where they stood."""

    clash: Clash
    stands: tuple[Stand, Stand]
    stood: tuple[hexes.Hex, hexes.Hex]

    def supporters(self, state: State, index: int) -> list[Stand]:
        """Return the supporting stands of one of the two that are still on the map."""
        found = (state.stands[name] for name in self.clash.supporters[index])
        return [stand for stand in found if stand.on_field]


def fight(battle: Battle, clash: Clash) -> Steps[None]:
    """Fight a melee from contact fire to the last pursuit, with every melee that follows (SN-10.1.a)."""
    yield from fight_all(battle, [clash])


def fight_all(battle: Battle, clashes: Iterable[Clash]) -> Steps[None]:
    """Fight several melees in the order that the charging player chooses (SN-1.4.c, SN-10.2.f)."""
    state: State = battle.state
    waiting, at_once = list(clashes), list[Clash]()
    # Melees that one brings about come before those that wait; none is fought once a side has broken.
    while (waiting or at_once) and not victory.decided(state):
        if at_once:
            clash = at_once.pop(0)
        else:
            clash = yield from _next(state, waiting)
            waiting.remove(clash)
        if not _still_met(state, clash):
            end(battle, clash)
            continue
        at_once[:0] = yield from _fight(battle, _trimmed(state, clash), waiting)


def _next(state: State, waiting: Sequence[Clash]) -> Steps[Clash]:
    """Ask the player of the attackers which of several melees is fought next."""
    if len(waiting) == 1:
        return waiting[0]
    side, rule = state.stands[waiting[0].attacker].side, "SN-1.4.c"
    options = tuple(
        Option(
            {"do": "melee", "unit": each.attacker, "target": each.defender},
            words.melee(state.stands[each.attacker].name, state.stands[each.defender].name),
            rule,
        )
        for each in waiting
    )
    choice = yield Decision("melee order", side, words.WHICH_NEXT, rule, options)
    return next(
        each for each in waiting if (each.attacker, each.defender) == (choice["unit"], choice["target"])
    )


def _still_met(state: State, clash: Clash) -> bool:
    """Return whether both Battle Stands are there, and one at least has the other in its front."""
    attacker, defender = state.stands[clash.attacker], state.stands[clash.defender]
    if not (attacker.on_field and defender.on_field):
        return False
    return attacker.faces(defender.place) or defender.faces(attacker.place)


def _trimmed(state: State, clash: Clash) -> Clash:
    """Return the clash without supporters who are gone or cannot support it any more."""
    own, other = (
        tuple(
            name
            for name in names
            if state.stands[name].on_field and may_support(state, state.stands[name], clash)
        )
        for names in clash.supporters
    )
    idle = tuple(name for name in clash.idle if state.stands[name].on_field)
    return replace(clash, supporters=(own, other), idle=idle)


# ---------------------------------------------------------------------------- one melee


def _fight(battle: Battle, clash: Clash, waiting: list[Clash]) -> Steps[list[Clash]]:
    """Fight one melee, steps 2 to 8; return those that follow at once (SN-10.1.a).

    `waiting`: those that are to be fought after it, which its winner may join (SN-13.1.d).
    """
    state: State = battle.state
    disorder_flanked(battle, clash)
    # A melee that goes on has no contact fire, unless somebody has just come into it.
    if not clash.again or clash.approaches:
        clash = yield from contact_fire.fire(battle, clash)
    if not _still_met(state, clash):
        _occupy(battle, clash)
        end(battle, clash)
        return []
    clash = _trimmed(state, clash)
    stands = state.stands[clash.attacker], state.stands[clash.defender]
    bout = _Bout(clash, stands, (stands[0].place, stands[1].place))
    battle.apply(
        MeleeBegan("SN-10.2.a", clash.attacker, clash.defender, sum(clash.supporters, ()), clash.again)
    )
    # Fallen stands lose their place, so where both stood is noted before the blows.
    made = yield from _blows(battle, bout)
    _occupy(battle, clash)
    if made.verdicts[0] == DRAWN:
        yield from _draw(battle, bout)
        return []
    winner = made.verdicts.index(WON)
    end(battle, clash)
    beaten = yield from _retreats(battle, bout, 1 - winner)
    if not bout.stands[winner].on_field or victory.decided(state):
        return []
    return (yield from _follow(battle, bout, winner, beaten, made.by_morale[winner] == WON, waiting))


def _occupy(battle: Battle, clash: Clash) -> None:
    """End the movement of stands that act and have fought (SN-4.0.h)."""
    activation = battle.state.activation
    if activation is None or activation.over:
        return
    fighting = (clash.attacker, clash.defender, *clash.approaches)
    taken = next((name for name in activation.stands if name in fighting), None)
    if taken is not None:
        battle.apply(MovementOver("SN-4.0.h", taken, words.FOUGHT))


def _blows(battle: Battle, bout: _Bout) -> Steps[Verdicts]:
    """Throw for both sides, test who was hit, then take the losses that hang on both (SN-10.1.b, SN-11.0)."""
    state, clash = battle.state, bout.clash
    # The active side throws first; both results count at the same time.
    order = (1, 0) if bout.stands[1].side == state.active else (0, 1)
    scored = [0, 0]
    for index in order:
        scored[index] = yield from dice.roll(battle, clash, dice.ROLES[index])
    tried = [morale.Tried(), morale.Tried()]
    for index in order:
        tried[index] = yield from morale.throw(
            battle, bout.stands[index], scored[1 - index], rule="SN-11.0.a"
        )
    made = results.decide(*(_fallen(state, bout, index, tried[index]) for index in (0, 1)))
    verdict = made.verdicts[0]
    winner = -1 if verdict == DRAWN else bout.stands[0 if verdict == WON else 1].side
    rule = "SN-11.3.a" if verdict == DRAWN else "SN-11.0.a"
    losses = tried[0].loss, tried[1].loss
    battle.apply(MeleeDecided(rule, clash.attacker, clash.defender, losses, winner))
    # Losses are taken last: how many SP are lost at most depends on who has won (SN-8.1.d).
    for index in order:
        morale.suffer(battle, bout.stands[index], tried[index], cap=made.caps[index], cause="melee")
    return made


def _fallen(state: State, bout: _Bout, index: int, tried: morale.Tried) -> Fallen:
    stand = bout.stands[index]
    return Fallen(
        stand.profile.kind, tried.loss, tried.tested and tried.disordered, sum(stand.ranks),
        alone=not bout.clash.supporters[index], garrison=in_fort(state, stand),
    )  # fmt: skip


# ---------------------------------------------------------------------------- a draw


def _draw(battle: Battle, bout: _Bout) -> Steps[None]:
    """Let mounted stands bounce after a draw; the others stay and their melee goes on (SN-11.3.a, SN-11.1.d).

    Where mounted stands are on both sides those bounce whose side made the contact. Who cannot go back stays
    in the melee.
    """
    state, clash = battle.state, bout.clash
    mounted = [
        [stand for stand in (bout.stands[index], *bout.supporters(state, index))
         if stand.on_field and stand.profile.kind.mounted]
        for index in (0, 1)
    ]  # fmt: skip
    for index in (0, 1):
        if index == 1 and mounted[0]:
            break
        for stand in mounted[index]:
            disorder(battle, stand, "bounces", "SN-11.1.d")
            yield from retreat.run(battle, stand, bout.stood[1 - index], stand.profile.mp, bounce=True)
    if not _still_met(state, clash):
        end(battle, clash)
        return
    keep(battle, _trimmed(state, clash), "SN-11.3.a")


# ---------------------------------------------------------------------------- a winner


def _retreats(battle: Battle, bout: _Bout, index: int) -> Steps[Beaten]:
    """Make the beaten, their supporters and those idle beside them fall back (SN-12.0.a-b, SN-10.6.c)."""
    state = battle.state
    loser, winner = bout.stands[index], bout.stood[1 - index]
    companions = bout.supporters(state, index)
    if index == 1:
        companions += [stand for stand in map(state.stands.__getitem__, bout.clash.idle) if stand.on_field]
    path: tuple[hexes.Hex, ...] = ()
    if loser.on_field and in_fort(state, loser):
        if bout.stands[1 - index].on_field:  # its melee goes on without supporters (SN-C-found-tower)
            own, other = bout.clash.supporters
            supporters = ((), other) if index == 0 else (own, ())
            keep(battle, replace(bout.clash, supporters=supporters), "SN-C-found-tower")
    else:
        path = yield from _fall_back(battle, loser, winner)
    for stand in companions:
        if stand.on_field:
            yield from _fall_back(battle, stand, winner)
    names = tuple(stand.id for stand in companions)
    return Beaten(loser, bout.stood[index], path, names)


def _fall_back(battle: Battle, stand: Stand, winner: hexes.Hex) -> Steps[tuple[hexes.Hex, ...]]:
    """Make one beaten stand fall back in disorder; Artillery is destroyed instead (SN-12.0.a-b, SN-12.0.g).
    In a fortified building a supporter is disordered, but stays (SN-C-found-tower).
    """
    if not stand.on_field:
        return ()
    if stand.profile.code == "Art":
        remove(battle, stand, "destroyed", "SN-11.1.e", words.BEATEN)
        return ()
    disorder(battle, stand, words.BEATEN, "SN-12.0.b")
    if in_fort(battle.state, stand):
        return ()
    leave(battle, stand)
    # Twice its normal move: the rules let the beaten go further than they could march.
    return (yield from retreat.run(battle, stand, winner, 2 * stand.profile.mp))


def _follow(
    battle: Battle, bout: _Bout, index: int, beaten: Beaten, by_morale: bool, waiting: list[Clash]
) -> Steps[list[Clash]]:
    """Let the winner support a neighbouring melee or pursue (SN-10.1.a, SN-13.1.d, SN-13.0.e)."""
    state, winner = battle.state, bout.stands[index]
    if state.in_melee(winner.id):
        return []
    to_come = {name for each in waiting for name in (each.attacker, each.defender, *sum(each.supporters, ()))}
    held = [
        enemy
        for enemy in plan.contacted(state, winner, winner.place, winner.facing)
        if enemy.id in to_come or state.in_melee(enemy.id)
    ]
    if held:
        return _join(battle, winner, held, waiting)
    # An elimination alone wins the melee, but gives no right to pursue (SN-13.0.e).
    if not by_morale:
        return []
    return (yield from pursuit.run(battle, winner, beaten))


def _join(battle: Battle, winner: Stand, held: Iterable[Stand], waiting: list[Clash]) -> list[Clash]:
    """Make the winner support the melee of the first Battle Stand in front of it (SN-11.4.b, SN-13.1.d).

    One that is going on is fought again at once; one that waits to be fought is fought with it. Who is held
    by a supporting stand alone stays where it is.
    """
    state: State = battle.state
    for enemy in held:
        melee = ongoing(state, enemy)
        if melee is not None:
            return [again(state, melee)]
        for number, each in enumerate(waiting):
            if enemy.id in (each.attacker, each.defender) and may_support(state, winner, each):
                own, other = each.supporters
                if winner.side == state.stands[each.attacker].side:
                    own = (*own, winner.id)
                else:
                    other = (*other, winner.id)
                # Whoever has already fought does not fire in support again.
                silent = each.silent | {winner.id}
                waiting[number] = replace(each, supporters=(own, other), silent=silent)
                return []
    return []


def due(state: State, group: Group) -> list[Melee]:
    """Return the ongoing melees that a group has still to fight in its activation (SN-11.3.b, SN-C-ongoing).

    Skirmishers who must break off do that instead (SN-10.5.h).
    """
    if not state.melees:
        return []
    members = {name for name in group.stands if not must_break_off(state, state.stands[name])}
    return [melee for melee in state.melees if members & set(melee.stands) and group.id not in melee.fought]


def options(battle: Battle) -> Iterator[Option]:
    """Yield the ongoing melees that the active group has still to fight, by its Battle Stands (SN-11.3.b)."""
    state: State = battle.state
    group = state.groups.get(state.active_group)
    if group is None:
        return
    for melee in due(state, group):
        own, foe = melee.stands if melee.stands[0] in group.stands else melee.stands[::-1]
        label = words.fights_on(state.stands[own].name, state.stands[foe].name)
        yield Option({"do": "fight", "unit": own}, label, "SN-11.3.b")


def perform(battle: Battle, choice: Choice) -> Steps[None]:
    """Fight on in an ongoing melee as the turn of an active Battle Stand (SN-11.3.b, SN-1.4.d)."""
    state: State = battle.state
    stand = state.stands[choice["unit"]]
    melee = ongoing(state, stand)
    if melee is None:
        raise LookupError(f"{stand.id} fights no ongoing melee")
    # Within the turn of a stand the caller ends that turn; here only a turn of its own is ended.
    own = state.activation is None
    if own:
        battle.apply(StandsActivated("SN-11.3.b", (stand.id,)))
    yield from fight(battle, again(state, melee))
    if own:
        battle.apply(StandsDone("SN-1.4.d", (stand.id,)))

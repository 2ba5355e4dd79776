"""Battle Stands and supporting stands: who fights whom when stands have met (SN-10.2, SN-10.6, SN-11.4)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.records import record
from rulesets.snaphance import hexes
from rulesets.snaphance.charge import plan
from rulesets.snaphance.clash import Approach, Clash, ongoing, supported
from rulesets.snaphance.events.melee import SupportEnded
from rulesets.snaphance.shooting.cover import in_fort
from rulesets.snaphance.state import Melee, Stand, State
from rulesets.snaphance.wording import melee as words


@record
class Meeting:
    """What a charge, a reaction or a pursuit has brought about, before the roles are given out.

    `attackers` have come into contact; `targets`: whom single ones of them have chosen to fight. The rest
    goes into the clashes.
    """

    attackers: tuple[Stand, ...]
    approaches: Mapping[str, Approach]
    targets: Mapping[str, str]
    silent: frozenset[str]
    no_bonus: frozenset[str]


def assign(
    battle: Battle, attackers: Sequence[Stand], approaches: Mapping[str, Approach], *,
    targets: Mapping[str, str] = MappingProxyType({}), silent: frozenset[str] = frozenset(),
    no_bonus: frozenset[str] = frozenset(),
) -> Steps[list[Clash]]:  # fmt: skip
    """Return the melees that stands just come into contact bring about, roles and all (SN-10.2.b-f,
    SN-10.6.a, SN-11.4.a, SN-11.4.c). `approaches`: by stand, of all who have moved into the contact, also of
    an enemy who was on the move. `targets`: the enemy that a single attacker has chosen, by attacker; several
    share out whom they meet. `silent`, `no_bonus`: as in the Clash.
    """
    state: State = battle.state
    meeting = Meeting(tuple(attackers), approaches, targets, silent, no_bonus)
    against = yield from _pair_off(battle, meeting)
    fought = {foe.id for foe in against.values()}
    clashes = [
        _new(state, meeting, one, against[one.id], fought)
        for one in attackers
        if one.id in against and ongoing(state, against[one.id]) is None
    ]
    clashes += _reignited(state, meeting, against)
    for clash in clashes:
        if not clash.again and supported(state, state.stands[clash.defender]) is not None:
            battle.apply(SupportEnded("SN-11.4.c", clash.defender))
    return (yield from _with_supporters(battle, meeting, against, clashes))


# ---------------------------------------------------------------------------- Battle Stands


def _pair_off(battle: Battle, meeting: Meeting) -> Steps[dict[str, Stand]]:
    """Pair attackers with enemies; those left without one may support (SN-10.2.b, SN-10.2.f).

    A single attacker may also choose the Battle Stand of an ongoing melee, which it then joins (SN-11.4.a).
    """
    state: State = battle.state
    if len(meeting.attackers) == 1:
        foe = yield from _single(battle, meeting)
        return {} if foe is None else {meeting.attackers[0].id: foe}
    reach: dict[str, list[Stand]] = {}
    for one in meeting.attackers:  # who must be attacked: not who is in an ongoing melee (SN-11.4.c)
        met = plan.contacted(state, one, one.place, one.facing)
        reach[one.id] = [
            foe for foe in met if ongoing(state, foe) is None and _leader(state, foe, met) is foe
        ]
    # The best that the rest can still reach is known before each choice, so no choice spoils the pairing.
    best = _best([reach[one.id] for one in meeting.attackers])
    chosen: dict[str, Stand] = {}
    for index, one in enumerate(meeting.attackers):
        taken = frozenset(foe.id for foe in chosen.values())
        found: list[Stand | None] = [foe for foe in reach[one.id] if foe.id not in taken]
        worth = {foe: _worth(foe) + best(index + 1, _with(taken, foe)) for foe in (*found, None)}
        # The player chooses only among pairings that are equally good.
        equal = [foe for foe, value in worth.items() if value == max(worth.values())]
        foe = equal[0] if len(equal) == 1 else (yield from _choose_foe(one, equal))
        if foe is not None:
            chosen[one.id] = foe
    return chosen


def _single(battle: Battle, meeting: Meeting) -> Steps[Stand | None]:
    """Ask whom a single attacker fights, where it has a choice (SN-10.2.b-d).

    Not one who supports an ongoing melee of which the Battle Stand is met too: it joins that (SN-11.4.c).
    """
    state, one = battle.state, meeting.attackers[0]
    met = plan.contacted(state, one, one.place, one.facing)
    if one.id in meeting.targets:
        found = [state.stands[meeting.targets[one.id]]]
    else:
        found = plan.battle_stands(state, one, one.place, met)
    found = list(dict.fromkeys(_leader(state, foe, met) for foe in found))
    if len(found) < 2:
        return found[0] if found else None
    return (yield from _choose_foe(one, found))


def _leader(state: State, foe: Stand, met: Iterable[Stand]) -> Stand:
    """Return the Battle Stand whose melee an enemy supports, if it is met too; else the enemy itself."""
    melee = supported(state, foe)
    return next((one for one in met if melee is not None and one.id in melee.stands), foe)


def _choose_foe(one: Stand, foes: Sequence[Stand | None]) -> Steps[Stand | None]:
    """Ask whom a stand fights, or whether it supports another (SN-10.2.b, SN-10.2.f)."""
    rule = "SN-10.2.f" if None in foes else "SN-10.2.b"
    options = tuple(
        Option({"do": "support", "unit": one.id}, words.SUPPORT_ANOTHER, rule)
        if foe is None
        else Option({"do": "battle-stand", "unit": one.id, "target": foe.id}, words.fight(foe.name), rule)
        for foe in foes
    )
    choice = yield Decision("battle stand", one.side, words.fight_whom(one.name), rule, options, one.id)
    return next((foe for foe in foes if foe is not None and foe.id == choice.get("target")), None)


def _worth(foe: Stand | None) -> int:
    """Return the value of a pairing: first many enemies, then many Combat Stands (SN-10.2.f, SN-10.2.c)."""
    # A thousand is more than any number of Combat Stands, so one enemy more always counts more.
    return 0 if foe is None else 1001 if foe.profile.kind.combat else 1000


def _with(taken: frozenset[str], foe: Stand | None) -> frozenset[str]:
    return taken if foe is None else taken | {foe.id}


def _best(reach: Sequence[Sequence[Stand]]) -> Callable[[int, frozenset[str]], int]:
    """Return the best that the attackers from a given one on can make of the enemies not yet taken."""

    @cache
    def best(index: int, taken: frozenset[str]) -> int:
        if index == len(reach):
            return 0
        # Only enemies that somebody still reaches matter: the cache then has far fewer entries.
        taken &= frozenset(foe.id for foes in reach[index:] for foe in foes)
        found: list[Stand | None] = [foe for foe in reach[index] if foe.id not in taken]
        return max(_worth(foe) + best(index + 1, _with(taken, foe)) for foe in (*found, None))

    return best


def _new(state: State, meeting: Meeting, one: Stand, foe: Stand, fought: Container[str]) -> Clash:
    """Return a new melee; enemies met on flank or rear beside the one in front stand idle (SN-10.2.d)."""
    idle: tuple[str, ...] = ()
    if foe.faces(one.place):
        idle = tuple(
            other.id
            for other in plan.contacted(state, one, one.place, one.facing)
            if other.id not in fought and not other.faces(one.place)
        )
    silent = meeting.silent | ({foe.id} if supported(state, foe) is not None else set())
    return Clash(
        one.id, foe.id, idle=idle, approaches=meeting.approaches, silent=silent, no_bonus=meeting.no_bonus
    )


# ---------------------------------------------------------------------------- ongoing melees


def again(state: State, melee: Melee) -> Clash:
    """Return an ongoing melee to be fought again, by all who can support it now (SN-11.3.b, SN-11.4)."""
    clash = _bare(melee)
    found = [
        stand
        for stand in _bystanders(state, (), [clash])
        if may_support(state, stand, clash) and _is_free_for(state, stand, {}, clash)
    ]
    own = [stand.id for stand in found if _attacks(state, stand, clash)]
    return _complete(state, clash, own, [stand.id for stand in found if stand.id not in own])


def _bare(melee: Melee, meeting: Meeting | None = None) -> Clash:
    """Return the clash of an ongoing melee without supporting stands."""
    attacker, defender = melee.stands[melee.began], melee.stands[1 - melee.began]
    if meeting is None:
        return Clash(attacker, defender, again=True)
    return Clash(
        attacker, defender, approaches=meeting.approaches, again=True, silent=meeting.silent,
        no_bonus=meeting.no_bonus,
    )  # fmt: skip


def _reignited(state: State, meeting: Meeting, against: Mapping[str, Stand]) -> list[Clash]:
    """Return the ongoing melees that attackers join, or might join (SN-11.4.a, SN-10.6.d)."""
    found: dict[tuple[str, str], Melee] = {}
    for one in meeting.attackers:
        foe = against.get(one.id)
        for met in plan.contacted(state, one, one.place, one.facing) if foe is None else (foe,):
            melee = ongoing(state, met)
            if melee is not None:
                found[melee.stands] = melee
    return [_bare(melee, meeting) for melee in found.values()]


# ---------------------------------------------------------------------------- supporting stands


def _with_supporters(
    battle: Battle, meeting: Meeting, against: Mapping[str, Stand], clashes: list[Clash]
) -> Steps[list[Clash]]:
    """Give the clashes their supporters: all with an enemy Battle Stand in front (SN-10.6.a). A stand
    supports one melee only: where it faces the enemies of several its owner chooses, and who supports an
    ongoing melee stays with it. An ongoing melee that nobody joins is not fought again.
    """
    state: State = battle.state
    given: list[tuple[list[str], list[str]]] = [([], []) for _ in clashes]
    joined = set[int]()
    for stand in _bystanders(state, meeting.attackers, clashes):
        found = [
            number
            for number, clash in enumerate(clashes)
            if may_support(state, stand, clash) and _is_free_for(state, stand, against, clash)
        ]
        if not found:
            continue
        number = found[0]
        if len(found) > 1:
            number = yield from _choose_melee(state, stand, clashes, found)
        given[number][0 if _attacks(state, stand, clashes[number]) else 1].append(stand.id)
        if stand in meeting.attackers:
            joined.add(number)
    return [
        _complete(state, clash, *given[number])
        for number, clash in enumerate(clashes)
        if not clash.again or number in joined
    ]


def _bystanders(state: State, comers: Iterable[Stand], clashes: Sequence[Clash]) -> list[Stand]:
    """Return who is next to a Battle Stand without being one, newcomers first, each once."""
    fighting = {one for clash in clashes for one in (clash.attacker, clash.defender)}
    fighting |= {one for melee in state.melees for one in melee.stands}
    # The order decides who is asked first, so it must not depend on a set.
    found = {one.id: one for one in comers if one.id not in fighting}
    for name in (name for clash in clashes for name in (clash.attacker, clash.defender)):
        for place in hexes.neighbours(state.stands[name].place):
            stand = state.stand_at(place)
            if stand is not None and stand.id not in fighting:
                found.setdefault(stand.id, stand)
    return list(found.values())


def _is_free_for(state: State, stand: Stand, against: Mapping[str, Stand], clash: Clash) -> bool:
    """Return whether no other clash binds a stand: an ongoing melee that it supports, or its choice."""
    chosen, melee = against.get(stand.id), supported(state, stand)
    if chosen is not None:
        return chosen.id in (clash.attacker, clash.defender)
    return melee is None or (clash.again and clash.attacker in melee.stands)


def _attacks(state: State, stand: Stand, clash: Clash) -> bool:
    return stand.side == state.stands[clash.attacker].side


def may_support(state: State, stand: Stand, clash: Clash) -> bool:
    """Return whether a stand that fights nobody can support its side in a clash (SN-10.6.a)."""
    attacker, defender = state.stands[clash.attacker], state.stands[clash.defender]
    if stand.side == attacker.side:
        return stand.faces(defender.place) and not in_fort(state, defender)
    return stand.faces(attacker.place)


def _choose_melee(state: State, stand: Stand, clashes: Sequence[Clash], found: Iterable[int]) -> Steps[int]:
    """Ask the owner which of several melees a stand supports (SN-10.6.a)."""
    foes = {}
    for number in found:
        clash = clashes[number]
        foes[clash.defender if _attacks(state, stand, clash) else clash.attacker] = number
    options = tuple(
        Option(
            {"do": "support", "unit": stand.id, "target": foe},
            words.support_against(state.stands[foe].name),
            "SN-10.6.a",
        )
        for foe in foes
    )
    text = words.support_against_which(stand.name)
    choice = yield Decision("support", stand.side, text, "SN-10.6.a", options, stand.id)
    return foes[choice["target"]]


def _complete(state: State, clash: Clash, own: Sequence[str], other: Sequence[str]) -> Clash:
    """Return a clash with its supporting stands; whoever is in an ongoing melee gives no fire (SN-7.4.b)."""
    everybody = (clash.attacker, clash.defender, *own, *other)
    silent = clash.silent | {name for name in everybody if state.in_melee(name)}
    return replace(clash, supporters=(tuple(own), tuple(other)), silent=silent)

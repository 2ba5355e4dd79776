"""What reconnaissance effects and robbers do later, on the table: in the order of BFS-33.15."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rulesets.by_fire_and_sword.meeting.buying import AMBUSH, FLANK, FORCED_MARCH, OUTMANEUVER
from rulesets.by_fire_and_sword.meeting.events import Reminded
from rulesets.by_fire_and_sword.meeting.reconnaissance import bought
from rulesets.by_fire_and_sword.meeting.reminders import MOVEMENT, ORDERS, REORGANIZATION, START
from rulesets.by_fire_and_sword.meeting.squadrons import split
from rulesets.by_fire_and_sword.meeting.state import MeetingState, Reminder
from rulesets.engine.battle import Battle
from rulesets.engine.wording import counted

INITIATIVE = "Initiative"
BEFORE, AFTER = 0, -1
"""The turns of a reminder before the first and after the last one."""
ROTA = 6
"""The fewest bases of a rota of moloitsy."""


def remind(battle: Battle) -> None:
    """BFS-33.15: what was bought, and what the robbers have done, with its moment."""
    for reminder in reminders(battle.state):
        battle.apply(Reminded(reminder.rule, reminder))


def reminders(state: MeetingState) -> Iterator[Reminder]:
    """BFS-33.15: the reminders of reconnaissance effects and of robbers."""
    buyer = state.reconnaissance.get("buyer")
    if buyer is not None:
        for key, make in _OF_EFFECTS.items():
            times = len(bought(state, key))
            if times:
                yield from make(state, buyer, times)
    for side in (0, 1):
        yield from _of_robbers(state, side)


def _decisive_moment(_state: MeetingState, side: int, _times: int) -> Iterator[Reminder]:
    """BFS-33.3"""
    text = "once in the game, after both have rolled, may roll his own die again; CP already spent stay"
    yield Reminder(None, INITIATIVE, side, text, "BFS-33.3")


def _prisoner(_state: MeetingState, side: int, _times: int) -> Iterator[Reminder]:
    """BFS-33.4"""
    text = "gives his orders first, whoever has the initiative, and his markers lie face up"
    yield Reminder(1, ORDERS, 1 - side, text, "BFS-33.4", order=1)


def _forced_march(state: MeetingState, side: int, _times: int) -> Iterator[Reminder]:
    """BFS-33.5.1"""
    for march in state.deployment.get("forced_marches", ()):
        if march["units"]:
            names = " with ".join(state.units[id_].name for id_ in march["units"])
            text = f"{names} makes a regular move and may march, not within 20 cm of the enemy"
            yield Reminder(BEFORE, "after deployment", side, text, "BFS-33.5.1")


def _flank(state: MeetingState, side: int, _times: int) -> Iterator[Reminder]:
    """BFS-33.6.2, BFS-33.6.3, BFS-33.6.4"""
    units = _aside(state, "flank")
    if not units:
        return
    test = (
        f"in the turn that was written down {units} makes a Skill test, up to 3 CP of one commander added; "
        "if it fails it arrives in the next turn without a test"
    )
    yield Reminder(None, REORGANIZATION, side, test, "BFS-33.6.2", order=1)
    place = (
        "within 10 cm of a side edge, 20 cm or more from enemies that do not flee and from the enemy's edge, "
        "with a Move Order"
    )
    yield Reminder(None, "on arrival on the flank", side, place, "BFS-33.6.3", order=2)
    shock = (
        "the nearest unit within 40 cm that sees the newcomer on its flank or rear tests Morale, unless it "
        "is larger"
    )
    yield Reminder(None, "on arrival on the flank", 1 - side, shock, "BFS-33.6.4", order=3)


def _ambush(state: MeetingState, side: int, _times: int) -> Iterator[Reminder]:
    """BFS-33.7.1, BFS-33.7.2, BFS-33.7.3"""
    units = _aside(state, "ambush")
    if not units:
        return
    text = (
        f"{units} may be placed in any turn, without a test, in or behind terrain that restricts sight, with "
        "any order free of charge"
    )
    yield Reminder(None, REORGANIZATION, side, text, "BFS-33.7.1", order=1)
    place = (
        "20 cm or more from enemies that do not flee (foot more than 15, Skirmishers on foot more than 10), "
        "not in the enemy's zone, not in terrain where an enemy stands or which he touches"
    )
    yield Reminder(None, "when the ambush is sprung", side, place, "BFS-33.7.2", order=2)
    shock = "the nearest unit that sees the ambushers tests Morale, unless it is larger"
    yield Reminder(None, "when the ambush is sprung", 1 - side, shock, "BFS-33.7.3", order=3)


def _splitting(state: MeetingState, side: int, times: int) -> Iterator[Reminder]:
    """BFS-33.9: who may be drawn, and into what they fall."""
    found = list(splittable(state, 1 - side))
    if not found:
        text = "no squadron that could be split stands there"
        yield Reminder(1, f"{ORDERS}, {START}", 1 - side, text, "BFS-33.9", order=2)
        return
    often = f"{times} times: " if times > 1 else ""
    text = f"{often}draw one of the squadrons and split it, the parts 0.5 cm apart: {'; '.join(found)}"
    yield Reminder(1, f"{ORDERS}, {START}", 1 - side, text, "BFS-33.9", order=2)


def splittable(state: MeetingState, side: int) -> Iterator[str]:
    """BFS-33.9: the squadrons on the table that may be drawn, with the bases of their two parts."""
    for squadron in state.deployment.get("squadrons", {}).get(str(side), ()):
        units = [state.units[id_] for id_ in squadron["units"]]
        least = ROTA if any("moloitsy" in unit.of.label.lower() for unit in units) else 0
        parts = split([unit.of.bases for unit in units], least)
        if parts is not None and not squadron["away"]:
            names = " with ".join(unit.name for unit in units)
            yield f"{names} into {parts[0]} and {parts[1]} bases"


def _confusion(_state: MeetingState, side: int, times: int) -> Iterator[Reminder]:
    """BFS-33.10"""
    units = "a unit" if times == 1 else f"{times} units"
    text = (
        f"after his free orders {units} of those that hold one, drawn at random, lose it; a new one costs 1 "
        "CP more than usual"
    )
    yield Reminder(1, f"{ORDERS}, after the free orders", 1 - side, text, "BFS-33.10", order=2)
    then = f"may then change the orders of {units} of his own, paying CP as usual"
    yield Reminder(1, f"{ORDERS}, after the free orders", side, then, "BFS-33.10", order=3)


def _chaos(_state: MeetingState, side: int, _times: int) -> Iterator[Reminder]:
    """BFS-33.11"""
    text = (
        "after Panic draw a unit that is not Disorganized, no gun: it tests Morale and is Disorganized if it "
        "fails (cavalry Withdraws, nobody flees); who cannot be Disorganized then loses 1 Strength Point, of "
        "a wagon train the wagon that the buyer picks"
    )
    yield Reminder(1, f"{MOVEMENT}, {START}", 1 - side, text, "BFS-33.11", order=2)


def _outmaneuver(state: MeetingState, side: int, _times: int) -> Iterator[Reminder]:
    """BFS-33.12"""
    units = _aside(state, "outmaneuvered")
    if units:
        text = (
            f"{units} comes on at the end of the turn without a test, as a column at its own edge with a "
            "Move Order"
        )
        yield Reminder(1, REORGANIZATION, 1 - side, text, "BFS-33.12", order=1)


def _cut_off(_state: MeetingState, side: int, _times: int) -> Iterator[Reminder]:
    """BFS-33.13"""
    text = (
        "every base that has fled, or stands there Fleeing, tests Morale without modifiers, a commander in "
        "the same case too: failed, it counts as destroyed"
    )
    yield Reminder(AFTER, "before losses are counted", 1 - side, text, "BFS-33.13")


def _aside(state: MeetingState, place: str) -> str:
    names = [state.units[id_].name for id_, where in state.set_aside.items() if where == place]
    return " with ".join(names)


_OF_EFFECTS: Mapping[str, Callable[[MeetingState, int, int], Iterator[Reminder]]] = {
    "decisive_moment": _decisive_moment,
    "big_mouthed_prisoner": _prisoner,
    FORCED_MARCH: _forced_march,
    FLANK: _flank,
    AMBUSH: _ambush,
    "splitting": _splitting,
    "confusion": _confusion,
    "chaos": _chaos,
    OUTMANEUVER: _outmaneuver,
    "cut_off_the_retreat": _cut_off,
}


def _of_robbers(state: MeetingState, side: int) -> Iterator[Reminder]:
    """BFS-30.3.I.2"""
    robbers = state.robbers.get(str(side))
    if not robbers:
        return
    for unit, points in robbers["losses"].items():
        lost = f"{state.units[unit].name} begins with {counted(points, 'point')} of losses"
        text = f"{lost}, not to be Reorganized in turn 1"
        yield Reminder(1, ORDERS, side, text, "BFS-30.3.I.2", order=4)
    if robbers["no_free_order"]:
        names = _names(state, robbers["no_free_order"])
        text = f"no free order in turn 1 for {names}; an order may be bought"
        yield Reminder(1, ORDERS, side, text, "BFS-30.3.I.1", order=4)


def _names(state: MeetingState, ids: Sequence[str]) -> str:
    return ", ".join(state.units[id_].name for id_ in ids)

"""What additional effects and superiority do later, on the table: in the order of BFS-33.15."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulesets.by_fire_and_sword.meeting.draw import how_to
from rulesets.by_fire_and_sword.meeting.effects import bases_lost
from rulesets.by_fire_and_sword.meeting.events import Reminded
from rulesets.by_fire_and_sword.meeting.formations import formations
from rulesets.by_fire_and_sword.meeting.state import Effect, MeetingState, Reminder
from rulesets.by_fire_and_sword.meeting.superiority import USES
from rulesets.engine.battle import Battle

ORDERS, MOVEMENT, REORGANIZATION = "Orders Phase", "Movement Phase", "Reorganization Phase"
START = "at its start"


def remind(battle: Battle) -> None:
    """BFS-33.15: what both players have to think of, effect by effect."""
    for reminder in reminders(battle.state):
        battle.apply(Reminded(reminder.rule, reminder))


def reminders(state: MeetingState) -> Iterator[Reminder]:
    """BFS-33.15: the reminders of the additional effects, of superiority and of the first initiative."""
    yield _initiative(state)
    if state.weaker is None:
        return
    for key in dict.fromkeys(effect.key for effect in state.effects):
        yield from _OF_EFFECTS[key](state, [effect for effect in state.effects if effect.key == key])
    yield from _of_superiority(state)


def _initiative(state: MeetingState) -> Reminder:
    """BFS-30.3.J"""
    if state.initiative is None:
        return Reminder(1, "Initiative", 0, "both sides roll for the initiative as usual", "BFS-30.3.J")
    text = "has the initiative without a roll"
    return Reminder(1, "Initiative", state.initiative, text, "BFS-30.3.J")


def _fatigue(state: MeetingState, _effects: list[Effect]) -> Iterator[Reminder]:
    """BFS-32.1.1, BFS-32.1.2, BFS-32.1.3"""
    strong = _stronger(state)
    chief = state.chief(strong).name
    yield Reminder(None, "Morale test", strong, f"{chief} raises Morale by at most 2 CP, not 3", "BFS-32.1.1")
    yield from _losing_markers(strong, chief, "every further Morale test of the side is at −1")


def _exhaustion(state: MeetingState, _effects: list[Effect]) -> Iterator[Reminder]:
    """BFS-32.11"""
    strong = _stronger(state)
    chief = state.chief(strong).name
    text = f"Units and Commanders test at −1; {chief} raises Morale by at most 2 CP, not 3"
    yield Reminder(None, "Morale test", strong, text, "BFS-32.11")
    yield from _losing_markers(strong, chief, "Morale tests of the side are at −2 until the end")


def _losing_markers(side: int, chief: str, then: str) -> Iterator[Reminder]:
    text = (
        "a failed Morale test that disorganizes a Unit costs 1 marker, a later fall to Flight 1 more, "
        f"straight to Flight 2; if {chief} is killed all are lost"
    )
    yield Reminder(None, "Morale test", side, text, "BFS-32.1.2")
    yield Reminder(None, "when the last marker is lost", side, then, "BFS-32.1.3")


def _enthusiasm(state: MeetingState, _effects: list[Effect]) -> Iterator[Reminder]:
    """BFS-32.2"""
    weak = _weaker(state)
    chief = state.chief(weak).name
    text = (
        f"+1 in the Command Range of {chief} while he has the marker; before a roll he may discard it so "
        "that a Unit within 20 cm passes by itself; the owner picks the order of tests that are due together"
    )
    yield Reminder(None, "Morale test", weak, text, "BFS-32.2")
    lost = f"the marker of {chief} is lost when a Unit of the force flees from the table or he is killed"
    yield Reminder(None, "", weak, lost, "BFS-32.2")


def _march_losses(state: MeetingState, effects: list[Effect]) -> Iterator[Reminder]:
    """BFS-32.3"""
    times = Counter(effect.unit for effect in effects)
    if times[""]:
        often = f"{times['']} times" if times[""] > 1 else "once"
        text = (
            f"draw {often} a Unit or Squadron on the table: it loses 1 Base, 2 if it has Insubordinate, "
            "Rabble or Robbers"
        )
        yield Reminder(1, f"{ORDERS}, {START}", _stronger(state), text, "BFS-32.3", order=1)
    for one in formations(state, _stronger(state)):
        bases = times[one.id] * bases_lost(state, one)
        if not bases:
            continue
        text = f"{one.name} loses all its Bases on the march and is destroyed"
        if bases < one.bases:
            lost = f"{bases} Bases" if bases > 1 else "1 Base"
            text = (
                f"{one.name} loses {lost} on the march; for victory they count only if all of it is "
                "destroyed or has fled at the end"
            )
        yield Reminder(1, f"{ORDERS}, {START}", _stronger(state), text, "BFS-32.3", order=1)


def _insubordination(state: MeetingState, effects: list[Effect]) -> Iterator[Reminder]:
    """BFS-32.4"""
    for effect in effects:
        text = f"{state.units[effect.unit].name} is Insubordinate, its Squadron too: an Order costs 1 CP more"
        yield Reminder(None, ORDERS, _stronger(state), text, "BFS-32.4")


def _coward(state: MeetingState, effects: list[Effect]) -> Iterator[Reminder]:
    """BFS-32.5"""
    name = state.commanders[effects[0].commander].name
    text = (
        f"{name} has Morale 4, pays 2 CP for a Charge Order before other modifiers, joins no Unit or combat, "
        "avoids charges and ends each move 10 cm or more from the enemy"
    )
    yield Reminder(None, "", _stronger(state), text, "BFS-32.5")
    text = (
        f"if {name} is nearer than 10 cm to the enemy he moves away at once, unless that brings him within "
        "10 cm of another enemy Unit"
    )
    yield Reminder(None, f"{MOVEMENT}, {START}", _stronger(state), text, "BFS-32.5")


def _delay(state: MeetingState, effects: list[Effect]) -> Iterator[Reminder]:
    """BFS-32.6.1"""
    names = " and ".join(state.units[effect.unit].name for effect in effects if effect.unit)
    text = (
        f"from turn 2 on {names} in the Reserves tests Skill: passed, it enters as a column on its own table "
        "edge with a free Move Order; one commander may add up to 3 CP to the test"
    )
    yield Reminder(2, REORGANIZATION, _stronger(state), text, "BFS-32.6.1", order=1)


def _reinforcements(state: MeetingState, effects: list[Effect]) -> Iterator[Reminder]:
    """BFS-32.7, BFS-32.7.1, BFS-32.7.2, BFS-32.7.3"""
    weak = _weaker(state)
    lost = (
        "every lost Unit goes to the Reserves, except guns, companies of one Base, wagon trains, moloitsy "
        "and the rabble of Cossacks and Tatars"
    )
    yield Reminder(None, "", weak, lost, "BFS-32.7")
    number = f"{len(effects)} of them in all" if len(effects) > 1 else "one of them in all"
    text = (
        f"from turn 2 on Units in the Reserves test Skill: passed, {number} enters in full strength as a "
        "column on its own table edge with a free Move Order and counts no longer as lost"
    )
    yield Reminder(2, f"{REORGANIZATION}, at its end", weak, text, "BFS-32.7.1", order=2)
    shock = "the nearest Unit within 40 cm that sees the newcomer tests Morale, unless it is larger"
    yield Reminder(2, "on arrival of reinforcements", 1 - weak, shock, "BFS-32.7.2", order=3)


def _panic(state: MeetingState, effects: list[Effect]) -> Iterator[Reminder]:
    """BFS-32.8, BFS-30.2.4"""
    strong = _stronger(state)
    standing = [one for one in formations(state, strong) if not state.units[one.id].of.gun]
    if not standing:
        return
    times = f"{len(effects)} times" if len(effects) > 1 else "once"
    text = (
        f"draw {times} who panics, again if he is Disorganized already: Disorganized at once, cavalry "
        "withdraws, a Unit of one Base flees; a wagon train loses 1 Strength Point on every wagon"
    )
    if len(standing) > 1:
        text = f"{text}. Draw with d10: {how_to([one.name for one in standing])}"
    yield Reminder(1, f"{MOVEMENT}, {START}", strong, text, "BFS-32.8", order=1)


def _nothing(_state: MeetingState, _effects: list[Effect]) -> Iterator[Reminder]:
    """BFS-32.9: Choice of Terrain is used before the battle."""
    return iter(())


def _day(state: MeetingState, effects: list[Effect]) -> Iterator[Reminder]:
    """BFS-32.10"""
    weak = _weaker(state)
    side = weak if effects[0].choice == "good" else 1 - weak
    chief = state.chief(side)
    cp = chief.of.cp + state.command_points[side]
    text = f"{chief.name} has {cp} CP in this game; roster values stay as they are"
    yield Reminder(None, ORDERS, side, text, "BFS-32.10")


def _of_superiority(state: MeetingState) -> Iterator[Reminder]:
    """BFS-30.6.2 to BFS-30.6.5"""
    strong = _stronger(state)
    if not state.superiority["markers"][strong]:
        return
    for use in state.superiority["uses"]:
        rule, words = USES[use]
        yield Reminder(None, "1 marker of superiority", strong, words, rule)


def _weaker(state: MeetingState) -> int:
    assert state.weaker is not None
    return state.weaker


def _stronger(state: MeetingState) -> int:
    return 1 - _weaker(state)


_OF_EFFECTS = {
    "fatigue": _fatigue,
    "exhaustion": _exhaustion,
    "enthusiasm": _enthusiasm,
    "march_losses": _march_losses,
    "insubordination": _insubordination,
    "cowardly_commander": _coward,
    "delay": _delay,
    "unexpected_reinforcements": _reinforcements,
    "panic": _panic,
    "choice_of_terrain": _nothing,
    "good_bad_day": _day,
}

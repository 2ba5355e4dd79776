"""What effects, superiority and robbers do later, on the table: in the order of BFS-33.15.

The words and moments are in data/reminders.toml; here is decided which of them a meeting needs, and the names
and numbers in them are filled in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Literal

from rulesets.by_fire_and_sword.meeting.compare import USES
from rulesets.by_fire_and_sword.meeting.draw import how_to
from rulesets.by_fire_and_sword.meeting.effects import bases_lost
from rulesets.by_fire_and_sword.meeting.events import Reminded
from rulesets.by_fire_and_sword.meeting.reconnaissance import AMBUSH, FLANK, FORCED_MARCH, OUTMANEUVER, bought
from rulesets.by_fire_and_sword.meeting.squadrons import formations, named, split
from rulesets.by_fire_and_sword.meeting.state import Effect, MeetingState, Reminder
from rulesets.by_fire_and_sword.tables import DATA
from rulesets.by_fire_and_sword.wording import deployment as words
from rulesets.engine.battle import Battle
from rulesets.engine.books import data, read_toml
from rulesets.engine.wording import counted

ORDERS, MOVEMENT, REORGANIZATION = "Orders Phase", "Movement Phase", "Reorganization Phase"
START = words.AT_ITS_START
BEFORE, AFTER = 0, -1
"""The turns of a reminder before the first and after the last one."""
ROTA = 6
"""The fewest bases of a rota of moloitsy."""

_RECONNAISSANCE = (
    "decisive_moment", "big_mouthed_prisoner", FORCED_MARCH, FLANK, AMBUSH, "splitting", "confusion", "chaos",
    OUTMANEUVER, "cut_off_the_retreat",
)  # fmt: skip
"""The reconnaissance effects in the order in which players are reminded of them."""


@data
class _Row:
    """A row of data/reminders.toml, which explains its fields."""

    of: tuple[str, ...]
    rule: str
    phase: str
    whose: Literal["own", "enemy"]
    text: str
    turn: int | None = None
    order: int = 0


@data
class _Rows:
    reminder: tuple[_Row, ...]


@cache
def _rows() -> tuple[_Row, ...]:
    return read_toml(DATA / "reminders.toml", _Rows).reminder


def remind(battle: Battle) -> None:
    """Remind both players of the initiative, the additional effects and superiority (BFS-33.15)."""
    for reminder in reminders(battle.state):
        battle.apply(Reminded(reminder.rule, reminder))


def remind_after_deployment(battle: Battle) -> None:
    """Remind both players of what was bought, and of what the robbers have done (BFS-33.15)."""
    for reminder in deployment_reminders(battle.state):
        battle.apply(Reminded(reminder.rule, reminder))


def _of(key: str, owner: int, **values: object) -> Iterator[Reminder]:
    """Yield the reminders of an effect or a case of it; `owner`: the side that has received or bought it."""
    for row in _rows():
        if key in row.of:
            side = owner if row.whose == "own" else 1 - owner
            yield Reminder(row.turn, row.phase, side, row.text.format(**values), row.rule, row.order)


# -- additional effects ----------------------------------------------------------------------------


def reminders(state: MeetingState) -> Iterator[Reminder]:
    """Yield the reminders of the initiative, of additional effects and of superiority (BFS-33.15)."""
    if state.initiative is None:
        yield from _of("initiative.rolled", 0)
    else:
        yield from _of("initiative.fixed", state.initiative)
    if state.weaker is None:
        return
    for key in dict.fromkeys(effect.key for effect in state.effects):
        effects = [effect for effect in state.effects if effect.key == key]
        yield from _of_effect(state, state.weaker, key, effects)
    strong = 1 - state.weaker
    for use in state.superiority["uses"] if state.superiority["markers"][strong] else ():
        rule, text = USES[use]  # BFS-30.6.2 to BFS-30.6.5
        yield Reminder(None, words.ONE_MARKER, strong, text, rule)


def _of_effect(state: MeetingState, weak: int, key: str, effects: list[Effect]) -> Iterator[Reminder]:
    """Yield the reminders of an additional effect of the weaker side; Choice of Terrain has none (BFS-32)."""
    if key in ("fatigue", "exhaustion"):  # BFS-32.1, BFS-32.11
        yield from _of(key, weak, chief=state.chief(1 - weak).name)
    elif key == "enthusiasm":  # BFS-32.2
        yield from _of(key, weak, chief=state.chief(weak).name)
    elif key == "march_losses":
        yield from _march_losses(state, weak, effects)
    elif key == "insubordination":  # BFS-32.4
        for effect in effects:
            yield from _of(key, weak, name=state.units[effect.unit].name)
    elif key == "cowardly_commander":  # BFS-32.5
        yield from _of(key, weak, name=state.commanders[effects[0].commander].name)
    elif key == "delay":  # BFS-32.6.1
        names = " and ".join(state.units[effect.unit].name for effect in effects if effect.unit)
        yield from _of(key, weak, names=names)
    elif key == "unexpected_reinforcements":  # BFS-32.7
        yield from _of(key, weak, number=len(effects) if len(effects) > 1 else "one")
    elif key == "panic":
        yield from _panic(state, weak, len(effects))
    elif key == "good_bad_day":  # BFS-32.10
        day = effects[0].choice
        side = weak if day == "good" else 1 - weak
        chief = state.chief(side)
        yield from _of(f"{key}.{day}", weak, chief=chief.name, cp=chief.of.cp + state.command_points[side])


def _times(number: int) -> str:
    return f"{number} times" if number > 1 else "once"


def _march_losses(state: MeetingState, weak: int, effects: list[Effect]) -> Iterator[Reminder]:
    """Yield who loses how many bases on the march, and what is still to be drawn (BFS-32.3)."""
    times = Counter(effect.unit for effect in effects)
    if times[""]:
        yield from _of("march_losses.undrawn", weak, times=_times(times[""]))
    for one in formations(state, 1 - weak):
        bases = times[one.id] * bases_lost(state, one)
        if bases >= one.bases:
            yield from _of("march_losses.destroyed", weak, name=one.name)
        elif bases:
            yield from _of("march_losses", weak, name=one.name, bases=counted(bases, "Base"))


def _panic(state: MeetingState, weak: int, number: int) -> Iterator[Reminder]:
    """Yield who may panic, drawn with dice where there are several (BFS-32.8, BFS-30.2.4)."""
    standing = [one.name for one in formations(state, 1 - weak) if not state.units[one.id].of.gun]
    if standing:
        drawing = words.draw_with_d10(how_to(standing)) if len(standing) > 1 else ""
        yield from _of("panic", weak, times=_times(number), drawing=drawing)


# -- reconnaissance and robbers --------------------------------------------------------------------


def deployment_reminders(state: MeetingState) -> Iterator[Reminder]:
    """Yield the reminders of reconnaissance effects and of robbers (BFS-33.15)."""
    buyer = state.reconnaissance.get("buyer")
    if buyer is not None:
        for key in _RECONNAISSANCE:
            if times := len(bought(state, key)):
                yield from _of_bought(state, buyer, key, times)
    for side in (0, 1):
        yield from _of_robbers(state, side)


def _of_bought(state: MeetingState, buyer: int, key: str, times: int) -> Iterator[Reminder]:
    """Yield the reminders of a reconnaissance effect that was bought so many times (BFS-33)."""
    if key == FORCED_MARCH:  # BFS-33.5.1
        for march in state.deployment.get("forced_marches", ()):
            if march["units"]:
                yield from _of(key, buyer, units=named(state.units[id_] for id_ in march["units"]))
    elif key in (FLANK, AMBUSH, OUTMANEUVER):  # BFS-33.6, BFS-33.7, BFS-33.12
        place = {FLANK: "flank", AMBUSH: "ambush", OUTMANEUVER: "outmaneuvered"}[key]
        units = named(state.units[id_] for id_, where in state.set_aside.items() if where == place)
        if units:
            yield from _of(key, buyer, units=units)
    elif key == "splitting":
        found = list(splittable(state, 1 - buyer))
        often = f"{times} times: " if times > 1 else ""
        yield from _of(key if found else f"{key}.none", buyer, often=often, squadrons="; ".join(found))
    else:
        yield from _of(key, buyer, units="a unit" if times == 1 else f"{times} units")


def splittable(state: MeetingState, side: int) -> Iterator[str]:
    """Yield the squadrons on the table that may be drawn, with the bases of their two parts (BFS-33.9)."""
    for squadron in state.deployment.get("squadrons", {}).get(str(side), ()):
        units = [state.units[id_] for id_ in squadron["units"]]
        least = ROTA if any("moloitsy" in unit.of.label.lower() for unit in units) else 0
        parts = split([unit.of.bases for unit in units], least)
        if parts is not None and not squadron["away"]:
            yield words.split_into(named(units), parts[0], parts[1])


def _of_robbers(state: MeetingState, side: int) -> Iterator[Reminder]:
    """Yield what the robbers of a side have lost by plundering (BFS-30.3.I.2)."""
    robbers = state.robbers.get(str(side), {"losses": {}, "no_free_order": []})
    for unit, points in robbers["losses"].items():
        yield from _of("robbers.losses", side, name=state.units[unit].name, points=counted(points, "point"))
    if robbers["no_free_order"]:
        names = ", ".join(state.units[id_].name for id_ in robbers["no_free_order"])
        yield from _of("robbers.orders", side, names=names)

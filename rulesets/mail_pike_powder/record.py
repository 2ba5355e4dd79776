"""Battles of Mail, Pike & Powder that were fought on a table: what is noted, and who has won (MPP-C-26).

What was noted is put on the units of a battle that is drawn up from both lists, so that its figures are
those of a battle fought here. That a unit is shaken and a battalia broken follows from its casualties.
"""

from __future__ import annotations

from rulesets.contract.documents import read_setup
from rulesets.contract.tally import Counted, Group, ResultModel, Step, Tally
from rulesets.engine.lists import ArmyList
from rulesets.engine.mustering import SIDES, unit_names
from rulesets.mail_pike_powder import setup as setting_up
from rulesets.mail_pike_powder import victory
from rulesets.mail_pike_powder.armies import LISTS, PowderBook
from rulesets.mail_pike_powder.setup.beginning import commander_name, title_of
from rulesets.mail_pike_powder.state import State
from rulesets.mail_pike_powder.wording import victory as words


def groups(army: ArmyList) -> tuple[Group, ...]:
    """Return the battalias of a list with their units and what each has to lose."""
    book, names = LISTS.book_of(army), unit_names(army, LISTS.book_of(army))
    assert isinstance(book, PowderBook)
    found = []
    for number, command in enumerate((each for each in army.commands if each.units), start=1):
        title = title_of(command, number)
        units = tuple(
            Counted(unit.id, names[unit.id], book.unit(unit.entry, unit.options).stamina)
            for unit in command.units
        )
        found.append(Group(command.id, title, commander_name(command, title), units))
    return tuple(found)


def ended(result: ResultModel) -> State:
    """Return the table at the end of a battle that was recorded; raises SetupError."""
    setup = {"system": LISTS.slug, "lists": [*result.lists], "sides": [*result.sides]}
    state = setting_up.begin(read_setup(setup))
    state.turn = result.turns
    for unit in state.units.values():
        loss = result.losses[unit.side].get(unit.id[2:])
        unit.status = "field"
        if loss is not None:
            unit.casualties = loss.lost
            unit.status = loss.fate or "field"  # type: ignore[assignment]  # one of `fates`
    for leader in state.leaders.values():
        leader.alive = leader.command[2:] not in result.commanders[leader.side]
    for command in state.commands.values():
        command.broken = victory.is_broken(state, command)
    return state


def judge(result: ResultModel) -> dict[str, object]:
    """Return the result: an army of which half of the battalias are broken has lost, else who has lost fewer
    of them, then fewer units, has won (MPP-C-26).
    """
    state = ended(result)
    beaten = [side for side in range(len(SIDES)) if victory.is_beaten(state, side)]
    winner: int | None = None
    how = words.BOTH_BEATEN
    if len(beaten) == 1:
        winner, how = 1 - beaten[0], words.beaten(state.sides[beaten[0]].name)
    elif not beaten:
        winner, how = victory.by_losses(state)
    scores = [dict(each) for each in victory.scores(state)]
    return {"winner": winner, "rule": victory.RULE, "how": how, "turns": result.turns, "scores": scores}


def steps(result: ResultModel) -> tuple[Step, ...]:
    """Return what decides the battle, in the order in which it is looked at (MPP-C-26)."""
    state = ended(result)
    battalias = [victory.broken(state, side) for side in range(len(SIDES))]
    fallen = [victory.units_lost(state, side) for side in range(len(SIDES))]
    beaten = [words.YES if victory.is_beaten(state, side) else words.NO for side in range(len(SIDES))]
    rows = (
        (words.BROKEN_BATTALIAS, "MPP-7.1.a", [words.of(*each) for each in battalias]),
        (words.HALF_BROKEN, victory.RULE, beaten),
        (words.LOST_UNITS, victory.RULE, [str(each) for each in fallen]),
    )
    return tuple(Step(label, rule, (first, second)) for label, rule, (first, second) in rows)


TALLY = Tally(
    system=LISTS.slug, format="leaguer-mpp-result", counts=words.CASUALTIES, fates=words.FATES,
    rule="MPP-C-18", leader_rule="MPP-C-38", groups=groups, judge=judge,
    steps=steps,
)  # fmt: skip
RECORD = TALLY.record()

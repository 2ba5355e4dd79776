"""What the enemy could try against the moves, shots and charges on offer, and its chances (BQ-4.1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulesets.baroque.board import chances
from rulesets.baroque.board.moves import based
from rulesets.baroque.charge import plan
from rulesets.baroque.reactions import offers, who
from rulesets.baroque.reactions.who import Course
from rulesets.baroque.state import State, Unit
from rulesets.baroque.wording.reactions import REACTIONS
from rulesets.contract.board import Answer, Ghost, Move
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Menu, Option

COURSES = frozenset({"advance", "oblique", "back", "wheel", "about-face", "face-side"})


def answers(
    battle: Battle, unit: Unit, options: Sequence[Option], moves: Sequence[Move]
) -> tuple[Answer, ...]:
    """Return every reaction and evasion that the enemy could try, each for what it answers.

    A move is examined as far as it goes; a shorter one may give the enemy less.
    """
    if battle.pending is None or battle.pending.kind not in ("unit", "caracole"):
        return ()
    ghosts = {str(sorted(move.key.items())): move.ghosts for move in moves}
    found: list[Answer] = []
    for option in options:
        made = ghosts.get(str(sorted(option.key.items())), ())
        found += _to(battle.state, unit, option, made)
    return tuple(found)


def _to(state: State, unit: Unit, option: Option, ghosts: Sequence[Ghost]) -> Iterator[Answer]:
    do = option.key["do"]
    if do in COURSES:
        ends = [ghost for ghost in ghosts if not ghost.refused]
        seen: set[str] = set()
        for ghost in (*ends[:1], *ends[-1:]) if do == "oblique" else ends[-1:]:
            course = Course(unit, unit.place, based(unit, ghost), do)
            yield from _answered(state, option, _new(Menu(*offers.against_course(state, course)), seen))
    elif do == "withdraw":
        here = Course(unit, unit.place, unit.place, do)
        yield from _answered(state, option, Menu(*offers.against_course(state, here)))
    elif do in ("shoot", "caracole"):
        target = state.units[option.key["target"]]
        yield from _answered(state, option, Menu(*offers.against_shot(state, unit, target)))
    elif do == "charge":
        yield from _to_charge(state, unit, option)


def _new(reactions: Iterable[Option], seen: set[str]) -> Iterator[Option]:
    """Yield the reactions that have not been seen yet."""
    for reaction in reactions:
        key = f"{reaction.key['do']} {reaction.key['unit']}"
        if key not in seen:
            seen.add(key)
            yield reaction


def _to_charge(state: State, unit: Unit, option: Option) -> Iterator[Answer]:
    """Yield answers to a charge, a Potential Charge as far as it is said to go (BQ-4.1.3.l)."""
    reactions = _reactions(state, unit, option)
    yield from _answered(state, option, reactions, from_foot=not unit.profile.mounted)


def _reactions(state: State, unit: Unit, option: Option) -> Menu:
    limit = plan.reach(unit.profile, bonus=bool(option.key.get("bonus")))
    charge = who.Charge(unit, state.units[option.key["target"]], limit)
    return offers.answers_to_charge(state, charge, who.declared(state, charge))


def is_answered(state: State, unit: Unit, option: Option) -> bool:
    """Return whether the enemy could answer a charge by more than Defensive Fire, whose odds are told."""
    return any(each.key["do"] != "defensive-fire" for each in _reactions(state, unit, option))


def _answered(
    state: State, option: Option, reactions: Iterable[Option], *, from_foot: bool = False
) -> Iterator[Answer]:
    for reaction in reactions:
        unit, do = state.units[reaction.key["unit"]], reaction.key["do"]
        to_shot = reaction.rule == "BQ-6.5.c"
        test = chances.reaction(state, unit, do, to_shot=to_shot, from_foot=from_foot and do == "evade")
        detail = reaction.label.partition("%)")[2].strip(
            ", "
        )  # dice, distance: the chance is shown on its own
        words = f"{detail}; {test.words}" if detail else test.words
        yield Answer(unit.id, unit.name, option.label, REACTIONS[do], reaction.rule, test.chance, words)

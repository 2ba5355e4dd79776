"""A stand or a General in hand, put together (SN-1.2.c, SN-3.0, SN-3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesets.contract.board import Action, Area, Fact, Ghost, Move, UnitInspection
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.snaphance import generals, hexes, viewing
from rulesets.snaphance.board.actions import actions, bars
from rulesets.snaphance.board.answers import answers
from rulesets.snaphance.board.facts import facts
from rulesets.snaphance.board.moves import moves
from rulesets.snaphance.board.reach import areas, command_areas
from rulesets.snaphance.board.sketch import offered
from rulesets.snaphance.board.targets import targets
from rulesets.snaphance.state import General, State

Why = tuple[str, str]

_PART = 0.5  # of its hex that a General's ghost fills


def inspect_general(battle: Battle, general: General, options: Sequence[Option]) -> UnitInspection:
    """Everything about a General; `options` of the pending decision about him."""
    state: State = battle.state
    return UnitInspection(
        general.id,
        general.name,
        general.side,
        facts=tuple(_facts(state, general)),
        actions=(*_offers(options), *_barred(battle, general, options)),
        moves=tuple(_moves(state, general, options)),
        areas=tuple(_areas(state, general)),
    )


def _offers(options: Sequence[Option]) -> Iterator[Action]:
    """What is on offer, all his ways together."""
    ways = [option for option in options if option.key["do"] == "general-move"]
    if ways:
        yield Action("Ride", True, f"to {len(ways)} hexes", ways[0].rule)
    for option in options:
        if option.key["do"] != "general-move":
            yield Action(option.label, True, "", option.rule, option.key)


def _facts(state: State, general: General) -> Iterator[Fact]:
    row = state.sheet.generals.get(general.level)
    yield Fact("Grade", general.level if row is None else row.name, "SN-1.4.b")
    yield Fact("Initiative", f"{general.initiative:+d}" if general.initiative else "0", "SN-1.4.b")
    yield Fact("Group", state.groups[general.group].name, "SN-1.1.a")
    yield Fact("Command range", f"{general.command_range}H", "SN-3.0.a")
    if general.attached:
        yield Fact("Attached to", state.stands[general.attached].name, "SN-3.1.c")
    if general.helping:
        yield Fact("Helps", ", ".join(state.stands[id_].name for id_ in general.helping), "SN-3.1.b")
    if general.moved:
        yield Fact("Has ridden", "in this activation", "SN-3.1.a")
    if general.replacement:
        yield Fact("Replacement", "for one who has fallen", "SN-3.2.d")
    where = "not on the map yet" if general.hex is None else hexes.label(general.hex)
    yield Fact("Place", where, "SN-3.1.d")


def _barred(battle: Battle, general: General, options: Sequence[Option]) -> Iterator[Action]:
    offered = {option.key["do"] for option in options}
    for what, do in (
        ("Ride", "general-move"),
        ("Attach himself", "general-attach"),
        ("Detach himself", "general-detach"),
    ):
        if do not in offered:
            rule, why = _why_not(battle, general, do)
            yield Action(what, False, why, rule)


def _why_not(battle: Battle, general: General, do: str) -> Why:
    state: State = battle.state
    if battle.pending is None:
        return "", "the battle is over"
    if not state.turn or general.hex is None:
        return "SN-C-setup", "the armies are still being drawn up"
    if state.active_group != general.group:
        return "SN-3.1.a", "he acts while his group is active"
    if do == "general-move" and general.moved:
        return "SN-3.1.a", "he has ridden in this activation"
    if do == "general-move" and general.helping:
        return "SN-3.1.b", "he is bound to those whom he has helped"
    if do == "general-detach" and not general.attached:
        return "SN-3.1.c", "he is attached to nobody"
    if do == "general-attach" and general.attached:
        return "SN-3.1.c", "he is attached already"
    if do == "general-attach" and state.friend_at(general.hex, general.side) is None:
        return "SN-3.1.c", "no stand of his group is in his hex"
    return "SN-3.1.a", "another decision has to be made first"


def _moves(state: State, general: General, options: Sequence[Option]) -> Iterator[Move]:
    for option in options:
        if "hex" in option.key:
            place = hexes.named(option.key["hex"])
            heading = 90.0 if general.side == 0 else 270.0
            drawn = Ghost(0.0, viewing.outline(place, state.map.rows, _PART), heading)
            yield Move(option.key, option.label, option.rule, "", (drawn,))


def _areas(state: State, general: General) -> Iterator[Area]:
    if general.hex is None:
        return
    rides = state.active_group == general.group and not general.moved and not general.helping
    places = generals.reach(state, general) if rides and not general.attached else ()
    yield from command_areas(state, general, places)


def inspect(battle: Battle, piece: str) -> UnitInspection:
    """Everything about a stand or a General, own or enemy, for the player of its side.

    Raises LookupError for an id that is neither on the map nor waiting to come to it.
    """
    state: State = battle.state
    general = state.generals.get(piece)
    if general is not None and general.alive:
        return inspect_general(battle, general, offered(battle.pending, piece, general.side))
    stand = state.stands.get(piece)
    if stand is None or stand.status not in ("field", "reserve"):
        raise LookupError(f"{piece} is not on the map")
    options = offered(battle.pending, piece, stand.side)
    return UnitInspection(
        stand.id,
        stand.name,
        stand.side,
        facts=facts(state, stand),
        actions=actions(battle, stand, options),
        moves=moves(battle, stand, options),
        areas=areas(battle, stand),
        targets=targets(battle, stand, options),
        answers=answers(battle, stand, options),
        bars=bars(battle, stand, options),
    )

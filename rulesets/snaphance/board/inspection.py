"""A stand or a General in hand, put together (SN-1.2.c, SN-3.0, SN-3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulesets.contract.board import Action, Fact, Ghost, Move, UnitInspection, offered
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.engine.dice import total
from rulesets.engine.wording.battles import BATTLE_OVER, DRAWING_UP, OTHER_DECISION_FIRST
from rulesets.snaphance import command, generals, hexes, sheet, viewing, zones
from rulesets.snaphance.board.actions import actions, bars
from rulesets.snaphance.board.moves import moves
from rulesets.snaphance.board.reach import areas, command_areas
from rulesets.snaphance.board.targets import answers, targets
from rulesets.snaphance.board.ways import ways
from rulesets.snaphance.melee.dice import charge_bonus
from rulesets.snaphance.shooting import dice
from rulesets.snaphance.state import General, Stand, State


def facts(state: State, stand: Stand) -> tuple[Fact, ...]:
    """Return all that is known of a stand: its row of the army list, condition, turn and place."""
    return (*_listed(state, stand), *_condition(state, stand), *_turn(state, stand), *_place(state, stand))


def _listed(state: State, stand: Stand) -> Iterator[Fact]:
    profile, kind = stand.profile, stand.profile.kind
    yield Fact("Class", f"{kind.name}, {'Combat' if kind.combat else 'Support'} Stand", kind.rule)
    yield Fact("Group", state.groups[stand.group].name, "SN-1.1.a")
    yield Fact("SP", _strength(stand), "SN-1.3.a")
    yield Fact("MP", str(profile.mp), "SN-4.0.g")
    yield Fact("Order rating", _rating(state, stand), "SN-4.5.a")
    yield Fact("Charge Bonus", _bonus(stand), "SN-10.3.g")
    yield from _fire(stand, state.sheet)
    points = f"{profile.break_points} a rank" if profile.ranks > 1 else str(profile.break_points)
    yield Fact("Break points", points, "SN-14.0.a")
    if profile.must_pursue:
        yield Fact("Pursuit", "must try to pursue", "SN-13.0.d")
    if profile.may_contact_mcs:
        yield Fact("Special", "may charge Mounted Combat Stands", "SN-10.0.c")


def _strength(stand: Stand) -> str:
    """Return the strength in words: `4 of 6`, or `6 + 3, of 3 ranks with 6 each`."""
    if stand.profile.ranks == 1:
        return f"{stand.sp} of {stand.profile.sp}"
    left = " + ".join(map(str, stand.ranks)) or "0"
    return f"{left}, of {stand.profile.ranks} ranks with {stand.profile.sp} each"


def _rating(state: State, stand: Stand) -> str:
    """Return the order rating in words: `B: needs 4 or more now (General +1)`."""
    rating = stand.profile.order_rating
    if not stand.on_field:
        return rating
    changes = command.order_modifiers(state, [stand])
    terms = ", ".join(f"{each.why} {each.value:+d}" for each in changes)
    needed = command.order_target([stand]) - total(changes)
    return f"{rating}: needs {needed} or more now" + (f" ({terms})" if terms else "")


def _bonus(stand: Stand) -> str:
    profile = stand.profile
    now = charge_bonus(stand)
    if profile.charge_bonus_after_loss == profile.charge_bonus:
        return f"{now:+d}" if now else "none"
    if stand.losses:
        return f"{now:+d} after losses"
    return f"{now:+d}, {profile.charge_bonus_after_loss:+d} after losses"


def _fire(stand: Stand, rows: sheet.Sheet) -> Iterator[Fact]:
    """Yield the weapon with its dice at each range, and the contact fire (SN-7.0.c, SN-7.6.a)."""
    profile = stand.profile
    if dice.reach(profile, rows):
        row = rows.weapons[profile.weapon]
        bands = ", ".join(f"{distance}H {added:+d}" for distance, added in row.dice.items())
        yield Fact("Weapon", f"{row.name}: {bands}", "SN-7.0.c")
    if profile.mix_dice:
        yield Fact("Pikes", f"{profile.mix_dice:+d} dice of fire", "SN-7.0.c")
    if profile.contact_fire_dice:
        yield Fact("Contact fire", f"{profile.contact_fire_dice} dice", "SN-7.6.a")


def _condition(state: State, stand: Stand) -> Iterator[Fact]:
    if stand.disordered:
        yield Fact("Order", "disordered", "SN-9.0.c")
    if stand.opportunity:
        yield Fact("Opportunity", "on opportunity", "SN-6.1.c")
    general = state.attached_general(stand)
    if general is not None:
        yield Fact("General attached", general.name, "SN-3.1.c")
    for melee in state.melees_of(stand.id):
        enemies = [state.stands[id_] for id_ in (*melee.stands, *melee.supporters)]
        names = ", ".join(enemy.name for enemy in enemies if enemy.side != stand.side)
        yield Fact("In melee with" if stand.id in melee.stands else "Supports against", names, "SN-11.3.a")


def _turn(state: State, stand: Stand) -> Iterator[Fact]:
    """Yield what the stand has done in this round (SN-1.4.d)."""
    activation = state.activation
    if stand.moved:
        yield Fact("Acted", "in this round", "SN-1.4.d")
    elif activation is not None and stand.id in activation.stands:
        move = activation.move
        if move is not None and not move.over:
            yield Fact("This move", f"{move.left} of {move.mp} MP left", "SN-4.0.g")
        if activation.moves:
            yield Fact("Single moves", str(activation.moves), "SN-4.4.a")
        if activation.fired:
            yield Fact("Fired", "in this turn", "SN-4.0.h")


def _place(state: State, stand: Stand) -> Iterator[Fact]:
    if stand.hex is None:
        when = f"arrives in round {stand.arrives}" if stand.arrives else "not deployed yet"
        yield Fact("Place", when, "SN-C-setup")
        return
    cell = state.map.cell(stand.hex)
    row = state.sheet.terrain[cell.terrain]
    road = ", on a road" if cell.road else ""
    place = f"{hexes.label(stand.hex)}, facing {hexes.facing_words(stand.facing)}"
    yield Fact("Place", place, "SN-4.0.c")
    yield Fact("Stands on", f"{row.name.partition(':')[0].lower()}{road}", "SN-C-terrain")
    yield Fact("Command range", _range(state, stand), "SN-3.0.a")
    if enemies := zones.zones_at(state, stand.hex, stand.side):
        yield Fact("In the zone of", ", ".join(enemy.name for enemy in enemies), "SN-4.6.a")


def _range(state: State, stand: Stand) -> str:
    general = state.general_of(stand)
    if general is None:
        return "its General is lost"
    if general.hex is None or stand.hex is None:
        return "its General is not on the map"
    away = hexes.distance(general.hex, stand.hex)
    inside = "in" if command.in_command(state, stand) else "out of"
    return f"{inside} the {general.command_range}H of {general.name}, who is {away}H away"


Why = tuple[str, str]

_PART = 0.5  # of its hex that a General's ghost fills


def inspect_general(battle: Battle, general: General, options: Sequence[Option]) -> UnitInspection:
    """Return everything about a General; `options` are those of the pending decision about the General."""
    state: State = battle.state
    places: Iterable[hexes.Hex] = ()
    if state.active_group == general.group and not (general.moved or general.helping or general.attached):
        places = generals.reach(state, general) if general.hex is not None else ()
    areas = () if general.hex is None else tuple(command_areas(state, general, places))
    rides = [option for option in options if option.key["do"] == "general-move"]
    offers = [Action("Ride", True, f"to {len(rides)} hexes", rides[0].rule)] if rides else []
    offers += [
        Action(each.label, True, "", each.rule, each.key)
        for each in options
        if each.key["do"] != "general-move"
    ]
    return UnitInspection(
        general.id,
        general.name,
        general.side,
        facts=tuple(_facts(state, general)),
        actions=(*offers, *_barred(battle, general, options)),
        moves=tuple(_moves(state, general, options)),
        areas=areas,
    )


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
        ("Attach to a stand", "general-attach"),
        ("Detach from the stand", "general-detach"),
    ):
        if do not in offered:
            rule, why = _why_not(battle, general, do)
            yield Action(what, False, why, rule)


def _why_not(battle: Battle, general: General, do: str) -> Why:
    state: State = battle.state
    if battle.pending is None:
        return "", BATTLE_OVER
    if not state.turn or general.hex is None:
        return "SN-C-setup", DRAWING_UP
    if state.active_group != general.group:
        return "SN-3.1.a", "a General acts while the group is active"
    if do == "general-move" and general.moved:
        return "SN-3.1.a", "the General has ridden in this activation"
    if do == "general-move" and general.helping:
        return "SN-3.1.b", "the General is bound to the stands helped before"
    if do == "general-detach" and not general.attached:
        return "SN-3.1.c", "the General is attached to nobody"
    if do == "general-attach" and general.attached:
        return "SN-3.1.c", "the General is attached already"
    if do == "general-attach" and state.friend_at(general.hex, general.side) is None:
        return "SN-3.1.c", "no stand of the group is in the General’s hex"
    return "SN-3.1.a", OTHER_DECISION_FIRST


def _moves(state: State, general: General, options: Sequence[Option]) -> Iterator[Move]:
    for option in options:
        if "hex" in option.key:
            place = hexes.named(option.key["hex"])
            heading = 90.0 if general.side == 0 else 270.0
            drawn = Ghost(0.0, viewing.outline(place, state.map.rows, _PART), heading)
            yield Move(option.key, option.label, option.rule, "", (drawn,))


def inspect(battle: Battle, piece: str) -> UnitInspection:
    """Return everything about a stand or a General, own or enemy, for the player of its side.

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
        ways=ways(battle, stand, options),
    )

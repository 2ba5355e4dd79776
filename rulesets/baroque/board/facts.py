"""Characteristics and markers of a unit in the book's terms (BQ-2.3, BQ-2.5, BQ-1.5)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.baroque import reference, tables, terrain
from rulesets.baroque.command import command_range, discipline_modifiers, in_command_range, needed
from rulesets.baroque.shooting.dice import weapon_name
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.baroque.traits import traits
from rulesets.contract.board import Fact
from rulesets.engine.wording import signed


def facts(state: State, unit: Unit) -> tuple[Fact, ...]:
    """Return all that is known of a unit: its profile, its state, its markers, where it stands."""
    if unit.profile.type == BAGGAGE:
        return (*_baggage(state, unit), *_place(state, unit))
    return (*_profile(state, unit), *_condition(state, unit), *_markers(unit), *_place(state, unit))


def _profile(state: State, unit: Unit) -> Iterator[Fact]:
    profile = unit.profile
    yield Fact("Type", f"{profile.type_name} ({profile.type})", tables.troop_type(profile.type).rule)
    yield Fact("Command", state.commands[unit.command].name, "BQ-2.1.a")
    yield Fact("VBU", f"{unit.vbu} of {profile.vbu}", "BQ-2.3.a")
    yield Fact("I", str(profile.i), "BQ-2.3.a")
    yield Fact("M", f"{profile.move} BU", "BQ-5.1.a")
    yield Fact("Discipline", _discipline(state, unit), "BQ-2.4")
    if profile.sm:
        yield Fact("SM", signed(profile.sm), "BQ-6.1.3.1")
    if profile.mm:
        yield Fact("MM", signed(profile.mm), "BQ-7.4.a")
    yield Fact("VD", str(profile.vd), "BQ-9.1.a")
    for name in profile.weapons:
        row = tables.weapon(name)
        rule = row.rule if row else reference.WEAPON_RULES.get(name, "")
        yield Fact("Weapon", name if row is None else weapon_name(row), rule)
    for trait in reference.traits(profile):
        yield Fact("Characteristic", trait.name, trait.rule)


def _discipline(state: State, unit: Unit) -> str:
    """Return words such as `B: needs 3 or more now (leader attached +1)`."""
    modifiers = discipline_modifiers(state, unit) if unit.on_field else []
    terms = ", ".join(f"{modifier.why} {modifier.value:+d}" for modifier in modifiers)
    words = f"{unit.profile.d}: needs {needed(unit, modifiers)} or more"
    return f"{words} now ({terms})" if terms else words


def _condition(state: State, unit: Unit) -> Iterator[Fact]:
    """Yield the condition of a unit: Fresh or Exhausted, and independently Disordered (BQ-2.5)."""
    if unit.exhausted:
        yield Fact("State", "Exhausted", "BQ-2.5.1.a")
    else:
        fewer = reference.exhausted_by(unit.profile.vbu) - unit.losses
        yield Fact("State", f"Fresh: Exhausted by {fewer} more", "BQ-2.5.1.a")
    if unit.losses:
        before = f", {unit.worn} of them before the battle" if unit.worn else ""
        yield Fact("Losses", f"{unit.losses}{before}", "BQ-1.5")
    if unit.disordered:
        yield Fact("Order", "Disordered", "BQ-2.5.3.a")
    for enemy in state.engaged_with(unit.id):
        yield Fact("In melee with", enemy.name, "BQ-7.1.a")
    leader = state.attached_leader(unit.id)
    if leader is not None:
        yield Fact("Leader attached", leader.name, "BQ-2.6.1.f")
    if unit.cohesion_bonus or unit.discipline_bonus:
        yield Fact("Agitators", "stirred up this turn", "BQ-8.1.9.a")


def _markers(unit: Unit) -> Iterator[Fact]:
    """Yield what has been done this turn or can be done once in a game (BQ-1.5)."""
    if unit.activated:
        yield Fact("Activated", "this turn", "BQ-4.1.1.d")
    if unit.moves:
        yield Fact("Movement actions", f"{unit.moves} this turn", "BQ-5.1.b")
    if unit.reacted:
        yield Fact("Reacted", "has tried to react this turn", "BQ-2.5.4")
    if unit.evasions:
        yield Fact("Evasions", f"{unit.evasions} tried this turn", "BQ-5.6.c")
    if unit.disengaged:
        yield Fact("Disengaged", "does nothing else this turn", "BQ-5.7.d")
    own = traits(unit.profile)
    if any(weapon.first_volley for weapon in own.missiles):
        yield Fact("First volley", "fired" if unit.volley_fired else "still to come", "BQ-6.1.5.a")
    if own.pistols:
        yield Fact("Point-blank pistols", "used up" if unit.pistols_fired else "ready", "BQ-6.7.b")
    if own.lance:
        yield Fact("Lance", "used" if unit.lance_used else "ready", "BQ-8.2.2")


def _place(state: State, unit: Unit) -> Iterator[Fact]:
    if unit.base is None:
        yield Fact("Place", "not deployed yet", "BQ-3.4.a")
        return
    ground = terrain.ground(state, unit.base)
    hill = ", on a hill" if terrain.on_hill(state, unit.base) else ""
    yield Fact("Stands on", f"{ground} ground{hill}", "BQ-3.1.b")
    if unit.profile.type != BAGGAGE:
        yield Fact("Command range", _range(state, unit), "BQ-2.6.2.b")


def _range(state: State, unit: Unit) -> str:
    leader = state.leader_of(unit)
    if leader is None:
        return "its leader is lost"
    reach = command_range(state, unit.side, attached=bool(leader.attached))
    return f"{'in' if in_command_range(state, unit) else 'out of'} the {reach:g} BU of {leader.name}"


def _baggage(state: State, unit: Unit) -> Iterator[Fact]:
    """Yield what there is to say of the Baggage (BQ-2.8)."""
    fortified = state.sides[unit.side].fortified_baggage
    yield Fact("Type", "Fortified baggage" if fortified else "Baggage", "BQ-2.8.b")
    yield Fact("VBU", f"{unit.vbu} of {unit.profile.vbu}", "BQ-2.8.b")
    yield Fact("VD if sacked", str(tables.victory_loss("BQ-9.1.d").points), "BQ-9.1.d")
    for enemy in state.engaged_with(unit.id):
        yield Fact("In melee with", enemy.name, "BQ-7.1.a")

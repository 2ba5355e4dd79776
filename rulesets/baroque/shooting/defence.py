"""Fire at contact: Defensive Fire (BQ-6.6) and point-blank pistols (BQ-6.7)."""

from __future__ import annotations

from rulesets.baroque import tables
from rulesets.baroque.events.field import Fired, PistolsLost
from rulesets.baroque.shooting.dice import pistol_modifiers, weapon_at
from rulesets.baroque.shooting.targets import aim_in_contact
from rulesets.baroque.shooting.volley import RULES, Volley, roll_volley, suffer
from rulesets.baroque.state import BAGGAGE, Face, State, Unit
from rulesets.baroque.traits import fire_passes, traits
from rulesets.baroque.wording import common
from rulesets.baroque.wording import shooting as words
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.dice import total
from rulesets.engine.geometry import Side
from rulesets.engine.hits import hits, roll_hits
from rulesets.freetable.ways import Why

_EDGES: dict[geometry.Face, Side] = {
    "front": "front", "side-left": "left", "side-right": "right", "rear": "rear",
}  # fmt: skip

# ---------------------------------------------------------------------------- Defensive Fire


def may_defend(state: State, unit: Unit, face: Face) -> bool:
    """Return whether it could make Defensive Fire; not whether it has reacted before (BQ-6.6.a-d)."""
    return why_no_defence(state, unit, face) is None


def why_no_defence(state: State, unit: Unit, face: Face = "front") -> Why | None:
    """Return the rule and the reason why the unit could not make Defensive Fire so; None if it could."""
    if unit.profile.type == BAGGAGE:
        return "BQ-2.8.c", words.BAGGAGE_SHOOTS_NOT
    troop = tables.troop_type(unit.profile.type)
    if not troop.defensive_fire or weapon_at(unit.profile, "point_blank") is None:
        return "BQ-6.6.a", words.NO_DEFENSIVE_FIRE
    if unit.exhausted:
        return "BQ-2.5.1.b", common.EXHAUSTED
    if state.engaged(unit.id):
        return "BQ-6.6.d", common.IN_MELEE
    if face not in ("front", *troop.defensive_fire_extra):  # BQ-6.6.c
        return "BQ-6.6.b", words.charged_on(face)
    return None


def defensive_fire(battle: Battle, unit: Unit, charger: Unit, face: Face) -> Steps[bool]:
    """Fire in defence, once the test is passed and the charger in contact. True: the charge is repulsed
    (BQ-6.6).

    Only losses of a failed Cohesion Test repulse it, not one by accumulated Disorder (BQ-6.6.f). To throw the
    charger back is for the caller; it may be gone altogether.
    """
    aim = aim_in_contact(battle.state, unit, charger, edge_touched(unit, charger, face))
    if aim is None:
        return False
    volley = yield from roll_volley(battle, unit, aim, fire="defensive")
    result = yield from suffer(battle, volley)
    return result.losses > 0


def edge_touched(unit: Unit, charger: Unit, face: Face) -> Side:
    """Return the edge of the unit that the charger's front touches."""
    touched = None if face == "front" else geometry.contact_face(charger.place, unit.place)
    return "front" if touched is None else _EDGES[touched]


# ---------------------------------------------------------------------------- point-blank pistols


def pistols(battle: Battle, *contacts: tuple[Unit, Unit]) -> Steps[None]:
    """Fire point-blank pistols after charges have made these contacts (who struck, whom): all fire, then all
    test (BQ-6.7).

    Each fires at the enemy of its first contact in the order given. A charger may fire even into an existing
    melee (BQ-6.7.e); one that was engaged before may not (BQ-6.7.d). A unit that cannot use them at its first
    contact has lost them (BQ-6.7.b).
    """
    made = {frozenset({charger.id, target.id}) for charger, target in contacts}
    volleys: list[Volley] = []
    for charger, target in contacts:
        for firer, at in ((charger, target), (target, charger)):
            if not pistols_ready(firer):
                continue
            others = battle.state.engaged_with(firer.id)
            barred = any(frozenset({firer.id, other.id}) not in made for other in others)
            if barred or at.profile.type == BAGGAGE:  # BQ-7.9.a
                forgo_pistols(battle, firer)
            else:
                volleys.append((yield from _pistol_volley(battle, firer, at)))
    # Only now, for all fire at the same time: a unit that falls has still fired.
    for volley in volleys:
        yield from suffer(battle, volley)


def pistols_ready(unit: Unit) -> bool:
    """Return whether the unit has point-blank pistols and has not had its first contact (BQ-6.7.b)."""
    return bool(traits(unit.profile).pistols) and not unit.pistols_fired


def forgo_pistols(battle: Battle, *units: Unit) -> None:
    """Lose unused pistols at a first contact that does not allow the fire, such as a pursuit (BQ-6.7.f)."""
    for unit in units:
        if pistols_ready(unit):
            battle.apply(PistolsLost("BQ-6.7.b", unit.id))


def _pistol_volley(battle: Battle, firer: Unit, target: Unit) -> Steps[Volley]:
    """Roll three dice with their own modifiers and the re-rolls of any fire (BQ-6.7.a, BQ-6.7.c)."""
    modifiers = pistol_modifiers(target.profile, disordered=firer.disordered)
    count = tables.tables().point_blank_pistol.dice + total(modifiers)
    rule, passes = RULES["pistols"], fire_passes(traits(firer.profile), first_volley=False)
    counts = yield from roll_hits(
        battle, words.purpose("pistols", target.name), count, passes, rule=rule, side=firer.side,
        unit=firer.id, modifiers=modifiers, words=common.dice(count),
    )  # fmt: skip
    battle.apply(Fired(rule, firer.id, target.id, "pistols", count, hits(counts)))
    return Volley(target.id, "point_blank", hits(counts))

"""The answer to an odds query, and what it holds as a JSON schema."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulesets.contract.duelanswers import DIGITS, probabilities
from rulesets.contract.odds import OddsError
from rulesets.contract.oddsschema import NUMBER, TEXT, WHOLE, Schema, list_of, table
from rulesets.engine.chance import Distribution
from rulesets.engine.dice import Modifier, total
from rulesets.mail_pike_powder import combat, orders, shooting, tables
from rulesets.mail_pike_powder.armies.tables import weapons
from rulesets.mail_pike_powder.dice import Attack
from rulesets.mail_pike_powder.odds.chances import FATES, Harm, melee_chances, order_chances, shot_chances
from rulesets.mail_pike_powder.odds.query import (
    FighterModel,
    MeleeQuery,
    OrderQuery,
    Query,
    ShotQuery,
    cover_of,
    profile_of,
    unit_of,
)
from rulesets.mail_pike_powder.state import Unit
from rulesets.mail_pike_powder.wording import odds as words
from rulesets.mail_pike_powder.wording import orders as ordering

Json = dict[str, Any]


def answered(query: Query) -> Json:
    """Return the answer as a JSON value; raises OddsError with a path."""
    if isinstance(query, ShotQuery):
        return _shot(query)
    return _melee(query) if isinstance(query, MeleeQuery) else _order(query)


# -- a shot ---------------------------------------------------------------------------------------


def _shot(query: ShotQuery) -> Json:
    how = query.conditions
    unit = unit_of(query.attacker, 0, "attacker", fired=not query.attacker.first_volley)
    target = unit_of(query.target, 1, "target", how.cover)
    barred = shooting.why_never(unit)
    if barred is not None:
        raise OddsError(words.illegal(*barred), path="attacker", code="illegal")
    if how.distance > unit.profile.range_in:
        message = words.out_of_reach(unit.name, how.distance, unit.profile.range_in)
        raise OddsError(message, path="conditions.distance", code="range")
    if how.enfilade and (unit.horse or how.distance > unit.profile.range_in / 2):
        raise OddsError(words.NO_ENFILADE, path="conditions.enfilade", code="illegal")
    attack = shooting.shot(
        unit, target, how.how, how.distance, clear=how.clear, front=how.front, cover=cover_of(how.cover),
        enfilade=how.enfilade,
    )  # fmt: skip
    made = shot_chances(attack, target, doomed=query.target.doomed)
    return {
        "kind": "shot",
        "weapon": words.at_range(weapons()[unit.profile.weapon].name, how.distance),
        "attacker": {"name": unit.name, **_strike(attack, made.hits)},
        "target": {"name": target.name, **_suffer(attack, made.target)},
    }


# -- a round of combat ----------------------------------------------------------------------------


def _melee(query: MeleeQuery) -> Json:
    models, names = (query.attacker, query.target), ("attacker", "target")
    units = [_fighter(model, side, names[side]) for side, model in enumerate(models)]
    helpers = [
        [_support(each, side, f"{names[side]}.supports[{n}]") for n, each in enumerate(model.supports)]
        for side, model in enumerate(models)
    ]  # fmt: skip
    attacks, added = [], []
    for side, (own, foe) in enumerate((models, models[::-1])):
        unit, enemy = units[side], units[1 - side]
        count, why = combat.dice_with(unit, own.faces, helpers[side], int(own.commander))
        cover = "" if unit.has("Grenades") else cover_of(foe.stands)
        attacks.append(
            combat.strike(unit, enemy, count, cover, flanked=own.flanked, downhill=own.downhill, why=why)
        )
        defended = own.stands in ("building", "fortification")
        added.append(combat.side_modifiers([(unit, enemy, defended)], len(helpers[side])))
    made = melee_chances(
        (attacks[0], attacks[1]), (units[0], units[1]), (total(added[0]), total(added[1])),
        doomed=(models[0].doomed, models[1].doomed),
        commanders=(int(models[0].commander), int(models[1].commander)),
    )  # fmt: skip
    sides = [
        {
            "name": units[side].name, **_strike(attacks[side], made.hits[side]),
            "support": [{"name": each.name, "dice": each.profile.short} for each in helpers[side]],
            "result_modifiers": _list(added[side]), **_suffer(attacks[1 - side], made.harm[side]),
        }
        for side in (0, 1)
    ]  # fmt: skip
    won = dict(
        zip(("attacker_wins", "draw", "target_wins"), (round(p, DIGITS) for p in made.wins), strict=True)
    )
    return {"kind": "melee", "attacker": sides[0], "target": sides[1], "result": won}


def _fighter(model: FighterModel, side: int, path: str) -> Unit:
    return unit_of(
        model, side, path, model.stands, rounds=model.round - 1, charging=model.charging, won=model.won
    )


def _support(model: Any, side: int, path: str) -> Unit:
    profile = profile_of(model, path)
    return Unit(path, side, "", profile.name, profile, profile.stamina, profile.morale, profile.formations[0])


# -- parts of an answer ---------------------------------------------------------------------------


def _strike(attack: Attack, hits: Distribution) -> Json:
    return {
        "dice": attack.dice, "dice_parts": _list(attack.counted), "hits_on": attack.need,
        "hit_modifiers": _list(attack.modifiers), "misses_again": attack.again,
        **probabilities("hits", hits),
    }  # fmt: skip


def _suffer(attack: Attack, harm: Harm) -> Json:
    return {
        "saves_on": attack.save, "save_modifiers": _list(attack.save_modifiers),
        "saves_again": attack.saves_again, **probabilities("losses", harm.losses),
        "tested": round(float(harm.tested), DIGITS), "shaken": round(float(harm.shaken), DIGITS),
        "commander_lost": round(float(harm.commander_lost), DIGITS),
        "fates": {fate: round(harm.chance(fate), DIGITS) for fate in FATES},
        "literal": {fate: round(harm.chance(fate, literal=True), DIGITS) for fate in FATES},
    }  # fmt: skip


def _list(modifiers: Iterable[Modifier]) -> list[Json]:
    return [each.to_json() for each in modifiers]


# -- an order -------------------------------------------------------------------------------------


def _order(query: OrderQuery) -> Json:
    how = query.conditions
    steps = int((how.distance + 1e-6) // tables.figures().command_step)
    changes = orders.command_modifiers(how.formation, steps, near=how.near, road=how.road)
    if how.reliable:
        changes.append(Modifier("MPP-C-35", 1, ordering.RELIABLE))
    rating = how.rating + total(changes)
    made = order_chances(rating, militia=how.militia)
    rolls = {
        name: {
            "moves": [
                {"moves": count, "probability": round(share, DIGITS)}
                for count, share in made[number].items() if count >= 0
            ],
            "blunder": round(made[number][-1], DIGITS),
        }
        for number, name in ((1, "once"), (2, "rerolled"))
    }  # fmt: skip
    return {"kind": "order", "rating": how.rating, "needed": rating, "modifiers": _list(changes), **rolls}


_MODIFIERS = list_of(table({"rule": TEXT, "value": WHOLE, "why": TEXT}))
_FATES = table(dict.fromkeys(FATES, NUMBER))
_PARTS: dict[str, Schema] = {
    "dice": WHOLE, "dice_parts": _MODIFIERS, "hits_on": WHOLE, "hit_modifiers": _MODIFIERS,
    "misses_again": WHOLE, "hits": list_of(table({"hits": WHOLE, "probability": NUMBER})),
    "expected_hits": NUMBER, "support": list_of(table({"name": TEXT, "dice": WHOLE})),
    "result_modifiers": _MODIFIERS, "saves_on": WHOLE, "save_modifiers": _MODIFIERS, "saves_again": WHOLE,
    "losses": list_of(table({"losses": WHOLE, "probability": NUMBER})), "expected_losses": NUMBER,
    "tested": NUMBER, "shaken": NUMBER, "commander_lost": NUMBER, "fates": _FATES, "literal": _FATES,
}  # fmt: skip
_SIDE = table(
    {"name": TEXT, **_PARTS}, tuple(_PARTS),
    description="Its dice and hits if it strikes, what befalls it if it suffers; in a combat both.",
)  # fmt: skip
_ROLLS = table({"moves": list_of(table({"moves": WHOLE, "probability": NUMBER})), "blunder": NUMBER})
_OPTIONAL = {
    "weapon": TEXT, "attacker": _SIDE, "target": _SIDE,
    "result": table(dict.fromkeys(("attacker_wins", "draw", "target_wins"), NUMBER)),
    "rating": WHOLE, "needed": WHOLE, "modifiers": _MODIFIERS, "once": _ROLLS, "rerolled": _ROLLS,
}  # fmt: skip
SCHEMA = table(
    {"kind": TEXT, **_OPTIONAL}, tuple(_OPTIONAL),
    description="The exact odds: of two units, with `result` in a combat; or of an order.",
)  # fmt: skip

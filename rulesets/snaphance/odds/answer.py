"""The answer to an odds query: dice, every modifier, hits, what they do to who is hit, who wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import eq
from typing import Any

from rulesets.contract.duelanswers import DIGITS, probabilities
from rulesets.contract.odds import OddsError
from rulesets.engine.chance import Distribution
from rulesets.engine.dice import Modifier, total
from rulesets.engine.hits import hit_distribution
from rulesets.snaphance import sheet
from rulesets.snaphance.armies.book import StandProfile
from rulesets.snaphance.melee import factors
from rulesets.snaphance.melee.results import DRAWN, LOST, WON
from rulesets.snaphance.odds import fighting
from rulesets.snaphance.odds.aftermath import After, Contender, Sufferer, melee, volleys
from rulesets.snaphance.odds.fighting import sufferer
from rulesets.snaphance.odds.form import ANSWERS
from rulesets.snaphance.odds.query import (
    MeleeQuery,
    Query,
    ShotConditions,
    ShotQuery,
    profile_of,
    ranks_of,
    terrain,
)
from rulesets.snaphance.shooting import dice
from rulesets.snaphance.shooting.contact import DEFENDERS
from rulesets.snaphance.shooting.cover import covered_by
from rulesets.snaphance.shooting.dice import Volley
from rulesets.snaphance.shooting.fire import PLEDGED, TWO_RANKS
from rulesets.snaphance.shooting.volley import cap
from rulesets.snaphance.wording import odds as words
from rulesets.snaphance.wording.melee import AT_LEAST_ONE
from rulesets.snaphance.wording.shooting import weapon_at


def answered(query: Query) -> dict[str, Any]:
    """Return the answer as a JSON value; raises OddsError with a path."""
    return _shot(query) if isinstance(query, ShotQuery) else _melee(query)


# ---------------------------------------------------------------------------- fire


def _shot(query: ShotQuery) -> dict[str, Any]:
    firer, target = profile_of(query.attacker, "attacker"), profile_of(query.target, "target")
    shots = _volleys(query, firer, target)
    struck = sufferer(query.target, target, "target")
    rows = [_strike(dice.base(one), list(dice.modifiers(one, sheet.load()))) for one in shots]
    made = volleys(struck, [(row["dice"], cap(one)) for one, row in zip(shots, rows, strict=True)])
    return {
        "kind": "shot",
        "weapon": _weapon(shots[0]),
        "attacker": {"name": firer.name, "volleys": rows},
        "target": {
            "name": target.name,
            **_suffers(struck, max(row["hits"][-1]["hits"] for row in rows), made, _after_fire(struck, made)),
        },
    }


def _volleys(query: ShotQuery, firer: StandProfile, target: StandProfile) -> list[Volley]:
    """Return the volleys of the ranks that fire; raises OddsError if there is none (SN-7.0.c, SN-7.3.a)."""
    model, how = query.attacker, query.conditions
    left = ranks_of(model, firer, "attacker")
    _check_role(firer, how)
    pledged = firer.code in PLEDGED and how.fire == "voluntary" and not model.moves and not model.disordered
    if model.then_moves and not pledged:  # SN-7.2.c, SN-7.3.b
        message = words.NO_PLEDGE
        raise OddsError(message, path="attacker.then_moves", code="illegal")
    both = firer.code == "Pi" and len(left) >= TWO_RANKS and how.fire in ("voluntary", "opportunity")
    if model.both_ranks and not both:
        message = words.NO_SECOND_RANK
        raise OddsError(message, path="attacker.both_ranks", code="illegal")
    deep = len(ranks_of(query.target, target, "target"))
    cover = covered_by(terrain(how.cover, "conditions.cover"))
    shots = [
        Volley(
            firer, left[rank], how.fire, how.distance, target, deep, rank, model.moves, model.hexes,
            model.then_moves, model.disordered, how.garrison, cover,
        )
        for rank in range(TWO_RANKS if model.both_ranks else 1)
    ]  # fmt: skip
    _check_dice(shots, firer, how)
    return shots


def _check_role(firer: StandProfile, how: ShotConditions) -> None:
    """Check who fires on contact, and from where (SN-7.4, SN-7.5, SN-7.6)."""
    contact, defends = bool(firer.contact_fire_dice), firer.code in DEFENDERS
    roles = {
        "contact": (contact, "SN-7.6.a"),
        "defensive": (defends, "SN-7.4.a"),
        "support": (defends or contact, "SN-7.5.a"),
    }
    if how.fire not in roles:
        return
    if how.distance != 1:
        raise OddsError(words.AT_POINT_BLANK, path="conditions.distance", code="range")
    able, rule = roles[how.fire]
    if not able:
        message = words.illegal(rule, words.has_no(firer.name, words.ROLES[how.fire]))
        raise OddsError(message, path="conditions.fire", code="illegal")


def _check_dice(shots: Sequence[Volley], firer: StandProfile, how: ShotConditions) -> None:
    """Check that every volley can be fired (SN-7.0.c, SN-7.2.d-e)."""
    for one in shots:
        if not dice.by_contact(one) and dice.weapon_dice(firer, how.distance, sheet.load()) is None:
            most = dice.reach(firer, sheet.load())
            raise OddsError(words.reaches(firer.name, most), path="conditions.distance", code="range")
        barred = dice.why_no_dice(one)
        if barred is not None:
            raise OddsError(words.illegal(*barred), path="attacker.moves", code="illegal")
        if not dice.count(one, sheet.load()):
            raise OddsError(words.no_dice_left(firer.name), path="conditions.distance", code="range")


def _weapon(volley: Volley) -> str:
    """Return the weapon in words: `musket at 2H`."""
    if dice.by_contact(volley):
        return words.PISTOLS_ON_CONTACT
    name = sheet.load().weapons[volley.firer.weapon].name.lower()
    return weapon_at(name, volley.distance)


def _strike(base: int, modifiers: Sequence[Modifier]) -> dict[str, Any]:
    """Return the dice of a volley and the hits they make."""
    count = base + total(modifiers)
    return ANSWERS.dice(base, modifiers, count) | probabilities("hits", hit_distribution(count))


# ---------------------------------------------------------------------------- melee


def _melee(query: MeleeQuery) -> dict[str, Any]:
    lines = fighting.lines(query)
    sides = [_side(line) for line in lines]
    thrown = [side["dice"] + sum(each["dice"] for each in side["support"]) for side in sides]
    contenders = [
        Contender(
            # Of two mounted sides the one that made the contact bounces (SN-11.1.d).
            line[0].stand, thrown[index], alone=len(line) == 1, garrison=line[0].garrison,
            bounces=line[0].profile.kind.mounted and not (index and fighting.any_mounted(lines[0])),
        )
        for index, line in enumerate(lines)
    ]  # fmt: skip
    made = melee((contenders[0], contenders[1]))
    parts = [
        {
            **sides[index], **probabilities("hits", hit_distribution(thrown[index])),
            **_suffers(
                own.stand, hit_distribution(thrown[1 - index]).weights[-1][0], made.after[index],
                _after_melee(made.fates[index]),
            ),
        }
        for index, own in enumerate(contenders)
    ]  # fmt: skip
    verdicts = {"attacker_wins": WON, "draw": DRAWN, "target_wins": LOST}
    result = {name: _share(made.verdicts, partial(eq, verdict)) for name, verdict in verdicts.items()}
    return {"kind": "melee", "attacker": parts[0], "target": parts[1], "result": result}


def _side(line: Sequence[fighting.Troop]) -> dict[str, Any]:
    """Return the dice of a Battle Stand and of those who support it."""
    own = factors.own_terms(line[0].fighter, sheet.load())
    dice_ = factors.number(own)
    if total(own) < dice_:
        own.append(Modifier("SN-10.2.a", dice_ - total(own), AT_LEAST_ONE))
    return {
        "name": line[0].profile.name,
        **ANSWERS.dice(own[0].value, own[1:], dice_),
        "support": [
            {
                "name": each.profile.name,
                **ANSWERS.dice(each.fighter.sp, terms[1:], factors.support(terms)),
            }
            for each in line[1:]
            for terms in [factors.own_terms(each.fighter, sheet.load())]
        ],
    }


# ---------------------------------------------------------------------------- parts of an answer


def _suffers(struck: Sufferer, most: int, made: Distribution, fates: dict[str, float]) -> dict[str, Any]:
    """Return what up to `most` hits do to a stand, and with what chances it meets its `fates` (SN-8.0.b)."""
    numbers = (struck.adjusted(hits) for hits in range(1, most + 1))
    tests = {"tested": _share(made, lambda done: done[0]), "failed": _share(made, lambda done: done[1])}
    return ANSWERS.suffering(
        (struck.initial, struck.sp), struck.modifiers(), numbers, made, lambda done: done[2], tests | fates
    )


def _after_fire(struck: Sufferer, made: Distribution) -> dict[str, float]:
    """Return the chances of a stand after fire."""

    def disordered(done: After) -> bool:
        return done[2] < struck.sp and (done[0] or struck.disordered)

    return {
        "disordered": _share(made, disordered),
        "eliminated": _share(made, lambda done: done[2] >= struck.sp),
    }


def _after_melee(fates: Distribution) -> dict[str, float]:
    """Return the chances of a stand after a round of melee."""
    chances = {name: _share(fates, partial(eq, name)) for name in ("eliminated", "retreats", "bounces")}
    return {"disordered": _share(fates, lambda fate: fate not in ("steady", "eliminated")), **chances}


def _share(made: Distribution, holds: Callable[[Any], object]) -> float:
    return round(float(made.probability(holds)), DIGITS)

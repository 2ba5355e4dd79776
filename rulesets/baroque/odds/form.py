"""What the odds are asked by, a shot, pistols or a melee between units of the books or of one's own; what
their answers hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from rulesets.baroque import tables
from rulesets.baroque.armies import BaroqueBook, books
from rulesets.baroque.odds.query import MAX_SUPPORTS, MeleeQuery, PistolsQuery, ShotQuery
from rulesets.baroque.roster import card
from rulesets.contract.duelanswers import DuelAnswers
from rulesets.contract.odds import read
from rulesets.contract.oddsanswers import DuelTest
from rulesets.contract.oddsduel import Duel, Fighter
from rulesets.engine.fields import Field


def _hidden(unit: Fighter) -> Collection[str]:
    """Return what its characteristics rule out for a unit of a book."""
    if unit.profile is None:
        return ()
    needs = {"inflamed": "Agitators and Preachers", "lance": "Lance"}
    return [name for name, trait in needs.items() if not unit.profile.has(trait)]


def _conditions(firer: Fighter, fields: Mapping[str, Field]) -> Iterator[Field]:
    """Yield the fields of a shot: the weapon where the firer has several."""
    mine = firer.profile.weapons if firer.profile else firer.given("weapons")
    missiles = [name for name in mine if tables.weapon(name)]
    for name, field in fields.items():
        if name != "weapon":
            yield field
            continue
        weapon = replace(
            field,
            choices=(*field.choices, *((each, each) for each in missiles)),
            forgotten=lambda value: value not in missiles and tables.weapon(value) is not None,
        )
        if len(missiles) > 1 or read(weapon, firer.data) not in ([], [""]):
            yield weapon


ANSWERS = DuelAnswers(
    strength="vbu",
    measure="VBU",
    support_rule="BQ-7.6.b",
    test=DuelTest(
        name="Cohesion test",
        rule="BQ-6.2.b",
        number="Critical number",
        sum="VBU {current_vbu} less the hits",
        numbers="critical_numbers",
        modifiers="cohesion_modifiers",
        rerolls="cohesion_rerolls",
    ),
    facts=("current_vbu",),
    losses="losses",
    chances={
        "failed": "Fails its test",
        "disordered": "Is disordered afterwards",
        "exhausted": "Stands exhausted",
        "routed": "Routs",
        "leader_lost": "Its leader falls",
    },
    brief={"routed": "Routs"},
    unlikely=("leader_lost",),
    both=True,
    by_losing=("routs_by_losing", "routs, having lost where it was hit in flank or rear", "BQ-7.5.2.g"),
)

DUEL = Duel(
    kinds={
        "shot": ("A shot", ShotQuery),
        "pistols": ("Point-blank pistols", PistolsQuery),
        "melee": ("A round of melee", MeleeQuery),
    },
    fighter="Unit",
    supports="Support Units",
    most_supports=MAX_SUPPORTS,
    legends={"a": ("Fires", "One side"), "t": ("Is fired at", "The other")},
    entries={"a": "tyw-swedish.swedish-foot", "t": "tyw-catholic.cuirassiers"},
    books=books,
    profile=BaroqueBook.unit,
    card=card,
    answers=ANSWERS,
    hidden=_hidden,
    conditions=_conditions,
)

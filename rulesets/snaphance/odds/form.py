"""What the odds are asked by, a shot or a round of melee between stands of the books or of one's own; what
their answers hold.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.contract.duelanswers import DuelAnswers
from rulesets.contract.oddsanswers import DuelTest
from rulesets.contract.oddsduel import OWN, Duel, Fighter
from rulesets.snaphance.armies import SnaphanceBook, books
from rulesets.snaphance.odds.query import MAX_SUPPORTS, MeleeQuery, ShotQuery
from rulesets.snaphance.shooting.fire import PLEDGED


def _hidden(stand: Fighter) -> Iterator[str]:
    """Yield what its class, if it is known, and its part in the fight rule out for a stand."""
    profile = stand.profile
    given = (*stand.given("code"), "")[0] if stand.entry == OWN else ""
    code, ranks = (profile.code, profile.ranks) if profile else (given, 2)
    if code not in (*PLEDGED, ""):
        yield "then_moves"
    if code not in ("Pi", "") or ranks < 2:
        yield "both_ranks"
    if stand.number or (stand.kind == "shot" and stand.side == "a"):
        yield "general"
    if stand.side == "t" and not stand.number:
        yield from ("strikes", "across")


ANSWERS = DuelAnswers(
    strength="sp",
    measure="SP",
    support_rule="SN-10.6.b",
    test=DuelTest(
        name="Morale Test",
        rule="SN-8.0.a",
        number="Adjusted morale",
        sum="{initial_sp} SP less the hits, at least 1",
        numbers="adjusted_morale",
        modifiers="morale_modifiers",
    ),
    facts=("initial_sp", "sp_left"),
    losses="SP lost",
    chances={
        "tested": "Is hit and takes a Morale Test",
        "failed": "Fails it",
        "disordered": "Stands disordered",
        "retreats": "Retreats",
        "bounces": "Bounces",
        "eliminated": "Is eliminated",
    },
    brief={"tested": "Tested", "eliminated": "Eliminated"},
    volleys=True,
    seen=0.0005,
)

DUEL = Duel(
    kinds={"shot": ("A shot", ShotQuery), "melee": ("A round of melee", MeleeQuery)},
    fighter="Stand",
    supports="Supporting stands",
    most_supports=MAX_SUPPORTS,
    legends={"a": ("Fires", "Has made the contact"), "t": ("Is fired at", "Is attacked")},
    entries={"a": "swedish.swedish-brigade", "t": "imperial.cuirassiers"},
    books=books,
    profile=lambda book, entry, options: SnaphanceBook.stand(book, entry),
    answers=ANSWERS,
    hidden=_hidden,
)

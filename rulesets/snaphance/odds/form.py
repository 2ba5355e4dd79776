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
from rulesets.snaphance.roster import card
from rulesets.snaphance.shooting.fire import PLEDGED
from rulesets.snaphance.wording import odds as words


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
        name=words.MORALE_TEST,
        rule="SN-8.0.a",
        number=words.ADJUSTED_MORALE,
        sum=words.ADJUSTED_SUM,
        numbers="adjusted_morale",
        modifiers="morale_modifiers",
    ),
    facts=("initial_sp", "sp_left"),
    losses=words.SP_LOST,
    chances=words.CHANCES,
    brief=words.BRIEF,
    volleys=True,
    seen=0.0005,
)

DUEL = Duel(
    kinds={"shot": (words.SHOT, ShotQuery), "melee": (words.MELEE, MeleeQuery)},
    fighter=words.STAND,
    supports=words.SUPPORTS,
    most_supports=MAX_SUPPORTS,
    legends=words.LEGENDS,
    entries={"a": "swedish.swedish-brigade", "t": "imperial.cuirassiers"},
    books=books,
    profile=lambda book, entry, options: SnaphanceBook.stand(book, entry),
    card=card,
    answers=ANSWERS,
    hidden=_hidden,
)

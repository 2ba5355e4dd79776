"""The tournament document: settings, players and rounds, and how it is read and written.

`{"format": "leaguer-tournament", "version": 1, "name": ..., "seed": ..., "settings": {...}, "players": [...],
"rounds": [{"pairings": [{"table": 1, "players": ["p1", "p2"], "result": {"scores": [10, 2]}}], "byes":
[{"player": "p3"}]}]}`. Everything else (points, standings, the next pairings) follows from it.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field, ValidationError

from rulesets.engine.errors import Fault, FaultyDocumentError, fault_of
from rulesets.engine.jsontext import read_json
from rulesets.engine.wording import listed
from tournaments import wording as words
from tournaments.engine.day import Announcement, Penalty, Reason, Shown, SoftScore
from tournaments.engine.kinds import FIXED, KNOCKOUTS
from tournaments.engine.members import LineUp as LineUp
from tournaments.engine.members import Team as Team
from tournaments.engine.members import faults_in_teams, twice
from tournaments.engine.parts import MOST_ROUNDS, Key, Number, RoundNumber, Strict, Text
from tournaments.engine.scoringchecks import faults_in_scoring, needed
from tournaments.engine.sent import Marks
from tournaments.engine.settings import Settings
from tournaments.wording import scoring as scoring_words

FORMAT = "leaguer-tournament"
MAX_BYTES = 8_000_000
MOST_PLAYERS = 2_000
Score = Annotated[float, Field(ge=-100_000, le=100_000)]
Strength = Annotated[float, Field(gt=0, le=100_000)]
Line = Annotated[tuple[Key | Literal[""], ...], Field(max_length=MOST_PLAYERS * 2)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class TournamentError(FaultyDocumentError):
    """A tournament document cannot be read: every fault with its path."""

    document = "tournament"


class AskedBye(Strict):
    """A bye that somebody asked for before the round is paired."""

    round: RoundNumber
    kind: Literal["half", "full"] = "half"


class Player(Strict):
    """Somebody who plays. `first_round`: when a late arrival begins; `absent`: the rounds they miss;
    `last_round`: the last one before they left; `asked`: byes that they asked for. `number`: their starting
    number, 1 for the best, if one was given to them; `people`: the names of the two who play as one side in
    doubles; `trf`: what their line of a TRF says of sex, title, FIDE number and birth. `waiting`: on the
    waiting list, not in the tournament yet. `lists`: how the lists stand that they have sent in.
    """

    id: Key
    name: Annotated[str, Field(min_length=1, max_length=120)]
    club: Text = ""
    nation: Text = ""
    team: Text = ""
    allegiance: Text = ""
    book: Text = ""
    rating: Annotated[int, Field(ge=0, le=5000)] = 0
    number: Number | None = None
    people: Annotated[tuple[Text, ...], Field(max_length=2)] = ()
    trf: Text = ""
    first_round: RoundNumber = 1
    last_round: Annotated[int, Field(ge=0, le=MOST_ROUNDS)] | None = None
    absent: Annotated[tuple[RoundNumber, ...], Field(max_length=MOST_ROUNDS)] = ()
    asked: Annotated[tuple[AskedBye, ...], Field(max_length=MOST_ROUNDS)] = ()
    waiting: bool = False
    checked_in: bool = False
    penalties: Annotated[tuple[Penalty, ...], Field(max_length=50)] = ()
    soft: Annotated[tuple[SoftScore, ...], Field(max_length=20)] = ()
    lists: Marks = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the people who play: of both in doubles."""
        return tuple(each for each in self.people if each) or (self.name,)

    @property
    def pair(self) -> str:
        """Who the two of doubles are, "" where the name of their side says it."""
        return "" if all(each in self.name for each in self.names) else listed(self.names)

    def person(self, at: int) -> str:
        """Return the name of the first (0) or the second (1) of doubles, of a single player their own."""
        return self.names[min(at, len(self.names) - 1)]

    def plays(self, number: int) -> bool:
        """Return whether they are there in the round of this number."""
        here = self.first_round <= number and (self.last_round is None or number <= self.last_round)
        return here and number not in self.absent and not self.waiting


class Result(Strict):
    """What came of a pairing: the scores of both, or who did not turn up (`forfeit`). `winner` where the
    scores alone do not say: 0 the first, 1 the second player. `goes_on`: who does after a draw in a
    knock-out. `losses`: what each lost of its `strength`; `objectives`: what each had for the scenario's.
    """

    scores: tuple[Score, Score] = (0, 0)
    losses: tuple[Score, Score] | None = None
    strength: tuple[Strength, Strength] | None = None
    objectives: tuple[Score, Score] | None = None
    goes_on: Literal[0, 1] | None = None
    winner: Literal[0, 1, "draw"] | None = None
    forfeit: Literal["first", "second", "both"] | None = None

    @property
    def played(self) -> bool:
        """Whether there was a battle."""
        return self.forfeit is None


class Report(Strict):
    """A result as one side of a pairing has reported it: 0 the first player, 1 the second."""

    side: Literal[0, 1]
    result: Result


class Dispute(Strict):
    """One side says that what the other has reported is wrong."""

    side: Literal[0, 1]
    reason: Reason = ""


class Pairing(Strict):
    """Two players at a table; the first deploys first. `locked`: they play whatever the criteria say;
    `scenario`: theirs alone.

    `result` counts; until there is one, `reports` are what players have said, and `dispute` that they do not
    agree. `decided`: why the organiser decided so.
    """

    players: tuple[Key, Key]
    table: Annotated[int, Field(ge=0, le=1000)] = 0
    scenario: Text = ""
    result: Result | None = None
    locked: bool = False
    reports: Annotated[tuple[Report, ...], Field(max_length=2)] = ()
    dispute: Dispute | None = None
    decided: Reason = ""

    @property
    def state(self) -> Literal["open", "reported", "disputed", "settled"]:
        """How far the result is: two reports that stand beside each other differ."""
        if self.result is not None:
            return "settled"
        if self.dispute is not None or len(self.reports) > 1:
            return "disputed"
        return "reported" if self.reports else "open"

    def side(self, player: str) -> Literal[0, 1] | None:
        """Return the side that somebody plays, None if they are not of this pairing."""
        return None if player not in self.players else 0 if player == self.players[0] else 1


class Bye(Strict):
    """A round without an opponent. `bye`: nobody was left to play; `half` and `zero`: asked for; `full`:
    given, with the points of a win.
    """

    player: Key
    kind: Literal["bye", "half", "zero", "full"] = "bye"


class Round(Strict):
    """A round: who plays whom, and who does not play. `draw`: of the first round, the groups that were drawn;
    of the first one of a knock-out, its first line from top to bottom. `published`: everybody may
    see it; `ends`: when time is up, while its clock runs; `reminded`: when tables without a result were last.
    """

    pairings: Annotated[tuple[Pairing, ...], Field(max_length=MOST_PLAYERS)] = ()
    byes: Annotated[tuple[Bye, ...], Field(max_length=MOST_PLAYERS)] = ()
    draw: Annotated[tuple[Line, ...], Field(max_length=64)] = ()
    published: bool = True
    ends: AwareDatetime | None = None
    reminded: AwareDatetime | None = None

    @property
    def complete(self) -> bool:
        """Whether every result is there."""
        return all(each.result is not None for each in self.pairings)


class Forbidden(Strict):
    """Two who must not meet, in no round or in none of `rounds` (the first and the last one)."""

    players: tuple[Key, Key]
    rounds: tuple[RoundNumber, RoundNumber] = (1, MOST_ROUNDS)


class Tournament(Strict):
    """A whole tournament. `seed`: what every lot is drawn from; "" where it is still `sealed` (see `lots`),
    and then `round_keys` has those of the rounds that are here.
    `trf`: lines of a TRF that say nothing to Leaguer, such as the arbiters'; they go out as they came in.
    `line_ups`: what captains have given; `matches`: the teams that meet in the round that is not published
    yet, once everybody may know.
    `locks`: who play each other in the next round, whatever the criteria say. `shown`: what everybody may see
    besides the rounds that are published. `lists_locked`: players send in no more lists.
    """

    format: Literal["leaguer-tournament"] = "leaguer-tournament"
    version: Literal[1] = 1
    name: Text = ""
    date: datetime.date | None = None
    seed: Annotated[str, Field(max_length=64)] = "1"
    sealed: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")] = ""
    round_keys: Annotated[tuple[Sha256, ...], Field(max_length=MOST_ROUNDS)] = ()
    settings: Settings = Settings()
    players: Annotated[tuple[Player, ...], Field(max_length=MOST_PLAYERS)] = ()
    teams: Annotated[tuple[Team, ...], Field(max_length=MOST_PLAYERS)] = ()
    line_ups: Annotated[tuple[LineUp, ...], Field(max_length=MOST_PLAYERS * MOST_ROUNDS)] = ()
    matches: Annotated[tuple[tuple[Key, Key], ...], Field(max_length=MOST_PLAYERS)] = ()
    rounds: Annotated[tuple[Round, ...], Field(max_length=MOST_ROUNDS)] = ()
    locks: Annotated[tuple[tuple[Key, Key], ...], Field(max_length=MOST_PLAYERS)] = ()
    announcements: Annotated[tuple[Announcement, ...], Field(max_length=1000)] = ()
    shown: tuple[Shown, ...] = ("standings",)
    lists_locked: bool = False
    forbidden: Annotated[tuple[Forbidden, ...], Field(max_length=MOST_PLAYERS)] = ()
    trf: Annotated[tuple[Annotated[str, Field(max_length=2000)], ...], Field(max_length=200)] = ()

    def asked_in(self, number: int) -> dict[str, str]:
        """Return who asked for a bye in the round of this number, and its kind."""
        return {
            player.id: each.kind
            for player in self.players
            for each in player.asked
            if each.round == number and player.plays(number)
        }

    def forbidden_in(self, number: int) -> set[tuple[str, str]]:
        """Return the pairs that must not meet in the round of this number."""
        return {each.players for each in self.forbidden if each.rounds[0] <= number <= each.rounds[1]}

    @property
    def seal(self) -> str:
        """The SHA-256 of the seed, which everybody knows from the beginning."""
        return hashlib.sha256(self.seed.encode()).hexdigest() if self.seed else self.sealed

    @property
    def by_id(self) -> dict[str, Player]:
        """The players by their ids."""
        return {each.id: each for each in self.players}

    def with_round(self, added: Round) -> Tournament:
        """Return this with one more round."""
        return self.model_copy(update={"rounds": (*self.rounds, added)})

    def up_to(self, number: int) -> Tournament:
        """Return this as it stood after the round of this number."""
        return self.model_copy(update={"rounds": self.rounds[:number]})

    def to_json(self) -> dict[str, Any]:
        """Return the document, without what is as usual."""
        named = {"format": FORMAT, "version": 1, "seed": self.seed}
        return named | self.model_dump(mode="json", exclude_defaults=True)


def read_tournament(data: str | bytes | Mapping[str, Any]) -> Tournament:
    """Return the tournament in a document; raises TournamentError with all that is wrong with it."""
    if isinstance(data, (str, bytes)):
        if len(data) > MAX_BYTES:
            raise TournamentError(Fault("", words.TOO_LARGE))
        data = read_json(data)
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise TournamentError(Fault("format", words.NOT_A_TOURNAMENT))
    try:
        # As JSON: there tuples are lists.
        found = Tournament.model_validate_json(json.dumps(data))
    except ValidationError as error:
        raise TournamentError(*(fault_of(each) for each in error.errors(include_url=False))) from None
    if faults := tuple(faults_in(found)):
        raise TournamentError(*faults)
    return found


def faults_in(tournament: Tournament) -> Iterator[Fault]:
    """Yield what is wrong with a tournament whose fields are right each for itself."""
    ids = [each.id for each in tournament.players]
    for key in twice(ids):
        yield Fault(f"players[{len(ids) - 1 - ids[::-1].index(key)}].id", words.twice_here(key))
    settings = tournament.settings
    if len(tournament.rounds) > settings.rounds and settings.kind not in FIXED:
        yield Fault("rounds", words.more_rounds_than(settings.rounds))
    if not (tournament.seed or tournament.sealed):
        yield Fault("seed", words.NO_SEED)
    if tournament.sealed and tournament.sealed != tournament.seal:
        yield Fault("sealed", words.ANOTHER_SEED)
    yield from faults_in_scoring(settings.scoring, "settings.scoring")
    if settings.teams is not None:
        yield from faults_in_scoring(settings.teams.scoring, "settings.teams.scoring")
    if settings.fide is not None and (settings.scoring.bands or settings.scoring.formula):
        yield Fault("settings.fide", words.FIDE_HAS_NO_BANDS)
    known = set(ids)
    for key in twice(each.number for each in tournament.players if each.number):
        yield Fault("players", words.number_twice(key))
    for number, pair in enumerate(tournament.forbidden):
        for side, key in enumerate(pair.players):
            if key not in known:
                yield Fault(f"forbidden[{number}].players[{side}]", words.no_such_player(key))
    yield from faults_in_teams(tournament.teams, tournament.line_ups, known, tournament.matches)
    drawn = {each.id for each in tournament.teams} if settings.teams else known
    for number, each in enumerate(tournament.rounds):
        yield from _round_faults(each, f"rounds[{number}]", known)
        yield from _result_faults(each, f"rounds[{number}]", needed(settings.scoring))
        yield from _draw_faults(each, f"rounds[{number}].draw", drawn)
    yield from _line_faults(tournament)


def _result_faults(found: Round, path: str, fields: set[str]) -> Iterator[Fault]:
    """Yield which results lack what the scoring needs."""
    for at, pairing in enumerate(found.pairings):
        result = pairing.result
        if result is not None and result.played:
            for field in sorted(fields):
                if getattr(result, field) is None:
                    yield Fault(f"{path}.pairings[{at}].result.{field}", scoring_words.needed(field))


def _draw_faults(found: Round, path: str, known: set[str]) -> Iterator[Fault]:
    named = [key for line in found.draw for key in line if key]
    for key in sorted(set(named) - known):
        yield Fault(path, words.not_in_the_draw(key))
    for key in twice(named):
        yield Fault(path, words.twice_here(key))


def _line_faults(tournament: Tournament) -> Iterator[Fault]:
    """Yield what is wrong with what was drawn for the first round of a knock-out or of groups."""
    kind = tournament.settings.kind
    if not tournament.rounds or kind not in (*KNOCKOUTS, "groups"):
        return
    draw = tournament.rounds[0].draw
    if not draw:
        yield Fault("rounds[0].draw", words.NO_DRAW)
    elif kind in KNOCKOUTS and not is_line(draw[0]):
        yield Fault("rounds[0].draw[0]", words.NO_LINE)


def is_line(line: Sequence[str]) -> bool:
    """Return whether a knock-out can begin from a line: of 2, 4, 8 and so on places."""
    return len(line) > 1 and not len(line) & (len(line) - 1)


def _round_faults(found: Round, path: str, known: set[str]) -> Iterator[Fault]:
    named = [
        *((f"{path}.pairings[{at}].players[{side}]", key)
          for at, each in enumerate(found.pairings) for side, key in enumerate(each.players)),
        *((f"{path}.byes[{at}].player", each.player) for at, each in enumerate(found.byes)),
    ]  # fmt: skip
    seen: set[str] = set()
    for place, key in named:
        if key not in known:
            yield Fault(place, words.no_such_player(key))
        elif key in seen:
            yield Fault(place, words.twice_in_a_round(key))
        seen.add(key)
    tables = [each.table for each in found.pairings if each.table]
    for table in twice(tables):
        yield Fault(f"{path}.pairings", words.table_twice(table))


def everybody_in(found: Round) -> set[str]:
    """Return the ids of all who are paired or have a bye in a round."""
    paired = chain.from_iterable(each.players for each in found.pairings)
    return {*paired, *(each.player for each in found.byes)}

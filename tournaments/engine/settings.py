"""The settings of a tournament, as data that organisers copy and change: rounds, points, pairing, tie-breaks.

Nothing that is worked out depends on a figure that does not stand here.
"""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

from pydantic import Field

from tournaments.engine.allowed import Fresh, Limits, PenaltyKind, Scenarios, SoftKind, TableSetting
from tournaments.engine.allowed import Origin as Origin
from tournaments.engine.formula import Formula
from tournaments.engine.kinds import Groups, Kind, Knockout
from tournaments.engine.parts import MOST_ROUNDS as MOST_ROUNDS
from tournaments.engine.parts import Number as Number
from tournaments.engine.parts import Points as Points
from tournaments.engine.parts import RoundNumber as RoundNumber
from tournaments.engine.parts import Strict as Strict
from tournaments.engine.parts import Tagged
from tournaments.engine.parts import Text as Text
from tournaments.engine.schedule import Publishing, Schedule

Group = Literal["club", "team", "nation"]


# -- points ----------------------------------------------------------------------------------------


class Band(Strict):
    """The match points of winner and loser for a difference of scores from `least` on."""

    least: Annotated[int, Field(ge=0, le=100_000)]
    points: tuple[Points, Points]
    name: Text = ""


class Scoring(Strict):
    """How a result becomes match points and small points.

    With `bands` the difference of the two scores gives them; without, `win`, `draw` and `loss` do; with a
    `formula`, that does. `of` losses_share: what counts as a side's score is the share of the enemy that it
    destroyed, in per cent. `bonus` is added to the match points. Small points are the winner's difference,
    each player's own score, what `small_formula` gives, or nothing.
    """

    of: Literal["scores", "losses_share"] = "scores"
    formula: Formula | None = None
    bonus: Formula | None = None
    small_formula: Formula | None = None

    win: Points = 3
    draw: Points = 1
    loss: Points = 0
    bands: tuple[Band, ...] = ()
    small: Literal["difference", "scores", "none"] = "scores"
    bye: Points = 3
    bye_small: Points = 0
    half_bye: Points = 1
    forfeit_win: Points = 3
    forfeit_small: Points = 0


# -- pairing ---------------------------------------------------------------------------------------


class Rematch(Tagged):
    """Nobody meets the same opponent again. `hard`: a round that would need it is refused."""

    by: Literal["rematch"] = "rematch"
    hard: bool = True


class Bye(Tagged):
    """The bye goes to who has had none, then to who stands lowest."""

    by: Literal["bye"] = "bye"


class ScoreDifference(Tagged):
    """Opponents have the same match points, or else as nearly as can be: squares of differences are added, so
    that one large difference is worse than two small ones. `of` small: by small points instead.
    """

    by: Literal["score"] = "score"
    of: Literal["match", "small"] = "match"


class Apart(Tagged):
    """People of one club, team or nation do not meet: always, or in the first `rounds`."""

    by: Literal["apart"] = "apart"
    group: Group
    rounds: Annotated[int, Field(ge=0, le=MOST_ROUNDS)] = 0


class Opposed(Tagged):
    """Opponents are of two allegiances, as Royalist and Parliament; or of two army books or nations. With
    `pairs`, historical opponents: of two that are named together.
    """

    by: Literal["opposed"] = "opposed"
    of: Literal["allegiance", "book", "nation"] = "allegiance"
    pairs: Annotated[tuple[tuple[Text, Text], ...], Field(max_length=200)] = ()


class Sides(Tagged):
    """Opponents have not both been first (or both second) more often: deployment is balanced."""

    by: Literal["sides"] = "sides"


class Order(Tagged):
    """Who meets whom among players of the same match points: the top half the bottom half (`fold`), or
    `neighbours`. They stand in the order of the standings, else of their ratings, of their starting numbers
    (`seed`), or of a `lot` that is sealed in the tournament's seed. `first`: what orders the first round.
    `rating` as `how` is neighbours by rating.
    """

    by: Literal["order"] = "order"
    how: Literal["fold", "neighbours", "rating"] = "fold"
    rank: Literal["standings", "rating", "seed", "lot"] = "standings"
    first: Literal["rating", "seed", "lot"] = "rating"


Criterion = Annotated[
    Rematch | Bye | ScoreDifference | Apart | Opposed | Sides | Order, Field(discriminator="by")
]
USUAL_CRITERIA: tuple[Criterion, ...] = (
    Rematch(), Bye(), ScoreDifference(), Apart(group="club", rounds=2), Opposed(), Sides(), Order(),
)  # fmt: skip


class Acceleration(Strict):
    """Points that nobody has: added in the rounds `from_round` to `to_round` when those with the starting
    numbers `first` to `last` are paired, so that the strong meet sooner.
    """

    points: Points
    from_round: RoundNumber
    to_round: RoundNumber
    first: Number
    last: Number


class Fide(Strict):
    """Pair Swiss rounds as FIDE does instead of by criteria. `top`: whether number 1 begins as the first of a
    pair (in chess, with White) or as the second, or the lot decides.
    """

    system: Literal["dutch", "dubov", "burstein"] = "dutch"
    top: Literal["first", "second", "lot"] = "lot"
    accelerated: Annotated[tuple[Acceleration, ...], Field(max_length=2000)] = ()


# -- tie-breaks ------------------------------------------------------------------------------------


class TieBreak(Strict):
    """A tie-break. `cut_low` and `cut_high`: how many of the lowest and highest terms are left out of a sum
    of what opponents have (`buchholz`, `sonneborn_berger`, `rating`) or of one's own points after each round
    (`progressive`).
    """

    by: Literal[
        "buchholz", "sonneborn_berger", "direct", "small", "small_against", "small_difference", "scores",
        "scores_against", "inflicted", "wins", "wins_fought", "wins_all", "schedule", "progressive", "rating",
        "lot",
    ]  # fmt: skip
    cut_low: Annotated[int, Field(ge=0, le=4)] = 0
    cut_high: Annotated[int, Field(ge=0, le=4)] = 0


USUAL_TIEBREAKS = (
    TieBreak(by="small"), TieBreak(by="direct"), TieBreak(by="buchholz"), TieBreak(by="lot"),
)  # fmt: skip


# -- teams -----------------------------------------------------------------------------------------


class Teams(Strict):
    """Teams of `size` who play at a time. `scoring`: the team points for the sums of board points, which are
    the match points of their battles. `line_ups`: when a team learns that of the other: once `both` captains
    have given theirs and know whom they meet, or at `publishing`.
    """

    size: Annotated[int, Field(ge=2, le=20)] = 4
    line_ups: Literal["both", "publishing"] = "both"
    scoring: Scoring = Scoring(win=2, draw=1, loss=0, bye=2, half_bye=1, forfeit_win=2)


# -- all of it -------------------------------------------------------------------------------------


class Settings(Strict):
    """All settings. `fide`: Swiss rounds by a system of FIDE instead of `pairing`. `teams`: rounds are paired
    between teams. `doubles`: two people play as one side. `unplayed`: what rounds that were not played are
    worth to a Buchholz and a Sonneborn-Berger: nothing; one's own points, as if one had played oneself; or
    what FIDE's rules say (C.07, of July 2023 or of March 2026). `minutes`: how long a round lasts;
    `registration`: whether people may enter themselves, and `places`: how many may play (0: as many as
    come). `moves_up`: whoever is first on the waiting list moves up when somebody leaves before the first
    round. `soft_counts`: soft scores are added to the match points. `tables`: how many there are (0: as many
    as are needed), `terrain`: what lies on them; `fresh`: what nobody should have twice, the most important
    first. `origin`: the preset that all this was copied from. `schedule`: when rounds begin, and deadlines;
    `publishing`: what is public when.
    """

    kind: Kind = "swiss"
    knockout: Knockout = Knockout()
    groups: Groups = Groups()
    teams: Teams | None = None
    doubles: bool = False
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 5
    tables: Annotated[int, Field(ge=0, le=1000)] = 0
    scoring: Scoring = Scoring()
    pairing: Annotated[tuple[Criterion, ...], Field(max_length=12)] = USUAL_CRITERIA
    fide: Fide | None = None
    tiebreaks: Annotated[tuple[TieBreak, ...], Field(max_length=12)] = USUAL_TIEBREAKS
    unplayed: Literal["zero", "own", "fide_2023", "fide_2026"] = "zero"
    minutes: Annotated[int, Field(ge=0, le=1440)] = 0
    registration: Literal["open", "waiting", "closed"] = "closed"
    places: Annotated[int, Field(ge=0, le=2_000)] = 0
    moves_up: bool = True
    soft_counts: bool = False
    origin: Origin | None = None
    limits: Limits = Limits()
    penalties: Annotated[tuple[PenaltyKind, ...], Field(max_length=20)] = ()
    soft: Annotated[tuple[SoftKind, ...], Field(max_length=20)] = ()
    terrain: Annotated[tuple[TableSetting, ...], Field(max_length=1000)] = ()
    scenarios: Scenarios = Scenarios()
    fresh: Annotated[tuple[Fresh, ...], Field(max_length=3)] = ()
    schedule: Schedule = Schedule()
    publishing: Publishing = Publishing()

    @property
    def lists_due(self) -> datetime.datetime | None:
        """When lists are due: by the schedule; where it says nothing, by the limits of older documents."""
        return self.schedule.lists_due or self.limits.until

    def with_lists_due(self, at: datetime.datetime | None) -> Settings:
        """Return the settings with this deadline as the only one for lists."""
        schedule = self.schedule.model_copy(update={"lists_due": at})
        limits = self.limits.model_copy(update={"until": None})
        return self.model_copy(update={"schedule": schedule, "limits": limits})

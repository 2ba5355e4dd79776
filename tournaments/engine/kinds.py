"""The kinds of tournaments, and what organisers settle of each."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tournaments.engine.parts import MOST_ROUNDS, Strict

Kind = Literal["swiss", "round_robin", "double_round_robin", "knockout", "double_knockout", "groups"]
KNOCKOUTS: tuple[Kind, ...] = ("knockout", "double_knockout")
FIXED: tuple[Kind, ...] = ("double_round_robin", *KNOCKOUTS, "groups")
"""The kinds whose number of rounds follows from the number of players, whatever `rounds` says."""


class Knockout(Strict):
    """A knock-out. `seeding`: by starting numbers and ratings, or by `lot`; `third_place`: those who lost the
    semi-finals play for it; `reset`: a double knock-out has a second final if whoever had not been beaten
    loses the first; `draws`: after a draw the organiser says who goes on (`decide`), or the better `seed`
    does.
    """

    seeding: Literal["seed", "lot"] = "seed"
    third_place: bool = False
    reset: bool = True
    draws: Literal["decide", "seed"] = "decide"


class Groups(Strict):
    """Groups whose first `through` go on to a knock-out. `play`: everybody meets everybody, or `rounds` of
    Swiss; `seeding`: by seeds and ratings to and fro (`snake`), or by `lot`.
    """

    count: Annotated[int, Field(ge=2, le=64)] = 4
    play: Literal["round_robin", "swiss"] = "round_robin"
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 3
    seeding: Literal["snake", "lot"] = "snake"
    through: Annotated[int, Field(ge=1, le=32)] = 2
    then: Literal["knockout", "double_knockout"] = "knockout"

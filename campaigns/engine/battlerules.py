"""The chapter `battles` of the rule set: how engagements are fought, what becomes of units and leaders."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, ValidationInfo, field_validator

from campaigns.engine.maps import Count, Percent, Strict
from campaigns.wording import battles as words


class Aftermath(Strict):
    """What becomes of units after a battle, in per cent. Of the steps lost `stragglers` come back to the
    winner's units at once and `stragglers_beaten` to the loser's. A unit destroyed is gone but for
    `destroyed_back` per cent who return as a worn unit, a unit that fled returns with `fled_back` per cent,
    after `away` turns, with `fled_steps` per cent of its steps. A beaten force loses `pursuit` per cent of
    the steps that it has left if the winner has mounted troops, and goes back `retreat` links or more, to
    where no enemy stands. After a draw the attackers go back. Leaders: see `leaders`.
    """

    stragglers: Percent = 50
    stragglers_beaten: Percent = 25
    destroyed_back: Percent = 0
    fled_back: Percent = 75
    fled_steps: Percent = 50
    away: Annotated[int, Field(ge=0, le=20)] = 1
    pursuit: Percent = 10
    retreat: Annotated[int, Field(ge=0, le=5)] = 1


class Leaders(Strict):
    """Commanders lost in battle: of a hundred, `killed`, `captured` (only by a winner who holds the field),
    else wounded for `wounded` turns. `ransom` in currency; a captured one is home again when it is paid.
    """

    killed: Percent = 30
    captured: Percent = 20
    wounded: Annotated[int, Field(ge=0, le=50)] = 3
    ransom: Count = 20


class Experience(Strict):
    """What units learn: points for a battle fought and won, none for one that ended before its first
    turn; at `veteran` a unit is veteran, which gives it `recovers` per cent more of its stragglers back.
    """

    fought: Count = 1
    won: Count = 1
    veteran: Count = 4
    recovers: Percent = 25


class Quick(Strict):
    """A battle settled by the campaign's own dice, for systems or umpires that want none on a table.

    Each side's fighting worth is multiplied by 0.5 to 1.5 (`luck` per cent around 100), by `fortified`,
    `ambush` and `river` where they hold; the greater wins, within `draw` per cent nobody does. The loser
    loses `loser` per cent of its steps times the proportion (at most twice), the winner `winner` divided by
    it; of the units of the loser `broken` per cent of the lost steps are whole units that fled. `leaders`:
    per cent that a leader of the beaten side is lost, half of that for any other.

    A side that resigns on the board loses at least as much as a loser with the same luck as the winner.
    """

    luck: Percent = 30
    fortified: Annotated[int, Field(ge=100, le=500)] = 150
    ambush: Annotated[int, Field(ge=100, le=500)] = 125
    river: Annotated[int, Field(ge=100, le=500)] = 115
    draw: Percent = 10
    loser: Percent = 30
    winner: Percent = 12
    broken: Percent = 50
    leaders: Percent = 10


Way: TypeAlias = Literal["board", "automatic", "table", "quick"]


class Battles(Strict):
    """Engagements. `least`: a force worth less does not fight, it evades or is taken. `most`: what a side may
    field (0: all); `fought`: the ways in which they may be fought. `method`: whether the two sides agree on
    one of these ways, or the one that always holds. `method_hours`: after so many hours without an agreement
    (0: never) `method_late` holds. `terrain`: for each ground of the map, what a system makes its table of (a
    key of the system's own, see its page). `turns`: the most turns. `systems`: whether battles are fought in
    the forces' own systems, by stand-ins only where these differ, or by army lists that stand in for the
    forces in any system of the campaign. `tolerance`: per cent by which a stand-in's worth may differ from
    that of the forces it stands for (0: by any).
    """

    least: Count = 0
    most: Count = 0
    fought: list[Way] = ["board", "automatic", "table", "quick"]
    # Rule sets stand in logs whose hashes are chained: one of before methods is written as it was.
    method: Annotated[
        Literal["sides", "board", "automatic", "table", "quick"],
        Field(exclude_if=lambda value: value == "sides"),
    ] = "sides"
    method_hours: Annotated[int, Field(ge=0, le=8760, exclude_if=lambda value: value == 0)] = 0
    method_late: Annotated[
        Way, Field(validate_default=True, exclude_if=lambda value: value == "automatic")
    ] = "automatic"
    systems: Literal["forces", "any"] = "forces"
    tolerance: Percent = 0
    max_turns: Annotated[int, Field(ge=1, le=60)] = 12
    aftermath: Aftermath = Aftermath()
    leaders: Leaders = Leaders()
    experience: Experience = Experience()
    quick: Quick = Quick()

    @field_validator("method", "method_late")
    @classmethod
    def _is_allowed(cls, value: str, info: ValidationInfo) -> str:
        # Without a deadline the late way decides nothing, so what an old rule set allows may lack it.
        counts = info.field_name == "method" or info.data.get("method_hours")
        if counts and value not in ("sides", *info.data.get("fought", ())):
            raise ValueError(words.not_a_way_to_fight(value))
        return value

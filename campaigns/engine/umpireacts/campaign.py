"""What an umpire may change beside forces: factions, areas, date and weather, battles, rules."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Literal

from campaigns.engine.battlefields import check_outcome, contradictions
from campaigns.engine.documents import season_of
from campaigns.engine.events.base import Names
from campaigns.engine.events.factions import relate
from campaigns.engine.maps import Key, KeyOrNone, Text
from campaigns.engine.rules import CampaignRules
from campaigns.engine.standins import can_fight, systems_for
from campaigns.engine.state import Outcome, Relation, State
from campaigns.engine.umpireacts.base import Amount, FactionAct, Id, UmpireAct
from campaigns.wording import battles, unknown
from campaigns.wording import umpire as words
from rulesets.contract import registry
from rulesets.engine.errors import Fault


class AmountAct(FactionAct):
    """Gives a faction so much of what `do` says, or takes it."""

    do: str
    amount: Amount

    def change(self, state: State) -> None:
        faction, name = state.factions[self.faction], self.do
        setattr(faction, name, getattr(faction, name) + self.amount)


class MoneyAct(AmountAct):
    """Gives a faction money, or takes it."""

    do: Literal["money"] = "money"
    sentence = words.CHANGED_MONEY


class PointsAct(AmountAct):
    """Gives a faction victory points, or takes them."""

    do: Literal["points"] = "points"
    sentence = words.CHANGED_POINTS


class OwnerAct(UmpireAct):
    """Gives an area to a faction, or to nobody."""

    do: Literal["owner"] = "owner"
    sentence = words.GAVE_AREA
    area: Key
    faction: KeyOrNone = ""

    def change(self, state: State) -> None:
        state.areas[self.area].owner = self.faction


class RelationAct(UmpireAct):
    """Sets what two factions are to each other."""

    do: Literal["relation"] = "relation"
    sentence = words.SET_RELATION
    faction: Key
    other: Key
    relation: Relation

    def faults(self, state: State) -> Iterator[Fault]:
        yield from super().faults(state)
        if self.other not in state.factions or self.other == self.faction:
            yield Fault("other", unknown.other_faction(self.other))

    def change(self, state: State) -> None:
        relate(state, self.faction, self.other, self.relation)


class WeatherAct(UmpireAct):
    """Sets the weather."""

    do: Literal["weather"] = "weather"
    sentence = words.CHANGED_WEATHER
    weather: Text

    def faults(self, state: State) -> Iterator[Fault]:
        known = [each.name for each in state.rules.calendar.weather]
        if self.weather not in known:
            yield Fault("weather", words.choose_one_of(known))

    def change(self, state: State) -> None:
        state.weather = self.weather


class DateAct(UmpireAct):
    """Sets the date, and with it the season."""

    do: Literal["date"] = "date"
    sentence = words.CHANGED_DATE
    date: date

    def change(self, state: State) -> None:
        state.date, state.season = self.date.isoformat(), season_of(state.rules, self.date)


class OutcomeAct(UmpireAct):
    """Sets the outcome of an engagement of this turn; it takes effect when the turn concludes."""

    do: Literal["outcome"] = "outcome"
    sentence = words.DECIDED_RESULT
    engagement: Id
    outcome: Outcome

    def faults(self, state: State) -> Iterator[Fault]:
        faults = check_outcome(state, self.engagement, self.outcome)
        yield from faults or contradictions(state, state.engagements[self.engagement], self.outcome)

    def known(self, state: State) -> tuple[str, ...]:
        return tuple(sorted({side.faction for side in state.engagements[self.engagement].sides}))


class MethodAct(UmpireAct):
    """Sets how an engagement of this turn is fought, in the forces' own system or another one."""

    do: Literal["method"] = "method"
    engagement: Id
    means: Literal["board", "automatic", "table", "quick"]
    system: Text = ""

    def faults(self, state: State) -> Iterator[Fault]:
        found = state.engagements.get(self.engagement)
        if found is None or found.turn != state.turn or found.outcome is not None or state.phase != "battles":
            yield Fault("engagement", unknown.open_battle(self.engagement))
        elif self.system and self.system not in systems_for(state, found):
            yield Fault("system", battles.NOT_IN_THAT_SYSTEM)
        elif self.means not in state.rules.battles.fought or (
            self.system and not can_fight(self.system, self.means)
        ):
            yield Fault("means", battles.NOT_IN_THAT_WAY)

    def known(self, state: State) -> tuple[str, ...]:
        return tuple(sorted({side.faction for side in state.engagements[self.engagement].sides}))

    def describe(self, names: Names) -> str:
        system = registry.get(self.system).name if self.system else ""
        return words.decided_method(names(self.engagement), self.means, system)


class RulesAct(UmpireAct):
    """Puts another rule set in the place of the campaign's."""

    do: Literal["rules"] = "rules"
    sentence = words.CHANGED_RULES
    rules: CampaignRules

    def change(self, state: State) -> None:
        state.rules = self.rules


class EndAct(UmpireAct):
    """Ends the campaign, with a winner or none."""

    do: Literal["end"] = "end"
    sentence = words.ENDED
    faction: KeyOrNone = ""

    def change(self, state: State) -> None:
        state.phase, state.winner = "over", self.faction

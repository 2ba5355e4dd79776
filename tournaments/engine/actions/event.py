"""What can be done about a tournament as a whole: its settings, what is shown, what is announced."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from tournaments.engine.actions.base import Action, changed
from tournaments.engine.day import Announcement, Shown
from tournaments.engine.document import Tournament, TournamentError, faults_in
from tournaments.engine.settings import Settings


class ChangeSettings(Action):
    """Give the tournament other settings, name and day."""

    do: Literal["settings"] = "settings"
    arranges = True
    settings: Settings
    name: Annotated[str, Field(min_length=1, max_length=120)]
    date: datetime.date | None = None

    def apply(self, tournament: Tournament) -> Tournament:
        found = changed(tournament, settings=self.settings, name=self.name, date=self.date)
        if faults := tuple(faults_in(found)):
            raise TournamentError(*faults)
        return found


class Show(Action):
    """Let everybody see the standings, or the lists; or hide them again."""

    do: Literal["show"] = "show"
    what: Shown
    shown: bool = True

    def apply(self, tournament: Tournament) -> Tournament:
        others = [each for each in tournament.shown if each != self.what]
        return changed(tournament, shown=tuple([*others, self.what] if self.shown else others))


class Announce(Action):
    """Tell everybody something."""

    do: Literal["announce"] = "announce"
    at: AwareDatetime
    text: Annotated[str, Field(min_length=1, max_length=500)]

    def apply(self, tournament: Tournament) -> Tournament:
        added = Announcement(at=self.at, text=self.text)
        return changed(tournament, announcements=(*tournament.announcements, added))

"""The form by which organisers enter teams."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from django import forms

from rulesets.engine.errors import LeaguerError
from tournaments.engine.actions import EnterTeam
from tournaments.engine.document import Player, Team, Tournament
from tournaments.forms import new_player_id
from tournaments.wording import pages as words

MOST_TEAMS = 500
MOST_MEMBERS = 40
LONGEST = 120


class TeamsForm(forms.Form):
    """Teams to enter, a line each."""

    lines = forms.CharField(
        label="Teams", max_length=200_000,
        widget=forms.Textarea(attrs={"rows": 4, "placeholder": "York: Anna, Bob, Cora, Dan"}),
        help_text="One team per line: its name, a colon, then its members in the order of their boards. "
        "The first is the captain. Members who are not players yet are added with the team.",
    )  # fmt: skip

    def clean_lines(self) -> list[tuple[str, list[str]]]:
        """Return the name and the members of each team."""
        found = list(self._lines(self.cleaned_data["lines"]))
        if not found:
            raise forms.ValidationError(words.NO_TEAM_LINE)
        if len(found) > MOST_TEAMS:
            raise forms.ValidationError(words.too_many_teams(MOST_TEAMS))
        return found

    def _lines(self, text: str) -> Iterator[tuple[str, list[str]]]:
        for at, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            name, _, members = (each.strip() for each in line.partition(":"))
            names = [each.strip() for each in members.split(",") if each.strip()]
            if not name:
                raise forms.ValidationError(words.line_fault(at, words.NO_TEAM_NAME))
            if max(map(len, [name, *names])) > LONGEST:
                raise forms.ValidationError(words.line_fault(at, words.TOO_LONG))
            if len(names) > MOST_MEMBERS:
                raise forms.ValidationError(words.line_fault(at, words.too_many_members(MOST_MEMBERS)))
            yield name, names

    def actions(self, tournament: Tournament) -> Iterator[EnterTeam]:
        """Yield the actions that enter the teams; members who are entered already keep their ids."""
        known = {each.name.casefold(): each.id for each in tournament.players}
        for name, names in self.cleaned_data["lines"]:
            new = [Player(id=new_player_id(), name=each) for each in names if each.casefold() not in known]
            known |= {each.name.casefold(): each.id for each in new}
            members = tuple(known[each.casefold()] for each in names)
            team = Team(
                id=f"t{secrets.token_hex(5)}", name=name, members=members,
                captain=members[0] if members else None,
            )  # fmt: skip
            yield EnterTeam(team=team, players=tuple(new))

    def wrong(self, error: LeaguerError) -> None:
        """Say at the lines why they cannot be entered."""
        self.add_error("lines", error.message)

"""The forms of who takes part in a campaign."""

from __future__ import annotations

from typing import Any

from django import forms

from campaigns.access import Participant
from campaigns.engine.state import State
from campaigns.forms.choices import factions, set_choices
from campaigns.models import Member

ROLES = {"player": "Player", "umpire": "Umpire", "neutral": "Onlooker"}


class _RoleForm(forms.Form):
    role = forms.ChoiceField(label="Role", choices=list(ROLES.items()))
    faction = forms.ChoiceField(label="Faction", required=False)
    chief = forms.BooleanField(label="Commander-in-chief", required=False)

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, faction=factions(state))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("role") == Member.Role.PLAYER and not cleaned.get("faction"):
            self.add_error("faction", "Choose a faction: every player plays for one.")
        return cleaned


class InviteForm(_RoleForm):
    """An invitation; a commander-in-chief invites players of their own faction alone."""

    invited = forms.CharField(
        label="User name",
        max_length=150,
        required=False,
        help_text="They find the invitation under “Your turn”. Leave empty to send a link.",
    )
    label = forms.CharField(
        label="For",
        max_length=150,
        required=False,
        help_text="A name to tell invitations apart.",
    )
    email = forms.EmailField(
        label="E-mail", required=False, help_text="Leave empty to send the link yourself."
    )
    field_order = ("invited", "role", "faction", "chief", "label", "email")

    def __init__(self, *args: Any, participant: Participant, state: State, **kwargs: Any) -> None:
        super().__init__(*args, state=state, **kwargs)
        if not participant.runs:
            own = state.factions.get(participant.faction)
            set_choices(self, role=[("player", ROLES["player"])], faction=[(own.id, own.name)] if own else [])

    def clean_label(self) -> str:
        """Return for whom it is, without the word that stands before it already."""
        label: str = self.cleaned_data["label"]
        return label[4:].strip() if label.lower().startswith("for ") else label


class PlayForm(forms.Form):
    """The faction that an umpire asks to play."""

    faction = forms.ChoiceField(label="Faction")

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **({"auto_id": "play_%s"} | kwargs))
        set_choices(self, faction=[(key, each.name) for key, each in state.factions.items()])


class MemberForm(_RoleForm):
    """The role of somebody who takes part already."""

    def __init__(self, *args: Any, member: Member, **kwargs: Any) -> None:
        initial = {"role": member.role, "faction": member.faction, "chief": member.chief}
        super().__init__(*args, initial=initial, **kwargs)

"""The form of a message."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms

from campaigns.access import Participant
from campaigns.forms.choices import set_choices
from campaigns.messaging import MAX_WORDS, may_address
from campaigns.models import Member
from campaigns.persistence import has_neutral_umpire


class MessageForm(forms.Form):
    """To whom, and what."""

    factions = forms.MultipleChoiceField(label="To", required=False, widget=forms.CheckboxSelectMultiple)
    umpire = forms.BooleanField(label="The umpire", required=False)
    words = forms.CharField(
        label="Message", max_length=MAX_WORDS, widget=forms.Textarea(attrs={"rows": 5}), strip=True
    )

    def __init__(self, *args: Any, participant: Participant, names: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        member = participant.member
        keys = may_address(participant.campaign, member)
        if member.faction in keys and not _others(participant, lambda each: each.faction == member.faction):
            keys.remove(member.faction)
        set_choices(self, factions=[(key, names.get(key, key)) for key in keys])
        if not keys:
            del self.fields["factions"]
        alone = member.umpire and not _others(participant, lambda each: each.umpire)
        if alone or not has_neutral_umpire(participant.campaign):
            del self.fields["umpire"]

    def clean(self) -> dict[str, Any]:
        """Refuses a message to nobody."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and not (data.get("factions") or data.get("umpire")):
            self.add_error(
                "factions" if "factions" in self.fields else "umpire", "Choose who gets the message."
            )
        return data


def _others(participant: Participant, meant: Callable[[Member], bool]) -> bool:
    """Return whether there is anybody else of those meant: nobody writes to themselves."""
    return any(each.pk != participant.member.pk and meant(each) for each in participant.members)

"""The form of one army of a battle: a list of one's own, a sample, a shared one, or one in a file."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from armylists import booksource
from armylists.documents import read_list, token_in
from armylists.models import ArmyList
from armylists.owned.access import owned, shared
from armylists.titles import titled
from rulesets.contract import registry
from rulesets.contract.documents import check_list, samples
from rulesets.contract.system import RuleSystem
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import ArmyList as Document
from rulesets.engine.lists import ListError
from rulesets.engine.wording import counted
from rulesets.site.forms import offer

OWN, SAMPLE = "own", "sample"


def two_armies(request: HttpRequest, **of: Any) -> tuple[ArmyForm, ArmyForm]:
    """Return the forms of both armies: as sent, or fresh ones, the first with the list of `?list=`."""
    if request.method == "POST":
        first, second = (ArmyForm(request.POST, request.FILES, **of, prefix=prefix) for prefix in "ab")
        return first, second
    asked = request.GET.get("list", "")
    initial = {"army": f"{OWN}:{asked}"} if asked else {}
    return ArmyForm(**of, prefix="a", initial=initial), ArmyForm(**of, prefix="b")


def systems_apart(*, meetings: bool) -> list[RuleSystem]:
    """Return the systems whose battles are fought here, or (`meetings`) those whose forces meet for a real
    table.
    """
    return [
        each
        for each in registry.systems()
        if (registry.get(each.slug).presentation.meeting is not None) is meetings
    ]


class ArmyForm(forms.Form):
    """One side of a battle: its name, and a list of one's own, a sample, a shared one, or one in a file.

    `systems`: those that its list may be for; None for any.
    """

    army = forms.ChoiceField(label="Army list", required=False)
    link = forms.CharField(label="Or the link of a shared list", max_length=300, required=False)
    file = forms.FileField(
        label="Or a file", required=False, help_text="Plain text, a roster PDF from Leaguer, or JSON."
    )
    side = forms.CharField(
        label="Name of the side",
        max_length=120,
        required=False,
        help_text="Leave empty to use the list’s name.",
    )

    def __init__(
        self,
        *args: Any,
        user: User,
        choices: list[Any],
        systems: Collection[RuleSystem] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.systems = systems
        self.document: dict[str, Any] = {}
        self.given = "army"
        offer(self, "army", choices)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        given = [name for name in ("file", "link", "army") if cleaned.get(name)]
        if not given and not self.errors:
            self.add_error("army", "Choose a list, paste a link, or choose a file.")
        elif given:
            self.given = given[0]
            self._read(given[0], cleaned[given[0]])
        return cleaned

    def _read(self, kind: str, value: Any) -> None:
        """Read the list from where it was said to be, or add an error at that field."""
        try:
            self.document = _READERS[kind](value, self.user)
        except ListError as error:
            self.add_error(kind, [str(fault) for fault in error.faults][:10])
        except (LeaguerError, Http404, ArmyList.DoesNotExist) as error:
            self.add_error(kind, str(error))
        slug = self.document.get("system")
        if self.document and self.systems is not None and slug not in {each.slug for each in self.systems}:
            names = " or ".join(each.name for each in self.systems)
            self.add_error(kind, f"This is not a list for {names}.")

    def wrong(self, words: str, command: str = "") -> None:
        """Say what is wrong with the list at the field that it came from; one's own with the way to mend it,
        at once to its `command` if one is named.
        """
        kind, _, key = str(self.cleaned_data.get("army", "")).partition(":")
        if self.given == "army" and kind == OWN:
            address = reverse("armylists:edit", args=[key]) + (f"#part-{command}" if command else "")
            words = format_html('{} <a href="{}">Change the list</a>', words, address)
        self.add_error(self.given, words)

    def narrow(self, choices: list[Any]) -> None:
        """Offer only these lists; what is chosen and is none of them is to be chosen anew."""
        offer(self, "army", choices)

    @property
    def name(self) -> str:
        """What the side is called."""
        return str(self.cleaned_data.get("side", "")).strip()


def army_choices(user: User, systems: Collection[RuleSystem] | None = None) -> list[Any]:
    """Return what a side may fight with: the lists of `user` and the samples, each with its cost and verdict;
    of `systems` alone, or (None) of those that are fought here; under the name of each if there are several.

    One query, however many lists there are, and one more if some are built on books of one's own.
    """
    offered = systems_apart(meetings=False) if systems is None else systems
    slugs = {each.slug for each in offered}
    rows = ArmyList.objects.of(user).in_use().filter(system__in=slugs)
    booksource.fetch_for(rows)
    own = [(row.system, (f"{OWN}:{row.public_id}", _own_words(row, title))) for row, title in titled(rows)]
    ready = [
        (army.system, (f"{SAMPLE}:{key}", f"{army.name} ({_verdict(army)})"))
        for key, army in samples().items()
        if army.system in slugs
    ]
    groups = [
        (
            f"{title}, {system.name}" if len(slugs) > 1 else title,
            [row for slug, row in rows if slug == system.slug],
        )
        for title, rows in (("Your lists", own), ("Sample lists", ready))
        for system in offered
    ]
    return [("", "Choose a list"), *((title, rows) for title, rows in groups if rows)]


def _own_words(row: ArmyList, title: str) -> str:
    try:
        return f"{title} ({_verdict(row.army)})"
    except ListError:
        return f"{title} (cannot be read)"


def _verdict(army: Document) -> str:
    """`598 of 600 points, 1 problem`; `12 FSP, legal` of a list that was built to no limit"""
    report = check_list(army)
    found = "legal" if report.legal else counted(len(report.violations), "problem")
    cost = f"{report.total} of {report.limit}" if report.limit else f"{report.total}"
    return f"{cost} {report.unit}, {found}"


def _chosen(value: str, user: User) -> dict[str, Any]:
    kind, _, key = value.partition(":")
    if kind == SAMPLE:
        return samples()[key].to_json()
    return owned(ArmyList, user, key).army.to_json()


def _linked(value: str, _user: User) -> dict[str, Any]:
    token = token_in(value)
    if not token:
        raise Http404("This is not a link to a shared list.")
    try:
        return shared(ArmyList, token).army.to_json()
    except Http404:
        raise Http404("There is no shared list at this link.") from None


def _filed(value: UploadedFile[Any], user: User) -> dict[str, Any]:
    return read_list(value.read(), user=user).to_json()


_Reader = Callable[[Any, User], dict[str, Any]]
_READERS: dict[str, _Reader] = {"army": _chosen, "link": _linked, "file": _filed}

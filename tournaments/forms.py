"""What the forms of tournament pages say."""

from __future__ import annotations

import datetime
import json
import secrets
from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone

from armylists import profiles
from armylists.forms import GivenForm
from rulesets.contract import registry
from rulesets.contract.registry import PACKAGES
from rulesets.engine.digits import whole
from rulesets.engine.errors import Fault, FaultyDocumentError, LeaguerError
from rulesets.engine.jsontext import read_json
from rulesets.engine.wording import sentence
from tournaments.access import Viewer
from tournaments.cards.obstacles import obstacles
from tournaments.engine.actions import Action, ChangeSettings, read_action
from tournaments.engine.actions.people import Enter
from tournaments.engine.allowed import Limits, PenaltyKind
from tournaments.engine.document import MOST_PLAYERS, Player, Tournament
from tournaments.engine.parts import MOST_ROUNDS
from tournaments.engine.presets import load_presets
from tournaments.engine.settings import Settings
from tournaments.models import Tournament as Row
from tournaments.sending import Bringing
from tournaments.settingpages.editor import say_unsent
from tournaments.wording import lists as list_words
from tournaments.wording import pages as words

_PREFIX = "a."
_NUMBERS = frozenset({"winner", "goes_on"})
"""Fields that are a number or a word."""
_MAY_BE_EMPTY = frozenset(
    f"a.about.{name}" for name in ("club", "nation", "allegiance", "book", "captain", "people.0", "people.1")
)
"""Fields that say something when they are empty."""


MORE_FACTS = ("allegiance", "nation")
"""What forms ask of players only where criteria compare it."""


def action_of(post: QueryDict, kinds: Sequence[PenaltyKind] = ()) -> Action:
    """Return the action whose fields a form names: `a.do`, `a.result.scores.0`. Empty fields are left out;
    `minutes` from now on a clock ends; `kind` names one of the usual penalties (`kinds`), of which it has
    points and reason that are not given. Raises TournamentError with every fault and its path.
    """
    data: dict[str, Any] = {}
    for key, value in post.items():
        if key.startswith(_PREFIX) and (value != "" or key in _MAY_BE_EMPTY):
            _put(data, key.removeprefix(_PREFIX).split("."), str(value))
    kind = next((each for each in kinds if each.name == post.get("kind")), None)
    if data.get("do") == "penalise" and kind is not None:
        usual = {"points": kind.points, "reason": kind.name}
        data["penalty"] = usual | (data["penalty"] if isinstance(data.get("penalty"), dict) else {})
    now = timezone.now().replace(microsecond=0)
    if data.get("do") in ("announce", "remind"):
        data["at"] = now.isoformat()
    if data.get("do") == "clock" and (minutes := whole(post.get("minutes"))) >= 0:
        data["ends"] = (now + datetime.timedelta(minutes=min(minutes, 1440))).isoformat()
    return read_action(_lists(data))


def _put(data: dict[str, Any], steps: list[str], value: str) -> None:
    for step in steps[:-1]:
        found = data.setdefault(step, {})
        if not isinstance(found, dict):
            return
        data = found
    name = steps[-1]
    number = whole(value) if name in _NUMBERS else -1
    data[name] = value if number < 0 else number


def _lists(found: Any) -> Any:
    """Return nested fields with those whose names are numbers as lists."""
    if not isinstance(found, dict):
        return found
    if found and all(whole(each) >= 0 for each in found):
        return [_lists(found[each]) for each in sorted(found, key=int)]
    return {key: _lists(each) for key, each in found.items()}


def new_player_id() -> str:
    """Return an id that no player has or had: an entry that is left over must not become somebody else's."""
    return f"p{secrets.token_hex(5)}"


def new_player(name: str, partner: str = "", **about: Any) -> Player:
    """Return a player whom nobody has entered yet, and a side of doubles for `Anna / Bob`, or with a
    partner.
    """
    one, slash, other = (name, "/", partner) if partner else name.partition(" / ")
    people = (one.strip(), other.strip()) if slash and one.strip() and other.strip() else ()
    return Player(id=new_player_id(), name=words.side(*people) if people else name, people=people, **about)


class PlayersForm(forms.Form):
    """Players to enter, a line each."""

    lines = forms.CharField(
        label="Players", max_length=200_000,
        widget=forms.Textarea(attrs={"rows": 6, "placeholder": "Anna, York Wargamers, Swedes"}),
        help_text="One player per line: name, club, army book. Only the name is needed. For two who play as "
        "one side in doubles, write: Anna / Bob.",
    )  # fmt: skip

    def __init__(self, *args: Any, asks: Sequence[str] = (), **kwargs: Any) -> None:
        """`asks`: what criteria compare of players; what has no column yet gets one."""
        super().__init__(*args, **kwargs)
        self.columns = ("club", "book", *(each for each in MORE_FACTS if each in asks))
        if len(self.columns) > 2:
            self.fields["lines"].help_text = words.columns(self.columns)

    def clean_lines(self) -> tuple[Player, ...]:
        """Return the players, each with an id of its own."""
        found = tuple(self._players(self.cleaned_data["lines"]))
        if not found:
            raise forms.ValidationError(words.NO_LINE)
        if len(found) > MOST_PLAYERS:
            raise forms.ValidationError(words.too_many(MOST_PLAYERS))
        return found

    def _players(self, text: str) -> Iterator[Player]:
        for at, line in enumerate(text.splitlines(), 1):
            parts = [each.strip() for each in line.replace("\t", ",").replace(";", ",").split(",")]
            if not parts[0]:
                continue
            if max(map(len, parts)) > 120:
                raise forms.ValidationError(words.line_fault(at, words.TOO_LONG))
            yield new_player(parts[0], **dict(zip(self.columns, parts[1:], strict=False)))

    @property
    def action(self) -> Enter:
        """The action that enters them."""
        return Enter(players=self.cleaned_data["lines"])

    def wrong(self, error: LeaguerError) -> None:
        """Say at the lines why they cannot be entered."""
        self.add_error("lines", error.message)


class UploadForm(forms.Form):
    """A spreadsheet of players."""

    file = forms.FileField(label="File", help_text="CSV or XLSX, at most 2 MB.")

    def wrong(self, error: LeaguerError) -> None:
        """Say why nobody is entered: every fault with its row and column."""
        faults = error.faults if isinstance(error, FaultyDocumentError) else ()
        for each in faults or (error.message,):
            self.add_error(None, sentence(_of_file(each)))  # once: the page says above the form what is wrong


def _of_file(fault: Fault | str) -> str:
    """Return what is wrong with a file, of which a fault without a place tells."""
    whole = isinstance(fault, Fault) and not fault.path and fault.code == ""
    return words.of_file(str(fault)) if whole else str(fault)


class JoinForm(forms.Form):
    """What somebody says of themselves who enters."""

    name = forms.CharField(label="Your name", max_length=120)
    partner = forms.CharField(label="Your partner’s name", max_length=120)
    club = forms.CharField(label="Club", max_length=120, required=False)
    book = forms.CharField(label="Army book", max_length=120, required=False)
    allegiance = forms.CharField(
        label="Allegiance", max_length=120, required=False, help_text="Opponents come from another one."
    )
    nation = forms.CharField(label="Nation", max_length=120, required=False)

    def __init__(self, *args: Any, doubles: bool, asks: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not doubles:
            del self.fields["partner"]
        for name in MORE_FACTS:
            if name not in asks:
                del self.fields[name]

    @property
    def player(self) -> Player:
        """The player that they are, with their partner in doubles."""
        return new_player(**self.cleaned_data)


class _EventForm(forms.Form):
    name = forms.CharField(label="Name", max_length=120)
    date = forms.DateField(
        label="Day", required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    visibility = forms.ChoiceField(label="Who sees it", choices=Row.Visibility.choices)


class NewForm(_EventForm):
    """A new tournament."""

    preset = forms.ChoiceField(label="Start with", widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["preset"].choices = [(each.key, each.name) for each in load_presets().values()]  # type: ignore[attr-defined]

    @property
    def document(self) -> Tournament:
        """The document that it begins from, with a seed that nobody chose."""
        given = self.cleaned_data
        settings = load_presets()[given["preset"]].copy_settings()
        return Tournament(
            name=given["name"], date=given["date"], seed=secrets.token_hex(8), settings=settings
        )


class SettingsForm(_EventForm):
    """The settings that change most often; all of them stand in `everything`."""

    rounds = forms.IntegerField(label="Rounds", min_value=1, max_value=MOST_ROUNDS)
    minutes = forms.IntegerField(label="Minutes per round", min_value=0, max_value=1440)
    registration = forms.ChoiceField(
        label="Registration",
        choices=[("open", "Open"), ("waiting", "Waiting list only"), ("closed", "Closed")],
    )
    places = forms.IntegerField(
        label="Places", min_value=0, max_value=MOST_PLAYERS, help_text="0 means no limit."
    )
    moves_up = forms.BooleanField(
        label="Whoever is first on the waiting list moves up when somebody leaves before round 1",
        required=False,
    )
    everything = forms.CharField(
        label="All settings as JSON", required=False, max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false"}),
        help_text="Scoring, pairing criteria, tie-breaks. Where both say something, the fields above win.",
    )  # fmt: skip

    def clean_everything(self) -> dict[str, Any]:
        """Return the settings of the JSON; none if it is empty."""
        text = self.cleaned_data["everything"].strip()
        if not text:
            return {}
        try:
            found = read_json(text)
        except LeaguerError as error:
            raise forms.ValidationError(error.message) from None
        if not isinstance(found, dict):
            raise forms.ValidationError(words.NOT_AN_OBJECT)
        return found

    PLAIN = ("rounds", "minutes", "registration", "places", "moves_up")

    @classmethod
    def of(cls, row: Row, document: Tournament) -> SettingsForm:
        """Return the form with the settings as they are."""
        settings = document.settings
        plain = {name: getattr(settings, name) for name in cls.PLAIN}
        dumped = settings.model_dump(mode="json", exclude=set(cls.PLAIN))
        everything = json.dumps(dumped, ensure_ascii=False, indent=1)
        form = cls(initial={"name": row.name, "date": row.date, "visibility": row.visibility,
                            "everything": everything, **plain})  # fmt: skip
        for each in obstacles(document):
            if each.path == "settings.rounds":
                say_unsent(form, "rounds", each.said)
        return form

    def action(self) -> Action:
        """Return the action that changes the settings; raises TournamentError with every fault."""
        given = self.cleaned_data
        settings = given["everything"] | {name: given[name] for name in self.PLAIN}
        day = given["date"].isoformat() if given["date"] else None
        return read_action({"do": "settings", "name": given["name"], "date": day, "settings": settings})

    def wrong(self, error: LeaguerError) -> None:
        """Say what is wrong at the field that it is about, else at the JSON."""
        for fault in getattr(error, "faults", (error,)):
            path = fault.path.removeprefix("settings.")
            name = path if path in self.fields else "everything" if "settings" in fault.path else None
            shown = fault.message if name in (path, None) else f"{path}: {fault.message}"
            self.add_error(name, shown)


class InviteForm(forms.Form):
    """An invitation for somebody who is to help."""

    role = forms.ChoiceField(label="Role", choices=[("judge", "Judge"), ("organiser", "Organiser")])
    label = forms.CharField(
        label="For",
        max_length=150,
        required=False,
        help_text="A name to tell invitations apart.",
    )
    email = forms.EmailField(
        label="E-mail", required=False, help_text="Leave empty to send the link yourself."
    )


class SendForm(GivenForm):
    """A list that a player sends in, or an organiser for one: whose it is, and which other it replaces."""

    player = forms.ChoiceField(label="Player")
    replaces = forms.ChoiceField(label="Replaces", required=False)
    field_order = ("player", "replaces")

    def __init__(self, *args: Any, viewer: Viewer, people: Sequence[Bringing], **kwargs: Any) -> None:
        limits, person = viewer.document.settings.limits, viewer.user
        assert person is not None
        super().__init__(*args, user=person, systems=limits.systems or tuple(PACKAGES), **kwargs)
        self.chosen = viewer.player
        self._choose(
            "player", [(each.player.id, each.player.name) for each in people] if viewer.organises else []
        )
        theirs = [each for each in people if viewer.organises or each.player.id == viewer.player]
        old = [(each.mark.key, list_words.of_player(each.row.name, each.player.name, named=viewer.organises))
               for person in theirs for each in person.lists]  # fmt: skip
        self._choose("replaces", [("", "–"), *old] if old and limits.lists > 1 else [])
        self.initial.setdefault("player", viewer.player)

    def _choose(self, name: str, choices: Sequence[tuple[str, str]]) -> None:
        """Offer these choices, or leave the field out where there are none."""
        if choices:
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        self.chosen = cleaned.get("player", self.chosen)
        return {"replaces": "", **cleaned}


class LimitsForm(forms.Form):
    """Which lists may come, and until when."""

    until = forms.DateTimeField(
        label="Lists are due by", required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )  # fmt: skip
    systems = forms.MultipleChoiceField(
        label="Systems",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Leave empty to allow all.",
    )
    lists = forms.IntegerField(label="Lists per player", min_value=1, max_value=20)
    least = forms.IntegerField(label="Minimum size", min_value=0, max_value=100_000)
    most = forms.IntegerField(
        label="Maximum size", min_value=0, max_value=100_000, help_text="In points or FSP. 0 means no limit."
    )
    one_book = forms.BooleanField(label="All of a player’s lists must be from one army book", required=False)
    legal = forms.BooleanField(label="Lists must be legal in their system", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **(kwargs | {"auto_id": "limits_%s"}))
        zone = profiles.place_words(timezone.get_current_timezone())
        self.fields["until"].help_text = f"Later ones are marked as late. Time zone: {zone}."
        self.fields["systems"].choices = [(each.slug, each.name) for each in registry.systems()]  # type: ignore[attr-defined]

    @classmethod
    def of(cls, settings: Settings) -> LimitsForm:
        """Return the form with the limits and the deadline as they are."""
        limits = {name: getattr(settings.limits, name) for name in cls.base_fields}
        return cls(initial={**limits, "until": settings.lists_due})

    def action(self, document: Tournament) -> ChangeSettings:
        """Return the action that changes these limits of a tournament, and nothing else."""
        given = dict(self.cleaned_data)
        due = given.pop("until")
        limits = Limits.model_validate({**dict(document.settings.limits), **given})
        settings = document.settings.model_copy(update={"limits": limits}).with_lists_due(due)
        return ChangeSettings(settings=settings, name=document.name, date=document.date)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        least, most = cleaned.get("least", 0), cleaned.get("most", 0)
        if most and least > most:
            self.add_error("most", list_words.SIZES_CROSS)
        return cleaned

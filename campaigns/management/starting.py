"""What a simulation starts from: a file, or a campaign that ships."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from campaigns.engine import shipped
from campaigns.engine.documents import CampaignError, begin, read_campaign
from campaigns.engine.resolve import open_engagements
from campaigns.engine.state import Outcome, State
from campaigns.files import FORMAT as FILE_FORMAT
from campaigns.files import MAX_BYTES, parsed, read_campaign_file, state_in
from rulesets.engine.errors import Fault


@dataclass(frozen=True, slots=True)
class Start:
    """A campaign to play on from. `outcomes`: of its open engagements that are fought already."""

    name: str
    state: State
    outcomes: dict[str, Outcome] = field(default_factory=dict)


def start_called(name: str, *, now: bool = False) -> Start:
    """The beginning of a campaign: of a campaign document, of the file of a whole campaign, or of the one
    that ships under a key. `now`: a whole campaign as it stands in its file.

    Raises LeaguerError for what cannot be read, OSError for what cannot be opened.
    """
    path = Path(name)
    if not path.exists() and name in shipped.campaigns():
        return _from_document(shipped.document(name), now)
    if not path.exists():
        keys = ", ".join(shipped.campaigns())
        raise CampaignError(Fault("", f"is no file and no campaign that ships; there are: {keys}"))
    value = _read(path)
    return _from_file(value, now) if value.get("format") == FILE_FORMAT else _from_document(value, now)


def _read(path: Path) -> dict[str, Any]:
    with path.open("rb") as stream:
        return parsed(stream.read(MAX_BYTES + 1))


def _from_document(value: dict[str, Any], now: bool) -> Start:
    if now:
        raise CampaignError(Fault("", "has only a beginning: --from-now goes on with the file of a campaign"))
    document = read_campaign(value)
    return Start(document.name, begin(document))


def _from_file(value: dict[str, Any], now: bool) -> Start:
    file = read_campaign_file(value)
    if not now:
        return Start(file.name, begin(read_campaign(file.document)))
    state = state_in(file)
    open_ = {each.id for each in open_engagements(state)}
    fought = {each.key: each.outcome for each in file.engagements if each.outcome and not each.undone}
    return Start(file.name, state, {key: each for key, each in fought.items() if key in open_})

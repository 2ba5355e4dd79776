"""How a campaign proves how it stands: seals over the states and inputs of its turns, and their check.

The log's own chain of hashes covers events. A seal covers a whole part of a turn: the seal before it, what
the part followed from, the last hash of its log, and the state before and after. Who alters a state, an order
or an outcome in a file breaks the seals from there on. The last seal is the same in every true copy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from campaigns.engine.documents import begin, read_campaign
from campaigns.engine.events import read_event
from campaigns.engine.maps import CampaignMap
from campaigns.engine.state import State
from campaigns.persistence import stored
from campaigns.wording import documents as words
from rulesets.engine.canonical import chained, digest
from rulesets.engine.errors import Fault, LeaguerError


class Sealable(Protocol):
    """A part of a turn, as a row or in a file."""

    turn: int
    part: Any
    state_before: Any
    inputs: Any
    entries: Any
    hash: str
    seal: str
    undone: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """What the check of a file found: how many turns it holds, whether the way it stands follows from what it
    began with and all that happened since, and if not, where it does not (`why`). `file`: the number of the
    file whose other parts were checked too, "" for a file without their hashes.
    """

    turns: int
    intact: bool
    why: str = ""
    file: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the proof as JSON values."""
        return {"turns": self.turns, "intact": self.intact, "why": self.why, "file": self.file}


PARTS = ("document", "members", "orders", "engagements", "disclosures")
"""The parts of a file that its seals do not cover."""
SETTINGS = "settings"
_SEALED = {"turns", "state", "seed", "seed_hash", "hash", "seal", "digests", *PARTS}


def digests_of(file: Mapping[str, Any]) -> dict[str, str]:
    """Return the hashes of those parts of a campaign's file that its seals do not cover, by name."""
    settings = {name: value for name, value in file.items() if name not in _SEALED}
    return {**{name: digest(file.get(name)) for name in PARTS}, SETTINGS: digest(settings)}


def number_of(digests: Mapping[str, str], seal: str) -> str:
    """Return the number of a file: it is another one if anything in the file is."""
    return digest({"digests": dict(digests), "seal": seal})[:12]


def checked(found: Proof, file: Mapping[str, Any]) -> Proof:
    """Return a proof of the turns of a file with the check of its other parts: of those that are not as they
    were when it was downloaded.
    """
    said, parts = file.get("digests"), digests_of(file)
    if not said:
        return found
    altered = [words.PARTS_OF_FILE[name] for name in parts if said.get(name) != parts[name]]
    if altered and found.intact:
        return replace(found, intact=False, why=words.parts_changed(altered))
    if altered or not found.intact:
        return found
    return replace(found, file=number_of(said, str(file.get("seal", ""))))


def sealed(previous: str, part: Sealable, after: Mapping[str, Any]) -> str:
    """Return the seal of a part of a turn; `previous`: that of the part before it, `after`: the state that
    the part led to, as rows store it.
    """
    content = {
        "turn": part.turn, "part": part.part, "inputs": digest(part.inputs), "log": part.hash,
        "before": digest(part.state_before), "after": digest(after),
    }  # fmt: skip
    return chained(previous, content)


def seal_faults(parts: Sequence[Sealable], drawn: CampaignMap | None, last: str) -> Iterator[Fault]:
    """Yield where seals do not fit what they seal. Parts from before there were seals have none; `last`: the
    campaign's own seal. The parts' logs and states have to be readable.
    """
    previous = ""
    for index, part in enumerate(parts):
        if not part.seal and not previous:
            continue
        if part.seal != sealed(previous, part, _after(part, drawn)):
            yield Fault(f"turns[{index}].seal", words.turn_changed(part.turn))
            return
        previous = part.seal
    if last != previous:
        yield Fault("seal", words.SEAL_CHANGED)


def proof_of(document: Mapping[str, Any], parts: Sequence[Sealable], state: State) -> Proof:
    """Return whether `state` follows from a campaign's document and from the logs of its turns, each from
    what the turn before it led to.
    """
    live = [part for part in parts if not part.undone]
    turns = len({part.turn for part in live})
    try:
        at = _plain(begin(read_campaign(document)), state.map)
    except LeaguerError:
        return Proof(turns, False, words.BEGINNING_UNREADABLE)
    for part in live:
        if at != _plain(part.state_before, state.map):
            first = part is live[0]
            why = words.NOT_FROM_BEGINNING if first else _gap(part)
            return Proof(turns, False, why)
        at = _plain(_after(part, state.map), state.map)
    if at != _plain(state, state.map):
        return Proof(turns, False, words.NOT_FROM_LAST_TURN)
    return Proof(turns, True)


def _gap(part: Sealable) -> str:
    return words.turn_does_not_follow(part.turn)


def _after(part: Sealable, drawn: CampaignMap | None) -> dict[str, Any]:
    """Return the state that the log of a part leads to, as rows store it."""
    state = state_on(part.state_before, drawn)
    for entry in part.entries:
        read_event(entry["event"]).apply(state)
    return stored(state)


def state_on(value: Mapping[str, Any], drawn: CampaignMap | None) -> State:
    """Return a state as rows and files store it, on its map; raises ValidationError for what is none."""
    state = State.from_json({**value, "map": None})
    state.map = drawn
    return state


def _plain(value: State | Mapping[str, Any], drawn: CampaignMap | None) -> dict[str, Any]:
    """Return a state so that it can be compared: with all fields, and without its name, which may change."""
    state = value if isinstance(value, State) else state_on(value, drawn)
    return {**stored(state), "name": ""}

"""A map while it is being made: it is saved whatever it says, as long as it can be drawn and given back."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from campaigns.engine.maps import FORMAT, MAX_AREAS, MAX_LINKS, VERSION, MapError, Projection, faults_of
from campaigns.wording import maps as words
from rulesets.engine.errors import Fault

Draft: TypeAlias = dict[str, Any]

MAX_PICTURE = 1_500_000
"""The bytes of a picture that may lie under a map."""
PICTURES = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg"}
"""How a picture begins, and its type."""

Number: TypeAlias = Annotated[float, Field(ge=-100_000, le=100_000)]
Spot: TypeAlias = tuple[Number, Number]
Corners: TypeAlias = Annotated[list[Spot], Field(max_length=2000)]
Word: TypeAlias = Annotated[str, Field(max_length=120)]


class Loose(BaseModel):
    """A part of a draft: of the right shape, whatever it says; what is unknown is left out."""

    model_config = ConfigDict(extra="ignore", allow_inf_nan=False)


class LooseFeature(Loose):
    """A feature of whatever kind."""

    kind: Word = "village"
    name: Word = ""
    strength: int = 0
    at: Spot | None = None


class LooseArea(Loose):
    """An area that may lack anything but its place."""

    id: Word = ""
    name: Word = ""
    terrain: Word = "fields"
    at: Spot
    outlines: Annotated[list[Corners], Field(max_length=40)] = []
    features: Annotated[list[LooseFeature], Field(max_length=40)] = []
    owner: Word = ""
    home: Word = ""
    income: int = 0
    supply: int = 10
    victory: int = 0


class LooseLink(Loose):
    """A link that may lead nowhere."""

    a: Word = ""
    b: Word = ""
    kind: Word = "road"
    cost: Number = 0
    km: Number = 0
    name: Word = ""


class LooseRiver(Loose):
    """A river of however few points."""

    name: Word = ""
    line: Corners = []


class LooseMap(Loose):
    """A map that can be drawn, whether or not it can be played on."""

    name: Word = ""
    width: Annotated[float, Field(gt=0, le=10_000)] = 300
    height: Annotated[float, Field(gt=0, le=10_000)] = 200
    projection: Projection | None = None
    land: Annotated[list[Corners], Field(max_length=400)] = []
    rivers: Annotated[list[LooseRiver], Field(max_length=400)] = []
    areas: Annotated[list[LooseArea], Field(max_length=MAX_AREAS)] = []
    links: Annotated[list[LooseLink], Field(max_length=MAX_LINKS)] = []
    picture: Annotated[str, Field(max_length=3_000_000)] = ""
    notes: Annotated[str, Field(max_length=5000)] = ""
    sources: Annotated[list[Annotated[str, Field(max_length=500)]], Field(max_length=40)] = []


def as_draft(value: Any) -> Draft:
    """Return what is saved of a document as a draft. Raises MapError for what cannot even be drawn."""
    if not isinstance(value, dict):
        raise MapError(Fault("", words.NOT_A_MAP))
    try:
        draft = LooseMap.model_validate(value)
    except ValidationError as error:
        raise MapError(*faults_of(error)) from None
    return {"format": FORMAT, "version": VERSION, **draft.model_dump(mode="json")}


def empty(name: str) -> Draft:
    """Return a map to begin with: open country, and nothing on it."""
    return as_draft({"name": name})


def with_picture(draft: Draft, content: bytes) -> Draft:
    """Return the draft over a picture. Raises MapError for what is no PNG, JPEG or WebP, or is too large."""
    if len(content) > MAX_PICTURE:
        raise MapError(Fault("picture", words.picture_too_large(MAX_PICTURE // 1000)))
    kind = next((kind for begin, kind in PICTURES.items() if content.startswith(begin)), "")
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        kind = "webp"
    if not kind:
        raise MapError(Fault("picture", words.NOT_A_PICTURE))
    return {**draft, "picture": f"data:image/{kind};base64,{base64.b64encode(content).decode('ascii')}"}


def picture_of(draft: Draft) -> tuple[str, bytes] | None:
    """Return the type and the bytes of the picture under a draft; None if there is none that can be shown."""
    head, _, data = draft["picture"].partition(";base64,")
    if head.removeprefix("data:image/") not in ("png", "jpeg", "webp"):
        return None
    try:
        return head.removeprefix("data:"), base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return None

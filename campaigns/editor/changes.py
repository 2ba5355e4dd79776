"""What the plain forms of the editor do to a draft: each gives a new one and leaves the old alone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from itertools import chain, count
from math import isfinite, nan
from typing import Any

from campaigns.editor import texts
from campaigns.editor.draft import Draft, as_draft
from campaigns.engine.maps import MapError
from campaigns.wording import maps as words
from rulesets.engine.errors import Fault

Fields = Mapping[str, str]
NEW_FACTION = "+"
"""The line of a list of factions that stands for a new one."""


def key_of(name: str, draft: Draft) -> str:
    """Return an id for an area of that name which no other area has."""
    base = _key(name) or "area"
    taken = {area["id"] for area in draft["areas"]}
    keys = chain([base], (f"{base}-{number}" for number in count(2)))
    return next(key for key in keys if key not in taken)


def _key(name: str) -> str:
    """Return what something of that name is called in a document; "" for a name without letters."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:50]


def with_head(draft: Draft, fields: Fields) -> Draft:
    """Name, size, notes, coasts and rivers as they were typed."""
    changed = {
        **draft,
        "name": fields.get("name", "").strip(),
        "width": _number(fields, "width"),
        "height": _number(fields, "height"),
        "notes": fields.get("notes", "").replace("\r\n", "\n"),
        "sources": [line.strip() for line in fields.get("sources", "").splitlines() if line.strip()],
        "land": texts.read_rings(fields.get("land", ""), "land"),
        "rivers": texts.read_rivers(fields.get("rivers", ""), "rivers"),
    }
    return as_draft(changed)


def with_links(draft: Draft, fields: Fields) -> Draft:
    """Return the links as they were typed."""
    return as_draft({**draft, "links": texts.read_links(fields.get("links", ""), "links")})


def with_area(draft: Draft, area: str, fields: Fields) -> Draft:
    """Return an area as it was typed, a new one if `area` is ""; another id goes into its links too.

    Raises MapError for what is no area, and where there is no area of that id.
    """
    typed = _area(draft, fields)
    if not area:
        return as_draft({**draft, "areas": [*draft["areas"], typed]})
    index = _index(draft, area)
    areas = [typed if number == index else each for number, each in enumerate(draft["areas"])]
    links = [
        {**link, **{end: typed["id"] for end in ("a", "b") if link[end] == area}} for link in draft["links"]
    ]
    return as_draft({**draft, "areas": areas, "links": links})


def without_area(draft: Draft, area: str) -> Draft:
    """Return the draft without an area and its links; raises MapError where there is none of that id."""
    index = _index(draft, area)
    areas = [each for number, each in enumerate(draft["areas"]) if number != index]
    links = [each for each in draft["links"] if area not in (each["a"], each["b"])]
    return {**draft, "areas": areas, "links": links}


def _index(draft: Draft, area: str) -> int:
    for index, each in enumerate(draft["areas"]):
        if each["id"] == area:
            return index
    raise MapError(Fault("area", words.area_no_more(area)))


def _area(draft: Draft, fields: Fields) -> dict[str, Any]:
    name = fields.get("name", "").strip()
    return {
        "id": fields.get("id", "").strip() or key_of(name, draft),
        "name": name,
        "terrain": fields.get("terrain", "fields"),
        "at": [_number(fields, "x"), _number(fields, "y")],
        "outlines": texts.read_rings(fields.get("outlines", ""), "outlines"),
        "features": texts.read_features(fields.get("features", ""), "features"),
        "owner": _faction(fields, "owner"),
        "home": _faction(fields, "home"),
        **{key: round(_number(fields, key)) for key in ("income", "supply", "victory")},
    }


def _faction(fields: Fields, name: str) -> str:
    """Return the faction that was chosen, or the key of a new one; raises MapError for one without a name."""
    chosen = fields.get(name, "").strip()
    if chosen != NEW_FACTION:
        return chosen
    key = _key(fields.get("faction", ""))
    if not key:
        raise MapError(Fault("faction", words.NAME_NEW_FACTION))
    return key


def _number(fields: Fields, name: str) -> float:
    """Return the number in a field, 0 if it is empty; raises MapError for what no map can hold."""
    text = fields.get(name, "").strip()
    try:
        number = float(text or 0)
    except ValueError:
        number = nan
    if not isfinite(number):
        raise MapError(Fault(name, words.not_number_said(text[:40])))
    return number

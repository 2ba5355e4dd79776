"""The maps and campaigns that ship: files under campaigns/data, read when they are asked for.

`maps/<key>.json` holds a map document, built from sources/<key>.toml by data/build.py. `campaigns/<key>.toml`
holds a campaign document that names its map by key, and lists by the key of a sample list or of a file in
`lists/`; a table `holders` may say which of its factions stands for which owner on the map. `document(key)`
is the campaign whole, with map and lists written out.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from campaigns.engine.documents import CampaignDocument, read_campaign
from campaigns.engine.maps import CampaignMap, read_map

DATA = Path(__file__).resolve().parents[1] / "data"
CAMPAIGNS, MAPS, LISTS = DATA / "campaigns", DATA / "maps", DATA / "lists"


@cache
def maps() -> Mapping[str, CampaignMap]:
    """Return the maps that ship, by their keys; raises MapError for a damaged one."""
    return MappingProxyType({path.stem: read_map(_json(path)) for path in sorted(MAPS.glob("*.json"))})


@cache
def campaigns() -> Mapping[str, CampaignDocument]:
    """Return the campaigns that ship, by their keys; raises CampaignError for a damaged one."""
    keys = sorted(path.stem for path in CAMPAIGNS.glob("*.toml"))
    return MappingProxyType({key: read_campaign(document(key)) for key in keys})


def document(key: str) -> dict[str, Any]:
    """Return the campaign document called `key` as JSON values, with its map and its own lists written out. A
    fresh copy each time; raises KeyError where there is none.
    """
    path = CAMPAIGNS / f"{key}.toml"
    if key not in {each.stem for each in CAMPAIGNS.glob("*.toml")}:
        raise KeyError(key)
    found: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    holders = found.pop("holders", {})
    if isinstance(found.get("map"), str):
        found["map"] = _map_for(found, holders)
    for force in found.get("forces", []):
        if (LISTS / f"{force['list']}.json").is_file():
            force["list"] = _json(LISTS / f"{force['list']}.json")
    return found


def _map_for(campaign: Mapping[str, Any], holders: Mapping[str, str]) -> Any:
    """Return the map that a campaign names, with the campaign's factions on it: `holders` says which faction
    stands for which name on the map; a name that stands for no faction owns nothing.
    """
    found: Any = _json(MAPS / f"{campaign['map']}.json")
    factions = {each["id"] for each in campaign["factions"]}
    for area in found["areas"]:
        for name in ("owner", "home"):
            holder = holders.get(area[name], area[name])
            area[name] = holder if holder in factions else ""
    return found


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))

"""The pages of settings: what each reads of the settings, and what it makes of them."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from tournaments.settingpages import plain, rows
from tournaments.settingpages.rows import Json, Row
from tournaments.wording import settingpages as words

Read = Callable[[Json], Json]
Merge = Callable[[Json, Json, Mapping[str, list[Any]]], Json]


@dataclass(frozen=True)
class RowList:
    """An ordered list of rows. `path`: where it stands in the settings; `add`: what can be added, by key, or
    nothing where all rows are alike; `new`: what a new row begins with.
    """

    key: str
    title: str
    form: type[Row]
    path: str
    add: tuple[tuple[str, str], ...] = ()
    new: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class SettingPage:
    """A page of settings: a form, lists of rows, and how both are read from the settings and put back."""

    key: str
    form: type[forms.Form] | None
    lists: tuple[RowList, ...]
    read: Read
    merge: Merge

    @property
    def title(self) -> str:
        """What the page is called."""
        return words.TITLES[self.key]


def at(found: Any, path: str) -> list[Any]:
    """Return the list at a path of the settings; none if it is not there."""
    for step in path.split("."):
        found = (found or {}).get(step)
    return list(found or ())


def _given(settings: Json) -> Json:
    return settings


def _rows(name: str) -> Merge:
    return lambda settings, _, lists: settings | {name: lists[name]}


def _kind(settings: Json) -> Json:
    groups, knockout = settings["groups"], settings["knockout"]
    return {
        "kind": settings["kind"], "size": (settings["teams"] or {"size": 0})["size"], **knockout,
        **{key: groups[key] for key in ("count", "through", "play")}, "group_rounds": groups["rounds"],
    }  # fmt: skip


def _kind_back(settings: Json, form: Json, _: Mapping[str, list[Any]]) -> Json:
    teams = ((settings["teams"] or {}) | {"size": form["size"]}) if form["size"] else None
    knockout = {key: form[key] for key in ("seeding", "third_place", "draws")}
    groups = {key: form[key] for key in ("count", "through", "play")} | {"rounds": form["group_rounds"]}
    return settings | {
        "kind": form["kind"], "teams": teams, "knockout": settings["knockout"] | knockout,
        "groups": settings["groups"] | groups,
    }  # fmt: skip


_POINTS = ("win", "draw", "loss", "small", "bye", "half_bye", "forfeit_win", "of")
_LIMITS = ("least", "most", "round")


def _points(settings: Json) -> Json:
    scoring = settings["scoring"]
    formula = scoring["formula"] or {}
    how = "formula" if formula else "bands" if scoring["bands"] else "plain"
    return {"how": how, **{key: scoring[key] for key in _POINTS}, **{k: formula.get(k) for k in _LIMITS}}


def _points_back(settings: Json, form: Json, lists: Mapping[str, list[Any]]) -> Json:
    how, scoring = form["how"], settings["scoring"]
    kept = {key: form[key] for key in _LIMITS if form[key] not in (None, "")}
    step = {"step": scoring["formula"]["step"]} if scoring["formula"] else {}
    formula = {"terms": lists["terms"], **kept, **step} if how == "formula" else None
    bands = lists["bands"] if how == "bands" else []
    named = {key: form[key] for key in _POINTS}
    return settings | {"scoring": scoring | named | {"bands": bands, "formula": formula}}


def _tables(settings: Json) -> Json:
    return {"tables": settings["tables"], "fresh": settings["fresh"], **settings["scenarios"]}


def _tables_back(settings: Json, form: Json, lists: Mapping[str, list[Any]]) -> Json:
    scenarios = {"how": form["how"], "names": form["names"]}
    return settings | {
        "tables": form["tables"], "fresh": form["fresh"], "scenarios": scenarios, "terrain": lists["terrain"]
    }  # fmt: skip


def _soft_back(settings: Json, form: Json, lists: Mapping[str, list[Any]]) -> Json:
    places = {each["name"]: each["places"] for each in settings["soft"]}
    soft = [
        each | ({"places": places[each["name"]]} if each["name"] in places else {}) for each in lists["soft"]
    ]
    return settings | {"soft_counts": form["soft_counts"], "penalties": lists["penalties"], "soft": soft}


def _schedule(settings: Json) -> Json:
    read = datetime.datetime.fromisoformat
    found = settings["schedule"]
    return {key: read(found[key]) if found[key] else None for key in ("registration_ends", "lists_due")}


def _schedule_back(settings: Json, form: Json, lists: Mapping[str, list[Any]]) -> Json:
    ends = {key: each.isoformat() if each else None for key, each in form.items()}
    return settings | {"schedule": {**ends, "starts": lists["starts"]}}


def _limits(settings: Json) -> Json:
    found: Json = settings["limits"]
    since, until = found["period"] or (None, None)
    return found | {"since": since, "until": until}


def _limits_back(settings: Json, form: Json, _: Mapping[str, list[Any]]) -> Json:
    given = dict(form)
    years = [given.pop("since"), given.pop("until")]
    return settings | {"limits": settings["limits"] | given | {"period": years if all(years) else None}}


PAGES: dict[str, SettingPage] = {
    each.key: each
    for each in (
        SettingPage("kind", plain.KindForm, (), _kind, _kind_back),
        SettingPage("pairings", None, (
            RowList("pairing", "", rows.CriterionRow, "pairing", tuple(words.CRITERIA.items())),
        ), _given, _rows("pairing")),
        SettingPage("tie-breaks", None, (
            RowList("tiebreaks", "", rows.TieBreakRow, "tiebreaks", tuple(words.tiebreak_choices())),
        ), _given, _rows("tiebreaks")),
        SettingPage("points", plain.PointsForm, (
            RowList("bands", "Bands", rows.BandRow, "scoring.bands"),
            RowList("terms", "Terms of the formula", rows.TermRow, "scoring.formula.terms"),
        ), _points, _points_back),
        SettingPage("tables", plain.TablesForm, (
            RowList("terrain", "Tables", rows.TerrainRow, "terrain"),
        ), _tables, _tables_back),
        SettingPage("penalties", plain.SoftForm, (
            RowList("penalties", "Usual penalties", rows.PenaltyRow, "penalties"),
            RowList("soft", "Soft scores", rows.SoftRow, "soft"),
        ), _given, _soft_back),
        SettingPage("schedule", plain.ScheduleForm, (
            RowList("starts", "Rounds", rows.StartRow, "schedule.starts"),
        ), _schedule, _schedule_back),
        SettingPage("lists", plain.LimitsForm, (), _limits, _limits_back),
    )
}  # fmt: skip

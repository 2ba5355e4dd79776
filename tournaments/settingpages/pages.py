"""The pages of settings: what each reads of the settings, and what it makes of them."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms

from tournaments.engine.settings import Settings
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

    def there(self, settings: Settings) -> bool:
        """Whether a tournament with these settings has this page."""
        return settings.teams is not None or self.key != "team-points"

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
    teams = settings["teams"] or {"size": 0, "line_ups": "both"}
    return {
        "kind": settings["kind"], "doubles": settings["doubles"], **knockout,
        "size": teams["size"], "line_ups": teams["line_ups"],
        **{key: groups[key] for key in ("count", "through", "play")}, "group_rounds": groups["rounds"],
    }  # fmt: skip


def _kind_back(settings: Json, form: Json, _: Mapping[str, list[Any]]) -> Json:
    of_teams = {"size": form["size"], "line_ups": form["line_ups"]}
    teams = ((settings["teams"] or {}) | of_teams) if form["size"] else None
    knockout = {key: form[key] for key in ("seeding", "third_place", "draws")}
    groups = {key: form[key] for key in ("count", "through", "play")} | {"rounds": form["group_rounds"]}
    return settings | {
        "kind": form["kind"], "teams": teams, "doubles": form["doubles"],
        "knockout": settings["knockout"] | knockout, "groups": settings["groups"] | groups,
    }  # fmt: skip


_POINTS = ("win", "draw", "loss", "small", "bye", "half_bye", "forfeit_win", "of")
_LIMITS = ("least", "most", "round")


def scoring_of(settings: Any, *, teams: bool) -> Any:
    """Return the scoring of battles, or that of matches of teams; of settings, or of their JSON."""
    found = settings if isinstance(settings, dict) else dict(settings)
    return dict(found["teams"])["scoring"] if teams else found["scoring"]


def _with_scoring(settings: Json, scoring: Json, *, teams: bool) -> Json:
    if teams:
        return settings | {"teams": settings["teams"] | {"scoring": scoring}}
    return settings | {"scoring": scoring}


def _points(settings: Json, *, teams: bool) -> Json:
    scoring = scoring_of(settings, teams=teams)
    formula = scoring["formula"] or {}
    how = "formula" if formula else "bands" if scoring["bands"] else "plain"
    return {"how": how, **{key: scoring[key] for key in _POINTS}, **{k: formula.get(k) for k in _LIMITS}}


def _points_back(settings: Json, form: Json, lists: Mapping[str, list[Any]], *, teams: bool) -> Json:
    how, scoring = form["how"], scoring_of(settings, teams=teams)
    kept = {key: form[key] for key in _LIMITS if form[key] not in (None, "")}
    step = {"step": scoring["formula"]["step"]} if scoring["formula"] else {}
    formula = {"terms": lists["terms"], **kept, **step} if how == "formula" else None
    bands = lists["bands"] if how == "bands" else []
    named = {key: form[key] for key in _POINTS}
    changed = scoring | named | {"bands": bands, "formula": formula}
    return _with_scoring(settings, changed, teams=teams)


FORMULAS = ("bonus", "small_formula")


def _formulas(settings: Json) -> Json:
    return {
        f"{name}_{key}": (settings["scoring"][name] or {}).get(key)
        for name in FORMULAS
        for key in (*_LIMITS, "step")
    }


def _formulas_back(settings: Json, form: Json, lists: Mapping[str, list[Any]]) -> Json:
    found: Json = {}
    for name in FORMULAS:
        given = {key: form[f"{name}_{key}"] for key in (*_LIMITS, "step")}
        kept = {key: each for key, each in given.items() if each not in (None, "")}
        found[name] = {"terms": lists[name], **kept} if lists[name] else None
    return settings | {"scoring": settings["scoring"] | found}


def _fide(settings: Json) -> Json:
    return settings["fide"] or {"system": "", "top": "lot"}


def _fide_back(settings: Json, form: Json, lists: Mapping[str, list[Any]]) -> Json:
    return settings | {"fide": form | {"accelerated": lists["accelerated"]} if form["system"] else None}


def _tables(settings: Json) -> Json:
    return {"tables": settings["tables"], "fresh": settings["fresh"], **settings["scenarios"]}


def _tables_back(settings: Json, form: Json, lists: Mapping[str, list[Any]]) -> Json:
    scenarios = {"how": form["how"], "names": form["names"]}
    return settings | {
        "tables": form["tables"], "fresh": form["fresh"], "scenarios": scenarios, "terrain": lists["terrain"]
    }  # fmt: skip


def _soft_back(settings: Json, form: Json, lists: Mapping[str, list[Any]]) -> Json:
    kept = {"penalties": lists["penalties"], "soft": lists["soft"]}
    return settings | {"soft_counts": form["soft_counts"], **kept}


def _schedule(settings: Json) -> Json:
    read = datetime.datetime.fromisoformat
    found = settings["schedule"]
    ends = found["registration_ends"]
    return {"registration_ends": read(ends) if ends else None, "lists_due": _lists_due(settings)}


def _lists_due(settings: Json) -> datetime.datetime | None:
    at = settings["schedule"]["lists_due"] or settings["limits"]["until"]
    return datetime.datetime.fromisoformat(at) if at else None


def _schedule_back(settings: Json, form: Json, lists: Mapping[str, list[Any]]) -> Json:
    ends = {key: each.isoformat() if each else None for key, each in form.items()}
    # There is one deadline for lists: what older documents have of it in their limits goes.
    limits = settings["limits"] | {"until": None}
    return settings | {"schedule": {**ends, "starts": lists["starts"]}, "limits": limits}


def _limits(settings: Json) -> Json:
    found: Json = settings["limits"]
    since, until = found["period"] or (None, None)
    return found | {"since": since, "until": until, "lists_due": _lists_due(settings)}


def _limits_back(settings: Json, form: Json, _: Mapping[str, list[Any]]) -> Json:
    given = dict(form)
    years = [given.pop("since"), given.pop("until")]
    due = given.pop("lists_due")
    schedule = settings["schedule"] | {"lists_due": due.isoformat() if due else None}
    limits = settings["limits"] | given | {"period": years if all(years) else None, "until": None}
    return settings | {"limits": limits, "schedule": schedule}


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
        ), partial(_points, teams=False), partial(_points_back, teams=False)),
        SettingPage("bonus", plain.FormulasForm, (
            RowList("bonus", "Bonus: terms that are added to the match points", rows.TermRow,
                    "scoring.bonus.terms"),
            RowList("small_formula", "Small points: terms of their formula", rows.TermRow,
                    "scoring.small_formula.terms"),
        ), _formulas, _formulas_back),
        SettingPage("team-points", plain.TeamPointsForm, (
            RowList("bands", "Bands of differences of board points", rows.BandRow, "teams.scoring.bands"),
            RowList("terms", "Terms of the formula", rows.TermRow, "teams.scoring.formula.terms"),
        ), partial(_points, teams=True), partial(_points_back, teams=True)),
        SettingPage("fide", plain.FideForm, (
            RowList("accelerated", "Points that nobody has, in accelerated rounds", rows.AccelerationRow,
                    "fide.accelerated"),
        ), _fide, _fide_back),
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
        SettingPage("publishing", plain.PublishingForm, (), lambda settings: settings["publishing"],
                    lambda settings, form, _: settings | {"publishing": form}),
        SettingPage("lists", plain.LimitsForm, (), _limits, _limits_back),
    )
}  # fmt: skip

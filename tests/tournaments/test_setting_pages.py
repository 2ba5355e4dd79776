"""The pages of settings: forms and ordered rows, without scripts and without JSON."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import QueryDict
from django.test import Client

from tests.kit.clients import rest, signed_in
from tests.kit.hostile import DIGITS
from tests.kit.pageforms import Form, forms
from tests.kit.tournaments import event, play_round, read
from tournaments.engine.document import read_tournament
from tournaments.engine.feasible import impossible
from tournaments.engine.presets import load_presets
from tournaments.models import Tournament
from tournaments.settingpages.editor import Editor
from tournaments.settingpages.pages import PAGES

pytestmark = pytest.mark.django_db


class Desk:
    """An organiser on the pages of settings."""

    def __init__(self, owner: User, row: Tournament) -> None:
        self.client, self.row = signed_in(owner), row

    def form(self, what: str, page: str = "") -> Form:
        address = f"{self.row.get_absolute_url()}settings/{what}/"
        page = page or self.client.get(address).content.decode()
        return next(each for each in forms(page, address) if "revision" in each.fields)

    def press(self, what: str, form: Form, op: str, **given: Any) -> Form:
        answer = self.client.post(form.action, form.fields | given | {"op": op})
        assert answer.status_code == 200
        return self.form(what, answer.content.decode())

    def save(self, form: Form, **given: Any) -> Any:
        named = {key.replace("__", "-"): each for key, each in given.items()}
        return self.client.post(form.action, form.fields | named | {"op": "save"})

    @property
    def settings(self) -> Any:
        return read(Tournament.objects.get(pk=self.row.pk)).settings


@pytest.fixture
def desk(alice: User) -> Desk:
    return Desk(alice, event(alice))


@pytest.mark.parametrize("what", ["kind", "tie-breaks", "points", "schedule", "bonus", "fide", "penalties"])
def test_what_is_saved_unchanged_stays_as_it_is(desk: Desk, what: str) -> None:
    before = desk.settings
    assert desk.save(desk.form(what)).status_code == 302
    assert desk.settings == before


@pytest.mark.parametrize("what", PAGES)
def test_every_preset_comes_back_from_every_page(what: str) -> None:
    for preset in load_presets().values():
        settings = preset.copy_settings()
        if not PAGES[what].there(settings):
            continue
        document = read(Tournament(document={"format": "leaguer-tournament", "version": 1, "seed": "s"}))
        document = document.model_copy(update={"settings": settings, "name": "Club day"})
        shown = Editor(PAGES[what], document)
        post: Any = _sent(shown)
        again = Editor(PAGES[what], document, post)
        assert again.is_valid(), (preset.key, [row.errors for each in again.lists for row in each.rows])
        assert again.action().settings == settings, preset.key  # type: ignore[attr-defined]


def _sent(shown: Editor) -> Any:
    """What a browser sends of a page that nobody has touched."""
    post = QueryDict(mutable=True)
    for part in [*filter(None, [shown.form]), *(row for each in shown.lists for row in each.rows)]:
        for field in part:
            value = field.value()
            if isinstance(value, list):
                post.setlist(field.html_name, [str(each) for each in value])
            elif value is not None and value is not False:
                at = isinstance(value, datetime)
                post[field.html_name] = f"{value:%Y-%m-%dT%H:%M}" if at else str(value)
    for each in shown.lists:
        post[f"{each.kind.key}-count"] = str(len(each.rows))
    return post


def test_rows_move_come_and_go_and_are_saved_in_their_order(desk: Desk) -> None:
    form = desk.form("tie-breaks")
    assert form.fields["tiebreaks-count"] == "4"
    form = desk.press("tie-breaks", form, "up:tiebreaks:2")
    form = desk.press("tie-breaks", form, "remove:tiebreaks:0")
    form = desk.press("tie-breaks", form, "add:tiebreaks", **{"tiebreaks-new": "sonneborn_berger"})
    form = desk.press("tie-breaks", form, "down:tiebreaks:0")
    assert [each.by for each in desk.settings.tiebreaks] == ["small", "direct", "buchholz", "lot"]
    assert desk.save(form, tiebreaks__3__cut_low="1").status_code == 302
    found = [(each.by, each.cut_low) for each in desk.settings.tiebreaks]
    assert found == [("direct", 0), ("buchholz", 0), ("lot", 0), ("sonneborn_berger", 1)] or found == [
        ("buchholz", 0), ("direct", 0), ("lot", 0), ("sonneborn_berger", 1)
    ]  # fmt: skip


def test_criteria_keep_their_options(desk: Desk) -> None:
    form = desk.press("pairings", desk.form("pairings"), "add:pairing", **{"pairing-new": "apart"})
    count = int(form.fields["pairing-count"])
    fields = {f"pairing-{count - 1}-group": "nation", f"pairing-{count - 1}-rounds": "1"}
    assert desk.client.post(form.action, form.fields | fields | {"op": "save"}).status_code == 302
    last = desk.settings.pairing[-1]
    assert (last.by, last.group, last.rounds) == ("apart", "nation", 1)


def test_bands_and_formulas_are_made_of_rows_and_show_what_they_give(desk: Desk) -> None:
    form = desk.form("points")
    form.fields["how"] = "bands"
    form = desk.press("points", form, "add:bands")
    form = desk.press("points", form, "add:bands")
    bands = {
        "bands-0-least": "0", "bands-0-winner": "10", "bands-0-loser": "10",
        "bands-1-least": "5", "bands-1-winner": "20", "bands-1-loser": "0", "bands-1-name": "rout",
    }  # fmt: skip
    shown = desk.client.post(form.action, form.fields | bands | {"op": "show"}).content.decode()
    assert "rout" in shown.split('id="typical"')[1]
    assert not desk.settings.scoring.bands
    wrong = desk.client.post(form.action, form.fields | bands | {"bands-1-least": "0", "op": "save"})
    assert wrong.status_code == 400
    assert desk.client.post(form.action, form.fields | bands | {"op": "save"}).status_code == 302
    assert [each.points for each in desk.settings.scoring.bands] == [(10, 10), (20, 0)]
    form = desk.form("points")
    form.fields["how"] = "formula"
    form = desk.press("points", form, "add:terms")
    term = {"terms-0-times": "2", "terms-0-of": "won", "terms-0-steps": ""}
    term |= {"terms-0-per_of": "", "terms-0-round": "", "round": ""}
    nothing = form.fields | term | {"terms-0-per_of": "losses", "op": "save"}
    refused = desk.client.post(form.action, nothing)
    assert refused.status_code == 400
    assert "terms-0-per" in refused.content.decode()
    assert desk.client.post(form.action, form.fields | term | {"op": "save"}).status_code == 302
    assert desk.settings.scoring.formula.terms[0].of == "won"


def test_the_schedule_limits_and_penalties_are_saved(desk: Desk) -> None:
    form = desk.press("schedule", desk.form("schedule"), "add:starts")
    at = {"starts-0-at": "2026-05-02T09:30", "registration_ends": "2026-05-01T20:00"}
    assert desk.client.post(form.action, form.fields | at | {"op": "save"}).status_code == 302
    assert desk.settings.schedule.starts[0].isoformat() == "2026-05-02T09:30:00+00:00"
    assert desk.settings.schedule.registration_ends.hour == 20
    form = desk.form("lists")
    given = {"since": "1640", "until": "", "lists": "3", "most": "60", "op": "save"}
    assert desk.client.post(form.action, form.fields | given).status_code == 400
    assert desk.client.post(form.action, form.fields | given | {"until": "1660"}).status_code == 302
    assert (desk.settings.limits.period, desk.settings.limits.most) == ((1640, 1660), 60)
    form = desk.press("penalties", desk.form("penalties"), "add:penalties")
    named = {"penalties-0-name": "Not painted", "penalties-0-points": "1", "op": "save"}
    assert desk.client.post(form.action, form.fields | named).status_code == 302
    assert desk.settings.penalties[0].name == "Not painted"


def test_a_tournament_becomes_one_of_teams(desk: Desk) -> None:
    assert desk.save(desk.form("kind"), kind="knockout", size="2").status_code == 302
    assert (desk.settings.kind, desk.settings.teams.size) == ("knockout", 2)
    assert desk.save(desk.form("kind"), kind="nothing").status_code == 400


def test_old_pages_and_other_people_change_nothing(desk: Desk, alice: User, bob: User) -> None:
    form = desk.form("kind")
    play_round(desk.row, alice)
    desk.save(form, kind="round_robin")
    assert desk.settings.kind == "swiss"
    for client in (signed_in(bob), Client()):
        assert client.get(form.action).status_code == 404
    assert signed_in(bob).post(form.action, form.fields).status_code == 404
    assert desk.client.get(f"{desk.row.get_absolute_url()}settings/nothing/").status_code == 404


PATHS = {
    "rounds": "rounds", "tables": "tables", "count": "groups.count", "group_rounds": "groups.rounds"
}  # fmt: skip


@pytest.mark.parametrize(("settings", "way", "field", "said"), [
    ({"rounds": 5}, "settings/", "rounds", "5 rounds are too many for 3 opponents: at most 3."),
    ({"rounds": 3, "tables": 1}, "settings/tables/", "tables", "1 table is not enough for 2 pairings."),
    ({"kind": "groups", "groups": {"count": 3}}, "settings/kind/", "count",
        "3 groups of two or more cannot be made of 4 players."),
    ({"kind": "groups", "groups": {"count": 2, "play": "swiss", "rounds": 4}}, "settings/kind/",
        "group_rounds", "4 rounds are too many for 1 opponent: at most 1."),
])  # fmt: skip
def test_what_cannot_be_with_these_players_is_said_before_pairing_and_at_its_field(
    alice: User, settings: dict[str, Any], way: str, field: str, said: str
) -> None:
    row = event(alice, **({"rounds": 3} | settings))
    client, home = signed_in(alice), row.get_absolute_url()
    page = client.get(home).content.decode()
    assert said in page
    assert f'href="{home}{way}' in page
    answer = client.get(home + way)
    assert (answer.status_code, said in answer.content.decode()) == (200, True)
    assert f'id="id_{field}_error"' in answer.content.decode()
    client.post(f"{home}pair/", {"revision": row.revision})
    assert not read(Tournament.objects.get()).rounds
    refused = rest(alice, "get", f"tournaments/{row.public_id}/proposal/")
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (400, f"settings.{PATHS[field]}")


def test_four_teams_of_four_can_play_what_the_preset_says() -> None:
    settings = load_presets()["teams-of-four"].settings
    players = [{"id": f"p{n}", "name": f"P {n}"} for n in range(16)]
    teams = [
        {"id": f"t{n}", "name": f"T {n}", "members": [f"p{4 * n + at}" for at in range(4)]} for n in range(4)
    ]
    found = read_tournament({
        "format": "leaguer-tournament", "version": 1, "settings": settings.model_dump(mode="json"),
        "players": players, "teams": teams,
    })  # fmt: skip
    assert impossible(found) == ()


TERM = {
    "of": "",
    "steps": "",
    "per": "",
    "per_of": "",
    "when_nothing": "",
    "least": "",
    "most": "",
    "round": "",
}


def term(prefix: str, **given: str) -> dict[str, str]:
    """What is sent of a term of a formula."""
    return {f"{prefix}-{name}": each for name, each in (TERM | given).items()}


def test_a_bonus_and_small_points_are_formulas_that_show_what_results_give(desk: Desk) -> None:
    form = desk.press("bonus", desk.form("bonus"), "add:bonus")
    form = desk.press("bonus", form, "add:small_formula")
    given = term("bonus-0", times="2", of="won") | term("small_formula-0", times="1", of="difference")
    given |= {"bonus_most": "5", "small_formula_least": "0", "small_formula_step": "0.5"}
    shown = desk.client.post(form.action, form.fields | given | {"op": "show"}).content.decode()
    table = shown.split('id="typical"')[1]
    assert "5&nbsp;:&nbsp;0" in table, "a win gives 3, and 2 as bonus"
    assert desk.settings.scoring.bonus is None
    nothing = given | term("bonus-0", times="2", of="won", per_of="losses")
    refused = desk.client.post(form.action, form.fields | nothing | {"op": "save"})
    assert refused.status_code == 400
    assert 'id="id_bonus-0-per_error"' in refused.content.decode()
    assert desk.client.post(form.action, form.fields | given | {"op": "save"}).status_code == 302
    scoring = desk.settings.scoring
    assert (scoring.bonus.terms[0].of, scoring.bonus.most) == ("won", 5)
    assert (scoring.small_formula.least, scoring.small_formula.step) == (0, 0.5)
    form = desk.press("bonus", desk.form("bonus"), "remove:bonus:0")
    assert desk.save(form).status_code == 302
    assert (desk.settings.scoring.bonus, desk.settings.scoring.small_formula is None) == (None, False)


def test_fides_systems_are_chosen_with_accelerated_rounds(desk: Desk) -> None:
    form = desk.press("fide", desk.form("fide"), "add:accelerated")
    row = {"points": "1", "from_round": "1", "to_round": "2", "first": "1", "last": "2"}
    given = {"system": "burstein", "top": "first"} | {f"accelerated-0-{key}": row[key] for key in row}
    wrong = given | {"accelerated-0-to_round": "0"}
    assert desk.client.post(form.action, form.fields | wrong | {"op": "save"}).status_code == 400
    assert desk.client.post(form.action, form.fields | given | {"op": "save"}).status_code == 302
    found = desk.settings.fide
    assert (found.system, found.top, found.accelerated[0].to_round) == ("burstein", "first", 2)
    form = desk.form("points")
    form.fields["how"] = "bands"
    form = desk.press("points", form, "add:bands")
    assert desk.save(form).status_code == 400
    assert desk.save(desk.form("fide"), system="").status_code == 302
    assert desk.settings.fide is None


def test_a_system_of_fide_where_bands_count_is_refused_at_its_field(alice: User) -> None:
    desk = Desk(alice, event(alice, scoring={"bands": [{"least": 0, "points": [3, 3]}]}))
    refused = desk.save(desk.form("fide"), system="dutch")
    assert refused.status_code == 400
    assert 'id="id_system_error"' in refused.content.decode()


def test_team_points_are_a_page_where_teams_play(desk: Desk, alice: User) -> None:
    settings = f"{desk.row.get_absolute_url()}settings/"
    assert desk.client.get(f"{settings}team-points/").status_code == 404
    assert "team-points" not in desk.client.get(settings).content.decode()
    desk = Desk(alice, event(alice, teams={"size": 2}))
    form = desk.form("team-points")
    assert (form.fields["win"], form.fields["draw"]) == ("2.0", "1.0")
    form.fields["how"] = "bands"
    form = desk.press("team-points", form, "add:bands")
    bands = {"bands-0-least": "0", "bands-0-winner": "3", "bands-0-loser": "2"}
    refused = desk.client.post(form.action, form.fields | bands | {"op": "save"})
    assert (refused.status_code, 'id="bands-0"' in refused.content.decode()) == (400, True)
    bands |= {"bands-0-loser": "3", "bands-0-name": "level"}
    shown = desk.client.post(form.action, form.fields | bands | {"op": "show"}).content.decode()
    assert "level" in shown.split('id="typical"')[1]
    assert desk.client.post(form.action, form.fields | bands | {"op": "save"}).status_code == 302
    assert [each.points for each in desk.settings.teams.scoring.bands] == [(3, 3)]
    assert desk.settings.scoring.bands == ()


def test_votes_have_points_for_as_many_places_as_are_written(desk: Desk) -> None:
    form = desk.press("penalties", desk.form("penalties"), "add:soft")
    given = {"soft-0-name": "Painting", "soft-0-by": "votes", "soft-0-most": "5"}
    for wrong in ("first", "0.3", "3;2"):
        answer = desk.client.post(form.action, form.fields | given | {"soft-0-places": wrong, "op": "save"})
        assert answer.status_code == 400, wrong
        assert 'id="id_soft-0-places_error"' in answer.content.decode()
    fields = form.fields | given | {"soft-0-places": "5, 3, 2, 1", "op": "save"}
    assert desk.client.post(form.action, fields).status_code == 302
    assert desk.settings.soft[0].places == (5, 3, 2, 1)
    assert desk.save(desk.form("penalties")).status_code == 302
    assert desk.settings.soft[0].places == (5, 3, 2, 1)


@pytest.mark.parametrize("digits", DIGITS)
def test_digits_that_are_no_number_are_no_rows_and_no_row(desk: Desk, digits: str) -> None:
    form = desk.form("points")
    for sent in ({"bands-count": digits}, {"op": f"up:bands:{digits}"}, {"op": f"drop:bands:{digits}"}):
        assert desk.client.post(form.action, form.fields | sent).status_code in (200, 302, 400)
    action = {"a.do": "report", "a.winner": digits, f"a.result.scores.{digits}": "1"}
    answer = desk.client.post(f"{desk.row.get_absolute_url()}act/", action)
    assert answer.status_code in (302, 400)

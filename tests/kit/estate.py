"""One of everything: what Alice owns and Bob shares, so that every address of the site leads to something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import product
from typing import Any

from django.contrib.admindocs.views import simplify_regex
from django.contrib.auth.models import User
from django.core import signing
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from armylists import apitokens, bookservices
from armylists import services as lists
from armylists.given import army_in
from armylists.models import OwnBook
from armylists.owned.services import share
from armylists.start import minimum
from battles import services as battles
from battles.access import viewer_of
from battles.poll import record_token
from battles.recording.access import reached
from campaigns import mail, mapservices
from campaigns import services as campaigns
from campaigns.bringing import bring
from campaigns.engine import shipped
from rulesets.contract import registry
from rulesets.contract.documents import book_rules, parse_list
from tests.kit.battles import sample, setup
from tests.kit.campaigns import battles as met
from tests.kit.campaigns import island, member_of
from tests.kit.meetings import meeting_setup
from tests.kit.records import record
from tests.kit.tournaments import appoint, event, pair_round, play_round
from tournaments import inviting, sending
from tournaments.access import viewer_of as tournament_viewer
from tournaments.engine.league import League
from tournaments.feeds import token_of
from tournaments.leagues import services as leagues
from tournaments.leagues.people import key_of_player
from tournaments.models import Tournament
from tournaments.settingpages.pages import PAGES

PART = re.compile(r"<(?:\w+:)?(\w+)>")
Given = Mapping[str, Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Route:
    """An address of the site: the name of its pattern, and its way with `<name>` for each part."""

    name: str
    way: str

    @property
    def parts(self) -> list[str]:
        """The names of its parts."""
        return PART.findall(self.way)

    def filled(self, parts: Mapping[str, Any]) -> str:
        """The address with these parts."""
        return PART.sub(lambda found: str(parts[found[1]]), self.way)


def routes() -> list[Route]:
    """Every address of the site."""
    return sorted(set(_routes(get_resolver().url_patterns, "/", "")), key=lambda each: (each.way, each.name))


def _routes(patterns: list[URLPattern | URLResolver], prefix: str, space: str) -> Iterator[Route]:
    for pattern in patterns:
        here = prefix + simplify_regex(str(pattern.pattern)).removeprefix("/").replace("\\", "")
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, here, pattern.namespace or space)
        else:
            yield Route(f"{space}:{pattern.name}".removeprefix(":"), here)


@dataclass(frozen=True, slots=True)
class Estate:
    """What there is, as parts of addresses: under the name of a part, or under the beginning of a route's
    name and the part (`api-list.id`); the longest beginning counts.
    """

    parts: Given

    def fillings(self, route: Route) -> list[dict[str, Any]]:
        """What fills the parts of a route: each choice of what there is."""
        choices = [self._of(route.name, part) for part in route.parts]
        return [dict(zip(route.parts, values, strict=True)) for values in product(*choices)]

    def _of(self, name: str, part: str) -> Sequence[Any]:
        for end in range(len(name), -1, -1):
            if (found := self.parts.get(f"{name[:end]}.{part}".removeprefix("."))) is not None:
                return found
        raise KeyError(f"nothing is given for {part} of {name}")


def estate(alice: User, bob: User) -> Estate:
    """Make one of everything. Alice is the campaign's umpire, Bob plays in it and against her."""
    return Estate({
        **_of_lists(alice), **_of_battles(alice, bob), **_of_campaigns(alice, bob), **_of_rules(),
        **_of_tournaments(alice, bob),
        "token_id": [apitokens.make(alice, "Bot")[0].public_id],
        "api-one-token.id": [apitokens.make(alice, "Program")[0].public_id],
        "api-renew-token.id": [apitokens.make(alice, "Script")[0].public_id],
        "account.key": ["nothing"], "account.uidb36": ["1"],
        "object_id": [alice.pk], "id": [alice.pk], "content_type_id": [1], "app_label": ["auth"],
        "url": ["nothing"],
    })  # fmt: skip


def _of_rules() -> dict[str, Sequence[Any]]:
    return {
        "system": ["baroque", "by_fire_and_sword"], "book": ["polish"], "entry": ["polish.hussars"],
        "rule_id": ["BQ-6.1.4"],
    }  # fmt: skip


def _of_lists(alice: User) -> dict[str, Sequence[Any]]:
    row = lists.create(alice, minimum("baroque", "polish", 300))
    cards = lists.create(alice, minimum("by_fire_and_sword", "muscovite", 10))
    rules = book_rules("baroque")
    book = bookservices.create(alice, "baroque", rules.kept(dict(rules.shipped()["polish"])))
    bookservices.save_version(book, book.edition)
    editor = next(each for each in registry.scenario_editors() if each.training)
    staged = bookservices.create(
        alice, "snaphance", dict(editor.shipped()[editor.training]), OwnBook.SCENARIO
    )
    bookservices.save_version(staged, staged.edition)
    for each in (row, book):
        share(each)
    of_lists, of_books = [row.public_id, cards.public_id], [book.public_id, staged.public_id]
    return {
        "list_id": of_lists, "api-list.id": of_lists[:1], "book_id": of_books, "api-own-book.id": of_books,
        "kind": ["json"], "number": [1], "armylists:.token": [row.share_token],
        "api-list.token": [row.share_token], "api-own-book.token": [book.share_token],
        **{f"armylists:{name}.token": [book.share_token]
           for name in ("shared-book", "take-book", "shared-book-file")},
        "api-scenario.key": [staged.key, editor.training], "battles:scenario.key": [staged.key],
    }  # fmt: skip


def _of_battles(alice: User, bob: User) -> dict[str, Sequence[Any]]:
    patrols = setup(sample("royalist-patrol-300"), sample("parliament-patrol-300"), terrain="open")
    board = battles.begin(alice, patrols, opponent=bob, tacticians=())
    meeting = battles.begin(alice, meeting_setup(), opponent=bob, tacticians=(), agreed=True)
    asked = battles.begin(alice, patrols, invited=bob.username, tacticians=())
    own = record(alice, bob)
    for row in (board, meeting, own):
        share(row)
    both = [board.public_id, meeting.public_id]
    return {
        "battle_id": both, "api-battle.id": both, "api-battle-record.id": [meeting.public_id],
        "battles:record.battle_id": [meeting.public_id], "invitation_id": [asked.public_id],
        "api-invitation.id": [asked.public_id], "record_id": [own.public_id],
        "api-record.id": [own.public_id],
        "battles:.token": [board.share_token, meeting.share_token],
        "battles:shared-own.token": [own.share_token], "battles:shared-record.token": [meeting.share_token],
        "battles:poll.token": [battles.poll_token(viewer_of(alice, board.public_id))],
        "battles:record-poll.token": [record_token(reached(alice, "own", own.public_id))],
        "slug": ["by_fire_and_sword"], "side": [0],
        "first": ["a00000"], "second": ["0000a0"],
    }  # fmt: skip


def _of_campaigns(alice: User, bob: User) -> dict[str, Sequence[Any]]:
    dora = User.objects.create_user("dora", "dora@example.org")
    row = island(alice)
    campaigns.add_member(row, bob, "player", "crown")
    campaigns.add_member(row, dora, "player", "commons")
    row.refresh_from_db()
    umpire, player = member_of(row, alice), member_of(row, bob)
    campaigns.set_deadline(row, umpire, timezone.now() + timedelta(days=3))
    row.refresh_from_db()
    asked = campaigns.ask_for_time(row, player, 12)
    brought = bring(row, player, army_in(bob, document=sample("royalist-patrol-300")))
    invited = campaigns.invite(row, umpire, "player", "company")
    drawn = mapservices.create_map(alice, shipped.document("island")["map"])
    fight = met(row, ("cr1", "co1"))[0]
    return {
        "campaign_id": [row.public_id], "api-campaign.id": [row.public_id], "map_id": [drawn.public_id],
        "campaigns:.key": [fight.key], "api-campaign-engagement.key": [fight.key],
        "campaigns:area.key": ["eastgate"], "campaigns:force.key": ["cr1"], "campaigns:command.key": ["cr1"],
        "campaigns:automatic-faction.key": ["company"], "campaigns:rules-section.key": ["supply"],
        "campaigns:shipped-map.key": ["island"], "force": ["cr1"], "turn": [1], "do": ["money", "add"],
        "pk": [player.pk], "campaigns:answer-time.pk": [asked.pk], "campaigns:withdraw.pk": [invited.pk],
        "campaigns:list.number": [brought.pk], "campaigns:accept-list.number": [brought.pk],
        "campaigns:decline-list.number": [brought.pk], "api-campaign-list.number": [brought.pk],
        "api-campaign-extension.number": [asked.pk], "api-campaign-invitation.number": [invited.pk],
        "api-campaign-member.key": [player.key], "api-campaign-play.key": [player.key],
        "campaigns:join.token": [invited.token], "campaigns:calendar.token": [player.feed],
        "campaigns:stop-mail.token": [signing.dumps([alice.pk, "orders"], salt=mail.SALT)],
    }  # fmt: skip


def _of_tournaments(alice: User, bob: User) -> dict[str, Sequence[Any]]:
    row = pair_round(event(alice, bob, registration="open", soft=[{"name": "Painting"}]), alice)
    judge = appoint(row, "dora", "judge")
    own = row.entries.get(player="cora")
    open_one = inviting.invite(row, alice, "judge")
    sent = sending.send(row, bob, "anna", parse_list(sample("royalist-patrol-300")))
    return {
        "tournament_id": [row.public_id], "tournaments:why.number": [1], "tournaments:why.player": ["anna"],
        "user_id": [judge.user_id], "tournaments:join-by-link.token": [row.invited],
        "tournaments:claim.token": [own.claim], "tournaments:invitation.token": [open_one.token],
        "tournaments:entry-mail.player": ["dan"], "api-tournament-entry.player": ["dan"],
        "tournaments:withdraw.pk": [open_one.pk], "api-tournament-invitation.number": [open_one.pk],
        "api-tournament.id": [row.public_id],
        "api-tournament-organiser.name": ["dora"],
        "tournaments:list.key": [sent.key], "api-tournament-list.key": [sent.key],
        "tournaments:setting-page.what": [*PAGES],
        "tournaments:paper.what": ["standings"], "api-tournament-paper.what": ["standings"],
        "tournaments:table.what": ["standings", "players"], "tournaments:table.form": ["csv"],
        "tournaments:upload.what": ["players", "results"],
        "api-tournament-table.what": ["players", "results"],
        "tournaments:calendar.token": [token_of(tournament_viewer(alice, row.public_id))],
        **_of_leagues(alice, row),
    }  # fmt: skip


def _of_leagues(alice: User, row: Tournament) -> dict[str, Sequence[Any]]:
    league = leagues.create(alice, League(name="Northern League"), "link")
    other, older = (
        leagues.add(league, alice, play_round(event(alice, count=2, rounds=1), alice), season)
        for season in ("2026", "2025")
    )
    leagues.add(league, alice, row, "2026")
    anna, again = (key_of_player(each.tournament, "anna") for each in (other, older))
    leagues.link(league, alice, anna, again)
    return {
        "league_id": [league.public_id], "event_id": [other.pk],
        "api-league.id": [league.public_id], "api-league-event.number": [other.pk],
        "tournaments:league-player.key": [anna], "api-league-player.key": [anna],
        "api-league-link.key": [again],
    }  # fmt: skip

"""Every page, on a phone and on a desk: nothing wider than the window, no complaint, a picture of each.

What `phone` and `desktop` watch for (console, policy, other hosts) holds here for every page.
"""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from armylists import apitokens, bookservices, edits, guests, services
from armylists.models import ArmyList
from armylists.typical import typical
from battles import sample
from battles import services as battle_services
from battles.models import Battle
from battles.recording import services as recording
from campaigns import services as campaign_services
from campaigns.engine.shipped import document as shipped_campaign
from rulesets.baroque.armies import sample_lists
from rulesets.by_fire_and_sword.armies.lists import sample_lists as force_samples
from rulesets.contract.documents import book_rules
from rulesets.engine.battle import Battle as Engine
from rulesets.engine.decisions import Decision
from rulesets.snaphance.scenario_editor import setup as staged
from tests.armylists.scenarios import map_page, scenario_of, shipped
from tests.browser.board import battle_at, kind, offers, skirmish
from tests.browser.kit import Shot, SignIn, at_rest, faults_of, sideways
from tests.kit.battles import sample as document
from tests.kit.battles import setup
from tests.kit.campaigns import battles as campaign_battles
from tests.kit.campaigns import island
from tests.kit.clients import code_for
from tests.kit.consent import agreed
from tests.kit.meetings import meeting_setup
from tests.kit.powder import usual_setup
from tests.kit.records import OTHER, UNIT, claim, lists, record
from tests.kit.tournaments import event, pair, read
from tournaments import sample as tournaments
from tournaments.engine.actions import Pair
from tournaments.engine.rounds import paired
from tournaments.models import League
from tournaments.services import act

Look = Callable[[str, str], Page]
DEVICES = ["phone", "desktop"]
SWORD, POWDER = "by_fire_and_sword", "mail_pike_powder"
ROYALISTS = ["baroque", "ecw-royalist"]

ACCOUNT = {
    "account-email": "account_email",
    "account-password": "account_change_password",
    "account-logout": "account_logout",
}
REFERENCE: dict[str, tuple[str, list[str]]] = {
    "books": ("rulesets:books", []),
    "book": ("rulesets:book", ROYALISTS),
    "rules": ("rulesets:system", ["baroque"]),
    "rule": ("rulesets:rule", ["baroque", "BQ-6.1.4"]),
    "rules-chapter": ("rulesets:rule", ["baroque", "BQ-6"]),
    "tables": ("rulesets:tables", ["baroque"]),
    "departures": ("rulesets:system-departures", ["baroque"]),
    "odds": ("rulesets:odds", []),
}


@pytest.fixture(params=DEVICES)
def device(request: pytest.FixtureRequest) -> str:
    """The width that the test runs at."""
    return str(request.param)


@pytest.fixture
def page(request: pytest.FixtureRequest, device: str) -> Page:
    """A page of that width."""
    return request.getfixturevalue(device)  # type: ignore[no-any-return]


@pytest.fixture
def as_alice(page: Page, sign_in: SignIn, alice: User) -> None:
    """Alice is signed in."""
    sign_in(page, alice)


@pytest.fixture
def look(page: Page, device: str, shot: Shot, barriers: Callable[[Page], list[str]]) -> Look:
    """`look("book", "/books/...")`: opens the page, keeps its picture, fails if it is missing or too wide."""

    def look(name: str, address: str) -> Page:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, f"{name}: {address} answers {answer.status}"
        at_rest(page)
        assert faults_of(page) == [], f"{name}: {address} has faults"
        assert barriers(page) == [], f"{name}: {address} has barriers"
        shot(page, f"{name}-{device}")
        return page

    return look


def test_a_visitors_pages(look: Look, db: None) -> None:
    for name in (
        "home",
        "first-evening",
        "about",
        "account_login",
        "account_signup",
        "account_reset_password",
        "api-docs",
    ):
        look(name.removeprefix("account_"), reverse(name))


def test_the_pages_of_books_rules_and_odds(look: Look, db: None) -> None:
    for name, (address, words) in REFERENCE.items():
        look(name, reverse(address, args=words))
    page = look("rules-search", reverse("rulesets:system", args=["baroque"]) + "?q=pike")
    assert "pike" in page.locator("main").inner_text().lower()
    look("odds-melee", reverse("rulesets:odds") + "?kind=melee")
    page.goto(reverse("rulesets:book", args=ROYALISTS))
    entry = page.locator(f"main a[href^='{reverse('rulesets:book', args=ROYALISTS)}']").first
    look("book-entry", str(entry.get_attribute("href")))


@pytest.fixture
def faulty(alice: User) -> ArmyList:
    """Alice's list, with a finding and a unit of a long name."""
    army = sample_lists()["swedish-royal-army"]
    command = army.commands[0].model_copy(update={"leader": None})
    changed = {
        "name": "Lützen 1632",
        "points": 580,
        "commands": (command, *army.commands[1:]),
    }
    row = services.create(alice, army.model_copy(update=changed))
    services.change(row, 1, edits.rename_unit("c1u1", "The Yellow and Blue Brigades together"), alice)
    services.share(row)
    return row


@pytest.mark.usefixtures("as_alice")
def test_a_players_pages_and_lists(look: Look, faulty: ArmyList) -> None:
    key = faulty.public_id
    for name, address in ACCOUNT.items():
        look(name, reverse(address))
    for name in ("index", "new", "upload"):
        look(f"list-{name}", reverse(f"armylists:{name}"))
    look("builder", reverse("armylists:edit", args=[key]))
    look("list", faulty.get_absolute_url())
    look("list-history", reverse("armylists:history", args=[key]))
    look("list-compare", reverse("armylists:compare", args=[key]))
    look("list-revision", reverse("armylists:revision", args=[key, 1]))
    look("list-shared", faulty.shared_url)


@pytest.mark.usefixtures("as_alice")
def test_an_account_with_all_that_belongs_to_it(look: Look, page: Page, alice: User, password: str) -> None:
    apitokens.note_use(apitokens.make(alice, "A bot that posts results in the club’s channel")[0])
    apitokens.make(alice)
    row = island(alice)
    shown = look("account-full", reverse("account_email"))
    for words in ("A bot that posts", "Made with your password", row.name, "0 of 500"):
        expect(shown.locator("main")).to_contain_text(words)
    page.get_by_label("What is the new token for?").fill("Another")
    page.get_by_role("button", name="Create token").click()
    expect(page.locator("code.key")).to_have_text(re.compile("^[0-9a-f]{40}$"))
    page.goto(reverse("mfa_activate_totp"))
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Continue").click()
    look("two-factor", reverse("mfa_activate_totp"))
    drawn = "image => image.complete && image.naturalWidth > 0"
    assert page.locator(".code-picture").evaluate(drawn)
    key = page.locator("code.key").inner_text().replace(" ", "")
    page.get_by_label("Code").fill(code_for(key))
    page.get_by_role("button", name="Turn on").click()
    look("recovery-codes", reverse("mfa_view_recovery_codes"))
    assert page.locator(".recovery-codes li").count() == 10
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    look("recovery-codes-new", reverse("mfa_generate_recovery_codes"))
    look("two-factor-off", reverse("mfa_deactivate_totp"))
    page.context.clear_cookies()
    page.goto(reverse("account_login"))
    page.get_by_label("User name or e-mail address").fill("alice")
    page.get_by_label("Password").fill(password)
    page.locator("main").get_by_role("button", name="Sign in").click()
    look("two-factor-code", reverse("mfa_authenticate"))


def test_the_pages_of_a_tournament(look: Look, page: Page, sign_in: SignIn, transactional_db: None) -> None:
    users = {name: User.objects.create_user(name) for name in ("alice", "bob", "carol")}
    tournament = tournaments.load(users)
    sign_in(page, users["alice"])
    address = tournament.get_absolute_url()
    look("tournaments", reverse("tournaments:index"))
    look("tournament", address)
    look("tournament-standings-now", f"{address}standings/")
    for name in ("players", "statistics", "lists", "settings", "log", "files"):
        look(f"tournament-{name}", f"{address}{name}/")
    look("tournament-leagues", reverse("tournaments:leagues"))
    look("tournament-league", League.objects.get().get_absolute_url())


@pytest.mark.usefixtures("as_alice")
def test_the_pages_of_teams_brackets_and_a_round_that_is_not_published(
    look: Look, alice: User, transactional_db: None
) -> None:
    knockout = event(alice, count=4, rounds=2, kind="knockout")
    knockout = act(knockout, alice, Pair(number=1, round=paired(read(knockout)).round), knockout.revision)
    look("tournament-bracket", f"{knockout.get_absolute_url()}bracket/")
    teams = event(alice, count=8, teams={"size": 2})
    for name in ("teams", "settings/kind", "settings/points"):
        look(f"tournament-{name.replace('/', '-')}", f"{teams.get_absolute_url()}{name}/")
    swiss = event(alice, count=4)
    look("tournament-check-in", f"{swiss.get_absolute_url()}check-in/")
    swiss = act(swiss, alice, pair(read(swiss)), swiss.revision)
    look("tournament-unpublished", swiss.get_absolute_url())
    for name in ("people", "soft"):
        look(f"tournament-{name.replace('/', '-')}", f"{swiss.get_absolute_url()}{name}/")


@pytest.mark.usefixtures("as_alice")
def test_the_pages_of_another_system_on_a_free_table(
    look: Look, alice: User, bob: User, transactional_db: None
) -> None:
    """Mail, Pike & Powder: its list, its builder, its battle from set-up to result, and its record."""
    document = usual_setup()
    row = services.create(alice, typical(POWDER, "royalist", 500))
    look("powder-builder", reverse("armylists:edit", args=[row.public_id]))
    look("powder-list", row.get_absolute_url())
    look("powder-odds", f"{reverse('rulesets:odds')}?system={POWDER}")
    begun = battle_services.begin(alice, document, seed="6", tacticians=(1,))
    battle_services.advance(begun, None)
    look("powder-setting-up", reverse("battles:board", args=[begun.public_id]))
    going = battle_at(kind("order", side=0), alice, document=document)
    look("powder-board", reverse("battles:board", args=[going.public_id]))
    over = battle_services.begin(alice, document, seed="6")
    battle_services.advance(over, None)
    look("powder-result", over.get_absolute_url())
    look("powder-log", _turn(over, "log", 2))
    table = recording.create(alice, document["lists"], sides=document["sides"], opponent=bob)
    for name in ("", "result/"):
        look(f"powder-record{name and '-'}{name.strip('/')}", f"{table.get_absolute_url()}{name}")


def test_a_players_battles(look: Look, page: Page, sign_in: SignIn, transactional_db: None) -> None:
    fought = sample.load()
    alice = User.objects.get(username="alice")
    sides = [document("royalist-patrol-300"), document("parliament-patrol-300")]
    patrol = setup(*sides, terrain="open", sides=["Royalists", "Parliament"])
    by_hand = battle_services.begin(alice, patrol, seed="6", tacticians=(1,))
    typed = battle_services.begin(alice, {**patrol, "dice": "typed"}, tacticians=())
    for begun in (by_hand, typed):
        battle_services.advance(begun, None)
    sign_in(page, alice)
    look("desk", reverse("home"))
    look("battles", reverse("battles:index"))
    look("battle-new", reverse("battles:new"))
    asked = battle_services.begin(alice, patrol, invited="bob", tacticians=())
    look("battle-waiting", asked.get_absolute_url())
    look("battle-decision", by_hand.get_absolute_url())
    look("battle-typed", typed.get_absolute_url())
    look("battle-result", fought.get_absolute_url())
    for name, row in (("setting-up", by_hand), ("dice", typed), ("over", fought)):
        look(f"board-{name}", reverse("battles:board", args=[row.public_id]))
    going = battle_at(offers("shoot", side=0), alice, document=skirmish(5, terrain="roll"))
    look("board", reverse("battles:board", args=[going.public_id]))
    hexes = battle_at(_in_the_middle, alice, document=staged(shipped("training_clash")))
    look("board-hexes", reverse("battles:board", args=[hexes.public_id]))
    look("board-past", f"{reverse('battles:board', args=[fought.public_id])}?event=400")
    for name in ("log", "field", "orders"):
        look(f"battle-{name}", _turn(fought, name, 3))
    look("battle-deployment", _turn(fought, "field", 0))


@pytest.mark.usefixtures("as_alice")
def test_the_pages_of_a_meeting(
    look: Look, device: str, shot: Shot, alice: User, bob: User, transactional_db: None
) -> None:
    look("meeting-new", reverse("battles:new-meeting", args=["by_fire_and_sword"]))
    for name, wanted in (("scenario", "scenario"), ("effects", "day"), ("deployment", "deployed")):
        row = battle_at(kind(wanted, side=0), alice, bob, meeting_setup())
        look(f"meeting-{name}", row.get_absolute_url())
    row = battle_at(_half_the_terrain, alice, bob, meeting_setup())
    page = look("meeting-terrain", row.get_absolute_url())
    page.locator("details.placing summary").nth(1).click()
    page.locator("form.many:visible [name=number-x]").fill("30")
    page.evaluate("window.scrollTo(0, document.querySelector('#meeting').offsetTop)")
    assert sideways(page) <= 0
    shot(page, f"meeting-placing-{device}")
    over = battle_services.begin(alice, meeting_setup(), seed="3", agreed=True)
    battle_services.advance(over, None)
    look("meeting-ready", over.get_absolute_url())
    look("meeting-log", _turn(over, "log", 3))
    for name in ("", "result/", "history/"):
        look(f"meeting-record{name and '-'}{name.strip('/')}", f"{over.get_absolute_url()}record/{name}")


@pytest.mark.usefixtures("as_alice")
def test_the_pages_of_records_and_scores(look: Look, alice: User, bob: User, transactional_db: None) -> None:
    look("records-none", reverse("battles:records"))
    row = record(alice, bob, scenario="A fight for the ford")
    claim(row, 0, alice, **{f"{UNIT}.destroyed": 2})
    claim(row, 1, bob, **{f"{UNIT}.destroyed": 1, f"{OTHER}.fled": 3})
    look("records", reverse("battles:records"))
    look("record-new", reverse("battles:new-record"))
    for name in ("", "result/", "history/"):
        look(f"record{name and '-'}{name.strip('/')}", f"{row.get_absolute_url()}{name}")
    forces = lists("polish-division", "swedish-division")
    division = recording.create(alice, forces, sides=("Crown", "Sweden"))
    look("record-division", division.get_absolute_url())
    look("record-division-result", f"{division.get_absolute_url()}result/")


@pytest.mark.usefixtures("as_alice")
def test_the_cards_of_books_and_lists_built_from_them(
    look: Look, page: Page, alice: User, transactional_db: None
) -> None:
    for key in ("imperial", "polish-crown"):
        look(f"cards-{key}", reverse("rulesets:book", args=[SWORD, key]))
    entry = page.locator(f"main a[href^='{reverse('rulesets:book', args=[SWORD, 'polish-crown'])}']").first
    look("cards-entry", str(entry.get_attribute("href")))
    for name in ("system", "tables", "system-departures"):
        look(f"sword-{name}", reverse(f"rulesets:{name}", args=[SWORD]))
    forces = "&a-army=polish-1649-52-10&b-army=imperial-corps-12"
    look("sword-odds", f"{reverse('rulesets:odds')}?system={SWORD}{forces}")
    look("sword-list-new", f"{reverse('armylists:new')}?system={SWORD}&book=imperial")
    for key in ("imperial-corps-12", "polish-division"):
        row = services.create(alice, force_samples()[key])
        look(f"sword-builder-{key}", reverse("armylists:edit", args=[row.public_id]))
        look(f"sword-list-{key}", row.get_absolute_url())


@pytest.mark.usefixtures("as_alice")
def test_the_pages_of_own_books_and_scenarios(look: Look, alice: User, transactional_db: None) -> None:
    look("own-books-none", reverse("armylists:own-books"))
    look("own-book-new", reverse("armylists:new-book"))
    book = bookservices.create(alice, SWORD, book_rules(SWORD).shipped()["imperial"])
    bookservices.save_version(book, book.edition)
    bookservices.share(book)
    scenario = bookservices.create(
        alice, SWORD, book_rules(SWORD, "scenario").shipped()["ambush"], kind="scenario"
    )
    faulty = bookservices.create(alice, SWORD, book_rules(SWORD).empty("Nothing yet"))
    look("own-books", reverse("armylists:own-books"))
    for name, row in (("book", book), ("scenario", scenario), ("faulty", faulty)):
        look(f"own-{name}", reverse("armylists:own-book", args=[row.public_id]))
        look(f"own-{name}-edit", reverse("armylists:edit-book", args=[row.public_id]))
    for part in ("card[0]", "unit[0]", "card[0].level[0].pick[0]"):
        address = f"{reverse('armylists:edit-book', args=[book.public_id])}?at={part}"
        look(f"own-book-{part.partition('[')[0]}-{part.count('.')}", address)
    look("own-book-version", reverse("armylists:book-version", args=[book.public_id, 1]))
    look("own-book-shared", reverse("armylists:shared-book", args=[book.share_token]))


def _half_the_terrain(battle: Engine, decision: Decision) -> bool:
    return decision.kind == "place terrain" and decision.side == 0 and len(battle.state.terrain) > 2


def _in_the_middle(battle: Engine, decision: Decision) -> bool:
    return decision.kind == "stand" and decision.side == 0 and battle.state.turn > 1


def _turn(battle: Battle, name: str, turn: int) -> str:
    return f"{reverse(f'battles:{name}', args=[battle.public_id])}?turn={turn}"


def test_the_pages_of_scenarios(look: Look, page: Page, sign_in: SignIn, alice: User) -> None:
    look("scenario-visitor", reverse("battles:scenario", args=["luetzen_1632"]))
    sign_in(page, alice)
    book = scenario_of(alice, shipped("luetzen_1632"), kept=True)
    bookservices.share(book)
    faulty = scenario_of(alice, shipped() | {"map": {"columns": 9, "rows": 9, "terrain": []}, "name": ""})
    look("scenarios", reverse("battles:scenarios"))
    look("scenario", reverse("battles:scenario", args=["meeting_engagement"]))
    look("scenario-own", reverse("battles:scenario", args=[book.key]))
    look("scenario-map", map_page(book))
    look("scenario-map-faulty", map_page(faulty))
    look("scenario-faulty", faulty.get_absolute_url())
    look("scenario-about", reverse("armylists:edit-book", args=[book.public_id]))
    look("scenario-text", f"{reverse('armylists:edit-book', args=[book.public_id])}?at=text")
    look("scenario-book", book.get_absolute_url())
    look("scenario-shared", book.shared_url)


CAMPAIGN = {
    "alice": ("campaign", "orders", "forces", "factions", "engagements", "chronicle", "people", "rules",
              "umpire", "preview", "simulation"),
    "bob": ("campaign", "orders", "forces", "factions", "engagements", "chronicle", "people", "rules"),
}  # fmt: skip


@pytest.mark.parametrize("who", ["alice", "bob"])
def test_the_pages_of_a_campaign(
    look: Look, page: Page, sign_in: SignIn, alice: User, bob: User, who: str
) -> None:
    row = campaign_services.create(alice, shipped_campaign("island"), seed="every page")
    campaign_services.add_member(row, bob, "player", "crown")
    umpire = row.members.get(user=alice)
    sign_in(page, {"alice": alice, "bob": bob}[who])
    look(f"{who}-campaign-orders-to-give", reverse("campaigns:orders", args=[row.public_id]))
    for faction in ("crown", "commons", "company"):
        campaign_services.set_automatic(row, umpire, faction=faction, reason="To look at every page.")
    campaign_services.resolve(row, row.revision, alice)
    for name in CAMPAIGN[who]:
        if name != "preview" or row.phase == "orders":
            look(f"{who}-campaign-{name}", reverse(f"campaigns:{name}", args=[row.public_id]))
    look(f"{who}-campaign-force", reverse("campaigns:force", args=[row.public_id, "cr1"]))
    look(f"{who}-campaign-area", reverse("campaigns:area", args=[row.public_id, "havenport"]))
    for name in ("index", "new", "new-own", "upload", "mail"):
        look(f"campaign-{name}", reverse(f"campaigns:{name}"))
    if who == "alice":
        look("campaign-act", reverse("campaigns:act", args=[row.public_id, "add"]))
        look("campaign-rules-edit", reverse("campaigns:rules-section", args=[row.public_id, "calendar"]))


@pytest.mark.usefixtures("as_alice")
@pytest.mark.parametrize("shape", ["ladder", "western-year"])
def test_the_pages_of_ladders_and_stories(look: Look, alice: User, shape: str) -> None:
    row = campaign_services.create(alice, shipped_campaign(shape))
    look(f"campaign-{shape}", row.get_absolute_url())
    look(f"campaign-{shape}-rules", reverse("campaigns:rules", args=[row.public_id]))


@pytest.mark.usefixtures("transactional_db")
def test_a_guests_pages(look: Look, page: Page, sign_in: SignIn) -> None:
    guest = guests.make()
    sign_in(page, guest)
    for name in ("home", "account_signup", "first-evening"):
        look(f"guest-{name.removeprefix('account_')}", reverse(name))
    for name in ("armylists:index", "armylists:new", "armylists:upload", "battles:index", "battles:new"):
        look(f"guest-{name.replace(':', '-')}", reverse(name))
    army = services.create(guest, sample_lists()["swedish-royal-army"])
    look("guest-builder", reverse("armylists:edit", args=[army.public_id]))
    clash = battle_services.begin(guest, staged(shipped("training_clash")), seed="3", tacticians=(1,))
    battle_services.advance(clash, None)
    look("guest-board", reverse("battles:board", args=[clash.public_id]))


@pytest.mark.parametrize("who", ["bob", "visitor"])
def test_the_pages_of_a_battle_for_the_other_side_and_for_who_has_its_link(
    look: Look, page: Page, sign_in: SignIn, alice: User, bob: User, who: str, transactional_db: None
) -> None:
    asked = battle_services.begin(alice, skirmish(), invited="bob", tacticians=())
    going = battle_at(offers("shoot", side=1), alice, bob)
    met = battle_at(kind("deployed", side=0), alice, bob, meeting_setup())
    written = record(alice, bob, scenario="A fight for the ford")
    if who == "bob":
        sign_in(page, bob)
        look("bob-battle-invited", reverse("battles:invitation", args=[asked.public_id]))
        shown = [(row, row.get_absolute_url()) for row in (going, met, written)]
    else:
        for row in (going, met, written):
            battle_services.share(row)
        shown = [(row, row.shared_url) for row in (going, met, written)]
    for row, address in shown:
        look(f"{who}-{type(row).__name__.lower()}-{row.system}", address)
    look(f"{who}-board", f"{shown[0][1]}board/")
    look(f"{who}-log", f"{shown[0][1]}log/?turn=1")


ONLOOKER = ("campaign", "factions", "engagements", "chronicle", "people", "rules", "messages")
FIGHTS = {
    "alice": ("messages", "lists", "engagement", "report"),
    "bob": ("messages", "lists", "engagement", "report"),
    "charlie": ("forces", "orders", "messages", "lists", "engagement", "report"),
    "nora": ONLOOKER,
}  # fmt: skip


@pytest.mark.parametrize("who", list(FIGHTS))
def test_the_pages_of_a_campaigns_battle_for_everybody_in_it(
    look: Look, page: Page, sign_in: SignIn, alice: User, bob: User, charlie: User, who: str,
    transactional_db: None,
) -> None:  # fmt: skip
    """Alice is umpire, Bob and Charlie lead the two sides, Nora looks on; they fight on a table."""
    nora = User.objects.create_user("nora", "nora@example.org", "parsley-and-sage")
    row = campaign_services.create(alice, shipped_campaign("island"), seed="everybody")
    for user, faction in ((bob, "crown"), (charlie, "commons")):
        campaign_services.add_member(row, user, "player", faction)
    campaign_services.add_member(row, nora, "neutral")
    campaign_battles(row, ("cr1", "co1"))
    agreed(row, "table")
    campaign_services.fight(row, "t1e1", "table")
    sign_in(page, {"alice": alice, "bob": bob, "charlie": charlie, "nora": nora}[who])
    for name in FIGHTS[who]:
        key = ["t1e1"] if name in ("engagement", "report") else []
        look(f"{who}-fight-{name}", reverse(f"campaigns:{name}", args=[row.public_id, *key]))


def test_an_invitation_to_a_campaign_for_a_visitor(look: Look, alice: User, transactional_db: None) -> None:
    row = campaign_services.create(alice, shipped_campaign("island"), seed="everybody")
    link = campaign_services.invite(row, row.members.get(user=alice), "player", "crown")
    look("campaign-join", link.get_absolute_url())

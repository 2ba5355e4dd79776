"""The people of a soak: they play, write lists, report results, read, print and ask for mail, and note what
was confirmed.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests

SAMPLES = Path(__file__).parents[2] / "samples" / "lists"
PATROLS = ("royalist-patrol-300", "parliament-patrol-300")
PAUSE = 0.2
"""Seconds between two requests of a person."""
SHEETS = 15
"""So often somebody looks whether their PDF is there, a second apart."""
PAGES = ("/", "/lists/", "/battles/", "/books/", "/rules/", "/odds/", "/campaigns/", "/healthz")
ARMIES = {"a-army": "sample:royalist-patrol-300", "b-army": "sample:parliament-patrol-300", "table": "20x15"}
SETUP = {**ARMIES, "terrain": "open", "max_turns": "16", "who": "both", "dice": "stream", "seed": ""}


@dataclass
class Tally:
    """What all people together have done, and what was confirmed to them."""

    answers: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    choices: list[tuple[str, int, dict[str, Any]]] = field(default_factory=list)
    lists: list[tuple[str, str]] = field(default_factory=list)
    battles: list[str] = field(default_factory=list)
    mails: list[str] = field(default_factory=list)
    reports: list[tuple[str, int]] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)


class Person:
    """Somebody who does one thing after the other; what is not answered, they try again another time."""

    def __init__(
        self, number: int, address: str, session: str, tally: Tally, seed: int, tournament: str
    ) -> None:
        self.rounds = f"/api/v1/tournaments/{tournament}"
        self.number, self.address, self.tally = number, address, tally
        self.chance = random.Random(f"{seed}|{number}")
        self.http = requests.Session()
        self.http.cookies.update({"sessionid": session, "csrftoken": "s" * 32})
        self.http.headers["X-CSRFToken"] = "s" * 32
        self.battle = ""
        self.written = 0
        self.fought: list[str] = []

    def live(self, over: threading.Event) -> None:
        """Do things until the time is up."""
        doings = (
            self.choose, self.save, self.fight, self.read, self.print, self.sheet, self.write, self.report,
        )  # fmt: skip
        while not over.wait(PAUSE):
            with suppress(requests.RequestException, Refused):
                self.chance.choices(doings, (9, 3, 1, 6, 3, 1, 1, 4))[0]()

    def ask(self, what: str, method: str, path: str, **more: Any) -> requests.Response:
        """Ask the site for something; Refused for what it does not do."""
        begun = time.monotonic()
        try:
            answer = self.http.request(method, self.address + path, timeout=60, allow_redirects=False, **more)
        except requests.RequestException:
            self.tally.answers["no answer: killed meanwhile"] += 1
            raise
        self.tally.seconds[what].append(time.monotonic() - begun)
        if answer.status_code >= 500:
            self.tally.errors.append(f"{method} {path}: {answer.status_code}")
        if answer.status_code >= 400:
            self.tally.answers[f"refused with {answer.status_code}"] += 1
            raise Refused
        self.tally.answers["answered"] += 1
        return answer

    def choose(self) -> None:
        """Make a choice in a battle against the tactician, of which there is always one."""
        if not self.battle:
            lists = [json.loads((SAMPLES / f"{name}.json").read_text()) for name in PATROLS]
            asked = {"lists": lists, "tacticians": [1], "terrain": "open"}
            answer = self.ask("begin a battle", "POST", "/api/v1/battles/", json=asked)
            self.battle = answer.json()["id"]
            self.tally.battles.append(self.battle)
        path = f"/api/v1/battles/{self.battle}"
        now = self.ask("read a decision", "GET", f"{path}/choices/").json()
        if now["decision"] is None:
            played = self.ask("play on", "POST", f"{path}/advance/", json={"seconds": 1}).json()
            if played["status"] == "over":
                self.battle = ""
            return
        plain = [each["key"] for each in now["decision"]["options"] if not each.get("params")]
        if not plain:
            self.battle = ""  # only with numbers: somebody else may lead it on
            return
        choice = self.chance.choice(plain)
        asked = {"revision": now["revision"], "choice": choice}
        self.ask("choose", "POST", f"{path}/choices/", json=asked)
        self.tally.choices.append((self.battle, now["number"] + 1, choice))

    def save(self) -> None:
        """Save a list."""
        army = json.loads((SAMPLES / f"{PATROLS[0]}.json").read_text())
        self.written += 1
        army["name"] = f"List {self.written} of {self.number}"
        answer = self.ask("save a list", "POST", "/api/v1/lists/", json={"document": army})
        self.tally.lists.append((answer.json()["id"], army["name"]))

    def fight(self) -> None:
        """Order an automatic battle, and look at it for a moment."""
        answer = self.ask("order a battle", "POST", "/battles/new/", data=SETUP)
        page = answer.headers["Location"]
        self.tally.battles.append(page.strip("/").split("/")[-1])
        self.fought.append(page)
        for _ in range(3):
            self.ask("follow a battle", "POST", f"{page}advance/", headers={"HX-Request": "true"})

    def read(self) -> None:
        """Read a page."""
        self.ask("read a page", "GET", self.chance.choice(PAGES))

    def print(self) -> None:
        """Print one of the last lists."""
        if self.tally.lists and self.chance.random() < 0.2:
            mine = [key for key, name in self.tally.lists[-50:] if name.endswith(f" of {self.number}")]
            if mine:
                self.ask("print a roster", "GET", f"/api/v1/lists/{mine[-1]}/pdf/")

    def sheet(self) -> None:
        """Have a worker print the victory sheet of an automatic battle, and wait for it."""
        if not self.fought:
            return
        page = self.fought.pop(0)
        # Refused while the battle goes on.
        waiting = self.ask("order a sheet", "GET", f"{page}battle.pdf").headers["Location"]
        for _ in range(SHEETS):
            if self.ask("wait for a sheet", "GET", waiting).status_code == 200:
                self.tally.answers["sheets printed by a worker"] += 1
                return
            time.sleep(1)

    def write(self) -> None:
        """Have a mail sent: what an address gets that no account has."""
        self.written += 1
        address = f"mail-{self.written}-of-{self.number}@example.org"
        path, data = "/accounts/password/reset/", {"email": address}
        if self.ask("ask for a mail", "POST", path, data=data).status_code == 302:
            self.tally.mails.append(address)

    def report(self) -> None:
        """Report another result of one's own table at the tournament, as the phone of a player does."""
        own = f"p{self.number}"
        tables = self.ask("read a round", "GET", f"{self.rounds}/rounds/1/").json()["pairings"]
        mark = next(each["mark"] for each in tables if own in [side["id"] for side in each["players"]])
        self.written += 1
        asked = {"do": "report", "round": 1, "player": own, "result": {"scores": [self.written, 1]}}
        self.ask("report a result", "POST", f"{self.rounds}/actions/", json=asked, headers={"If-Match": mark})
        self.tally.reports.append((own, self.written))


def a_round(people: int) -> Any:
    """Return a tournament whose first round is played: each of the people has a table, against somebody
    without an account, so that their result waits and they may report another one.
    """
    from tournaments.engine.document import Pairing, Player, Round, Tournament

    both = [(f"p{number}", f"q{number}") for number in range(people)]
    tables = tuple(Pairing(players=pair, table=at) for at, pair in enumerate(both, 1))
    players = tuple(Player(id=key, name=key) for pair in both for key in pair)
    return Tournament(name="Soak", players=players, rounds=(Round(pairings=tables),))


class Refused(Exception):  # noqa: N818 (it is no fault of the program)
    """The site has said no."""

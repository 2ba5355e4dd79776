"""A campaign full of secrets: words that nobody else has, in every place where a faction's knowledge lies.

`plant` puts them there and says who may know each. `found` finds them in an answer, whatever it is: HTML,
JSON, calendars and PDFs, in which words may be broken over lines and figures have their thousands apart.
"""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from django.contrib.auth.models import User
from django.template.loader import render_to_string
from pypdf import PdfReader

from armylists.printing import DRAWING, Source
from campaigns import services
from campaigns.engine.state import Outcome, Sighting, State, UnitFate, outcome_adapter
from campaigns.models import Campaign, EngagementRow, Member, OrdersRow
from campaigns.persistence import progress, state_of
from tests.kit.campaigns import hold, met
from tests.kit.clients import UNPRINTED

UMPIRE = "umpire"
MEMBER = "member"
FACTIONS = ("crown", "commons", "company")
MONEY = {"crown": 561_829, "commons": 918_273, "company": 746_352}
GIFTS = {"crown": 31_907, "commons": 47_911, "company": 62_903}
LOOT = {"crown": 83_417, "commons": 94_513, "company": 71_429}


@dataclass(frozen=True, slots=True)
class Secret:
    """What it says, what it is (`unit`, `money` ...), and who may know it: factions, and `UMPIRE`."""

    says: str
    what: str
    knows: frozenset[str]

    def stands_in(self, text: str, joined: str) -> bool:
        """Whether an answer holds it; `joined`: the same without what may stand between letters."""
        if not self.says.isdigit():
            return self.says.lower() in joined
        head, tail = self.says[:-3], self.says[-3:]
        return re.search(rf"(?<![\d.]){head}[ ,.\u00a0\u202f]?{tail}(?!\d)", text) is not None


class Unprinted:
    """In place of pages on paper all that they would be set from, which is made and read much faster: texts,
    drawings, and what is attached. It holds whatever the paper would.
    """

    def __init__(
        self, template: str, context: dict[str, Any], style: str, paper: str,
        source: Source | None = None, **options: Any,
    ) -> None:  # fmt: skip
        self.text = render_to_string(template, {**context, "paper": paper})
        self.source = source.text if source is not None else ""

    def pdf(self) -> bytes:
        drawn = re.findall(rf"{re.escape(DRAWING)}([\w+/=]+)", self.text)
        words = [self.text, *(b64decode(each).decode() for each in drawn), self.source]
        return UNPRINTED + "\n".join(words).encode()


def found(body: bytes, kind: str, secrets: list[Secret]) -> list[Secret]:
    """The secrets that stand in an answer of a content type."""
    text = _pdf(body) if "pdf" in kind else body.decode("utf-8", "replace")
    joined = re.sub(r"[\s\u00ad-]+", "", text).lower()
    return [secret for secret in secrets if secret.stands_in(text, joined)]


def _pdf(body: bytes) -> str:
    """The words of a PDF's pages and the data inside it."""
    if body.startswith(UNPRINTED):
        return body.decode()
    reader = PdfReader(BytesIO(body))
    parts = [page.extract_text() for page in reader.pages] + [str(reader.metadata)]
    parts += [data.decode("utf-8", "replace") for files in reader.attachments.values() for data in files]
    return "\n".join(parts)


def word(owner: str, what: str) -> str:
    """A word that stands nowhere else: letters alone, so that it survives any drawing."""
    return f"Zyx{owner}{what}"


def plant(row: Campaign) -> list[Secret]:
    """Two turns of the island with secrets in all that is kept of them, then one that waits for its battles:
    an open one of the Commons and the Company, and a settled one of the Company and the Commons.
    """
    Campaign.objects.filter(pk=row.pk).update(seed=word(UMPIRE, "seed"))
    row.refresh_from_db()
    _save(row, _named(state_of(row)))
    umpire = row.members.get(role="umpire")
    for _ in range(2):
        for faction in FACTIONS:
            _gift(row, umpire, faction)
        for faction, name in (("crown", "bob"), ("commons", "dora")):
            member = row.members.select_related("user").get(user__username=name)
            services.give_orders(row, member, hold(state_of(row), faction))
        services.resolve(row, row.revision)
        row.refresh_from_db()
    assert (row.turn, row.phase) == (3, "orders"), "nobody fights while all hold"
    _orders(row)
    _battles(row)
    services.invite(
        row, umpire, "player", "company", email="zyxguest@example.org", label=word(UMPIRE, "label")
    )
    return [*_of_factions(), *_of_battles(), *_of_umpire(row)]


def _of_factions() -> list[Secret]:
    found = []
    for faction in FACTIONS:
        knows = frozenset({faction, UMPIRE})
        met = knows if faction == "crown" else knows | {"commons", "company"}
        found += [Secret(word(faction, what), what, met) for what in ("unit", "leader")]
        found.append(Secret(word(faction, "sighting"), "sighting", knows))
        # That and why an umpire corrected something is for all members to read; how much it was, is not.
        found.append(Secret(word(faction, "reason"), "reason", frozenset({MEMBER, UMPIRE})))
        found += [
            Secret(str(figures[faction]), what, knows)
            for what, figures in (("money", MONEY), ("gift", GIFTS), ("loot", LOOT))
        ]
    found += [Secret(word(faction, what), what, frozenset({faction}))
              for faction in ("crown", "commons") for what in ("draft", "given")]  # fmt: skip
    return found


def _of_battles() -> list[Secret]:
    both = frozenset({"commons", "company", UMPIRE})
    return [
        Secret(word("battle", "how"), "how a battle ended", both),
        Secret(word("battle", "claim"), "a claim", both),
    ]


def _of_umpire(row: Campaign) -> list[Secret]:
    alone = frozenset({UMPIRE})
    token = row.invitations.get().token
    return [
        Secret(word(UMPIRE, "seed"), "seed", alone), Secret(word(UMPIRE, "label"), "label", alone),
        Secret(re.sub(r"[\s-]", "", token), "token", alone), Secret("zyxguest@", "address", alone),
    ]  # fmt: skip


def _named(state: State) -> State:
    """Secrets in the state: names of units and leaders, loot, what was sighted."""
    for force in state.forces.values():
        force.loot = LOOT[force.faction]
        for unit in force.units:
            unit.name = word(force.faction, "unit")
        for command in force.commands:
            if command.leader is not None:
                command.leader.name = word(force.faction, "leader")
    return _sighted(state)


def _sighted(state: State) -> State:
    for key, faction in state.factions.items():
        name = word(key, "sighting")
        faction.money = MONEY[key]
        faction.sightings["ghost"] = Sighting("ghost", name, key, faction.capital, state.turn, 99.0)
    return state


def _save(row: Campaign, state: State) -> None:
    Campaign.objects.filter(pk=row.pk).update(**progress(state))
    row.refresh_from_db()


def _gift(row: Campaign, umpire: Member, faction: str) -> None:
    act = {"do": "money", "faction": faction, "amount": GIFTS[faction]}
    services.override(row, row.revision, umpire, [act], word(faction, "reason"))


def _orders(row: Campaign) -> None:
    """A given and a changed order of a force that is split, whose name is secret."""
    state = state_of(row)
    for faction, user in (("crown", "bob"), ("commons", "dora")):
        member = row.members.select_related("user").get(user__username=user)
        force = next(each for each in state.standing() if each.faction == faction)
        for what, draft in (("given", False), ("draft", True)):
            order = {"do": "split", "units": [force.units[0].id], "name": word(faction, what)}
            faults = services.give_orders(
                row, member, {"faction": faction, "forces": {force.id: order}}, draft=draft
            )
            assert not faults
    assert OrdersRow.objects.filter(turn=row.turn, given__isnull=False).count() == 2


def _battles(row: Campaign) -> None:
    state = _sighted(state_of(row))
    state.phase = "battles"
    engagements = [met(state, "t3e1", "co1", "cy1"), met(state, "t3e2", "cy2", "co2")]
    state.engagements = {each.id: each for each in engagements}
    _save(row, state)
    for each in engagements:
        EngagementRow.objects.create(
            campaign=row, turn=row.turn, key=each.id,
            faction_a=each.sides[0].faction, faction_b=each.sides[1].faction,
        )  # fmt: skip
    claim = outcome_adapter().dump_python(_ended(state, "co1", word("battle", "claim")), mode="json")
    row.engagements.filter(key="t3e1").update(means="table", claim_a=claim)
    services.settle(row, "t3e2", _ended(state, "cy2", word("battle", "how")), row.owner)
    row.refresh_from_db()


def _ended(state: State, force: str, how: str) -> Outcome:
    unit = next(state.forces[force].ready())
    return Outcome(0, how=how, units={unit.id: UnitFate(1)}, means="table")


def everybody(alice: User, bob: User, edward: User, dora: User, nora: User, charlie: User) -> dict[str, Any]:
    """Who asks: by what they are in the campaign the user, and whose secrets they may know."""
    return {
        UMPIRE: (alice, {UMPIRE}), "chief": (bob, {"crown", MEMBER}), "comrade": (edward, {"crown", MEMBER}),
        "enemy": (dora, {"commons", MEMBER}), "neutral": (nora, {MEMBER}), "stranger": (charlie, set()),
        "nobody": (None, set()),
    }  # fmt: skip

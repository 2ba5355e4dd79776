"""What has to be true after a soak: everything that was confirmed is there, and each replay is its battle."""

from __future__ import annotations

from pathlib import Path
from statistics import quantiles

from benchmarks.soak.people import Tally
from benchmarks.soak.processes import KILLED, until

PATIENCE = 180
"""Seconds in which the workers end at least one of the tasks that are left."""


def let_end() -> None:
    """Let the workers come to the end of what was ordered."""
    from django.conf import settings
    from django_rq import get_queue

    from battles import tasks
    from battles.models import Battle

    def going() -> int:
        left = [row for row in Battle.objects.exclude(status="over") if tasks.alone(row)]
        for row in left:
            # As its page does: who ordered it may have had no answer, and no worker ever heard of it.
            tasks.play_on(row)
        queues = [get_queue(name) for name in settings.QUEUES]
        return max(len(left), sum(
            each.count + each.started_job_registry.count + each.scheduled_job_registry.count
            + len(each.intermediate_queue.get_job_ids())
            for each in queues
        ))  # fmt: skip

    left = going()
    while left and until(lambda before=left: going() < before, PATIENCE):  # type: ignore[misc]
        left = going()


def check(tally: Tally, home: Path) -> list[tuple[str, int, int]]:
    """Return what has to be there, how much of it was looked at, and how much is missing or another."""
    from armylists.models import ArmyList
    from battles import replay, tasks
    from battles.models import Battle, Choice

    names = {str(key): name for key, name in ArmyList.objects.values_list("public_id", "name")}
    battles = {str(row.public_id): row for row in Battle.objects.all()}
    made = {
        (str(key), number): choice
        for key, number, choice in Choice.objects.values_list("battle__public_id", "number", "choice")
    }
    other = gaps = 0
    for row in battles.values():
        found = replay.replayed(row)
        other += (found.engine.hash, found.version) != (row.hash, row.version) or found.stop is not None
        numbers = list(row.choices.values_list("number", flat=True))
        gaps += numbers != list(range(1, row.version + 1))
    logged, latest, another = _reports()
    # Without a mail server a worker writes mails where it writes its log.
    sent = "".join(path.read_text() for path in home.glob("worker*.log"))
    automatic = [row for row in battles.values() if tasks.alone(row)]
    return [
        ("choices that were confirmed", len(tally.choices), sum(
            made.get((battle, number)) != choice for battle, number, choice in tally.choices
        )),
        ("lists that were confirmed", len(tally.lists), sum(
            names.get(key) != name for key, name in tally.lists
        )),
        ("battles that were confirmed", len(tally.battles), len(set(tally.battles) - set(battles))),
        ("mails that were confirmed", len(tally.mails), sum(
            f"To: {each}\n" not in sent for each in tally.mails
        )),
        ("results that were confirmed", len(tally.reports), sum(
            each not in logged or each[1] > latest[each[0]] for each in tally.reports
        )),
        ("tournaments as their log makes them", 1, another),
        ("automatic battles, fought to the end", len(automatic), sum(not row.over for row in automatic)),
        ("battles with every choice once", len(battles), gaps),
        ("battles the same when replayed", len(battles), other),
    ]  # fmt: skip


def _reports() -> tuple[set[tuple[str, int]], dict[str, int], int]:
    """Return every result in the log by player, the one that stands at each table, and whether the log makes
    another tournament.
    """
    from tournaments import services
    from tournaments.models import Tournament
    from tournaments.persistence import document_of

    row = Tournament.objects.get()
    actions = [each.action for each in row.log.all()]
    found = {(each["player"], int(each["result"]["scores"][0])) for each in actions}
    document = document_of(row)
    standing = {
        each.players[0]: int(each.reports[0].result.scores[0])
        for each in document.rounds[0].pairings
        if each.reports
    }
    return found, standing, int(services.folded(row, row.log.all()) != document)


def told(tally: Tally, found: list[tuple[str, int, int]], home: Path, codes: dict[str, int]) -> bool:
    """Print what happened; return whether all is well."""
    print(f"\n{'request':24}{'answers':>10}{'median ms':>10}{'p95 ms':>10}{'max ms':>10}")
    for what, seconds in sorted(tally.seconds.items()):
        cuts = quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else seconds * 99
        figures = (cuts[49], cuts[94], max(seconds))
        print(f"{what:24}{len(seconds):10}" + "".join(f"{each * 1e3:10.0f}" for each in figures))
    print()
    for what, count in sorted(tally.answers.items()):
        print(f"{what:38}{count:8}")
    for what in KILLED:
        print(f"{'killed: ' + what:38}{tally.kills[what]:8}")
    logs = "".join(path.read_text() for path in home.glob("worker*.log"))
    print(f"{'tasks begun again':38}{logs.count('enqueued for retry'):8}")
    print(f"\n{'afterwards':38}{'looked at':>10}{'missing or other':>18}")
    for what, count, wrong in found:
        print(f"{what:38}{count:10}{wrong:18}")
    asked = sum(len(each) for each in tally.seconds.values())
    print(f"{'answers that are errors of the server':38}{asked:10}{len(tally.errors):18}")
    for each in tally.errors[:10]:
        print(f"  {each}")
    if tally.errors:
        web = (home / "web.log").read_text(errors="replace")
        for each in web.split("Internal Server Error")[1:4]:
            print(f"  Internal Server Error{each[:4000]}")
    print("ended with " + ", ".join(f"{name}: {code}" for name, code in codes.items()))
    return not tally.errors and not any(wrong for _, _, wrong in found)

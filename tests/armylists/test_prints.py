"""PDFs that take long: at once without workers, else on a page that waits for a worker."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django_tasks.base import TaskResultStatus

from armylists import prints, typesetting
from armylists.printing import Printout
from armylists.tasks import print_pages
from campaigns import services
from campaigns.engine import shipped
from tests.kit.clients import pdf_words

pytestmark = pytest.mark.django_db
HERE = pytest.mark.usefixtures("workers")


@pytest.fixture(autouse=True)
def _nothing_printed_before(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    # A test is one transaction that ends with it.
    monkeypatch.setattr("django.db.transaction.on_commit", lambda then: then())


@pytest.fixture
def gazette(alice: User) -> str:
    """The address of the gazette of a campaign of Alice."""
    row = services.create(alice, shipped.document("island"))
    return reverse("campaigns:gazette", args=[row.public_id, 1])


def print_all(workers: Any) -> None:
    """Do what the workers were given."""
    for task in workers.results:
        object.__setattr__(task, "status", TaskResultStatus.RUNNING)
        print_pages.call(*task.args)
        object.__setattr__(task, "status", TaskResultStatus.SUCCESSFUL)


def test_without_workers_a_pdf_comes_at_once(as_alice: Client, gazette: str) -> None:
    answer = as_alice.get(gazette)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")


def test_who_asks_waits_on_a_page_until_the_pages_are_set(
    as_alice: Client, gazette: str, workers: Any
) -> None:
    page = as_alice.get(gazette, {"paper": "letter"}, follow=True)
    assert page.status_code == 202
    assert page["Refresh"] == "1"
    assert "Waiting for a free worker" in page.content.decode()
    ((here, _),) = page.redirect_chain
    object.__setattr__(workers.results[0], "status", TaskResultStatus.RUNNING)
    assert "The pages are being set" in as_alice.get(here).content.decode()
    print_all(workers)
    answer = as_alice.get(here)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["Content-Disposition"].startswith('inline; filename="')
    assert "Refresh" not in answer
    assert "turn 1" in pdf_words(answer.content).lower()


def test_who_asks_twice_has_it_set_once(
    as_alice: Client, gazette: str, workers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pdf = Mock(return_value=b"%PDF")
    monkeypatch.setattr(Printout, "pdf", pdf)
    for _ in range(2):
        as_alice.get(gazette)
    assert len(workers.results) == 1
    print_all(workers)
    print_all(workers)  # as after a kill
    assert as_alice.get(gazette, follow=True).content == b"%PDF"
    assert len(workers.results) == 1
    pdf.assert_called_once()


def test_the_page_says_how_many_pages_are_laid_out(
    as_alice: Client, gazette: str, workers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = as_alice.get(gazette).url
    object.__setattr__(workers.results[0], "status", TaskResultStatus.RUNNING)
    said: list[str] = []
    keep = prints.laid_out

    def tell(self: typesetting._Pages, record: Any) -> None:
        heard(self, record)
        said.append(as_alice.get(here).content.decode())

    heard = typesetting._Pages.emit
    monkeypatch.setattr(typesetting._Pages, "emit", tell)
    print_pages.call(*workers.results[0].args)
    assert "Page 1 is laid out." in said[-1]
    assert keep(workers.results[0].args[0]) >= 1


@HERE
def test_nobody_else_finds_an_order(as_alice: Client, as_bob: Client, client: Client, gazette: str) -> None:
    here = as_alice.get(gazette).url
    for other in (as_bob, client):
        assert other.get(here).status_code == 404
        assert other.post(here).status_code == 404
    assert as_alice.get(here).status_code == 202


def test_an_order_is_cancelled_and_given_again(as_alice: Client, gazette: str, workers: Any) -> None:
    here = as_alice.get(gazette).url
    chronicle = gazette.replace("gazette/1.pdf", "chronicle/")
    assert as_alice.post(here).url == chronicle
    (task,) = workers.results
    assert print_pages.call(*task.args) == 0
    object.__setattr__(task, "status", TaskResultStatus.SUCCESSFUL)
    page = as_alice.get(here)
    assert page.status_code == 410
    assert "Refresh" not in page
    words = page.content.decode()
    assert f'href="{gazette}">Make it again</a>' in words
    assert f'href="{chronicle}">Back</a>' in words
    assert as_alice.get(gazette, follow=True).status_code == 202
    print_all(workers)
    assert as_alice.get(here)["Content-Type"] == "application/pdf"


def test_an_order_that_fails_says_so(as_alice: Client, gazette: str, workers: Any) -> None:
    here = as_alice.get(gazette).url
    object.__setattr__(workers.results[0], "status", TaskResultStatus.FAILED)
    assert as_alice.get(here).status_code == 410

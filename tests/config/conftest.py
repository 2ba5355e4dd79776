"""What the tests of the whole site share."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User

from config.wsgi import application
from tests.kit.estate import Estate, estate


@pytest.fixture
def everything(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> Estate:
    """One of everything, on a site that reads requests as it does when it is served.

    Pages on paper are not set: that takes long, and reads nothing of a request.
    """
    monkeypatch.setattr("django.test.client.WSGIRequest", application.request_class)
    unset = SimpleNamespace(
        metadata=SimpleNamespace(attachments=[]), write_pdf=lambda **options: b"%PDF-unset"
    )
    for module in ("armylists.pdf", "armylists.printing", "campaigns.paper"):
        monkeypatch.setattr(f"{module}.set_pages", lambda *args, **options: unset)
    return estate(alice, bob)

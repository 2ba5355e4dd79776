"""What the tests of the whole site share."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from armylists.printing import Printout
from config.wsgi import application
from tests.kit.estate import Estate, estate


@pytest.fixture
def everything(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> Estate:
    """One of everything, on a site that reads requests as it does when it is served.

    Pages on paper are not set: that takes long, and reads nothing of a request.
    """
    monkeypatch.setattr("django.test.client.WSGIRequest", application.request_class)
    monkeypatch.setattr(Printout, "pdf", lambda self: b"%PDF-unset")
    return estate(alice, bob)

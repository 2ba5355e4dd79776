"""What workers do is shown in /admin/ where there are workers, to superusers alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.kit.clients import signed_in
from tests.kit.workers import Program, own_redis, program

DASHBOARD = "/admin/django_rq/dashboard/"
SHOW = """
import json
from config import urls  # as with the first request
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser, User
from django.http import Http404
from django.test import RequestFactory
from django.urls import resolve
from django_rq.models import Dashboard
from armylists.tasks import send

# No database: a superuser may do everything, and others come to none of these pages.
people = {
    "superuser": User(pk=1, username="root", is_staff=True, is_superuser=True),
    "staff": User(pk=2, username="clerk", is_staff=True), "member": User(pk=3), "nobody": AnonymousUser(),
}
send([{"to": "alice@example.org", "subject": "Your new password", "words": "https://here.example.org"}])

def answer(who, path):
    request = RequestFactory().get(path)
    request.user = people[who]
    view = resolve(path)
    try:
        response = view.func(request, *view.args, **view.kwargs)
    except Http404:
        return 404
    if hasattr(response, "render"):
        response.render()
    return response.status_code

def listed(who):
    request = RequestFactory().get("/admin/")
    request.user = people[who]
    return admin.site.get_model_admin(Dashboard).has_module_permission(request)

pages = ["", "queues/0/", "queues/0/failed/", "queues/0/finished/", "workers/0/", "stats.json"]
print(json.dumps({
    "listed": {who: listed(who) for who in people},
    **{who: {page: answer(who, f"/admin/django_rq/dashboard/{page}") for page in pages} for who in people},
}))
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Program]:
    """A process of a site with workers."""
    for tasks in own_redis():
        yield from program(tmp_path, tasks)


def test_superusers_alone_see_what_workers_do(site: Program) -> None:
    found = json.loads(site(SHOW).splitlines()[-1])
    assert found.pop("listed") == {"superuser": True, "staff": False, "member": False, "nobody": False}
    assert set(found.pop("superuser").values()) == {200}
    assert set(found.pop("staff").values()) == {404}
    assert set(found.pop("member").values()) == {404}
    # Asked to sign in; what programs read refuses.
    assert found.pop("nobody") == dict.fromkeys(
        ("", "queues/0/", "queues/0/failed/", "queues/0/finished/", "workers/0/"), 302
    ) | {"stats.json": 401}
    assert not found


@pytest.mark.django_db
def test_without_workers_the_administration_has_no_such_page() -> None:
    client: Client = signed_in(User.objects.create_superuser("root"))
    page = client.get("/admin/")
    assert page.status_code == 200
    assert "Django-RQ" not in page.content.decode()
    assert client.get(DASHBOARD).status_code == 404

"""API tokens: several, named, hashed; they end with the password, and those of before go on working."""

from __future__ import annotations

import re
from datetime import timedelta
from hashlib import sha256
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.http import Http404
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from rest_framework.authtoken.models import Token

from armylists import apitokens, guests
from armylists.apitokens import ApiToken
from tests.kit.clients import queries, signed_in

TOKENS = "/api/v1/tokens/"


def ask(key: str, path: str = TOKENS) -> Any:
    """What a program gets that sends this token."""
    return Client().get(path, headers={"Authorization": f"Token {key}"})


def works(key: str) -> bool:
    return ask(key).status_code == 200


def shown_once(page: Any) -> str:
    """The token that a page shows."""
    (key,) = re.findall(r'<code class="key">([0-9a-f]{40})</code>', page.content.decode())
    return key


def send(client: Client, method: str, path: str, **data: object) -> Any:
    return getattr(client, method)(path, data, content_type="application/json")


def test_a_token_that_was_deleted_meanwhile_is_not_renewed(alice: User) -> None:
    row, _ = apitokens.make(alice, "Bot")
    apitokens.end_all(alice)
    with pytest.raises(Http404):
        apitokens.renew(row)


def test_tokens_are_made_renewed_and_deleted_on_the_page(as_alice: Client, alice: User) -> None:
    here = reverse("account_email")
    made = [
        shown_once(as_alice.post(reverse("account_token"), {"name": name})) for name in ("Bot", "My <script>")
    ]
    page = as_alice.get(here).content.decode()
    assert "My &lt;script&gt;" in page
    assert not any(key in page for key in made)
    assert all(works(key) for key in made)
    bot = ApiToken.objects.get(name="Bot")
    new = shown_once(as_alice.post(reverse("account_renew_token", args=[bot.public_id])))
    assert (works(made[0]), works(made[1]), works(new)) == (False, True, True)
    as_alice.post(reverse("account_delete_token", args=[bot.public_id]))
    assert (works(new), works(made[1])) == (False, True)


def test_the_page_of_tokens_is_the_account_s(as_alice: Client) -> None:
    assert as_alice.get(reverse("account_token"))["Location"] == f"{reverse('account_email')}#tokens"
    assert (
        "Say what the token is for."
        in as_alice.post(reverse("account_token"), {"name": " "}, follow=True).content.decode()
    )
    assert not ApiToken.objects.exists()


def test_tokens_over_rest(as_alice: Client, as_bob: Client) -> None:
    made = send(as_alice, "post", TOKENS, name="Bot")
    assert made.status_code == 201
    row = made.json()
    key = row.pop("token")
    assert row == {**row, "name": "Bot", "used": None}
    listed = ask(key).json()
    assert [each["name"] for each in listed] == ["Bot"]
    assert key not in str(listed)
    one = f"{TOKENS}{row['id']}/"
    assert send(as_alice, "patch", one, name="Robot").json()["name"] == "Robot"
    assert send(as_alice, "post", TOKENS).json()["errors"][0]["path"] == "name"
    assert send(as_alice, "post", TOKENS, name="x", nmae="y").json()["errors"][0]["path"] == "nmae"
    for method, path in (("patch", one), ("delete", one), ("post", f"{one}renew/")):
        assert send(as_bob, method, path, name="Mine").status_code == 404
    renewed = send(as_alice, "post", f"{one}renew/").json()
    assert (renewed["id"], works(key), works(renewed["token"])) == (row["id"], False, True)
    assert send(as_alice, "delete", one).status_code == 204
    assert not works(renewed["token"])


def test_only_a_hash_is_stored(alice: User) -> None:
    row, key = apitokens.make(alice, "Bot")
    stored = ApiToken.objects.values().get(pk=row.pk)
    assert key not in str(stored)
    assert stored["digest"] == sha256(key.encode()).hexdigest()
    assert not works(stored["digest"])


def test_the_last_use_is_written_once_a_minute(alice: User) -> None:
    row, key = apitokens.make(alice, "Bot")
    written = []
    for ago in (None, timedelta(seconds=50), timedelta(seconds=61)):
        if ago is not None:
            ApiToken.objects.update(used=timezone.now() - ago)
        with CaptureQueriesContext(connection) as found:
            assert works(key)
        written.append(sum("UPDATE" in each["sql"] for each in found))
    assert written == [1, 0, 1]
    row.refresh_from_db()
    assert row.used is not None


def test_name_and_password_go_on_giving_tokens_and_the_pile_stays_small(alice: User, password: str) -> None:
    named = apitokens.make(alice, "Mine")[1]
    keys = []
    for _ in range(apitokens.UNNAMED + 2):
        answer = send(Client(), "post", "/api/v1/token/", username="alice", password=password)
        keys.append(answer.json()["token"])
        ApiToken.objects.filter(name="").update(used=None)
    assert [works(key) for key in keys] == [False] * 2 + [True] * apitokens.UNNAMED
    assert works(named)
    own = send(Client(), "post", "/api/v1/token/", username="alice", password=password, name="Bot")
    assert ApiToken.objects.get(name="Bot").digest == apitokens.digest_of(own.json()["token"])


def test_the_token_that_is_in_use_outlives_those_that_are_not(alice: User) -> None:
    keys = [apitokens.make(alice)[1] for _ in range(apitokens.UNNAMED)]
    assert works(keys[0])
    apitokens.make(alice)
    assert (works(keys[0]), works(keys[1])) == (True, False)


def test_an_account_has_only_so_many(alice: User, as_alice: Client) -> None:
    for number in range(apitokens.MOST):
        apitokens.make(alice, f"Number {number}")
    refused = send(as_alice, "post", TOKENS, name="One more")
    assert refused.status_code == 409
    assert "Delete one" in refused.json()["detail"]
    page = as_alice.post(reverse("account_token"), {"name": "One more"}, follow=True)
    assert "Delete one" in page.content.decode()
    assert queries(as_alice, reverse("account_email")) <= 20


NEW = "another-horse-and-warrant"


def changed_on_the_page(alice: User, password: str) -> None:
    fields = {"oldpassword": password, "password1": NEW, "password2": NEW}
    signed_in(alice).post(reverse("account_change_password"), fields)


def reset_by_mail(alice: User, password: str) -> None:
    client = Client()
    client.post(reverse("account_reset_password"), {"email": alice.email})
    link = re.search(r"http://testserver(\S+)", str(mail.outbox[-1].body))
    assert link
    form = client.get(link[1], follow=True)
    client.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW})


def set_by_an_administrator(alice: User, password: str) -> None:
    admin = User.objects.create_superuser("root", "root@example.org", password)
    fields = {"password1": NEW, "password2": NEW, "usable_password": "true"}
    signed_in(admin).post(f"/admin/auth/user/{alice.pk}/password/", fields)


@pytest.mark.parametrize("change", [changed_on_the_page, reset_by_mail, set_by_an_administrator])
def test_all_tokens_end_with_the_password(alice: User, bob: User, password: str, change: Any) -> None:
    keys = [apitokens.make(alice, name)[1] for name in ("", "Bot")]
    other = apitokens.make(bob, "Bot")[1]
    change(alice, password)
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert [works(key) for key in keys] == [False, False]
    assert works(other)


def test_signing_in_ends_no_token_even_where_the_hash_is_made_anew(
    alice: User, password: str, settings: Any
) -> None:
    key = apitokens.make(alice, "Bot")[1]
    before = alice.password
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.ScryptPasswordHasher",
        *settings.PASSWORD_HASHERS,
    ]
    Client().post(reverse("account_login"), {"login": "alice", "password": password})
    alice.refresh_from_db()
    assert alice.password != before
    assert works(key)


def test_a_token_of_somebody_who_is_shut_out_works_no_more(alice: User) -> None:
    key = apitokens.make(alice, "Bot")[1]
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert ask(key).status_code == 401


def test_guests_make_none(db: None) -> None:
    client = signed_in(guests.make())
    assert send(client, "post", TOKENS, name="Bot").status_code == 403
    assert client.post(reverse("account_token"), {"name": "Bot"}).status_code == 403
    assert not ApiToken.objects.exists()


def test_a_token_of_before_goes_on_working_and_is_no_longer_stored_in_the_clear(alice: User) -> None:
    old = Token.objects.create(user=alice)
    import_module("armylists.migrations.0007_tokens_of_before").move(apps, None)
    assert works(old.key)
    assert ApiToken.objects.get().name == "Older token"
    assert not Token.objects.exists()
    dumped = StringIO()
    call_command("dumpdata", stdout=dumped)
    assert old.key not in dumped.getvalue()

"""Signing up, in and out, and getting a new password."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse

from armylists.tasks import post

pytestmark = pytest.mark.django_db

ANONYMOUS_PAGES = [
    "account_login",
    "account_signup",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
    "account_inactive",
    "account_email_verification_sent",
]
MEMBER_PAGES = ["account_logout", "account_email", "account_change_password", "account_reauthenticate"]


def sign_up(client: Client, **fields: str) -> Client:
    return client.post(reverse("account_signup"), {"password1": "a horse and a warrant"} | fields)


def test_a_name_with_spaces_is_refused_in_the_words_beside_the_field(client: Client) -> None:
    page = client.get(reverse("account_signup")).content.decode()
    assert "Letters, digits and @ . + - _, no spaces." in page
    refused = sign_up(client, username="Young Tilly").content.decode()
    assert "No spaces or other signs: use letters, digits and @ . + - _" in refused
    assert "valid username" not in refused
    assert not User.objects.filter(username__startswith="Young").exists()


@pytest.mark.parametrize("name", ANONYMOUS_PAGES)
def test_a_page_for_anyone_is_in_our_look(client: Client, name: str) -> None:
    page = client.get(reverse(name))
    assert page.status_code == 200
    assert b"masthead" in page.content
    assert page.content.count(b"<h1>") == 1


@pytest.mark.parametrize("name", MEMBER_PAGES)
def test_a_page_for_members_is_in_our_look(as_alice: Client, name: str) -> None:
    page = as_alice.get(reverse(name))
    assert page.status_code == 200
    assert b"masthead" in page.content
    assert page.content.count(b"<h1>") == 1


def test_a_member_without_a_password_can_set_one(as_alice: Client, alice: User) -> None:
    alice.set_unusable_password()
    alice.save()
    as_alice.force_login(alice)
    assert b"Set a password" in as_alice.get(reverse("account_set_password")).content


@pytest.mark.parametrize("name", ["account_email", "account_change_password"])
def test_a_stranger_is_sent_to_sign_in(client: Client, name: str) -> None:
    assert client.get(reverse(name)).url.startswith(reverse("account_login"))


def test_a_name_and_a_password_are_enough_and_one_is_in_at_once(client: Client) -> None:
    answer = sign_up(client, username="cornet")
    assert (answer.status_code, answer.url) == (302, reverse("home"))
    assert client.get("/").context["user"].get_username() == "cornet"


def test_an_address_and_a_password_are_enough_and_make_a_name(client: Client) -> None:
    sign_up(client, email="joyce@example.org")
    assert User.objects.get(email="joyce@example.org").username == "joyce"


def test_neither_name_nor_address_is_refused_at_the_field(client: Client) -> None:
    answer = sign_up(client)
    said = "Enter a user name, such as a nickname, or an e-mail address below."
    assert answer.context["form"].errors == {"username": [said]}
    assert b'id="id_username_error"' in answer.content


def test_a_wrong_address_is_named_once_at_its_field(client: Client) -> None:
    answer = sign_up(client, email="not an address")
    assert list(answer.context["form"].errors) == ["email"]


def test_a_name_with_markup_is_refused_and_shown_as_text(client: Client) -> None:
    answer = sign_up(client, username="<b>x</b>")
    assert answer.status_code == 200
    assert b"<b>x</b>" not in answer.content


@pytest.mark.parametrize("login", ["alice", "alice@example.org"])
@pytest.mark.usefixtures("alice")
def test_one_signs_in_by_name_or_address(client: Client, password: str, login: str) -> None:
    answer = client.post(reverse("account_login"), {"login": login, "password": password})
    assert answer.status_code == 302
    assert client.get("/").context["user"].get_username() == "alice"


@pytest.mark.usefixtures("alice")
def test_a_wrong_password_says_so_without_telling_which_was_wrong(client: Client) -> None:
    answer = client.post(reverse("account_login"), {"login": "alice", "password": "wrong"})
    assert answer.status_code == 200
    assert b"The user name or the password is wrong." in answer.content
    other = client.post(reverse("account_login"), {"login": "alice@example.org", "password": "wrong"})
    assert b"The e-mail address or the password is wrong." in other.content


@pytest.mark.usefixtures("alice")
def test_a_name_that_somebody_has_is_refused_at_its_field(client: Client) -> None:
    answer = sign_up(client, username="alice")
    assert answer.context["form"].errors == {"username": ["This name is taken. Choose another."]}


@pytest.mark.usefixtures("alice")
def test_a_sign_in_never_leads_to_another_site(client: Client, password: str) -> None:
    data = {"login": "alice", "password": password, "next": "https://evil.example.org/"}
    assert client.post(reverse("account_login"), data).url == reverse("home")


def test_signing_out_takes_a_click(as_alice: Client) -> None:
    as_alice.get(reverse("account_logout"))
    assert as_alice.get("/").context["user"].is_authenticated
    as_alice.post(reverse("account_logout"))
    assert not as_alice.get("/").context["user"].is_authenticated


@pytest.mark.usefixtures("alice")
def test_a_lost_password_is_replaced_through_a_message(client: Client) -> None:
    answer = client.post(reverse("account_reset_password"), {"email": "alice@example.org"})
    assert answer.url == reverse("account_reset_password_done")
    message = mail.outbox[0]
    assert message.subject.startswith("Leaguer: ")
    assert message.body.startswith("Hello from Leaguer,")
    link = re.search(r"http://testserver(\S+)", message.body)
    assert link
    form = client.get(link[1], follow=True)
    assert b"Choose a new password" in form.content
    chosen = "new and long enough"
    done = client.post(form.request["PATH_INFO"], {"password1": chosen, "password2": chosen})
    assert done.status_code == 302
    assert client.login(username="alice", password=chosen)
    assert b"This link does not work any more" in Client().get(link[1], follow=True).content


def test_an_unknown_address_is_not_betrayed(client: Client) -> None:
    answer = client.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert answer.url == reverse("account_reset_password_done")


def test_addresses_are_added_confirmed_and_removed(as_alice: Client, alice: User) -> None:
    here = reverse("account_email")
    as_alice.post(here, {"action_add": "", "email": "home@example.org"})
    page = as_alice.post(here, {"action_add": "", "email": "camp@example.org"}, follow=True)
    assert b"camp@example.org" in page.content
    assert b"not confirmed" in page.content
    confirmation = re.search(r"http://testserver(\S+/confirm-email/\S+)", mail.outbox[-1].body)
    assert confirmation
    assert b">Confirm</button>" in as_alice.get(confirmation[1]).content
    as_alice.post(confirmation[1])
    assert EmailAddress.objects.get(email="camp@example.org").verified
    as_alice.post(here, {"action_primary": "", "email": "camp@example.org"})
    as_alice.post(here, {"action_remove": "", "email": "home@example.org"})
    kept = EmailAddress.objects.filter(user=alice)
    assert "home@example.org" not in [address.email for address in kept]
    assert [address.email for address in kept if address.primary] == ["camp@example.org"]


def test_an_old_confirmation_link_says_so(client: Client) -> None:
    page = client.get(reverse("account_confirm_email", args=["worn-out"]))
    assert b"This link does not work any more" in page.content


ODD = ("Username", "Email Address", "email", "Please Confirm", "(again)", "Successfully", "figures")


@pytest.mark.parametrize("name", [*ANONYMOUS_PAGES, *MEMBER_PAGES])
def test_account_pages_and_their_forms_speak_as_the_site_does(as_alice: Client, name: str) -> None:
    client = as_alice if name in MEMBER_PAGES else Client()
    shown = client.get(reverse(name)).content.decode()
    words = re.sub(r"<[^>]*>", " ", shown[shown.index("<main") : shown.index("</main>")])
    assert [odd for odd in ODD if odd in words.replace("e-mail", "")] == []


def test_the_mails_of_accounts_say_what_to_do_and_why_they_came(as_alice: Client, alice: User) -> None:
    as_alice.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    Client().post(reverse("account_reset_password"), {"email": alice.email})
    Client().post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    found = {each.to[0]: each for each in mail.outbox}
    assert found["new@example.org"].subject == "Leaguer: Confirm your e-mail address"
    assert "You get this mail because alice entered your address" in found["new@example.org"].body
    assert found[alice.email].subject == "Leaguer: Choose a new password"
    assert "If that was not you, ignore it" in found[alice.email].body
    assert found["nobody@example.org"].subject == "Leaguer: No account with this address"


def test_mail_about_an_account_waits_for_a_worker_where_there_are_workers(alice: User, workers: Any) -> None:
    assert reset("testserver") == 302
    assert not mail.outbox
    (waiting,) = workers.results
    post.call(*waiting.args)
    assert [(each.to, each.subject) for each in mail.outbox] == [
        ([alice.email], "Leaguer: Choose a new password")
    ]


def test_a_mail_server_that_does_not_answer_hinders_no_sign_up(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
    assert sign_up(client, username="dora", email="dora@example.org").status_code == 302
    assert User.objects.filter(username="dora").exists()


def test_what_is_done_with_an_address_is_said_in_plain_words(as_alice: Client) -> None:
    answer = as_alice.post(
        reverse("account_email"), {"action_add": "", "email": "new@example.org"}, follow=True
    )
    assert "We have sent a mail to new@example.org." in answer.content.decode()
    removed = as_alice.post(
        reverse("account_email"), {"action_remove": "", "email": "new@example.org"}, follow=True
    )
    assert "new@example.org is removed." in removed.content.decode()


POISON = "evil.example.com"


def reset(host: str, email: str = "alice@example.org") -> int:
    return Client().post(reverse("account_reset_password"), {"email": email}, HTTP_HOST=host).status_code


@pytest.mark.parametrize("email", ["alice@example.org", "nobody@example.org"])
def test_mail_leads_to_the_public_address_whatever_host_a_request_names(
    alice: User, settings: LazySettings, email: str
) -> None:
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = "https://leaguer.example.org", ["*"]
    assert reset(POISON, email) == 302
    (sent,) = mail.outbox
    assert POISON not in sent.subject + str(sent.body)
    (link,) = re.findall(r"\S+://\S+", str(sent.body))
    assert link.startswith("https://leaguer.example.org/accounts/")
    path = link.removeprefix("https://leaguer.example.org")
    assert Client().get(path, HTTP_HOST="leaguer.example.org", follow=True).status_code == 200


def test_an_address_is_confirmed_at_the_public_address(alice: User, settings: LazySettings) -> None:
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = "https://leaguer.example.org", ["*"]
    client = Client(headers={"host": POISON})
    client.force_login(alice)
    client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    (sent,) = mail.outbox
    assert POISON not in str(sent.body)
    assert "https://leaguer.example.org/accounts/confirm-email/" in str(sent.body)


def test_without_a_public_address_a_host_that_is_not_ours_gets_no_mail(
    alice: User, settings: LazySettings
) -> None:
    settings.PUBLIC_URL = ""
    assert "*" not in settings.ALLOWED_HOSTS
    assert reset(POISON) == 400
    assert not mail.outbox

"""What the builder remembers of its rows is written anew for each list, revision and browser."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.template import Context, Template
from django.test import Client
from django.urls import reverse

from armylists import edits, services
from armylists.listparts import grouped
from armylists.models import ArmyList
from rulesets.by_fire_and_sword.armies.lists import sample_lists as forces
from rulesets.engine.lists import ArmyList as Document
from tests.kit.clients import signed_in

FORM = re.compile(r'<form [^>]*action="([^"?#]+)[^>]*hx-post.*?</form>', re.DOTALL)


def page_of(client: Client, army_list: ArmyList, **asked: str) -> str:
    answer = client.get(reverse("armylists:edit", args=[army_list.public_id]), asked)
    assert answer.status_code == 200
    return answer.content.decode()


def fields(page: str, name: str) -> set[str]:
    """The values of the hidden fields of that name."""
    return set(re.findall(rf'type="hidden" name="{name}" value="([^"]*)"', page))


@pytest.mark.parametrize("system", ["baroque", "by_fire_and_sword"])
def test_equal_lists_of_two_people_share_no_form(
    system: str, alice: User, bob: User, royalists: Document
) -> None:
    army = royalists if system == "baroque" else next(iter(forces().values()))
    tokens = []
    for owner in (alice, bob):
        own = services.create(owner, army)
        for _ in range(2):
            page = page_of(signed_in(owner), own)
            assert {found[1] for found in FORM.finditer(page)} == {
                reverse("armylists:edit", args=[own.public_id])
            }
            (token,) = fields(page, "csrfmiddlewaretoken")
            tokens.append(token)
            assert fields(page, "version") == {str(own.version)}
    assert len(set(tokens)) == 4


def test_rows_that_did_not_change_name_the_new_revision_and_place(
    as_alice: Client, alice: User, kept: ArmyList
) -> None:
    first, last = kept.army.commands[0].id, kept.army.commands[-1].id
    assert fields(page_of(as_alice, kept), "to") == {last}
    assert fields(page_of(as_alice, kept, to=first), "to") == {first}
    services.change(kept, kept.version, edits.copy_unit(kept.army.commands[0].units[0].id), alice)
    assert fields(page_of(as_alice, kept), "version") == {str(kept.version)}


def test_a_command_that_is_renamed_is_named_in_every_row(
    as_alice: Client, alice: User, kept: ArmyList
) -> None:
    page_of(as_alice, kept)
    command = kept.army.commands[0]
    edit = edits.rename_command(command.id, "Vanguard & Horse")
    services.change(kept, kept.version, edit, alice)
    page = page_of(as_alice, kept)
    others = sum(len(grouped(each.units)) for each in kept.army.commands[1:])
    assert page.count(f'<option value="{command.id}">Vanguard &amp; Horse</option>') >= others


REMEMBERED = Template("{% remembered of but token %}[{{ of }} {{ token }}]{% endremembered %}")


def shown(**values: object) -> str:
    return REMEMBERED.render(Context(values))


def test_what_is_written_anew_is_escaped_and_nobody_can_name_its_place() -> None:
    assert shown(of=1, token="a<b") == "[1 a&lt;b]"
    assert shown(of=1, token="<anew:token>") == "[1 &lt;anew:token&gt;]"
    assert shown(of="<anew:token>", token="secret") == "[&lt;anew:token&gt; secret]"

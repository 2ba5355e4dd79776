"""The board's page as tests read it: its parts by id, its forms, and what a browser would send with one."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.test import Client

from battles.models import Battle

_FORM = re.compile(r"<form\b[^>]*>.*?</form>", re.DOTALL)
_INPUT = re.compile(r"<(?:input|button)\b[^>]*>")
_ATTRIBUTE = re.compile(r"""([\w-]+)=(?:"([^"]*)"|'([^']*)')""")

WITH_SCRIPT = {"HTTP_X_BOARD": "1"}


def text(response: HttpResponse) -> str:
    """The answer's HTML."""
    return response.content.decode()


def attributes(tag: str) -> dict[str, str]:
    """The attributes of the first tag in a piece of HTML; fails if one is there twice."""
    found = _ATTRIBUTE.findall(tag[: tag.index(">")])
    named = {name: unescape(one or two) for name, one, two in found}
    assert len(named) == len(found), f"an attribute twice: {tag[:80]}"  # browsers take the first
    return named


def element(page: str, id_: str) -> str:
    """The opening tag with that id; fails if there is none or more than one."""
    found = re.findall(rf'<[a-z]+ [^>]*\bid="{re.escape(id_)}"[^>]*>', page)
    assert len(found) == 1, f"{len(found)} elements with the id {id_}"
    return str(found[0])


def forms(page: str, action: str) -> list[str]:
    """The forms whose address ends so."""
    return [form for form in _FORM.findall(page) if attributes(form)["action"].endswith(action)]


def options(page: str) -> list[dict[str, Any]]:
    """The keys of the options on offer."""
    return [json.loads(attributes(form)["data-key"]) for form in forms(page, "/board/choose/")]


def sent(form: str) -> dict[str, str]:
    """What a browser sends with a form as it stands, its first named button pressed."""
    data: dict[str, str] = {}
    for tag in _INPUT.findall(form):
        found = attributes(tag)
        if "name" in found and not (tag.startswith("<button") and found["name"] in data):
            data[found["name"]] = found.get("value", "")
    return data


def address(row: Battle, page: str = "") -> str:
    """The address of the board or of one of its parts."""
    return f"/battles/{row.public_id}/board/{page}"


def press(client: Client, page: str, action: str, **changes: Any) -> Any:
    """Send the first form of a page with that action, as a browser without scripts does."""
    form = forms(page, action)[0]
    return client.post(attributes(form)["action"], sent(form) | changes)

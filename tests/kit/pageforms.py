"""The forms of a page, as a browser would send them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

Attrs = dict[str, str]


@dataclass(slots=True)
class Form:
    """Where a form leads, how it is sent, what it holds by name, its buttons, and the names of its files."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    @property
    def kind(self) -> tuple[object, ...]:
        """What two forms have in common that differ in their values alone."""
        return self.method, urlsplit(self.action).path, tuple(self.fields), tuple(self.files)


def forms(page: str, address: str) -> list[Form]:
    """Every form of a page that stands at an address."""
    return _read(page, address).forms


def queries(page: str, address: str) -> set[tuple[str, str]]:
    """The address and name of each parameter of a query that a page of this site links to."""
    return {
        (urlsplit(link).path, name)
        for link in _read(page, address).links
        for name, _ in parse_qsl(urlsplit(link).query, keep_blank_values=True)
        if link.startswith("/") and not link.startswith("//")
    }


def _read(page: str, address: str) -> _Reader:
    reader = _Reader(address)
    reader.feed(page)
    reader.close()
    return reader


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._named: dict[str, Form] = {}
        self._open: Form | None = None
        self._choice: tuple[Form, str] | None = None
        self._first = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._begin(given)
        elif tag == "a" and "href" in given:
            self.links.append(urljoin(self.address, given["href"]))
        elif tag in ("input", "select", "textarea", "button") and given.get("name"):
            self._field(tag, given)
        elif tag == "option" and self._choice is not None:
            form, name = self._choice
            # As in a browser: what is selected, else the first option, also where that is empty.
            if "selected" in given or self._first:
                form.fields[name] = given.get("value", "")
            self._first = False

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._choice = None

    def _begin(self, given: Attrs) -> None:
        action = urldefrag(urljoin(self.address, given.get("action") or self.address)).url
        self._open = Form(action, given.get("method", "get").lower())
        self.forms.append(self._open)
        if "id" in given:
            self._named[given["id"]] = self._open

    def _field(self, tag: str, given: Attrs) -> None:
        form = self._named.get(given["form"]) if "form" in given else self._open
        if form is None or given["name"] == "csrfmiddlewaretoken":
            return
        if given.get("type") == "file":
            form.files.append(given["name"])
        elif tag == "button":
            form.buttons.append((given["name"], given.get("value", "")))
        elif (
            given.get("type") not in ("radio", "checkbox")
            or "checked" in given
            or given["name"] not in form.fields
        ):
            form.fields[given["name"]] = given.get("value", "")
        if tag == "select":
            self._choice, self._first = (form, given["name"]), True

"""What the printer of PDFs may open: our own styles and fonts, whatever an address looks like."""

from pathlib import Path

import pytest
from django.conf import settings

from armylists.typesetting import _COMMON, _OwnFiles

STATIC = Path(settings.BASE_DIR / "static")


def test_our_own_styles_are_opened() -> None:
    found = _OwnFiles(_COMMON).fetch((STATIC / _COMMON).as_uri())
    assert b"{" in found.read()
    found.close()


@pytest.mark.parametrize(
    "url",
    [
        f"{STATIC.as_uri()}/../manage.py",
        f"{STATIC.as_uri()}/css/../../manage.py",
        f"{STATIC.as_uri()}/css/%2e%2e/%2E%2E/manage.py",
        f"{STATIC.as_uri()}-others/secret",
        "file:///etc/passwd",
        "https://example.org/a.css",
        "data:text/css,a{}",
        "",
    ],
)
def test_nothing_else_is(url: str) -> None:
    with pytest.raises(ValueError, match="nothing is fetched"):
        _OwnFiles(_COMMON).fetch(url)


def test_a_link_in_our_folder_that_leads_out_of_it_is_not_followed(tmp_path: Path) -> None:
    styles = tmp_path / "static"
    (styles / "css").mkdir(parents=True)
    (tmp_path / "secret").write_text("secret")
    (styles / "css" / "link.css").symlink_to(tmp_path / "secret")
    own = _OwnFiles(_COMMON)
    own.folder = styles
    with pytest.raises(ValueError, match="nothing is fetched"):
        own.fetch((styles / "css" / "link.css").as_uri())

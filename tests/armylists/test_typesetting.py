"""What sets PDFs: what it may open, whatever an address looks like, and what processes and threads share."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from armylists import typesetting
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


def test_threads_that_print_at_once_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fonts that two threads use at once damage the memory of the process, now and then."""
    at_it, most = [0], [0]

    def render(*of: Any, **how: Any) -> Any:
        at_it[0] += 1
        most[0] = max(most[0], at_it[0])
        time.sleep(0.02)
        at_it[0] -= 1
        raise ZeroDivisionError

    monkeypatch.setattr(typesetting.HTML, "render", render)
    with ThreadPoolExecutor(4) as threads:
        asked = ("<p>Pike and shot.", "css/roster-print.css", "A4", (), None)
        printed = [threads.submit(typesetting.typeset_pdf, *asked) for _ in range(4)]
    assert all(isinstance(each.exception(), ZeroDivisionError) for each in printed)
    assert most == [1]


def test_a_process_that_ends_leaves_the_fonts_to_those_that_go_on() -> None:
    assert typesetting.typeset("<p>Pike and shot.", "css/roster-print.css", "A4").pages
    folder = typesetting._fonts()._folder
    assert list(folder.iterdir())
    if (pid := os.fork()) == 0:
        typesetting._fonts().__del__()  # as when it ends by itself
        os._exit(0)
    os.waitpid(pid, 0)
    assert list(folder.iterdir())

"""What no template, script, style or requirement may hold."""

import re
from pathlib import Path

import pytest
import yaml
from django.conf import settings

ROOT = settings.BASE_DIR
# Names of XML vocabularies and of documents about themselves, which no browser fetches.
HARMLESS = ("http://www.w3.org/",)


def sources(*patterns: str) -> list[Path]:
    apps = ["", "rulesets/", "armylists/", "battles/", "campaigns/", "tournaments/"]
    found = [path for app in apps for pattern in patterns for path in ROOT.glob(app + pattern)]
    assert found
    return sorted(found)


PAGES = sources("templates/**/*.html")
STATIC = sources("static/**/*.css", "static/**/*.js", "static/**/*.svg")


def test_no_page_or_static_file_names_another_host() -> None:
    assert len(PAGES) > 20
    assert len(STATIC) > 8
    foreign = [
        f"{path.relative_to(ROOT)}: {address}"
        for path in PAGES + STATIC
        for address in re.findall(r"""(?:https?:)?//[\w-]+\.[\w.-]+[^\s"'<)]*""", path.read_text())
        if not address.startswith(HARMLESS)
    ]
    assert foreign == []


@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        ("a script in the page", r"<script(?![^>]*\bsrc=)(?![^>]*\btype=\"application/json\")[^>]*>"),
        ("a style in the page", r"<style|\sstyle="),
        ("a handler in an attribute", r"\son[a-z]+\s*="),
        ("a script as an address", r"javascript:"),
        ("an htmx handler", r"\shx-on[:=-]"),
    ],
)
def test_no_page_holds_what_the_policy_forbids(what: str, pattern: str) -> None:
    # Templates of PDFs are not pages: WeasyPrint reads them, no browser does.
    pages = [path for path in PAGES if "pdf" not in path.parts and not path.stem.endswith("_pdf")]
    forbidden = re.compile(pattern, re.IGNORECASE)
    holders = [str(path.relative_to(ROOT)) for path in pages if forbidden.search(path.read_text())]
    assert holders == [], f"{what} in {holders}"


@pytest.mark.parametrize("name", ["app", "dev"])
def test_requirements_are_pinned_with_hashes_and_name_no_index(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    pinned = re.findall(r"^[A-Za-z0-9._-]+(?:\[[^\]]+\])?==\S+", text, re.MULTILINE)
    entries = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert len(pinned) == len(entries) > 30
    assert "--hash=sha256:" in text
    assert not re.search(r"https?://|--index|--extra|--find-links|-e ", text)


def test_every_requirement_of_the_site_is_in_the_tests_requirements() -> None:
    def pins(name: str) -> set[str]:
        text = (ROOT / "requirements" / f"{name}.txt").read_text()
        return set(re.findall(r"^\S+==\S+", text, re.MULTILINE))

    assert pins("app")
    assert pins("app") <= pins("dev")


def test_hooks_before_a_commit_are_the_tools_of_the_project() -> None:
    """A hook from a host would be fetched, and would be of another version than what `make lint` runs."""
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    hooks = [hook for repo in config["repos"] for hook in repo["hooks"]]
    assert [repo["repo"] for repo in config["repos"]] == ["local"]
    assert {hook["language"] for hook in hooks} == {"system"}
    tools = [hook["entry"].split()[0] for hook in hooks]
    makefile = (ROOT / "Makefile").read_text()
    assert len(tools) >= 4
    assert [tool for tool in tools if tool not in makefile] == []

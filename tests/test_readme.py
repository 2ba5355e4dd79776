"""The README's commands print what it shows, and what it links and names is there."""

import os
import re
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.browser.kit import BEFORE, PICTURED

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def console(page: str) -> list[tuple[str, str]]:
    """The commands of a page's console blocks, each with what it shows below it."""
    blocks = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    steps = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE) if part]
    return [(command, shown) for command, _, shown in (step.partition("\n") for step in steps)]


def typed(command: str, folder: Path) -> str:
    """What a command prints that is typed into a shell, in a folder that holds the samples."""
    shell = f'manage.py() {{ "{sys.executable}" "{ROOT}/manage.py" "$@"; }}\n{command}'
    done = subprocess.run(
        ["bash", "-c", shell],
        cwd=folder, capture_output=True, text=True, timeout=120, check=False,
        env=os.environ | {"LEAGUER_VAR": str(folder / "var")},
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout


def printed(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command of manage.py prints, called in this process and folder."""
    with suppress(SystemExit):
        call_command(*shlex.split(command)[1:])
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def agrees(shown: str, out: str) -> bool:
    """Whether the output is what is shown, where … stands for what may differ or is too long to show."""
    pattern = ".*?".join(re.escape(part) for part in shown.split("…"))
    return re.fullmatch(pattern, out, re.DOTALL) is not None


def test_the_commands_of_the_readme_print_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those with a pipe are typed into a shell; that the others can be is proved in config/test_start.py."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    steps = console(README)
    assert {command.split("manage.py ")[1].split()[0] for command, _ in steps} == {
        "check_list", "print_list", "fight", "replay", "meet", "odds", "rules_coverage",
        "tournament_check", "tournament_pair",
    }  # fmt: skip
    for command, shown in steps:
        out = typed(command, tmp_path) if "|" in command else printed(command, capsys)
        assert agrees(shown, out), f"$ {command}\nprints\n{out}\nbut the README shows\n{shown}"
    assert (tmp_path / "victory.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_what_a_page_links_is_there(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_pictures_are_those_that_pages_show_and_light() -> None:
    shown = {
        (page.parent / name).resolve()
        for page in PAGES
        for name in re.findall(r"[(\"]([^(\"]+\.webp)", page.read_text(encoding="utf-8"))
    }
    kept = {path for path in (ROOT / "docs" / "screenshots").rglob("*") if path.is_file()}
    assert kept == shown
    assert len(kept) == 2 * len(PICTURED) + 2 * BEFORE == 90
    assert sum(path.stat().st_size for path in kept) < 6_000_000


def test_the_list_of_pages_leaves_none_out() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = [path for path in (ROOT / "docs").rglob("*.md") if path.name != "README.md"]
    assert len(pages) >= 3
    assert [path.name for path in pages if str(path.relative_to(ROOT / "docs")) not in index] == []


def test_the_folders_and_targets_that_the_readme_names_exist() -> None:
    folders = re.findall(r"`([a-z_/]+/)`", README)
    assert len(folders) > 8
    assert [
        folder
        for folder in folders
        if not any((ROOT / at / folder).is_dir() for at in ("", "rulesets/baroque"))
    ] == []
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"make ([a-z-]+)", README))
    assert {target for target in targets if f"\n{target}:" not in makefile} == set()

"""TOML of strangers: what would take minutes and gigabytes to read is refused before it is read."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from rulesets.engine.bookrules import MAX_BYTES
from rulesets.engine.tomltext import MOST_PARTS, read_toml

HALF = MAX_BYTES // 2 - 50
LONG = {
    "bare": "a." * HALF + "a=1",
    "spaced": "a . " * (HALF // 2) + "a=1",
    "quoted": '"a".' * (HALF // 2) + "a=1",
    "literal": "'a'." * (HALF // 2) + "a=1",
    "escaped": '"\\"".' * (HALF // 3) + "a=1",
    "table": "[" + "a." * HALF + "a]",
    "array": "[[" + "a." * HALF + "a]]",
    "inline": "x = {" + "a." * HALF + "a=1}",
    "after others": 'name = "A book"\n\n' + "a." * (HALF - 20) + "a=1",
}
CODE = """
import sys
from rulesets.engine.bookrules import read_text
from rulesets.engine.errors import FaultyBookError
try:
    read_text(sys.stdin.read())
except FaultyBookError as error:
    print(error)
"""


COSTLY = {
    "long quoted parts": ('"' + "a" * 101 + '".') * (HALF // 60) + "a=1",
    "one escaped string": '"' + '\\"' * HALF,
    "quotes": '"' * 2 * HALF,
    "one word": "a" * 2 * HALF,
    "spaces": "a" + " " * 2 * HALF + "b",
    "arrays of tables": "[[a]]\n" * (HALF // 3),
    "deep arrays of tables": ("[[" + ".".join("abcdefghijklmn") + "]]\n") * (HALF // 20),
    "keys": "\n".join(f"k{number}=1" for number in range(HALF // 5)),
}


def read_within_limits(text: str) -> str:
    """Return the refusal of a text that is read by a process with 10 s of processor and 2 GB of memory."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
        resource.setrlimit(resource.RLIMIT_AS, (2 * 10**9, 2 * 10**9))

    found = subprocess.run(
        [sys.executable, "-c", CODE], input=text, text=True, capture_output=True, preexec_fn=limited,
        cwd=Path(__file__).parents[3],
    )  # fmt: skip
    assert found.returncode == 0, found.stderr[-500:]
    return found.stdout


@pytest.mark.parametrize("kind", LONG)
def test_a_key_of_very_many_parts_is_refused_before_it_is_read(kind: str) -> None:
    assert f"a key has more than {MOST_PARTS} parts" in read_within_limits(LONG[kind])


@pytest.mark.parametrize("kind", COSTLY)
def test_what_else_may_stand_in_a_text_costs_little(kind: str) -> None:
    read_within_limits(COSTLY[kind])


def test_keys_of_a_few_parts_and_dots_in_texts_are_read() -> None:
    text = 'a.b."c.d".e = "1.2.3.4.5.6.7.8.9.10.11.12. and so on ..."\n[f.g]\nh = 1.5'
    assert read_toml(text) == {
        "a": {"b": {"c.d": {"e": "1.2.3.4.5.6.7.8.9.10.11.12. and so on ..."}}},
        "f": {"g": {"h": 1.5}},
    }


def test_the_refusal_names_the_line() -> None:
    with pytest.raises(ValueError, match=r"more than 16 parts \(at line 3\)"):
        read_toml("a = 1\nb = 2\n" + "c." * 20 + "d = 3")

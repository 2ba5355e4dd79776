"""TOML of strangers: what would take minutes and gigabytes to read is refused before it is read."""

import json
import resource
import subprocess
import sys
from collections.abc import Mapping
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
import json, sys, time
from rulesets.engine.bookrules import read_text
from rulesets.engine.errors import FaultyBookError
found = {}
for kind, text in json.load(sys.stdin).items():
    begun, said = time.process_time(), ""
    try:
        read_text(text)
    except FaultyBookError as error:
        said = str(error)
    found[kind] = said, time.process_time() - begun
print(json.dumps(found))
"""
MOST_SECONDS = 5
"""Of the processor for one text: it takes less than one, on a machine that does nothing else."""


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


def read_within_limits(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the refusal of each text, "" for none: one process reads all, with 20 s of processor and 2 GB of
    memory.
    """

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
        resource.setrlimit(resource.RLIMIT_AS, (2 * 10**9, 2 * 10**9))

    found = subprocess.run(
        [sys.executable, "-c", CODE], input=json.dumps(texts), text=True, capture_output=True,
        preexec_fn=limited, cwd=Path(__file__).parents[3],
    )  # fmt: skip
    assert found.returncode == 0, found.stderr[-500:]
    read = json.loads(found.stdout)
    assert {kind: seconds for kind, (_, seconds) in read.items() if seconds > MOST_SECONDS} == {}
    return {kind: said for kind, (said, _) in read.items()}


def test_a_key_of_very_many_parts_is_refused_before_it_is_read() -> None:
    said = read_within_limits(LONG)
    assert {kind: each for kind, each in said.items() if f"more than {MOST_PARTS} parts" not in each} == {}
    assert set(said) == set(LONG)


def test_what_else_may_stand_in_a_text_costs_little() -> None:
    assert set(read_within_limits(COSTLY)) == set(COSTLY)


def test_keys_of_a_few_parts_and_dots_in_texts_are_read() -> None:
    text = 'a.b."c.d".e = "1.2.3.4.5.6.7.8.9.10.11.12. and so on ..."\n[f.g]\nh = 1.5'
    assert read_toml(text) == {
        "a": {"b": {"c.d": {"e": "1.2.3.4.5.6.7.8.9.10.11.12. and so on ..."}}},
        "f": {"g": {"h": 1.5}},
    }


def test_the_refusal_names_the_line() -> None:
    with pytest.raises(ValueError, match=r"more than 16 parts \(at line 3\)"):
        read_toml("a = 1\nb = 2\n" + "c." * 20 + "d = 3")

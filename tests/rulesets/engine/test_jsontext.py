"""JSON of strangers: read, or refused with one sentence."""

import pytest

from rulesets.engine.jsontext import JSONError, read_json


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        ('{\n"a": }', "line 2", "is not JSON"),
        ("", "line 1", "is not JSON"),
        (b"\xff\xfe", "", "is not UTF-8 text"),
        ("[" * 100_000, "", "is nested too deeply"),
        ('{"a": NaN}', "", "holds NaN, which is not a number"),
        ('{"a": -Infinity}', "", "holds -Infinity, which is not a number"),
        ('{"a": 1e999}', "", "holds a number that is too large"),
        ('{"a": ' + "1" * 5_000 + "}", "", "more than 18 digits"),
        ('{"a": "\\u0000"}', "", "characters that are not text"),
        ('{"\\ud800": 1}', "", "characters that are not text"),
    ],
)
def test_what_no_document_can_hold_is_refused(text: str | bytes, where: str, words: str) -> None:
    with pytest.raises(JSONError, match=words) as caught:
        read_json(text)
    assert caught.value.path == where


def test_what_json_can_hold_is_read() -> None:
    text = '\ufeff{"a": [1, -999999999999999999, 2.5, true, null], "b": "\\ud83d\\ude00 \\\\u0000"}'
    found = {"a": [1, -999999999999999999, 2.5, True, None], "b": "\U0001f600 \\u0000"}
    assert read_json(text) == read_json(text.encode()) == found

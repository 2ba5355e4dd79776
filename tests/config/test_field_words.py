"""What a form or the REST interface says of a wrong value: in our words, the frameworks' never."""

from __future__ import annotations

import gettext
import re

import pytest
from django import forms
from django.conf import settings
from rest_framework import serializers

FOLDER = settings.LOCALE_PATHS[0] / "en" / "LC_MESSAGES"


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        (forms.IntegerField(max_value=9), "10", "Enter 9 or less."),
        (forms.IntegerField(min_value=3), "2", "Enter 3 or more."),
        (forms.IntegerField(step_size=5), "7", "Enter a multiple of 5."),
        (forms.CharField(max_length=4), "abcde", "Use at most 4 characters: there are 5."),
        (forms.CharField(min_length=3), "ab", "Use at least 3 characters: there are 2."),
        (forms.DecimalField(max_digits=2, decimal_places=0), "100", "Enter at most 2 digits."),
        (forms.DecimalField(decimal_places=1), "0.25", "Use at most 1 decimal place."),
        (forms.ChoiceField(choices=[("a", "A")]), "b", "Choose one from the list: that one is not in it."),
    ],
)
def test_a_form_says_it_in_our_words(field: forms.Field, value: str, words: str) -> None:
    with pytest.raises(forms.ValidationError) as refused:
        field.clean(value)
    assert words in refused.value.messages
    assert not any("Ensure" in each for each in refused.value.messages)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        (serializers.IntegerField(max_value=9), 10, "Enter 9 or less."),
        (serializers.IntegerField(min_value=3), 2, "Enter 3 or more."),
        (serializers.CharField(max_length=4), "abcde", "Use at most 4 characters."),
        (serializers.ListField(max_length=1), [1, 2], "Give at most 1."),
    ],
)
def test_the_rest_interface_says_it_in_our_words(
    field: serializers.Field[object, object, object, object], value: object, words: str
) -> None:
    with pytest.raises(serializers.ValidationError) as refused:
        field.run_validation(value)
    assert [str(each) for each in refused.value.detail] == [words]


def test_the_compiled_words_are_those_of_the_source() -> None:
    source = (FOLDER / "django.po").read_text(encoding="utf-8")
    with (FOLDER / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    pairs = re.findall(r'^msgid "(.+)"\nmsgstr "(.+)"$', source, re.MULTILINE)
    plurals = re.findall(
        r'^msgid "(.+)"\nmsgid_plural "(.+)"\nmsgstr\[0\] "(.+)"\nmsgstr\[1\] "(.+)"$', source, re.MULTILINE
    )
    assert len(pairs) + len(plurals) == source.count("\n\n#, ")
    for said, ours in pairs:
        assert compiled.gettext(said) == ours
    for one, many, ours, our_many in plurals:
        assert (compiled.ngettext(one, many, 1), compiled.ngettext(one, many, 2)) == (ours, our_many)

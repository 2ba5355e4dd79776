"""What is wrong with the forms of a page, to be said on top of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django import template
from django.forms import BaseForm

register = template.Library()


@dataclass(frozen=True, slots=True)
class Problem:
    """One error of a form; `label` and `anchor` are those of its field, empty for one of the whole form."""

    words: str
    label: str = ""
    anchor: str = ""


@register.simple_tag
def problems_of(*forms: BaseForm | str | None) -> list[Problem]:
    """Return every error of these forms in the order of their fields, those of a whole form first."""
    return list(_problems(each for each in forms if isinstance(each, BaseForm)))


def _problems(forms: Iterable[BaseForm]) -> Iterator[Problem]:
    for form in forms:
        if not form.is_bound:
            continue
        for words in form.non_field_errors():
            yield Problem(str(words))
        for field in form:
            # A group of radio buttons has no one label of its own; the group itself has the id.
            anchor = field.id_for_label or field.auto_id
            for words in field.errors:
                yield Problem(str(words), str(field.label), "" if field.is_hidden else anchor)

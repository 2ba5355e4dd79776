"""Lists of choices drawn without a template for each: a page of orders holds thousands."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


class PlainSelect(forms.Select):
    """A select as Django draws it, without groups."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = {str(each) for each in self.format_value(value)}
        options = (
            (key, SafeString(" selected") if str(key) in chosen else "", label) for key, label in self.choices
        )
        return format_html(
            '<select name="{}"{}>{}</select>',
            name,
            flatatt(self.build_attrs(self.attrs, attrs)),
            format_html_join("", '<option value="{}"{}>{}</option>', options),
        )


class PlainBoxes(forms.CheckboxSelectMultiple):
    """Boxes to tick as Django draws them, without groups."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = {str(each) for each in self.format_value(value)}
        base = (attrs or {}).get("id", "")
        boxes = (
            (base, index, name, key, base, index, SafeString(" checked") if str(key) in chosen else "", label)
            for index, (key, label) in enumerate(self.choices)
        )
        drawn = (
            '<div><label for="{}_{}"><input type="checkbox" name="{}" value="{}" id="{}_{}"{}> '
            "{}</label></div>"
        )
        return format_html('<div id="{}">{}</div>', base, format_html_join("", drawn, boxes))

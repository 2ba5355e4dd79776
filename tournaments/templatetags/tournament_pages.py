"""Template tags of tournament pages: the hidden fields of a form that does something."""

from __future__ import annotations

from django import template
from django.middleware.csrf import get_token
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def does(context: Context, do: str, **fields: object) -> SafeString:
    """Return the hidden fields of a form that does an action: what it is, its fields, what was seen (`mark`
    for a pairing, else the revision), and where it leads back to (this page, if not to another one: `back`).
    """
    request, mark = context["request"], fields.pop("mark", "")
    back = fields.pop("back", request.get_full_path())
    hidden = {"csrfmiddlewaretoken": get_token(request), "back": back, "a.do": do}
    hidden |= {"mark": mark} if mark else {"revision": context["tournament"].revision}
    hidden |= {f"a.{name.replace('__', '.')}": value for name, value in fields.items()}
    field = '<input type="hidden" name="{}" value="{}">'
    return format_html("{}", format_html_join("", field, hidden.items()))

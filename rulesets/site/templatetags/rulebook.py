"""Template tags of the reference pages: links to rules, and what a search found."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from rulesets.contract import registry
from rulesets.contract.system import RuleSystem
from rulesets.engine.cards import Figure
from rulesets.engine.wording import curly, percent, signed
from rulesets.site.rulebook import RULE_ID, Completion, Rule, completions, rules
from rulesets.site.rulebrowser import excerpt, highlighted

register = template.Library()
register.filter(curly)
register.filter(percent)
register.filter(signed)


@register.simple_tag
def rule(system: str, rule_id: str, *, titled: bool = False) -> SafeString:
    """Return a rule's number, linked to its page; followed by its title if that is asked for."""
    if not rule_id:
        return SafeString("")
    address = reverse("rulesets:rule", args=[system, rule_id])
    words = f"{rule_id} {curly(rule_words(system, rule_id).title)}" if titled else rule_id
    return format_html('<a class="rule-id" href="{}">{}</a>', address, words)


@register.simple_tag
def rule_words(system: str, rule_id: str) -> Rule | Completion:
    """Return a rule, or what fills a gap of the rules, with its title and its words."""
    return rules(system).get(rule_id) or completions(system)[rule_id]


_TABS = {"rules": "system", "tables": "tables", "departures": "system-departures"}


@register.simple_tag
def page_of_others(system: RuleSystem, here: str) -> list[tuple[str, str]]:
    """Return the same page of every other system: its name and the page's address."""
    others = (each for each in registry.systems() if each.slug != system.slug)
    return [(each.name, reverse(f"rulesets:{_TABS[here]}", args=[each.slug])) for each in others]


@register.simple_tag
def linked(system: str, text: str) -> SafeString:
    """Return a text of the rules as it is shown: numbers of rules and of completions are links."""
    text = curly(text)
    known = {*rules(system), *completions(system)}
    parts, end = [], 0
    for match in RULE_ID.finditer(text):
        if match[0] in known:
            parts += [escape(text[end : match.start()]), rule(system, match[0])]
            end = match.end()
    return mark_safe("".join([*parts, escape(text[end:])]))


@register.simple_tag
def found(text: str, words: str, *, short: bool = False) -> SafeString:
    """Return text with the words that were looked for marked; `short`: only what stands around the first."""
    shown = excerpt(text, words) if short else text
    parts = (
        format_html("<mark>{}</mark>", curly(part)) if hit else escape(curly(part))
        for part, hit in highlighted(shown, words)
    )
    return mark_safe("".join(parts))


@register.filter
def split(words: str) -> list[str]:
    """Return the words of a text."""
    return words.split()


@register.filter
def counted(number: int) -> range:
    """Return the numbers from 1 to `number`."""
    return range(1, number + 1)


@register.filter
def figure(figures: Sequence[Figure], label: str) -> Figure | None:
    """Return the figure with that label; None if the unit has none."""
    return next((each for each in figures if each.label == label), None)


@register.filter
def plain(number: float) -> str:
    """Return a number as drawings and attributes need it, with a point and no more digits than it has."""
    return f"{number:g}"


@register.filter
def initial(text: str) -> bool:
    """Return True if a text begins with a word fit for a large initial, unlike `P&M`, or `A`, beside which
    the blank after it would be lost.
    """
    return text[:1].isalpha() and text[1:2].islower()

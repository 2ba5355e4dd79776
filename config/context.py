"""What every page of the site knows."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from config.preferences import shows_rule_numbers

# Label, the page's name, and the beginning of the addresses below it.
NAVIGATION = (
    ("Books", "rulesets:books", "/books/"),
    ("Lists", "armylists:index", "/lists/"),
    ("Battles", "battles:index", "/battles/"),
    ("Campaigns", "campaigns:index", "/campaigns/"),
    ("Tournaments", "tournaments:index", "/tournaments/"),
    ("Odds", "rulesets:odds", "/odds/"),
    ("Rules", "rulesets:rules", "/rules/"),
    ("API", "api-docs", "/api/"),
)
DEPARTURES = ("rulesets:departures", "/departures/")
SCENARIOS = ("battles:scenarios", "/scenarios/")


def site(request: HttpRequest) -> dict[str, object]:
    """Return the navigation with the place one is in, the main places by name, the version, and what the
    browser likes to see.
    """
    marks = getattr(request, "reader_marks", None)  # of a page that is stored for everybody
    places = {label.lower(): _address(name, prefix) for label, name, prefix in NAVIGATION}
    return {
        "navigation": [
            {"label": label, "url": places[label.lower()], "current": request.path.startswith(prefix)}
            for label, _, prefix in NAVIGATION
        ],
        "place": places | {"departures": _address(*DEPARTURES), "scenarios": _address(*SCENARIOS)},
        "leaguer_version": settings.VERSION,
        "rule_numbers": shows_rule_numbers(request),
        **({"reader_marks": marks, "csrf_token": marks["csrf_token"]} if marks else {}),
    }


def _address(name: str, prefix: str) -> str:
    try:
        return reverse(name)
    except NoReverseMatch:
        return prefix

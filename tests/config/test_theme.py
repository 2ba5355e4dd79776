"""The drawn signs, and the tags that place them."""

import re
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template import Context, Template
from django.template.loader import render_to_string

TROOPS = ["GA", "TR", "RE", "SP", "CL", "H&M", "P&M", "ETE", "LTE", "PK", "T", "WB", "S", "DR", "ART"]
OTHERS = ["leader", "chief", "baggage", "camp"]


def symbols(name: str) -> set[str]:
    tree = ElementTree.parse(settings.BASE_DIR / "static/img" / f"{name}.svg")
    return {symbol.attrib["id"] for symbol in tree.iter("{http://www.w3.org/2000/svg}symbol")}


def rendered(source: str, **values: str) -> str:
    return Template("{% load look %}" + source).render(Context(values))


def pointed_at(html: str) -> str:
    found = re.search(r'href="/static/img/\w+\.svg#([\w-]+)"', html)
    assert found
    return found[1]


@pytest.mark.parametrize("kind", TROOPS + OTHERS)
def test_each_kind_of_troops_has_a_sign(kind: str) -> None:
    assert pointed_at(rendered(f'{{% troop "{kind}" %}}')) in symbols("troops")


@pytest.mark.parametrize("face", range(1, 7))
def test_each_face_of_a_die_is_drawn_and_read_out(face: int) -> None:
    html = rendered(f"{{% die {face} %}}")
    assert pointed_at(html) in symbols("dice")
    assert f'aria-label="{face}"' in html


@pytest.mark.parametrize("name", ["fleuron", "rule", "camp"])
def test_each_ornament_is_drawn_and_not_read_out(name: str) -> None:
    html = rendered(f'{{% ornament "{name}" %}}')
    assert pointed_at(html) in symbols("ornaments")
    assert 'aria-hidden="true"' in html


def test_a_label_is_escaped() -> None:
    assert "<b>" not in rendered('{% troop "GA" name %}', name="<b>x</b>")


def test_the_failure_page_needs_nothing_of_the_request() -> None:
    assert "Something went wrong" in render_to_string("500.html")


def test_every_component_of_the_guide_has_a_rule() -> None:
    folder = settings.BASE_DIR / "static/css"
    guide = (folder / "leaguer.css").read_text().split("*/")[0]
    styles = "".join(path.read_text() for path in folder.glob("*.css")).replace(guide, "")
    named = re.findall(r"^ \* \.([a-z-]+)", guide, re.MULTILINE)
    assert len(named) > 20
    assert [name for name in named if f".{name}" not in styles] == []

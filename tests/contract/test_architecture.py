"""Nothing but the registry knows which rule systems there are, and no module imports itself in a circle."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from rulesets.contract import registry

ROOT = Path(__file__).parents[2]
PRODUCT = ("config", "rulesets", "armylists", "battles", "campaigns", "tournaments")
SYSTEMS = tuple(package for package in registry.PACKAGES.values() if package.startswith("rulesets."))
SAMPLES = ("armylists.sample", "battles.sample", "campaigns.sample", "tournaments.sample")
"""What loads the sample site knows the samples, and these are of systems."""
BY_NAME = ("import_module", "find_spec", "__import__")


@cache
def modules() -> dict[str, Path]:
    """The product's modules by name, migrations aside."""
    found = {}
    for path in sorted(path for top in PRODUCT for path in (ROOT / top).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "migrations" not in parts:
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree(module: str) -> ast.Module:
    """The source of a module as it is read by Python."""
    return ast.parse(modules()[module].read_text(encoding="utf-8"))


def neutral() -> list[str]:
    """The modules that serve every system."""
    own = (*SYSTEMS, "rulesets.contract.registry", *SAMPLES)
    return [name for name in modules() if not f"{name}.".startswith(tuple(f"{each}." for each in own))]


def test_no_module_that_serves_all_systems_names_one() -> None:
    slugs = {package.rpartition(".")[2] for package in SYSTEMS}
    named = re.compile(rf"\b({'|'.join(sorted(slugs))})\b")
    assert len(neutral()) > 300
    found = {
        f"{module}:{node.lineno}"
        for module in neutral()
        for node in ast.walk(tree(module))
        if node not in docstrings(module)
        for text in said(node)
        if named.search(text)
    }
    assert not found


def said(node: ast.AST) -> list[str]:
    """The texts and the imported names of a node."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{each.name}" for each in node.names]
    return [each.name for each in node.names] if isinstance(node, ast.Import) else []


@cache
def docstrings(module: str) -> frozenset[ast.AST]:
    """Texts that stand alone: what is said of a module, a class, a function or a name."""
    return frozenset(node.value for node in ast.walk(tree(module)) if isinstance(node, ast.Expr))


def test_nothing_is_found_by_the_name_of_a_module_but_systems() -> None:
    used = {
        module
        for module in modules()
        for node in ast.walk(tree(module))
        if (isinstance(node, ast.Name) and node.id in BY_NAME)
        or (isinstance(node, ast.Attribute) and node.attr in BY_NAME)
    }
    assert used == {"rulesets.contract.registry"}


# -- what is configured by system -----------------------------------------------------------------


def test_the_import_contracts_name_every_system() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = [layer for each in settings["contracts"] for layer in each.get("layers", ())]
    assert " | ".join(sorted(SYSTEMS)) in [" | ".join(sorted(layer.split(" | "))) for layer in layers]
    [pure] = [each for each in settings["contracts"] if each["name"] == "Rules know no Django"]
    shared = {"rulesets.engine", "rulesets.contract", "rulesets.freetable"}
    assert set(pure["source_modules"]) == {*SYSTEMS, *shared}


@pytest.mark.parametrize("slug", registry.PACKAGES)
def test_every_system_is_in_the_documentation(slug: str) -> None:
    assert (ROOT / "docs" / "rules" / f"{slug}.md").exists()
    assert f"rules/{slug}.md" in (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert registry.get(slug).name in (ROOT / "README.md").read_text(encoding="utf-8")


# -- circles --------------------------------------------------------------------------------------


def imported(module: str) -> Iterator[str]:
    """The product's modules that a module imports, anywhere in it: in functions and for types too."""
    package = module if modules()[module].name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in modules())
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*above, *([node.module] if node.module else [])]) if node.level else node.module
            for each in node.names:
                below = f"{base}.{each.name}"
                if below in modules():
                    yield below
                elif base in modules():
                    yield base


def test_the_imports_have_no_circle() -> None:
    graph = {module: set(imported(module)) - {module} for module in modules()}
    assert sum(map(len, graph.values())) > 2000
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))

"""What documentation refers to in code: `path/of/file.py` or `path/of/file.py:Name.method`, in backticks."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
_REFERENCE = re.compile(r"`([\w.-]+(?:/[\w.-]+)*\.(?:py|js|html|toml|css|sh))(?::([\w.]+))?`")


def references(text: str) -> list[tuple[str, str]]:
    """The files that a text names, each with the name in it, "" where it names the file alone."""
    return [(match[1], match[2] or "") for match in _REFERENCE.finditer(text)]


def missing(text: str) -> list[str]:
    """Which of the references of a text lead to no file, or to a name that the file does not define."""
    return [f"{path}:{name}" for path, name in references(text) if not _there(path, name)]


def _there(path: str, name: str) -> bool:
    file = ROOT / path
    if not file.is_file() or not name:
        return file.is_file()
    if file.suffix == ".py":
        return name in _defined(file)
    defined = rf"(\b(class|function|const|let) |^  (async |get )?){re.escape(name)}\b"
    return re.search(defined, file.read_text(encoding="utf-8"), re.MULTILINE) is not None


@cache
def _defined(file: Path) -> frozenset[str]:
    return frozenset(_names(ast.parse(file.read_text(encoding="utf-8")).body, ""))


def _names(body: list[ast.stmt], within: str) -> list[str]:
    found: list[str] = []
    for node in body:
        match node:
            case ast.ClassDef():
                found += [f"{within}{node.name}", *_names(node.body, f"{within}{node.name}.")]
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                found.append(f"{within}{node.name}")
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.append(f"{within}{name}")
            case ast.Assign():
                found += [f"{within}{each.id}" for each in node.targets if isinstance(each, ast.Name)]
    return found

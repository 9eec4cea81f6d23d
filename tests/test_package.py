"""The package as a whole: the order of its rooms, their sizes and tests, and what is shipped and imported."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import Final

import pytest

import saxhtml

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = Path(saxhtml.__file__).parent
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

ROOMS: Final[list[str]] = re.findall(r"^(\w+)/? {2,}\S", saxhtml.__doc__ or "", re.MULTILINE)
DOORS: Final = {"__init__", "__main__"}
MODULES: Final = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
MOST_LINES: Final = 520
"""A room of more than about 500 lines wants to be a package of several."""


def room_of(module: Path) -> str:
    return module.with_suffix("").parts[0]


def rooms_imported(module: Path) -> Iterator[str]:
    """Yield the room, or ``__init__``, of each import in ``module``, wherever in it the import stands."""
    for node in ast.walk(ast.parse((PACKAGE / module).read_bytes())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parents = ["saxhtml", *module.parts[:-1]]
            start = ".".join(parents[: len(parents) - node.level + 1]) if node.level else ""
            origin = ".".join(part for part in (start, node.module) if part)
            names = [f"{origin}.{alias.name}" for alias in node.names] if origin == "saxhtml" else [origin]
        else:
            continue
        for name in names:
            package, _, rest = name.partition(".")
            if package == "saxhtml":
                room = rest.partition(".")[0]
                yield room if room in ROOMS else "__init__"


def test_the_docstring_names_every_room() -> None:
    assert len(set(ROOMS)) == len(ROOMS)
    assert set(ROOMS) == {room_of(module) for module in MODULES} - DOORS


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_imports_only_rooms_above_its_own(module: Path) -> None:
    room = room_of(module)
    assert room in DOORS or room in ROOMS, "the docstring of the package does not name this room"
    allowed = set(ROOMS) if room in DOORS else set(ROOMS[: ROOMS.index(room) + 1])
    assert set(rooms_imported(module)) <= allowed


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_is_not_too_long(module: Path) -> None:
    assert len((PACKAGE / module).read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_says_what_it_does(module: Path) -> None:
    assert ast.get_docstring(ast.parse((PACKAGE / module).read_bytes()))


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_has_tests_in_its_name(room: str) -> None:
    name = room.strip("_")
    assert [*ROOT.glob(f"tests/test_{name}.py"), *ROOT.glob(f"tests/test_{name}_*.py"), *ROOT.glob(f"tests/{name}/test_*.py")]


@pytest.mark.parametrize("module", [module for module in MODULES if module.name == "__init__.py"], ids=str)
def test_a_package_is_only_a_door(module: Path) -> None:
    body = ast.parse((PACKAGE / module).read_bytes()).body
    assert [
        type(node).__name__ for node in body if not isinstance(node, ast.Expr | ast.Import | ast.ImportFrom | ast.Assign)
    ] == []


def test_typing_extensions_is_all_that_it_needs() -> None:
    assert [re.split(r"[^\w-]", needed)[0] for needed in PROJECT["dependencies"]] == ["typing-extensions"]


def test_the_command_is_the_room_cli() -> None:
    assert PROJECT["scripts"] == {"saxhtml": "saxhtml.cli:main"}


def test_types_are_shipped() -> None:
    assert (PACKAGE / "py.typed").is_file()
    try:
        shipped = {str(file) for file in files("saxhtml") or ()}
    except PackageNotFoundError:
        pytest.skip("saxhtml is not installed: nothing is shipped")
    if "saxhtml/__init__.py" not in shipped:
        pytest.skip("saxhtml is installed as a link to its source: nothing is shipped")
    assert {"saxhtml/py.typed"} | {f"saxhtml/{module.as_posix()}" for module in MODULES} <= shipped


def test_importing_it_imports_nothing_that_it_may_not_need() -> None:
    code = "import sys; before = set(sys.modules); import saxhtml; print(*set(sys.modules) - before)"
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    imported = {name.partition(".")[0] for name in run.stdout.split()}
    assert "saxhtml" in imported
    assert imported.isdisjoint({"argparse", "asyncio", "email", "http", "json", "socket", "ssl", "urllib"})


def test_everything_in_all_is_there() -> None:
    exported: list[str] = getattr(saxhtml, "__all__", [])
    assert [name for name in exported if not hasattr(saxhtml, name)] == []

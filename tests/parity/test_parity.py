"""Parity with four older systems: a C# pull parser for spiders (A), a C# tag scanner (B), a Lisp parser generator (C) and a
.NET streaming parser (D). Each row of what they did is shown by the tests that have it in their names, as a user of this
package would have it; its room has the tests proper. Their sample programs are in ``examples/parity``."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

TESTS: Final = [
    (found[1].upper(), {argument.arg for argument in node.args.args})
    for path in Path(__file__).parent.glob("test_*.py")
    for node in ast.walk(ast.parse(path.read_bytes()))
    if isinstance(node, ast.FunctionDef) and (found := re.match(r"test_([a-d]\d+)_", node.name)) is not None
]
"""The row of each test, and what it asks for."""


def test_every_row_is_shown(shared: Path) -> None:
    rows = re.findall(r"^\| ([A-D]\d+) \|", (shared / "PARITY.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 40
    assert {row for row, _ in TESTS} == set(rows)


def test_to_show_them_nothing_shared_is_needed() -> None:
    assert [row for row, arguments in TESTS if arguments & {"pages", "shared"}] == []

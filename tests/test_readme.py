"""The README: every example in it runs and prints what it says, and its tables name what is there."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from inspect import getmembers, isfunction
from pathlib import Path
from typing import Final, NamedTuple

import pytest

import saxhtml
from saxhtml.handler import Handler

ROOT: Final = Path(__file__).resolve().parents[1]
README: Final = (ROOT / "README.md").read_text(encoding="utf-8")

# The command is run from the package that is being tested, whatever is on the PATH.
SHELL: Final = 'saxhtml() { "$PYTHON" -m saxhtml "$@"; }\n'
ENVIRONMENT: Final = {
    **os.environ,
    "PYTHON": sys.executable,
    "PYTHONPATH": str(Path(saxhtml.__file__).parents[1]),
}


class Block(NamedTuple):
    language: str
    text: str
    line: int


BLOCKS: Final = [
    Block(block[1], block[2], README.count("\n", 0, block.start(2)))
    for block in re.finditer(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
]


class Command(NamedTuple):
    line: str
    output: str | None
    """What it prints, or None where the README does not say."""


def commands() -> list[Command]:
    """Every command that begins with ``saxhtml``, also behind an ``&&``."""
    found = []
    for block in BLOCKS:
        if block.language == "sh":
            found += [Command(line, None) for line in block.text.splitlines()]
        elif block.language == "console":
            found += [Command(*part.split("\n", 1)) for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]]
    parts = [(part.strip(), command.output) for command in found for part in command.line.split("&&")]
    return [Command(line, output) for line, output in parts if line.startswith("saxhtml ")]


def test_every_block_is_in_a_language_that_is_tested() -> None:
    assert {block.language for block in BLOCKS} == {"console", "python", "sh"}


@pytest.mark.parametrize(
    "block", [pytest.param(block, id=f"line {block.line}") for block in BLOCKS if block.language == "python"]
)
def test_python_prints_what_the_readme_says(block: Block) -> None:
    example = doctest.DocTestParser().get_doctest(block.text, {}, "README", "README.md", block.line)
    assert example.examples, "a block without a prompt shows nothing"
    report: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=report.append)
    assert results.failed == 0, "".join(report)


@pytest.mark.parametrize("command", [pytest.param(command, id=command.line) for command in commands()])
def test_the_command_prints_what_the_readme_says(command: Command) -> None:
    run = subprocess.run(
        ["sh", "-c", SHELL + command.line],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert run.stderr == ""
    assert run.stdout
    if command.output is not None:
        expected = doctest.OutputChecker()
        assert expected.check_output(command.output, run.stdout, doctest.ELLIPSIS), run.stdout


def test_the_first_commands_install_and_run_and_test() -> None:
    [block, *_] = [block for block in BLOCKS if block.language == "sh"]
    install, test = block.text.splitlines()
    assert install.startswith("pip install . && saxhtml links examples/pages/")
    assert test == "pip install '.[test]' && python -m pytest"


def first_column(heading: str) -> list[str]:
    """Return the words in code marks that begin the rows of the table under ``heading``."""
    section = README.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(\w+)", section, re.MULTILINE)


def test_the_table_of_events_has_every_event() -> None:
    events = {name for name, _ in getmembers(Handler, isfunction)} - {"interest"}
    assert set(first_column("Events")) == events


def test_the_map_has_every_room_in_the_order_of_imports() -> None:
    assert first_column("Where is what") == re.findall(r"^(\w+)/? {2,}\S", saxhtml.__doc__ or "", re.MULTILINE)

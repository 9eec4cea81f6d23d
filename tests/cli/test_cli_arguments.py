"""The command line: its help, its version, and what makes no sense."""

from __future__ import annotations

import importlib.metadata
import runpy
import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from saxhtml.cli import main

COMMANDS = ("balance", "check", "encoding", "events", "head", "links", "rewrite", "select", "text", "tree")


@pytest.mark.parametrize("arguments", [["--help"], *([command, "--help"] for command in COMMANDS)], ids=" ".join)
def test_help_shows_examples_and_exit_status(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(arguments)
    out = capsys.readouterr().out
    assert "examples:\n  saxhtml " in out
    assert "Exit status: 0" in out


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([], id="no command"),
        pytest.param(["links"], id="no source"),
        pytest.param(["lynx", "x"], id="unknown command"),
        pytest.param(["links", "--pyx", "x"], id="a format that makes no sense"),
        pytest.param(["links", "--plain", "--jsonl", "x"], id="two formats"),
        pytest.param(["links", "--encoding", "utf-7", "x"], id="unknown encoding"),
        pytest.param(["links", "-j", "0", "x"], id="no process"),
        pytest.param(["links", "-j", "many", "x"], id="no number"),
    ],
)
def test_a_command_line_without_sense_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_version_is_the_packages(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(importlib.metadata, "version", {"saxhtml": "1.2.3"}.__getitem__)
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == "saxhtml 1.2.3\n"


def test_a_source_tree_has_no_version(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def absent(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", absent)
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == "saxhtml, not installed\n"


def test_python_dash_m_runs_it(
    page: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["saxhtml", "links", page("<a href=http://h/>")])
    with pytest.raises(SystemExit, match="0"):
        runpy.run_module("saxhtml", run_name="__main__")
    assert capsys.readouterr().out == "http://h/\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        pytest.param(["select", "a:has(b)", "x"], "selector 'a:has(b)', offset 1: ", id="selector"),
        pytest.param(["select", "--jsonl", "--attribute", "href", "a", "x"], "--jsonl has all attributes", id="select"),
        pytest.param(["balance", "--pyx", "--repairs", "x"], "--repairs are no events", id="repairs as PYX"),
        pytest.param(["balance", "--dtd", "HTML 9", "x"], "no DTD 'HTML 9'", id="unknown DTD"),
        pytest.param(["links", "-j", "2", "-", "x"], "standard input is for one process", id="standard input for several"),
    ],
)
def test_what_a_command_cannot_do_is_one_line_before_anything_is_read(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"saxhtml: {reason}")
    assert err.count("\n") == 1


def test_completion_is_written_by_shtab(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "shtab", SimpleNamespace(complete=lambda parser, shell: f"{parser.prog} in {shell}"))
    with pytest.raises(SystemExit, match="0"):
        main(["--completion", "bash"])
    assert capsys.readouterr().out == "saxhtml in bash\n"


def test_completion_without_shtab_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    with pytest.raises(SystemExit, match="2"):
        main(["--completion", "zsh"])
    assert "pip install 'saxhtml[cli]'" in capsys.readouterr().err

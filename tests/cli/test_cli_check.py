"""The command ``check``: where each error stands, what is shown of its line, and what a browser does with it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from io import StringIO

import pytest
from typing_extensions import override

from saxhtml.cli import _check, main
from saxhtml.cli._remedies import REMEDIES
from saxhtml.errors import ERROR_CODES


def test_there_is_a_sentence_for_every_code() -> None:
    assert set(REMEDIES) == ERROR_CODES
    assert [sentence for sentence in REMEDIES.values() if not sentence or sentence.endswith(".") or "\n" in sentence] == []


def test_a_page_without_errors_has_status_0(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", page("<p>x</p>")]) == 0
    assert capsys.readouterr() == ("", "")


LONG = "x" * 70 + "&y;" + "z" * 50


@pytest.mark.parametrize(
    ("html", "place", "code", "line", "caret"),
    [
        pytest.param("<p>\n<p a a>x", "2:7", "duplicate-attribute", "<p a a>x", 6, id="second line"),
        pytest.param("<p>\r<p a a>\rx", "2:7", "duplicate-attribute", "<p a a>", 6, id="carriage returns"),
        pytest.param("<p>\r\n<p a a>\r\nx", "2:7", "duplicate-attribute", "<p a a>", 6, id="CRLF"),
        pytest.param("\t\x1b<p a a>", "1:9", "duplicate-attribute", " \ufffd<p a a>", 8, id="tab and control character"),
        pytest.param("<!--a", "1:6", "eof-in-comment", "<!--a", 5, id="at the end"),
        pytest.param(
            "x" * 70 + "&y;" + "z" * 50, "1:73", "unknown", "…" + "x" * 58 + "&y;" + "z" * 39 + "…", 61, id="long line"
        ),
    ],
)
def test_an_error_has_its_place_its_line_and_a_caret(
    html: str, place: str, code: str, line: str, caret: int, page: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = page(html)
    assert main(["check", path]) == 1
    first, *_ = [error for error in re.findall(r"(.*)\n    (.*)\n    ( *)\^", capsys.readouterr().out) if code in error[0]]
    assert first[0].startswith(f"{path}:{place}: {code}")
    assert (first[1], len(first[2])) == (line, caret)


def test_what_a_browser_does_is_said(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    path = page("</p/>")
    main(["check", path])
    [first, *_] = capsys.readouterr().out.splitlines()
    assert first == f"{path}:1:5: end-tag-with-trailing-solidus: the slash is ignored"


def test_as_json_an_error_is_a_record(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    path = page("</p/>")
    assert main(["check", "--jsonl", path]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "page": path,
        "code": "end-tag-with-trailing-solidus",
        "offset": 4,
        "line": 1,
        "column": 5,
        "remedy": "the slash is ignored",
    }


def test_errors_before_a_limit_are_printed(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    path = page("</p/><p " + " ".join(f"a{number}" for number in range(10_001)) + ">")
    assert main(["check", path]) == 2
    out, err = capsys.readouterr()
    assert out.startswith(f"{path}:1:5: end-tag-with-trailing-solidus")
    assert "max_attributes of 10000 exceeded" in err


def test_an_error_far_behind_is_shown_without_its_line(
    page: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_check, "_REMEMBERED", 1000)
    html = "<p a a b='" + "x" * 200_000 + "'>" + "<p c c>" + "y" * 100
    assert main(["check", page(html)]) == 1
    far, near, _line, _caret = capsys.readouterr().out.splitlines()
    assert ":1:7: duplicate-attribute" in far
    assert f":1:{html.index('c>') + 2}: duplicate-attribute" in near


class Terminal(StringIO):
    @override
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("no_colour", "coloured"), [("", True), ("1", False)], ids=["terminal", "NO_COLOR"])
def test_there_are_colours_on_a_terminal_only(
    no_colour: str, coloured: bool, page: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("NO_COLOR", no_colour)
    assert main(["check", page("</p/>")]) == 1
    assert ("\x1b[" in terminal.getvalue()) is coloured

"""The command ``events``: what each format prints."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saxhtml.cli import main

PAGES = sorted((Path(__file__).resolve().parents[2] / "examples" / "pages").glob("*.html"))


def event_lines(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def at(offset: int, end: int, *, line: int = 1, column: int = 1) -> dict[str, Any]:
    return {"line": line, "column": column, "offset": offset, "end_offset": end}


@pytest.mark.parametrize(
    ("html", "events"),
    [
        pytest.param(
            "<A HREF='?a&amp;b' x X=2>",
            [{"event": "start_tag", "name": "a", "attrs": [["href", "?a&b"], ["x", ""]], **at(0, 25)}],
            id="start tag",
        ),
        pytest.param(
            "\n<br/>",
            [
                {"event": "text", "data": "\n", **at(0, 1)},
                {"event": "start_tag", "name": "br", "attrs": [], "self_closing": True, **at(1, 6, line=2)},
            ],
            id="self-closing tag",
        ),
        pytest.param("</P >", [{"event": "end_tag", "name": "p", **at(0, 5)}], id="end tag"),
        pytest.param("<!--a-->", [{"event": "comment", "data": "a", **at(0, 8)}], id="comment"),
        pytest.param(
            "<!DOCTYPE html>",
            [
                {
                    "event": "doctype",
                    "name": "html",
                    "public_id": None,
                    "system_id": None,
                    "force_quirks": False,
                    **at(0, 15),
                }
            ],
            id="doctype",
        ),
        pytest.param(
            "<?php echo ?>",
            [{"event": "processing_instruction", "target": "php", "data": "echo ", **at(0, 13)}],
            id="processing instruction",
        ),
        pytest.param("", [], id="nothing"),
    ],
)
def test_events_are_one_json_object_a_line_with_keys_in_one_order(
    html: str, events: list[dict[str, Any]], page: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["events", page(html)]) == 0
    printed = event_lines(capsys.readouterr().out)
    assert [list(event.items()) for event in printed] == [list(event.items()) for event in events]


def test_letters_are_printed_as_they_are(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["events", "--encoding", "utf-8", page('é "&lt;" 😀')])
    line = '{"event": "text", "data": "é \\"<\\" 😀", "line": 1, "column": 1, "offset": 0, "end_offset": 10}\n'
    assert capsys.readouterr().out == line


def test_parse_errors_are_printed_on_request(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    path = page("a\n</p x=1>")
    main(["events", path])
    assert "error" not in capsys.readouterr().out
    main(["events", "--errors", path])
    [_, error, _] = event_lines(capsys.readouterr().out)
    assert error == {"event": "parse_error", "code": "end-tag-with-attributes", "line": 2, "column": 8, "offset": 9}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_events_of_an_example_page_stand_where_they_say(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    html = path.read_text(encoding="utf-8")
    assert main(["events", str(path)]) == 0
    events = event_lines(capsys.readouterr().out)
    assert len(events) > 100
    end = 0
    for event in events:
        assert event["offset"] >= end
        end = event["end_offset"]
        source = html[event["offset"] : end]
        assert source.startswith("<") or event["event"] == "text"
        assert event["line"] == html.count("\n", 0, event["offset"]) + 1
        assert html.splitlines(keepends=True)[event["line"] - 1].startswith(source.partition("\n")[0], event["column"] - 1)


SAMPLE = "<!DOCTYPE html><p a='x\ty' b>1\\2\n<!--c--><?php d ?></p x><br/>"


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        pytest.param(SAMPLE, ["Dhtml", "(p", r"Aa x\ty", "Ab ", r"-1\\2\n", "Cc", "?php d", ")p", "(br"], id="every event"),
        pytest.param("<!DOCTYPE a PUBLIC 'b' 'c'>", ['Da PUBLIC "b" "c"'], id="public identifier"),
        pytest.param("<!DOCTYPE a PUBLIC 'b'>", ['Da PUBLIC "b"'], id="public identifier alone"),
        pytest.param("<!DOCTYPE a SYSTEM 'c'>", ['Da SYSTEM "c"'], id="system identifier"),
        pytest.param("<!DOCTYPE>", ["D"], id="doctype without a name"),
    ],
)
def test_pyx_is_a_line_for_each_tag_attribute_and_text(
    html: str, lines: list[str], page: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["events", "--pyx", page(html)]) == 0
    assert capsys.readouterr().out.splitlines() == lines


def test_plain_lines_have_the_place_and_the_event(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["events", "--plain", "--errors", page("<p a=b>x</p x>")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "1:1 start_tag('p', {'a': 'b'})",
        "1:8 text('x')",
        "1:14 parse_error('end-tag-with-attributes')",
        "1:9 end_tag('p')",
    ]


def test_of_several_pages_each_event_says_which(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    path = page("x")
    main(["events", path, path])
    assert [event["page"] for event in event_lines(capsys.readouterr().out)] == [path, path]
    main(["events", "--plain", path, path])
    assert capsys.readouterr().out.splitlines() == [f"{path}:1:1 text('x')"] * 2

"""The commands of single rooms: ``select``, ``balance``, ``rewrite``, ``encoding``."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from saxhtml.cli import main
from saxhtml.errors import UsageError

LIST = "<ul><li class=a>one <b>1</b><li>two</ul>"


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        pytest.param(["li"], ["<li class=a>one <b>1</b>", "<li>two"], id="source"),
        pytest.param(["--text", "li"], ["one 1", "two"], id="--text"),
        pytest.param(["--attribute", "class", "li"], ["a"], id="--attribute"),
        pytest.param(["ul > li:nth-child(2)"], ["<li>two"], id="structure"),
        pytest.param(["p"], [], id="nothing"),
    ],
)
def test_select_prints_what_matches(
    arguments: list[str], lines: list[str], page: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["select", *arguments, page(LIST)]) == 0
    assert capsys.readouterr().out.splitlines() == lines


@pytest.mark.parametrize(
    ("option", "what"), [([], {"source": "<b>1</b>"}), (["--text"], {"text": "1"})], ids=["source", "text"]
)
def test_select_as_json_says_where(
    option: list[str], what: dict[str, str], page: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = page(LIST)
    expected = {"name": "b", "attrs": {}, **what, "line": 1, "column": 21, "offset": 20, "end_offset": 28}
    main(["select", "--jsonl", *option, "b", path])
    assert json.loads(capsys.readouterr().out) == expected
    main(["select", "--jsonl", *option, "b", path, path])
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [{"page": path, **expected}] * 2


def test_select_says_that_an_element_was_too_large(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["select", "--jsonl", "--text", "b", page("<b>" + "x" * (1 << 20) + "yz</b>")])
    record = json.loads(capsys.readouterr().out)
    assert record["truncated"] is True
    assert len(record["text"]) == 1 << 20


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        pytest.param(
            ["--plain"],
            [
                "1:1 start_tag('html', {}) (implied)",
                "1:1 start_tag('head', {}) (implied)",
                "1:1 end_tag('head') (implied)",
                "1:1 start_tag('body', {}) (implied)",
                "1:1 start_tag('p', {})",
                "1:8 end_tag('p') (implied)",
                "1:8 end_tag('body') (implied)",
                "1:8 end_tag('html') (implied)",
            ],
            id="plain",
        ),
        pytest.param(["--pyx", "--dtd", "HTML 3.2"], ["(html", "(body", "(p", ")p", ")body", ")html"], id="DTD"),
    ],
)
def test_balance_closes_every_element(
    arguments: list[str], lines: list[str], page: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["balance", *arguments, page("<p></i>")]) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if "title" not in line] == lines


@pytest.mark.parametrize(
    ("arguments", "written"),
    [
        pytest.param([], "<!DOCTYPE html><html><head>{}<body><pre>\n\na&lt;<br>\u20ac</pre></body></html>", id="HTML"),
        pytest.param(
            ["--xhtml"],
            '<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">'
            "<head>{}<body><pre>\na&lt;<br />\u20ac</pre></body></html>",
            id="XHTML",
        ),
    ],
)
@pytest.mark.parametrize(
    ("declared", "declares"),
    [
        pytest.param(b"<meta charset=windows-1252>", '<meta charset="utf-8">', id="charset"),
        pytest.param(
            b"<meta http-equiv=Content-Type content='text/html; charset=windows-1252'>",
            '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">',
            id="http-equiv",
        ),
        pytest.param(b"<meta name=a>", '<meta name="a">', id="nothing"),
    ],
)
def test_balance_prints_the_page_in_utf_8_and_says_so(
    arguments: list[str],
    written: str,
    declared: bytes,
    declares: str,
    page: Callable[[bytes], str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["balance", *arguments, page(b"<!DOCTYPE html>" + declared + b"<pre>\n\na&lt;<br>\x80</i>")]) == 0
    head = declares + "</head>"
    assert capsys.readouterr().out == written.format(head.replace('">', '" />') if arguments else head)


def test_balance_by_a_dtd_leaves_line_breaks_as_they_are(
    page: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["balance", "--dtd", "HTML 3.2", page("<pre>\na")])
    assert "<pre>\na</pre>" in capsys.readouterr().out


def test_balance_prints_no_repairs_as_xhtml(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "--xhtml", "--repairs", page("")]) == 2
    assert "--repairs are no events and no page" in capsys.readouterr().err


def test_balance_as_json_says_what_is_implied(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["balance", "--jsonl", page("<p>")])
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["name"] for event in events if not event.get("implied")] == ["p"]


def test_balance_tells_what_was_not_right(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    path = page("<!DOCTYPE html><div></i><table>x")
    main(["balance", "--repairs", path])
    lines = capsys.readouterr().out.splitlines()
    assert f"{path}:1:21: stray-end-tag i" in lines
    assert f"{path}:1:33: unclosed div, begun at 1:16" in lines
    assert [line for line in lines if line.startswith(f"{path}:1:32: unstreamable #text, ")]
    main(["balance", "--repairs", "--jsonl", path])
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert first == {"page": path, "kind": "stray-end-tag", "name": "i", "what": "", "line": 1, "column": 21, "offset": 20}


@pytest.mark.parametrize(
    ("html", "arguments", "line"),
    [
        pytest.param(b"x", [], "windows-1252 (nothing declared, so the standard's fallback)", id="fallback"),
        pytest.param(b"\xff\xfex\0", [], "UTF-16LE (byte order mark)", id="byte order mark"),
        pytest.param(b"<meta charset=latin2>" + bytes(200_000), [], "ISO-8859-2 (declared in the page)", id="declared"),
        pytest.param(b"<meta charset=latin2>", ["--encoding", "utf8"], "UTF-8 (given)", id="given"),
        pytest.param(
            b"<a>" * 1000 + b"<meta charset=latin2><meta charset=utf-8>", [], "ISO-8859-2 (declared in the page)", id="late"
        ),
        pytest.param(
            b"<a>" * 1000 + b"<meta charset=latin2>",
            ["--late-meta", "ignore"],
            "windows-1252 (nothing declared, so the standard's fallback)",
            id="late, ignored",
        ),
        pytest.param(b"", [], "windows-1252 (nothing declared, so the standard's fallback)", id="nothing"),
    ],
)
def test_encoding_says_how_it_was_found(
    html: bytes, arguments: list[str], line: str, page: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = page(html)
    assert main(["encoding", *arguments, path]) == 0
    assert capsys.readouterr().out == f"{line}\n"
    assert main(["encoding", *arguments, path, path]) == 0
    assert capsys.readouterr().out == f"{path}: {line}\n" * 2


def test_encoding_as_json(page: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]) -> None:
    path = page(b"<meta charset=latin2>")
    main(["encoding", "--jsonl", path])
    assert json.loads(capsys.readouterr().out) == {"page": path, "encoding": "ISO-8859-2", "found_by": "meta"}


def test_what_a_room_refuses_in_the_middle_is_one_line(
    page: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_: object) -> object:
        def run(*_: object) -> int:
            raise UsageError("no\nway")

        return run

    monkeypatch.setattr("saxhtml.cli._links.command", refuse)
    path = page("")
    assert main(["links", path]) == 2
    assert capsys.readouterr().err == f"saxhtml: {path}: no way\n"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param(
            ["--set", "a[target=_blank]", "rel=noopener"], b"<A target='_blank' rel=\"noopener\">\xff</A><b>x</b>\r\n", id="set"
        ),
        pytest.param(["--remove-attribute", "a", "target"], b"<A>\xff</A><b>x</b>\r\n", id="remove-attribute"),
        pytest.param(["--rename", "b", "i"], b"<A target='_blank'>\xff</A><i>x</i>\r\n", id="rename"),
        pytest.param(["--unwrap", "b", "--unwrap", "a"], b"\xffx\r\n", id="unwrap"),
        pytest.param(["--remove", "b"], b"<A target='_blank'>\xff</A>\r\n", id="remove"),
        pytest.param(["--set", "b", "x"], b"<A target='_blank'>\xff</A><b x=\"\">x</b>\r\n", id="set to nothing"),
    ],
)
def test_rewrite_edits_and_lets_the_rest_be(
    arguments: list[str], expected: bytes, page: Callable[[str | bytes], str], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["rewrite", *arguments, page(b"<A target='_blank'>\xff</A><b>x</b>\r\n")]) == 0
    assert capfdbinary.readouterr().out == expected


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param([], "nothing to rewrite: say --set", id="no edit"),
        pytest.param(["--set", "a", "b c=d"], "'b c' cannot be the name of an attribute", id="a bad attribute"),
        pytest.param(["--rename", "a", "1"], "'1' cannot be the name of an element", id="a bad name"),
        pytest.param(["--remove", "a:last-child"], ":last-child", id="a selector of the future"),
    ],
)
def test_rewrite_says_in_one_line_what_it_cannot_do(
    arguments: list[str], said: str, page: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rewrite", *arguments, page("<a>")]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert captured.err.count("\n") == 1


def test_rewrite_gives_what_has_arrived_of_a_page_that_ends_early(site: Any, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["rewrite", "--set", "a", "x=y", f"{site.url}/short"]) == 2
    assert capfdbinary.readouterr().out.startswith(b'<a href=first x="y">')

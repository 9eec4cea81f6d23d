"""The command ``head``."""

from __future__ import annotations

import json
from collections.abc import Callable
from gzip import compress
from pathlib import Path
from typing import Any

import pytest

from saxhtml.cli import main

PAGES = sorted((Path(__file__).resolve().parents[2] / "examples" / "pages").glob("*.html"))

HTML = """<html lang=en><head><meta charset=utf-8>
<title> Tea
 &amp; caf\u00e9 </title><meta name=Description content="A\n menu"><meta property=og:image content=a.png><meta content=x>
<meta name=empty content=" "><link rel="Shortcut icon" href=i.png sizes=16x16><link rel=top><link href=x>
<base href=/b/><script type=application/ld+json>{"a":
["\u00e9"]}</script><script type=application/ld+json>{</script>
<body><title>no</title>"""


@pytest.mark.parametrize(
    ("html", "arguments", "expected"),
    [
        pytest.param(
            HTML,
            ["--base", "http://h/d/"],
            [
                "title: Tea & caf\u00e9",
                "lang: en",
                "charset: UTF-8",
                "base: http://h/b/",
                "description: A menu",
                "og:image: a.png",
                "shortcut icon: http://h/b/i.png",
                'json-ld: {"a": ["\u00e9"]}',
                "json-ld: broken: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
            ],
            id="all there is",
        ),
        pytest.param("", ["--base", "http://h/"], [], id="an empty page"),
        pytest.param("<p><title>x</title>", [], [], id="a page without a head"),
        pytest.param("<link rel=a href=b>", ["--base", ""], ["a: b"], id="an empty --base resolves nothing"),
        pytest.param("\ufeff<title>\u00e9", [], ["title: \u00e9"], id="byte order mark"),
        pytest.param(
            "<meta charset=koi8-r><title>да".encode("koi8-r"), [], ["title: да", "charset: KOI8-R"], id="declared encoding"
        ),
        pytest.param('<script type=application/ld+json>"\\ud800"', [], ['json-ld: "\\ud800"'], id="a lone surrogate"),
    ],
)
def test_what_a_page_says_is_one_line_each(
    html: str | bytes,
    arguments: list[str],
    expected: list[str],
    page: Callable[[str | bytes], str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["head", *arguments, page(html)]) == 0
    assert capsys.readouterr().out.splitlines() == expected


def test_links_of_a_file_are_resolved_against_its_place(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    path = page("<link rel=a href=b>")
    assert main(["head", path]) == 0
    assert capsys.readouterr().out.splitlines() == [f"a: {Path(path).parent.as_uri()}/b"]


def test_of_several_pages_each_line_says_which(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    path = page("<title>x</title>")
    assert main(["head", path, path]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{path}: title: x"] * 2


def test_a_head_as_json_has_all_that_is_known(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    path = page(HTML)
    assert main(["head", "--jsonl", "--base", "http://h/d/", path]) == 0
    [line] = capsys.readouterr().out.splitlines()
    record = json.loads(line)
    metas, links, blocks = (record.pop(name) for name in ("metas", "links", "json_ld"))
    assert record == {
        "page": path,
        "title": "Tea & caf\u00e9",
        "description": "A\n menu",
        "lang": "en",
        "charset": "UTF-8",
        "base_url": "http://h/b/",
        "canonical": None,
    }
    assert len(metas) == 5
    assert metas[1] == {
        "name": "description",
        "property": "",
        "http_equiv": "",
        "content": "A\n menu",
        "attrs": {"name": "Description", "content": "A\n menu"},
        "offset": HTML.index("<meta name=Desc"),
        "line": 3,
        "column": 21,
    }
    assert links[0] == {
        "rel": ["shortcut", "icon"],
        "url": "http://h/b/i.png",
        "attrs": {"rel": "Shortcut icon", "href": "i.png", "sizes": "16x16"},
        "offset": HTML.index("<link"),
        "line": 5,
        "column": 30,
    }
    assert [link["url"] for link in links] == ["http://h/b/i.png", "", "http://h/b/x"]
    place = {"offset": HTML.index("<script"), "line": 6, "column": 16}
    assert blocks[0] == {"value": {"a": ["\u00e9"]}, **place}
    assert (blocks[1]["text"], "value" in blocks[1]) == ("{", False)
    assert blocks[1]["error"].startswith("Expecting property name")


def test_what_has_arrived_of_a_page_that_ends_early_is_printed(
    page: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = page(compress(b"<title>Tea</title><meta name=a content=b>")[:-4])
    assert main(["head", path]) == 2
    captured = capsys.readouterr()
    assert captured.out == "title: Tea\na: b\n"
    assert "ended in the middle" in captured.err


def test_no_more_of_a_page_is_waited_for_than_its_head(site: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["head", "--jsonl", f"{site.url}/slow"]) == 0  # it goes on only when told to, and nobody does
    assert not site.go_on.is_set()
    assert json.loads(capsys.readouterr().out)["base_url"] == f"{site.url}/slow"


def test_every_example_page_has_a_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["head", *map(str, PAGES)]) == 0
    lines = capsys.readouterr().out.splitlines()
    for path in PAGES:
        assert [line for line in lines if line.startswith(f"{path}: title: ")] != []

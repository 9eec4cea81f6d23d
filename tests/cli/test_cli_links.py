"""The command ``links``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from saxhtml.cli import main

PAGES = sorted((Path(__file__).resolve().parents[2] / "examples" / "pages").glob("*.html"))


@pytest.mark.parametrize(
    ("html", "arguments", "expected"),
    [
        pytest.param("<a href=/x><img src=//i/y>", ["--base", "http://h/"], ["http://h/x", "http://i/y"], id="--base"),
        pytest.param(
            "<base href=b/><a href=x>", ["--base", "http://h/"], ["http://h/b/", "http://h/b/x"], id="<base> from --base on"
        ),
        pytest.param("<a href=x>", ["--base", ""], ["x"], id="an empty --base resolves nothing"),
        pytest.param("<a href=''><a href=x>", ["--base", ""], ["x"], id="an empty line is never printed"),
        pytest.param(
            "<a href=\ud800>".encode("utf-8", "surrogatepass"),
            ["--base", "", "--encoding", "utf-8"],
            ["\ufffd" * 3],
            id="broken UTF-8",
        ),
        pytest.param("\ufeff<a href=é>", ["--base", ""], ["é"], id="byte order mark"),
        pytest.param("<meta charset=koi8-r><a href=да>".encode("koi8-r"), ["--base", ""], ["да"], id="declared encoding"),
        pytest.param("<a href=é>", ["--base", ""], ["Ã©"], id="the standard's fallback"),
        pytest.param("<a href=x", ["--base", ""], [], id="a tag that the end cuts off"),
    ],
)
def test_links_are_one_line_each(
    html: str | bytes,
    arguments: list[str],
    expected: list[str],
    page: Callable[[str | bytes], str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["links", *arguments, page(html)]) == 0
    assert capsys.readouterr().out.splitlines() == expected


def test_links_of_a_file_are_resolved_against_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a page.html").write_text("<a href=../x><a href=#y>")
    monkeypatch.chdir(tmp_path)
    assert main(["links", "a page.html"]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{tmp_path.parent.as_uri()}/x", f"{tmp_path.as_uri()}/a%20page.html#y"]


def test_every_link_of_an_example_page_is_absolute(capsys: pytest.CaptureFixture[str]) -> None:
    for path in PAGES:
        assert main(["links", str(path)]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) > 30
        assert [line for line in lines if ":" not in line.partition("/")[0]] == []


def test_a_link_as_json_has_all_that_is_known(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    path = page("\n<a href=x rel=nofollow>")
    expected = {
        "url": "x",
        "raw": "x",
        "element": "a",
        "attribute": "href",
        "rel": ["nofollow"],
        "offset": 1,
        "line": 2,
        "column": 1,
    }
    main(["links", "--jsonl", "--base", "", path])
    assert json.loads(capsys.readouterr().out) == expected
    main(["links", "--jsonl", "--base", "", path, path])
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [{"page": path, **expected}] * 2

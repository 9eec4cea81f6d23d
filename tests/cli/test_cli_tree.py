"""The command ``tree``: an outline of a page with places, and the same as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saxhtml.cli import main

PAGE = "<!DOCTYPE html><p class=a hidden>é<b>1\n</b>\n<!--c-->\n<?t d?><br></p>"


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        pytest.param(
            [],
            [
                "1:1      0-15          <!DOCTYPE html>",
                '1:16     15-68         p class="a" hidden',
                '1:34     33-34           "é"',
                "1:35     34-43           b",
                '1:38     37-39             "1\\n"',
                "3:1      44-52           <!--c-->",
                "4:1      53-60           <?t d>",
                "4:8      60-64           br",
            ],
            id="outline",
        ),
        pytest.param(
            ["--keep", "b,br"],
            [
                "1:1      0-15          <!DOCTYPE html>",
                '1:34     33-34         "é"',
                "1:35     34-43         b",
                '1:38     37-39           "1\\n"',
                "3:1      44-52         <!--c-->",
                "4:1      53-60         <?t d>",
                "4:8      60-64         br",
            ],
            id="--keep",
        ),
        pytest.param(
            ["--keep=b", "--source", "--blank"],
            [
                '1:1      0-15          "<!DOCTYPE html>"',
                '1:34     33-34         "é"',
                '1:35     34-43         "<b>1\\n</b>"',
                '1:38     37-39           "1\\n"',
                '2:5      43-44         "\\n"',
                '3:1      44-52         "<!--c-->"',
                '3:9      52-53         "\\n"',
                '4:1      53-60         "<?t d?>"',
            ],
            id="--source --blank",
        ),
    ],
)
def test_the_outline_has_the_nodes_and_their_places(
    arguments: list[str], lines: list[str], page: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tree", "--encoding=utf-8", *arguments, page(PAGE)]) == 0
    assert capsys.readouterr().out.splitlines() == lines


def records(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    assert main(["tree", "--jsonl", "--encoding=utf-8", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_json_has_all_that_is_known_of_each_node(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    found = records(capsys, page(PAGE))
    assert [(record["depth"], record["node"]) for record in found] == [
        (0, "doctype"),
        (0, "element"),
        (1, "text"),
        (1, "element"),
        (2, "text"),
        (1, "comment"),
        (1, "processing_instruction"),
        (1, "element"),
    ]
    assert found[0]["name"] == "html"
    assert found[1]["attrs"] == {"class": "a", "hidden": ""}
    assert found[3] == {
        "depth": 1,
        "node": "element",
        "name": "b",
        "namespace": "html",
        "attrs": {},
        "start_tag": [34, 37],
        "end_tag": [39, 43],
        "offset": 34,
        "end_offset": 43,
        "line": 1,
        "column": 35,
        "byte_offset": 35,
        "byte_end_offset": 44,
    }
    assert found[5]["data"] == "c"
    assert (found[6]["target"], found[6]["data"]) == ("t", "d")
    assert found[7]["end_tag"] is None


def test_json_has_the_source_where_asked_for(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert [record["source"] for record in records(capsys, "--source", "--keep", "b", page("<b>1</b>"))] == ["<b>1</b>", "1"]


def test_several_pages_are_named(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    path = page("<p>")
    assert [record["page"] for record in records(capsys, path, path)] == [path, path]
    main(["tree", path, path])
    assert capsys.readouterr().out.splitlines() == [f"{path}:1:1      0-3           p"] * 2


def test_long_and_odd_text_takes_one_line(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["tree", "--encoding=utf-8", page('\t\x01\x85"\\' + "x" * 100)])
    assert capsys.readouterr().out.splitlines() == [f'1:1      0-105         "\\t\\x01\\x85\\"\\\\{"x" * 54}…"']


def test_a_doctype_may_have_no_name(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["tree", page("<!doctype>")])
    assert capsys.readouterr().out.split()[-2:] == ["<!DOCTYPE", ">"]


def test_depth_is_no_matter(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert [record["depth"] for record in records(capsys, page("<b>" * 3000))] == [*range(3000)]


def test_pages_are_printed_whole(pages: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    path = pages[0]
    found = records(capsys, "--source", "--blank", str(path))
    page = path.read_bytes()
    assert (
        "".join(record["source"] for record in found if record["node"] == "element" and record["depth"] == 0) in page.decode()
    )
    assert len(found) > 10

"""The command ``text``."""

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
        pytest.param("<title>no</title><h1>Tea\n</h1><p>Caf&eacute;", [], "Tea\n\nCafé\n", id="text"),
        pytest.param("a<br>", [], "a\n", id="no second line break at the end"),
        pytest.param("<script>a</script>", [], "", id="nothing"),
        pytest.param("a <img alt=b>", [], "a\n", id="without alt"),
        pytest.param("a <img alt=b>", ["--alt"], "a b\n", id="--alt"),
        pytest.param("<p>да".encode("koi8-r"), ["--encoding", "koi8-r"], "да\n", id="--encoding"),
    ],
)
def test_the_text_of_a_page_is_printed(
    html: str | bytes,
    arguments: list[str],
    expected: str,
    page: Callable[[str | bytes], str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["text", *arguments, page(html)]) == 0
    assert capsys.readouterr().out == expected


@pytest.mark.parametrize("jobs", [[], ["-j", "2"]], ids=["one process", "two processes"])
def test_an_empty_line_follows_each_of_several_pages(
    jobs: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(f"<p>{name}<p hidden>{name}")
    assert main(["text", *jobs, str(tmp_path)]) == 0
    assert capfd.readouterr().out == "a\n\nb\n\n"


def test_text_as_json_is_one_object_a_page(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    path = page("<p>a <img alt=b><p>c")
    assert main(["text", "--jsonl", path]) == 0
    assert json.loads(capsys.readouterr().out) == {"page": path, "text": "a\n\nc"}
    assert main(["text", "--jsonl", "--alt", path, path]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [{"page": path, "text": "a b\n\nc"}] * 2


@pytest.mark.parametrize(("arguments", "expected"), [([], "a\n"), (["--jsonl"], '"text": "a"}\n')], ids=["plain", "json"])
def test_what_has_arrived_is_printed_where_a_page_cannot_be_read_on(
    arguments: list[str], expected: str, page: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["text", "--late-meta", "raise", *arguments, page("<p>a" + " " * 2000 + "<meta charset=koi8-r>b")]) == 2
    out, err = capsys.readouterr()
    assert out.endswith(expected)
    assert "declares" in err


def test_every_example_page_has_text(capsys: pytest.CaptureFixture[str]) -> None:
    for path in PAGES:
        assert main(["text", str(path)]) == 0
        assert len(capsys.readouterr().out.split()) > 50

"""The example ``bookmarks``, run as it would be by hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

import saxhtml
from tests.servers import HEAD, PATIENCE_SECONDS, serving

TOOL: Final = Path(__file__).resolve().parents[1] / "examples" / "bookmarks.py"
ENVIRONMENT: Final = {
    **os.environ,
    **{name: "" for name in os.environ if name.lower().endswith("_proxy")},
    "PYTHONPATH": str(Path(saxhtml.__file__).parents[1]),
    "PYTHONIOENCODING": "utf-8",
    "PYTHONWARNINGS": "error",
}

FILE: Final = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file.
     It will be read and overwritten.
     DO NOT EDIT! -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks Menu</H1>

<DL><p>
    <DT><A HREF="https://www.python.org/" ADD_DATE="1700000000" ICON="data:image/png;base64,iVBORw==" TAGS="code, docs">Python
        &amp; <i>friends</i></A>
    <DD>The language
itself
    <DT><H3 ADD_DATE="1700000001" PERSONAL_TOOLBAR_FOLDER="true">Tea</H3>
    <DD>All about tea
    <DL><p>
        <DT><A HREF="https://tea.example/?a=1&amp;b=2">Thé vert</A>
        <DT><H3>Black</H3>
        <DL><p>
            <DT><A HREF="https://black.example/">Assam
            <DT><A>No link</A>
            <DD>and what is said of it
        </DL><p>
        <HR>
        <DT><A HREF="https://green.example/">Green</A>
    </DL><p>
    <DT><A HREF="https://last.example/">Last</A>
</DL>
""".encode()

BOOKMARKS: Final[list[dict[str, Any]]] = [
    {
        "title": "Python & friends",
        "url": "https://www.python.org/",
        "folders": [],
        "added": "2023-11-14T22:13:20+00:00",
        "tags": ["code", "docs"],
        "description": "The language itself",
    },
    {"title": "Thé vert", "url": "https://tea.example/?a=1&b=2", "folders": ["Tea"]},
    {"title": "Assam", "url": "https://black.example/", "folders": ["Tea", "Black"]},
    {"title": "Green", "url": "https://green.example/", "folders": ["Tea"]},
    {"title": "Last", "url": "https://last.example/", "folders": []},
]


def run(*arguments: str, stdin: bytes = b"") -> tuple[int, list[dict[str, Any]], str]:
    done = subprocess.run(
        [sys.executable, str(TOOL), *arguments],
        env=ENVIRONMENT,
        input=stdin,
        capture_output=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()


def test_bookmarks_of_standard_input() -> None:
    assert run(stdin=FILE) == (0, BOOKMARKS, "")


def test_files_and_a_url(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.html"
    path.write_bytes(FILE)
    with serving(lambda connection, _: connection.sendall(HEAD + b"<DL><DT><A HREF=x>X")) as host:
        url = f"http://{host}/"
        assert run(str(path), url) == (0, [*BOOKMARKS, {"title": "X", "url": "x", "folders": []}], "")


def test_bookmarks_in_a_folder() -> None:
    assert run("--folder", "Tea", "-", stdin=FILE) == (0, BOOKMARKS[1:4], "")
    assert run("--folder", "Black", "-", stdin=FILE) == (0, BOOKMARKS[2:3], "")


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("<A HREF=x>X", [{"title": "X", "url": "x", "folders": []}], id="a link in no list"),
        pytest.param(
            "<DL><DT><A HREF=x>X</A><DD>One<DD>Two",
            [{"title": "X", "url": "x", "folders": [], "description": "Two"}],
            id="the last description counts",
        ),
        pytest.param(
            "<H3>A<b>B</b></H3><DL></DL></DL><DL><A HREF=x>X</A></DL>",
            [{"title": "X", "url": "x", "folders": []}],
            id="a name is that of the next list only",
        ),
        *(
            pytest.param(f"<A HREF=x ADD_DATE={date}>X", [{"title": "X", "url": "x", "folders": []}], id=f"date {date}")
            for date in ("0", "-1", "today", "13344473600000000", "²", "9" * 5000)
        ),
    ],
)
def test_odd_files(file: str, expected: list[dict[str, Any]]) -> None:
    assert run(stdin=file.encode()) == (0, expected, "")


def test_deep_folders() -> None:
    status, found, errors = run(stdin=b"<DL>" * 10_000 + b"<DT><H3>In</H3><DL><DT><A HREF=x>X")
    assert (status, found, errors) == (0, [{"title": "X", "url": "x", "folders": ["In"]}], "")


def test_a_bookmark_is_printed_when_the_next_one_begins() -> None:
    with subprocess.Popen(
        [sys.executable, str(TOOL)], env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(FILE.partition(b"Black")[0])
        process.stdin.flush()
        assert [json.loads(process.stdout.readline()) for _ in range(2)] == BOOKMARKS[:2]
        process.stdin.close()
        assert process.wait(PATIENCE_SECONDS) == 0


def test_a_file_that_cannot_be_read_is_reported_and_the_others_are_still_read() -> None:
    status, found, errors = run("/nowhere", "-", stdin=FILE)
    assert (status, found) == (1, BOOKMARKS)
    assert errors.startswith("/nowhere: ")


def test_a_command_line_that_makes_no_sense_is_status_2() -> None:
    assert run("--nonsense")[0] == 2

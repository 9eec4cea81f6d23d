"""The tools that are made of filters and captures: strip_tags, outline and hrefsub."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Final

import pytest

import saxhtml
from tests.servers import serving

EXAMPLES: Final = Path(__file__).resolve().parents[2] / "examples"
ENVIRONMENT: Final = {
    **os.environ,
    "PYTHONPATH": str(Path(saxhtml.__file__).parents[1]),
    "PYTHONIOENCODING": "ascii",
    "PYTHONWARNINGS": "error",
}
PAGES: Final = sorted((EXAMPLES / "pages").glob("*.html"))
TOOLS: Final = ["strip_tags.py", "outline.py", "hrefsub.py"]


def load(tool: str) -> ModuleType:
    spec = spec_from_file_location(tool.removesuffix(".py"), EXAMPLES / tool)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def arguments_for(tool: str, *arguments: str | Path) -> list[str]:
    return [*(["x", "y"] if tool == "hrefsub.py" else []), *map(str, arguments)]


def command(tool: str, *arguments: str | Path) -> list[str]:
    return [sys.executable, str(EXAMPLES / tool), *arguments_for(tool, *arguments)]


Run = Callable[..., Any]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a tool in this process; return what it wrote, and its exit status."""

    def run_tool(tool: str, *arguments: str | Path, page: bytes = b"") -> SimpleNamespace:
        out, err = io.BytesIO(), io.StringIO()
        monkeypatch.setattr(sys, "argv", [tool, *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(page)))
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="ascii"))
        monkeypatch.setattr(sys, "stderr", err)
        try:
            status = load(tool).main()
        except SystemExit as given:
            status = given.code
        sys.stdout.flush()
        return SimpleNamespace(stdout=out.getvalue(), stderr=err.getvalue(), returncode=status)

    return run_tool


@pytest.fixture
def out(run: Run) -> Callable[..., str]:
    """Run a tool that has nothing to complain of; return what it wrote."""

    def out_of(tool: str, *arguments: str | Path, page: str = "") -> str:
        done = run(tool, *arguments, page=page.encode())
        assert (done.stderr, done.returncode) == ("", 0)
        written: str = done.stdout.decode()
        return written

    return out_of


# All of them


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_run_by_hand_reads_a_pipe(tool: str, run: Run) -> None:
    page = PAGES[0].read_bytes()
    done = subprocess.run(command(tool), input=page, env=ENVIRONMENT, capture_output=True, timeout=60, check=True)
    assert done.stderr == b""
    assert b"Greenhouse 4" in done.stdout
    assert done.stdout == run(tool, *arguments_for(tool, PAGES[0])).stdout


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_is_done_when_nobody_reads_its_output_any_more(tool: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<h1>heading</h1><p>text" * 100_000)
    with subprocess.Popen(command(tool, page), env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert (process.stderr.read(), process.wait(60)) == (b"", 0)


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_reads_a_url(tool: str, run: Run) -> None:
    head = b"HTTP/1.0 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    with serving(lambda connection, path: connection.sendall(head + f"<h1>é{path}</h1>".encode())) as host:
        done = run(tool, *arguments_for(tool, f"http://{host}/a é"))
    assert (done.stderr, done.returncode) == ("", 0)
    assert "é/a%20%C3%A9" in done.stdout.decode()


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_names_what_it_cannot_read(tool: str, run: Run, tmp_path: Path) -> None:
    with serving(lambda connection, path: connection.sendall(b"HTTP/1.0 404 Not Found\r\n\r\n")) as host:
        for lost, reason in (
            (f"http://{host}/", "HTTP Error 404"),
            ("http://[", "Invalid"),
            (tmp_path / "lost.html", "[Errno 2]"),
        ):
            done = run(tool, *arguments_for(tool, lost))
            assert (done.stdout, done.returncode) == (b"", 1)
            assert done.stderr.startswith(f"{lost}: {reason}")


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_tells_how_it_is_used(tool: str, run: Run) -> None:
    done = run(tool, "--help")
    assert done.returncode == 0
    assert b"a file or URL" in done.stdout
    assert run(tool, "--no-such-option").returncode == 2


# strip_tags

STRIPPED: Final = {
    "all tags": ((), "<p>a &lt;b&gt; <i>c</i><!--d--><script>e</script>f", "a <b> cf"),
    "all tags but some": (("--keep", "p, B"), "<P a=1>x<i>y</i><b>z</b>", "<p>xy<b>z</b>"),
    "some attributes": (
        ("--keep", "a", "--attributes", "href"),
        "<a href='x&amp;\"' onclick=y>1</a>",
        '<a href="x&amp;&quot;">1</a>',
    ),
    "a tag made of what is left": (("--keep", "p"), "<p><<b>script>x</b>", "<p>&lt;script&gt;x"),
    "an element to its end": (("--keep", "p"), "<style>p{}</style><template><p>a</p></template>b", "b"),
}


@pytest.mark.parametrize(("arguments", "page", "expected"), STRIPPED.values(), ids=STRIPPED)
def test_strip_tags_leaves(arguments: tuple[str, ...], page: str, expected: str, out: Callable[..., str]) -> None:
    assert out("strip_tags.py", *arguments, page="<meta charset=utf-8>" + page) == expected


def test_strip_tags_makes_a_text_that_can_be_read(out: Callable[..., str]) -> None:
    text = out("strip_tags.py", EXAMPLES / "pages" / "news.html")
    assert "Ferry to run on batteries" in text
    assert "</" not in text


# outline


def test_outline_prints_headings_by_level_and_line(out: Callable[..., str]) -> None:
    page = "<meta charset=utf-8><h1>A\n <b>b</b></h1>\n<h2>C</h2><h3> </h3><h3>D<h2>é</h3>"
    assert out("outline.py", page=page) == "    1  A b\n    3    C\n    3      D\n    3    é\n"
    assert out("outline.py", "--deepest", "1", page=page) == "    1  A b\n"


def test_outline_names_pages_where_there_are_several(out: Callable[..., str]) -> None:
    lines = out("outline.py", *PAGES).splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [str(page) for page in PAGES]
    assert any("Winter timetable" in line for line in lines)


def test_outline_goes_on_after_a_page_that_it_cannot_read(run: Run, tmp_path: Path) -> None:
    done = run("outline.py", tmp_path / "lost.html", PAGES[0])
    assert done.returncode == 1
    assert b"Greenhouse 4" in done.stdout


# hrefsub


LOOKS_LIKE_TAGS: Final = "<!-- <a href=x> --><script><a href=x></script>"
REST: Final = "\ufeff<!DOCTYPE a><?b c>\0&amp;\r\n</><p\n></p >"

SUBSTITUTED: Final = {
    "a value": (("x", "y"), "<a  HREF = 'ax'>x</a>", "<a  HREF = 'ay'>x</a>"),
    "an unquoted value": (("x", "y"), "<a href=ax>", "<a href=ay>"),
    "an unquoted value that needs quotes": (("x", "y z"), "<a href=ax>", '<a href="ay z">'),
    "quotes in double quotes": (("x", "'\""), '<a href="x">', '<a href="\'&quot;">'),
    "quotes in single quotes": (("x", "'\""), "<a href='x'>", "<a href='&#39;\"'>"),
    "no value": (("^$", "new"), "<a href><a href=''>", "<a href=new><a href='new'>"),
    "nothing left": (("x", ""), "<a href=x>", '<a href="">'),
    "groups": ((r"^http://(\w+)", r"https://\1.example"), "<link href='http://h/x'>", "<link href='https://h.example/x'>"),
    "what the value means": (("a&b", "a&c"), "<a href='a&amp;b'>", "<a href='a&amp;c'>"),
    "the first of several": (("x", "y"), "<a href=x href=x>", "<a href=y href=x>"),
    "several in one tag": (("x", "yy"), "<a ping=x href=x cite='x'>", "<a ping=x href=yy cite='yy'>"),
    "some attributes only": (("--only", "SRC,ping", "x", "y"), "<img src=x href=x ping=x>", "<img src=y href=x ping=y>"),
    "not what looks like a tag": (("x", "y"), LOOKS_LIKE_TAGS, LOOKS_LIKE_TAGS),
    "all the rest": (("x", "y"), REST + "<a href=x></", REST + "<a href=y></"),
}


@pytest.mark.parametrize(("arguments", "page", "expected"), SUBSTITUTED.values(), ids=SUBSTITUTED)
def test_hrefsub_changes(arguments: tuple[str, ...], page: str, expected: str, out: Callable[..., str]) -> None:
    assert out("hrefsub.py", *arguments, page=page) == expected


def test_hrefsub_leaves_what_it_does_not_change_byte_for_byte(pages: list[Path], run: Run) -> None:
    for page in (*PAGES, *pages[:5]):
        assert run("hrefsub.py", "[^\\s\\S]", "", page).stdout == page.read_bytes()
    for bytes_of_any_kind in (bytes(range(256)), "<a href=é>".encode("iso-8859-1"), b"<p>\r\r\n" * 30_000):
        assert run("hrefsub.py", "x", "y", page=bytes_of_any_kind).stdout == bytes_of_any_kind


@pytest.mark.parametrize("chunk", [1, 2, 7, 1000])
def test_hrefsub_changes_the_same_however_the_page_is_read(chunk: int) -> None:
    page = ("<p>text</p></>" * 3 + "<a title='<a href=x>' href='x' cite=x>&amp;\r\n") * 20 + "<a href="
    new = load("hrefsub.py").substituted(
        io.StringIO(page, newline=""), {"href", "cite"}, lambda value: value + "y", chunk=chunk
    )
    assert "".join(new) == page.replace("href='x' cite=x", "href='xy' cite=xy")


def test_hrefsub_writes_what_is_certain_at_once() -> None:
    read: list[str] = []

    class Slow:
        def read(self, size: int) -> str:
            read.append(pieces.pop(0))
            return read[-1]

    pieces = ["<p>one<a hr", "ef=x>two", ""]
    new: Iterator[str] = load("hrefsub.py").substituted(Slow(), {"href"}, str.upper)
    assert next(filter(None, new)) == "<p>one"
    assert read == ["<p>one<a hr"]
    assert "".join(new) == "<a href=X>two"


def test_hrefsub_says_what_is_wrong_with_a_pattern(run: Run) -> None:
    for arguments in (("(", "x"), ("x", r"\1")):
        done = run("hrefsub.py", *arguments)
        assert done.returncode == 2
        assert done.stderr.startswith(repr(arguments[0]))

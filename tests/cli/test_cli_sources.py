"""What the command reads: files, directories, patterns, pipes, URLs, and what is packed."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Final, Protocol

import pytest
from typing_extensions import override

from saxhtml import Attributes, Handler, StopParsing
from saxhtml.cli import _sources, main


class Site(Protocol):
    url: str


@contextmanager
def standard_input(data: bytes) -> Iterator[None]:
    """Make ``data`` what the process finds on file descriptor 0."""
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    before = os.dup(0)
    os.dup2(reading, 0)
    os.close(reading)
    try:
        yield
    finally:
        os.dup2(before, 0)
        os.close(before)


def test_a_dash_is_standard_input(capsys: pytest.CaptureFixture[str]) -> None:
    with standard_input(b"<a href=x>"):
        assert main(["links", "-"]) == 0
    assert capsys.readouterr().out == "x\n"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        pytest.param("missing.html", "No such file or directory", id="missing file"),
        pytest.param("empty", "no *.htm* in this directory", id="empty directory"),
        pytest.param("*.xyz", "no file matches", id="pattern"),
        pytest.param("cut.gz", "ended in the middle of what gzip has packed", id="cut off gzip"),
        pytest.param("bad.gz", "cannot be unpacked", id="broken gzip"),
        pytest.param("http://[/", "Invalid IPv6 URL", id="broken URL"),
        pytest.param("HTTP://127.0.0.1:1/", "Connection refused", id="no server"),
        pytest.param("http://", "no host given", id="no host"),
    ],
)
def test_what_cannot_be_read_is_one_line_and_the_rest_is_done(
    source: str,
    reason: str,
    page: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = page("<a href=http://h/>")
    monkeypatch.chdir(Path(path).parent)
    Path("empty").mkdir()
    Path("cut.gz").write_bytes(gzip.compress(b"<p>")[:-4])
    Path("bad.gz").write_bytes(b"\x1f\x8bno")
    monkeypatch.setenv("no_proxy", "*")
    assert main(["links", path, source, path]) == 2
    out, err = capsys.readouterr()
    assert out == "http://h/\nhttp://h/\n"
    assert err.startswith(f"saxhtml: {source}: ")
    assert reason in err
    assert err.count("\n") == 1


def test_a_read_that_fails_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Broken(StringIO):
        def read1(self, _: int) -> bytes:
            raise TimeoutError

    monkeypatch.setattr(_sources, "_open", lambda _: (Broken(), ""))
    assert main(["links", "x"]) == 2
    assert capsys.readouterr().err == "saxhtml: x: TimeoutError\n"


@pytest.mark.parametrize(
    ("path", "status", "links", "reason"),
    [
        pytest.param("/dir/page", 0, ["/dir/first", "/dir/page"], "", id="a page"),
        pytest.param("/moved", 0, ["/dir/first", "/dir/page"], "", id="a page that has moved"),
        pytest.param("/ä b", 0, ["/first", "/%C3%A4%20b"], "", id="letters and spaces in the URL"),
        pytest.param("/koi8", 0, ["/first", "/да"], "", id="the charset of HTTP goes before the page's own"),
        pytest.param("/missing", 2, [], "HTTP Error 404: Not Found", id="a page that is not there"),
        pytest.param("/short", 2, ["/first"], "ended with 986 bytes still to come", id="a connection that breaks"),
    ],
)
def test_a_url_is_fetched(
    path: str, status: int, links: list[str], reason: str, site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["links", site.url + path]) == status
    out, err = capsys.readouterr()
    assert out.splitlines() == [site.url + link for link in links]
    assert err == (f"saxhtml: {site.url}{path}: {reason}\n" if reason else "")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with pages, each with a link to its own name."""
    monkeypatch.chdir(tmp_path)
    for name in ("b.html", "a.htm", "sub/c.html", "sub/d.txt", "x[1].html"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"<a href='{path.name}'>")
    (tmp_path / "sub" / "e.html.gz").write_bytes(gzip.compress(b"<a href=e>") + gzip.compress(b"<a href=e2>") + bytes(3))
    return tmp_path


@pytest.mark.parametrize(
    ("source", "found"),
    [
        pytest.param(".", ["a.htm", "b.html", "c.html", "e", "e2", "x[1].html"], id="directory"),
        pytest.param("*.html", ["b.html", "x[1].html"], id="pattern"),
        pytest.param("**/*.html", ["b.html", "c.html", "x[1].html"], id="pattern across directories"),
        pytest.param("x[1].html", ["x[1].html"], id="a file whose name looks like a pattern"),
        pytest.param("sub/e.html.gz", ["e", "e2"], id="gzip, two members and padding"),
    ],
)
@pytest.mark.usefixtures("tree")
def test_a_source_may_stand_for_several_pages(source: str, found: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["links", "--base", "", source]) == 0
    assert capsys.readouterr().out.splitlines() == found


def test_what_is_packed_small_and_is_large_comes_in_pieces() -> None:
    pieces = list(_sources._unpacked(iter([gzip.compress(bytes(1_000_000))])))
    assert b"".join(pieces) == bytes(1_000_000)
    assert max(map(len, pieces)) <= 1 << 16


@pytest.mark.parametrize("size", [1, 2, 3])
def test_gzip_is_seen_however_it_is_cut(size: int) -> None:
    packed = gzip.compress(b"<p>")
    pieces = [packed[start : start + size] for start in range(0, len(packed), size)]
    assert b"".join(_sources._unpacked(iter(pieces))) == b"<p>"


def test_an_empty_source_is_an_empty_page(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["links", page("")]) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        pytest.param(b"\xef\xbb\xbf<a href='\xc3\xa9'>", ["é"], id="byte order mark"),
        pytest.param(b"<a href='\xe9'>", ["é"], id="fallback"),
        pytest.param(gzip.compress(b"<a href=x>"), ["x"], id="gzip"),
        pytest.param(b"", [], id="nothing"),
    ],
)
def test_the_encoding_of_standard_input_is_found(data: bytes, lines: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with standard_input(data):
        assert main(["links", "-"]) == 0
    assert capsys.readouterr().out.splitlines() == lines


def test_where_nothing_can_be_waited_for_standard_input_is_read_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_sources, "_may_fall_silent", lambda _: False)
    with standard_input(b"<a href=x>"):
        assert main(["links", "-"]) == 0
    assert capsys.readouterr().out == "x\n"


def test_a_limit_is_one_line_with_its_place(page: Callable[[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    path = page("<a href=http://h/>\n<p " + " ".join(f"a{number}" for number in range(10_001)) + ">")
    assert main(["links", path, path]) == 2
    out, err = capsys.readouterr()
    assert out == "http://h/\n" * 2
    assert err == f"saxhtml: {path}: line 2, column 1: max_attributes of 10000 exceeded\n" * 2


def test_a_late_declaration_is_one_line_with_its_place_on_request(
    page: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = page("<a href=http://h/>" + " " * 1100 + "\n<meta charset=koi8-r>")
    assert main(["links", path]) == 0
    assert main(["links", "--late-meta", "raise", path]) == 2
    reason = "line 2, column 1: declares KOI8-R, and was read as windows-1252; try --encoding KOI8-R"
    assert capsys.readouterr() == ("http://h/\n" * 2, f"saxhtml: {path}: {reason}\n")


LATE: Final = ("<p>\u0436" + " " * 1100 + "<meta charset=utf-8>").encode()


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["as it is", "gzip"])
def test_a_file_is_read_in_the_encoding_that_it_declares_late(
    pack: Callable[[bytes], bytes], page: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = page(pack(LATE))
    assert main(["text", path]) == 0
    assert main(["text", "--late-meta", "ignore", path]) == 0
    with open(path, "rb", buffering=0) as stream, standard_input(b""):
        os.dup2(stream.fileno(), 0)
        assert main(["text", "-"]) == 0
    assert capsys.readouterr().out == "\u0436\n\u00d0\u00b6\n\u0436\n"


def test_what_cannot_be_read_twice_is_read_as_it_begins(capsys: pytest.CaptureFixture[str]) -> None:
    with standard_input(LATE):
        assert main(["text", "-"]) == 0
    assert capsys.readouterr().out == "\u00d0\u00b6\n"


@pytest.mark.parametrize("more", [b"<a " + b"b" * (1 << 24), b"\x1f\x8b"], ids=["a limit", "no gzip"])
def test_what_cannot_be_read_far_enough_is_told_when_it_is_read(
    more: bytes, page: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = page(more)
    assert main(["text", path]) == 2
    assert capsys.readouterr().err.startswith(f"saxhtml: {path}: ")


def test_a_pipe_is_waited_for_until_it_falls_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_sources, "_DECLARATION_SECONDS", 0.01)
    reading, writing = os.pipe()
    with open(reading, "rb", buffering=0) as stream, open(writing, "wb", buffering=0) as pipe:
        pipe.write(b"<p>")
        assert _sources._before_silence(stream, _sources._chunks(stream)) == ("windows-1252", [b"<p>"])


def test_a_handler_that_has_had_enough_ends_the_reading() -> None:
    class Enough(Handler):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            raise StopParsing

    def chunks() -> Iterator[bytes]:
        yield b"<p>"
        pytest.fail("nobody asked for more")

    fed: list[str] = []
    _sources.Page("-", "", "utf-8", chunks()).parse(Enough(), lambda: fed.append("fed"))
    assert fed == ["fed"]

"""The room ``cli``: what is printed, when it is printed, and how each kind of trouble ends."""

from __future__ import annotations

import importlib.metadata
import json
import os
import runpy
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from threading import Event, Thread
from typing import IO, Any

import pytest
from typing_extensions import override

import saxhtml
from saxhtml import cli
from saxhtml.cli import main
from saxhtml.position import Locator

PAGES = sorted((Path(__file__).resolve().parents[1] / "examples" / "pages").glob("*.html"))
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(saxhtml.__file__).parents[1])}
PATIENCE_SECONDS = 60
"""How long a test waits for what must come; only a test that fails waits so long."""


@pytest.fixture
def page(tmp_path: Path) -> Callable[[str | bytes], str]:
    """Write a page and return its path."""

    def write(html: str | bytes) -> str:
        path = tmp_path / "page.html"
        path.write_bytes(html.encode() if isinstance(html, str) else html)
        return str(path)

    return write


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
    main(["events", page('é "&lt;" 😀')])
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


@pytest.mark.parametrize(
    ("html", "arguments", "expected"),
    [
        pytest.param("<a href=/x><img src=//i/y>", ["--base", "http://h/"], ["http://h/x", "http://i/y"], id="--base"),
        pytest.param(
            "<base href=b/><a href=x>", ["--base", "http://h/"], ["http://h/b/", "http://h/b/x"], id="<base> from --base on"
        ),
        pytest.param("<a href=x>", ["--base", ""], ["x"], id="an empty --base resolves nothing"),
        pytest.param("<a href=''><a href=x>", ["--base", ""], ["x"], id="an empty line is never printed"),
        pytest.param("<a href=\ud800>".encode("utf-8", "surrogatepass"), ["--base", ""], ["\ufffd" * 3], id="broken UTF-8"),
        pytest.param("\ufeff<a href=é>", ["--base", ""], ["é"], id="byte order mark"),
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


def test_a_dash_is_standard_input(capsys: pytest.CaptureFixture[str]) -> None:
    with standard_input(b"<a href=x>"):
        assert main(["links", "-"]) == 0
    assert capsys.readouterr().out == "x\n"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        pytest.param("missing.html", "No such file or directory", id="missing file"),
        pytest.param(".", "Is a directory", id="directory"),
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

    monkeypatch.setattr(cli, "_open", lambda _: (Broken(), ""))
    assert main(["links", "x"]) == 2
    assert capsys.readouterr().err == "saxhtml: x: TimeoutError\n"


class Site(BaseHTTPRequestHandler):
    """A server whose paths are its tempers."""

    waited_for = Event()

    @override
    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/dir/page")
            self.end_headers()
            return
        if self.path == "/missing":
            self.send_error(404)
            return
        self.send_response(200)
        if self.path == "/short":
            self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"<a href=first>")
        if self.path == "/slow":
            self.wfile.flush()
            self.waited_for.wait(PATIENCE_SECONDS)
        if self.path != "/short":
            self.wfile.write(f"<a href='{self.path}'>".encode())


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "*")
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("path", "status", "links", "reason"),
    [
        pytest.param("/dir/page", 0, ["/dir/first", "/dir/page"], "", id="a page"),
        pytest.param("/moved", 0, ["/dir/first", "/dir/page"], "", id="a page that has moved"),
        pytest.param("/ä b", 0, ["/first", "/%C3%A4%20b"], "", id="letters and spaces in the URL"),
        pytest.param("/missing", 2, [], "HTTP Error 404: Not Found", id="a page that is not there"),
        pytest.param("/short", 2, ["/first"], "ended with 986 bytes still to come", id="a connection that breaks"),
    ],
)
def test_a_url_is_fetched(
    path: str, status: int, links: list[str], reason: str, site: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["links", site + path]) == status
    out, err = capsys.readouterr()
    assert out.splitlines() == [site + link for link in links]
    assert err == (f"saxhtml: {site}{path}: {reason}\n" if reason else "")


@contextmanager
def running(*arguments: str | bytes, setup: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """The command in a process of its own, its three streams in our hands."""
    code = f"import sys; from saxhtml.cli import main; {setup}; sys.exit(main())" if setup else ""
    with subprocess.Popen(
        [sys.executable, *(["-c", code] if code else ["-m", "saxhtml"]), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**ENVIRONMENT, "PYTHONIOENCODING": "ascii"},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def next_line(stream: IO[bytes] | None) -> bytes:
    """Return the next line that comes, or fail where none does."""
    assert stream is not None
    ready, _, _ = select.select([stream], [], [], PATIENCE_SECONDS)
    assert ready, "nothing was printed"
    return stream.readline()


def send(process: subprocess.Popen[bytes], data: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(data)
    process.stdin.flush()


def test_each_link_leaves_a_slow_pipe_when_it_arrives() -> None:
    with running("links", "--base", "http://h/", "-") as process:
        send(process, "<p><a href='é".encode()[:-1])
        send(process, "é".encode()[-1:] + b"'")
        send(process, b">")
        assert next_line(process.stdout) == "http://h/é\n".encode()
        send(process, b"two <a href=2>")
        assert next_line(process.stdout) == b"http://h/2\n"
        out, err = process.communicate(b"<a href=3><a href=4")
        assert (out, err, process.returncode) == (b"http://h/3\n", b"", 0)


def test_text_leaves_before_the_tag_that_ends_it() -> None:
    with running("events", "-") as process:
        send(process, b"he")
        assert json.loads(next_line(process.stdout))["data"] == "he"
        send(process, b"llo")
        assert json.loads(next_line(process.stdout))["data"] == "llo"


def test_each_link_leaves_a_slow_server_when_it_arrives(site: str) -> None:
    Site.waited_for.clear()
    try:
        with running("links", f"{site}/slow") as process:
            assert next_line(process.stdout) == f"{site}/first\n".encode()
            Site.waited_for.set()
            assert next_line(process.stdout) == f"{site}/slow\n".encode()
    finally:
        Site.waited_for.set()


def test_output_is_utf_8_whatever_the_locale_and_surrogates_are_escaped() -> None:
    with running("links", "--base", b"http://h/\xff/", "-") as process:
        out, err = process.communicate("<a href='ü😀'>".encode())
    assert (out, err) == ("http://h/\\udcff/ü😀\n".encode(), b"")


def test_a_lone_surrogate_is_valid_json(capsys: pytest.CaptureFixture[str]) -> None:
    with standard_input(b""):
        main(["events", "-"])
    lines = cli._EventLines()
    lines.start_document(Locator())
    lines.text("\ud800")
    sys.stdout.flush()
    [event] = event_lines(capsys.readouterr().out)
    assert event["data"] == "\ud800"


def test_ctrl_c_ends_it_quietly() -> None:
    # Children of a shell's background job ignore the signal unless they say otherwise.
    setup = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    with running("links", "-", setup=setup) as process:
        send(process, b"<a href=x>")
        assert next_line(process.stdout) == b"x\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_SECONDS) == 130
        assert process.stdout is not None
        assert process.stderr is not None
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"")


def test_a_closed_pipe_ends_it_quietly() -> None:
    with running("links", "-") as process:
        send(process, b"<a href=x>")
        assert next_line(process.stdout) == b"x\n"
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        send(process, b"<a href=y>")
        assert process.wait(PATIENCE_SECONDS) == 0
        assert process.stderr.read() == b""


def test_a_closed_pipe_ends_the_reading_of_an_endless_input() -> None:
    with running("events", "/dev/zero") as process:
        assert next_line(process.stdout)
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(PATIENCE_SECONDS) == 0


@contextmanager
def standard_output(stream: IO[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with stream, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", stream)
        yield


def test_a_closed_pipe_keeps_the_status_of_what_went_wrong_before(
    page: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with standard_output(open(writing, "w"), monkeypatch):
        assert main(["links", "missing", page("<a href=x>")]) == 2
    assert capsys.readouterr().err == "saxhtml: missing: No such file or directory\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_output_that_cannot_be_written_is_one_line(
    page: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = page("<a href=x>")
    with standard_output(open("/dev/full", "w"), monkeypatch):
        assert main(["links", path, path]) == 1
    assert capsys.readouterr().err == "saxhtml: cannot write the output: No space left on device\n"


def test_an_interrupt_lets_the_rest_of_the_output_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> None:
        print("half a li", end="")
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_open", interrupted)
    out = tmp_path / "out"
    with standard_output(out.open("w"), monkeypatch):
        assert main(["links", "x"]) == 130
    assert out.read_text() == ""


def test_a_caller_may_have_a_standard_output_of_its_own(page: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    out = StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["links", "--base", "http://h/", page("<a href=x>")]) == 0
    assert out.getvalue() == "http://h/x\n"


@pytest.mark.parametrize("arguments", [["--help"], ["events", "--help"], ["links", "--help"]], ids=" ".join)
def test_help_shows_examples_and_exit_status(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(arguments)
    out = capsys.readouterr().out
    assert "examples:\n  saxhtml " in out
    assert "Exit status: 0" in out


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([], id="no command"),
        pytest.param(["links"], id="no source"),
        pytest.param(["lynx", "x"], id="unknown command"),
    ],
)
def test_a_command_line_without_sense_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert "usage: saxhtml" in capsys.readouterr().err


def test_the_version_is_the_packages(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(importlib.metadata, "version", {"saxhtml": "1.2.3"}.__getitem__)
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == "saxhtml 1.2.3\n"


def test_a_source_tree_has_no_version(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def absent(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", absent)
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == "saxhtml, not installed\n"


def test_python_dash_m_runs_it(
    page: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["saxhtml", "links", page("<a href=http://h/>")])
    with pytest.raises(SystemExit, match="0"):
        runpy.run_module("saxhtml", run_name="__main__")
    assert capsys.readouterr().out == "http://h/\n"

"""The command as a process: when it prints, and how each kind of trouble ends."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from threading import Event
from typing import IO, Protocol

import pytest

import saxhtml
from saxhtml.cli import _sources, main

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(saxhtml.__file__).parents[1])}
PATIENCE_SECONDS = 60
"""How long a test waits for what must come; only a test that fails waits so long."""


class Site(Protocol):
    url: str
    go_on: Event


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
    with running("links", "--encoding", "utf-8", "--base", "http://h/", "-") as process:
        send(process, "<p><a href='é".encode()[:-1])
        send(process, "é".encode()[-1:] + b"'")
        send(process, b">")
        assert next_line(process.stdout) == "http://h/é\n".encode()
        send(process, b"two <a href=2>")
        assert next_line(process.stdout) == b"http://h/2\n"
        out, err = process.communicate(b"<a href=3><a href=4")
        assert (out, err, process.returncode) == (b"http://h/3\n", b"", 0)


def test_text_leaves_before_the_tag_that_ends_it() -> None:
    with running("events", "--encoding", "utf-8", "-") as process:
        send(process, b"he")
        assert json.loads(next_line(process.stdout))["data"] == "he"
        send(process, b"llo")
        assert json.loads(next_line(process.stdout))["data"] == "llo"


def test_a_pipe_that_falls_silent_is_read_without_a_declaration() -> None:
    with running("links", "--base", "", "-") as process:
        send(process, b"<a href='\xe9'>")
        assert next_line(process.stdout) == "é\n".encode()
        out, _ = process.communicate(b"<meta charset=koi8-r><a href='\xe8'>")
        assert out == "è\n".encode()


def test_each_link_leaves_a_slow_server_when_it_arrives(site: Site) -> None:
    with running("links", f"{site.url}/slow") as process:
        assert next_line(process.stdout) == f"{site.url}/first\n".encode()
        site.go_on.set()
        assert next_line(process.stdout) == f"{site.url}/slow\n".encode()


def test_output_is_utf_8_whatever_the_locale_and_surrogates_are_escaped() -> None:
    with running("links", "--encoding", "utf-8", "--base", b"http://h/\xff/", "-") as process:
        out, err = process.communicate("<a href='ü😀'>".encode())
    assert (out, err) == ("http://h/\\udcff/ü😀\n".encode(), b"")


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
    with standard_output(open("/dev/full", "w"), monkeypatch):
        assert main(["--help"]) == 1
    assert capsys.readouterr().err == "saxhtml: cannot write the output: No space left on device\n" * 2


def test_help_that_nobody_reads_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with standard_output(open(writing, "w"), monkeypatch):
        assert main(["--help"]) == 0


def test_without_a_standard_output_that_is_one_line(
    page: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = page("<a href=x>")
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["links", path]) == 1
    assert capsys.readouterr().err == "saxhtml: cannot write the output: it is closed\n"
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["links", path]) == 1


def test_a_complaint_is_one_line_whatever_the_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["links", "no\nsuch\x1bfile\u00e9"]) == 2
    assert capsys.readouterr().err == "saxhtml: no\\nsuch\\x1bfile\u00e9: No such file or directory\n"


def test_an_interrupt_lets_the_rest_of_the_output_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> None:
        print("half a li", end="")
        raise KeyboardInterrupt

    monkeypatch.setattr(_sources, "_open", interrupted)
    out = tmp_path / "out"
    with standard_output(out.open("w"), monkeypatch):
        assert main(["links", "x"]) == 130
    assert out.read_text() == ""


def test_a_caller_may_have_a_standard_output_of_its_own(page: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    out = StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["links", "--base", "http://h/", page("<a href=x>")]) == 0
    assert out.getvalue() == "http://h/x\n"

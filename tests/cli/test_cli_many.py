"""Many pages: several processes, and how far it is."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typing_extensions import override

from saxhtml.cli import _main, _parallel, _progress, main


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for number in range(9):
        (tmp_path / f"{number}.html").write_bytes(f"<a href='{number}é'>".encode() * (1 if number else 20_000))
    return tmp_path


def test_several_processes_print_in_the_order_of_the_sources(pages: Path, capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ["links", "--base", "", "--encoding", "utf-8", str(pages), "missing", str(pages / "1.html")]
    status = main(arguments)
    alone = capfd.readouterr()
    assert main([*arguments[:1], "-j", "2", *arguments[1:]]) == status == 2
    assert capfd.readouterr() == alone


@pytest.mark.usefixtures("pages")
def test_what_a_process_does_is_kept_with_its_complaints() -> None:
    arguments = Namespace(module="_check", format="plain", encoding=None, late_meta="ignore")
    done = _main.apart(arguments, _main._Todo("1.html", None, True), coloured=True)
    assert (done.status, done.output, done.complaints) == (0, b"", [])
    done = _main.apart(arguments, _main._Todo("none", None, True), coloured=True)
    assert (done.status, done.output, done.complaints) == (2, b"", ["none: No such file or directory"])


def test_output_that_is_kept_goes_to_a_caller_who_has_an_output_of_its_own(
    pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_order(work: Callable[[Any], Any], items: list[Any], _: int) -> Iterator[tuple[Any, Any]]:
        return ((item, work(item)) for item in items)

    monkeypatch.setattr(_parallel, "in_order", in_order)
    out = StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["links", "--base", "", "-j", "2", str(pages / "1.html"), str(pages / "2.html")]) == 0
    assert out.getvalue() == "1Ã©\n2Ã©\n"


@pytest.mark.parametrize("masks", [True, False], ids=["with signal masks", "without, as on Windows"])
def test_an_interrupt_ends_a_process_without_a_word(masks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not masks:
        monkeypatch.delattr(_parallel.signal, "pthread_sigmask")
    signals: list[tuple[int, object]] = []
    monkeypatch.setattr(_parallel.signal, "signal", lambda *what: signals.append(what))
    with _parallel._interrupts_wait():
        _parallel._end_quietly()
    assert signals == [(_parallel.signal.SIGINT, _parallel.signal.SIG_DFL)]


class Terminal(StringIO):
    @override
    def isatty(self) -> bool:
        return True


def standard_error(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make the standard error a terminal, and the standard output none."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(sys, "stdout", StringIO())
    return stream


def test_work_that_takes_long_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = standard_error(monkeypatch)
    monkeypatch.setitem(sys.modules, "tqdm", None)
    clock = iter([0.0, 0.5, 1.5, 1.55, 1.7])
    monkeypatch.setattr(_progress, "monotonic", lambda: next(clock))
    with _progress.progress(4) as step:
        for name in "abcd":
            step(name)
    assert terminal.getvalue() == "\r\x1b[K2/4 b\r\x1b[K4/4 d\r\x1b[K"


def test_work_that_is_soon_done_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = standard_error(monkeypatch)
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with _progress.progress(2) as step:
        step("a")
    assert terminal.getvalue() == ""


def test_tqdm_shows_it_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = standard_error(monkeypatch)

    @contextmanager
    def tqdm(*, total: int, file: object, **_: object) -> Iterator[SimpleNamespace]:
        assert file is terminal
        yield SimpleNamespace(update=lambda: terminal.write(f"one of {total} "))

    monkeypatch.setitem(sys.modules, "tqdm", SimpleNamespace(tqdm=tqdm))
    with _progress.progress(2) as step:
        step("a")
        step("b")
    assert terminal.getvalue() == "one of 2 one of 2 "


@pytest.mark.parametrize("total", [1, 2])
def test_no_progress_for_one_page_or_beside_output_on_the_terminal(total: int, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = standard_error(monkeypatch)
    if total > 1:
        monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setattr(_progress, "_DELAY_SECONDS", -1)
    with _progress.progress(total) as step:
        step("a")
    assert terminal.getvalue() == ""

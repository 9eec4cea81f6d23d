"""A few inputs of the fuzzer on each run, and that it finds what is broken, names it, and makes it small.

``python -m tests.fuzz`` runs it for as long as one likes.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

from saxhtml.errors import UsageError
from saxhtml.handler import Handler, Interest
from saxhtml.parser import Chunk, Parser
from tests import fuzz

PAGES = fuzz.read_pages(fuzz.DIRECTORIES[-1])

INPUTS = 40
"""Enough for each kind of input; about five seconds."""


@pytest.mark.parametrize("first", range(0, INPUTS, 5))
def test_the_contract_holds_for_a_few_inputs(first: int) -> None:
    for seed, failures in fuzz.fuzz(range(first, first + 5), PAGES, fuzz.WAYS):
        for way, _ in failures:
            pytest.fail(fuzz.report(seed, fuzz.make_case(seed, PAGES), way, f" --pages {fuzz.DIRECTORIES[-1]}"))


# What the inputs are


def test_a_number_makes_the_same_input_each_time() -> None:
    assert [fuzz.make_case(seed, PAGES) for seed in range(50)] == [fuzz.make_case(seed, PAGES) for seed in range(50)]


def test_the_inputs_are_of_every_kind() -> None:
    met: Counter[str] = Counter()
    for seed in range(3000):
        case = fuzz.make_case(seed, PAGES)
        page = fuzz.Page(case)
        met["scripting" if case.options.scripting else "no scripting"] += 1
        met["one piece" if len(case.pieces) == 1 else "an empty piece" if not all(case.pieces) else "pieces"] += 1
        met.update(
            part for part in ("<script", "<svg", "<![CDATA[", "<!DOCTYPE", "&", "\r", "\0", "\U0001f600") if part in page.text
        )
        if page.data is None:
            met["str"] += 1
            met["a surrogate"] += re.search("[\ud800-\udfff]", page.text) is not None
        elif page.encoding is not None:
            met[page.encoding.name] += 1
            met["a label" if case.options.encoding else "no label"] += 1
            met["a mark"] += page.data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"))
    assert met.keys() >= {
        *fuzz.ENCODINGS,
        "an empty piece",
        "one piece",
        "scripting",
        "a surrogate",
        "a mark",
        "a label",
        "<![CDATA[",
    }


# What it finds


class Broken(Parser):
    """Is to be put in the place of Parser, and to be found out."""

    __slots__ = ()


class Late(Broken):
    """Takes the last character of each piece with the next one."""

    __slots__ = ("_waits",)

    @override
    def feed(self, data: Chunk) -> None:
        data = getattr(self, "_waits", "") + data  # type: ignore[operator]
        self._waits = data[-1:]
        super().feed(data[:-1])

    @override
    def close(self) -> None:
        super().feed(getattr(self, "_waits", ""))
        super().close()


class Forgetful(Broken):
    """Loses the line feed that begins a piece."""

    __slots__ = ()

    @override
    def feed(self, data: Chunk) -> None:
        super().feed(data[1:] if isinstance(data, str) and data.startswith("\n") else data)


class Quiet(Broken):
    """Keeps the exceptions of handlers to itself."""

    __slots__ = ()

    @override
    def feed(self, data: Chunk) -> None:
        with suppress(ValueError, KeyboardInterrupt):
            super().feed(data)


class Lenient(Broken):
    """Does nothing where it should refuse."""

    __slots__ = ()

    @override
    def feed(self, data: Chunk) -> None:
        with suppress(UsageError):
            super().feed(data)


class Hoarder(Broken):
    """Keeps what it was fed."""

    __slots__ = ("hoard",)

    @override
    def feed(self, data: Chunk) -> None:
        self.hoard = [*getattr(self, "hoard", ()), f"{data!r}"]
        super().feed(data)


class Talkative(Broken):
    """Tells everything to everyone."""

    __slots__ = ()

    def __init__(self, handler: Handler, **options: Any) -> None:
        handler.interest = Interest.everything  # type: ignore[method-assign]
        super().__init__(handler, **options)


class Crashing(Broken):
    """Raises what no contract names."""

    __slots__ = ()

    @override
    def feed(self, data: Chunk) -> None:
        if isinstance(data, str) and "<" in data:
            raise IndexError(data)
        super().feed(data)


def case_of(*pieces: str, salt: int = 0) -> fuzz.Case:
    units = tuple(unit for piece in pieces for unit in (*piece, None))
    return fuzz.Case(units[:-1], fuzz.Options(salt))


def found(way: str, *pieces: str) -> list[str]:
    """Return what fails with one of some handlers."""
    failures = [fuzz.failure(fuzz.Page(case_of(*pieces, salt=salt)), way) for salt in range(30)]
    return [failure.what for failure in failures if failure is not None]


@pytest.mark.parametrize(
    ("broken", "way", "what"),
    [
        pytest.param(Late, "promptness", "an event comes late", id="an event comes late"),
        pytest.param(Forgetful, "cuts", "source is not the slice of the input", id="a character is lost at a cut"),
        pytest.param(Quiet, "raising", "UsageError in parser.py, _refuse_misuse", id="an exception is swallowed"),
        pytest.param(Lenient, "raising", "the parser goes on after an exception", id="no refusal after an exception"),
        pytest.param(Lenient, "calls_from_inside", "a call from inside a handler is taken", id="no refusal inside a handler"),
        pytest.param(Hoarder, "memory", "memory grows", id="memory grows"),
        pytest.param(Talkative, "interests", "what is picked differs", id="an interest is ignored"),
        pytest.param(Crashing, "strictness", "IndexError in the fuzzer", id="another exception"),
    ],
)
def test_a_broken_promise_is_found(monkeypatch: pytest.MonkeyPatch, broken: type[Broken], way: str, what: str) -> None:
    pieces = ("<p a=b>c", "\n<!--d--><?e f?>", "</p>\n", "\n&amp;")
    assert not found(way, *pieces)
    monkeypatch.setattr(fuzz, "Parser", broken)
    assert what in found(way, *pieces)


def test_a_failing_input_is_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "Parser", Forgetful)
    case = case_of("<p>some text", "\nmore of it</p>", "and", "more")
    failure = fuzz.failure(fuzz.Page(case), "cuts")
    assert failure is not None
    small = fuzz.minimise(case, "cuts", failure.what)
    assert small.pieces == ["\nm"]


def test_a_case_that_needs_a_cut_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_piece_begins_with_a_line_feed(page: fuzz.Page, _: fuzz.Dice) -> None:
        fuzz.check(not any(piece[:1] == "\n" for piece in page.pieces[1:]), "one does")

    monkeypatch.setitem(fuzz.WAYS, "cuts", no_piece_begins_with_a_line_feed)
    assert fuzz.minimise(case_of("ab", "c", "", "\ne", "f"), "cuts", "one does").pieces == ["", "\n"]


def test_an_input_that_fails_is_reported_and_can_be_tried_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzz, "Parser", Crashing)
    assert fuzz.main(["--seed", "7", "--seconds", "0.1", "--only", "cuts"]) == 1
    told = capsys.readouterr().out
    again = re.search(r"again: python -m tests.fuzz (--seed \d+ --seconds 0 --only cuts)$", told, re.MULTILINE)
    assert again is not None
    assert re.search(r"    input: \[b?'<'\]\n", told)
    assert fuzz.main(again[1].split()) == 1
    assert "1 inputs, 1 kinds of failure" in capsys.readouterr().out


def test_nothing_to_report_is_a_success(capsys: pytest.CaptureFixture[str]) -> None:
    pages = fuzz.DIRECTORIES[-1]
    assert fuzz.main(["--seed", "7", "--seconds", "0", "--pages", str(pages), "--only", "cuts", "spans"]) == 0
    assert capsys.readouterr().out == f"from --seed 7, with {len(PAGES)} pages of {pages}\n1 inputs, 0 kinds of failure\n"


def test_a_directory_without_pages_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        fuzz.main(["--pages", str(tmp_path)])
    assert f"no .html files in {tmp_path}" in capsys.readouterr().err

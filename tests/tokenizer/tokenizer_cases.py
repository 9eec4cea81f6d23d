"""A case for the tokenizer, and how it is run: whole, one character at a time and cut in two; by the states and by the lane.

What holds stands in the tables of the tests beside this; here is only what every case must give, however it is run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final
from unittest.mock import patch

import pytest
from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.errors import ParseError
from saxhtml.events import Span
from saxhtml.handler import Doctype, Interest
from saxhtml.parser import Parser
from saxhtml.testing import Event, EventRecorder, every_split, parser_in_state
from saxhtml.tokenizer import _driver


def start(name: str, *pairs: tuple[str, str], closed: bool = False) -> Event:
    return ("start", name, list(pairs), closed)


def end(name: str) -> Event:
    return ("end", name)


def text(data: str) -> Event:
    return ("text", data)


def comment(data: str) -> Event:
    return ("comment", data)


def doctype(
    name: str | None = None, public_id: str | None = None, system_id: str | None = None, *, quirks: bool = False
) -> Event:
    return ("doctype", name, public_id, system_id, quirks)


def pi(target: str, data: str = "") -> Event:
    return ("pi", target, data)


WITHOUT_TEXT: Final = (
    Interest(start=True, end=True, comment=True, doctype=True, processing_instruction=True),
    Interest(start={"b", "i"}, end={"a"}),
    Interest(start={"title", "script"}, comment=True, parse_error=True),
)
"""The lane goes another way for these."""


class Case:
    """An input, its events, and its parse errors as ``"line:column code"``.

    ``state`` is the state that it begins in, named as in the html5lib suite, and ``last`` the start tag before it.
    """

    def __init__(
        self,
        source: str,
        events: list[Event],
        *errors: str,
        state: str = "Data state",
        last: str | None = None,
        scripting: bool = False,
    ) -> None:
        self.source = source
        self.events = events
        self.errors = list(errors)
        self.state = state
        self.last = last
        self.scripting = scripting

    @override
    def __repr__(self) -> str:
        return repr(self.source)

    def parser(self, recorder: EventRecorder, *, lane: bool) -> Parser:
        if self.state == "Data state":
            return Parser(recorder, lane=lane, scripting=self.scripting)
        return parser_in_state(recorder, self.state, self.last, lane=lane)


def wanted(event: Event, interest: Interest) -> bool:
    match event:
        case ("start", name, _, _):
            return interest.start is True or (interest.start is not False and name in interest.start)
        case ("end", name):
            return interest.end is True or (interest.end is not False and name in interest.end)
        case ("text", _):
            return interest.text
        case ("comment", _):
            return interest.comment
        case ("doctype", *_):
            return interest.doctype
    return interest.processing_instruction


class Recorder(EventRecorder):
    """Joins adjacent text, and looks whether the locator says of each event what stands there in the input."""

    def __init__(self, source: str, *, errors: bool, interest: Interest | None = None) -> None:
        super().__init__(join_text=True, errors=errors)
        self.source = source
        self.wants = interest

    @override
    def interest(self) -> Interest:
        return super().interest() if self.wants is None else self.wants

    def check(self, attributes: Sequence[str] = (), *, markup: bool = True) -> None:
        begin, stop, raw = self.locator.offset, self.locator.end_offset, self.locator.source
        assert raw == self.source[begin:stop] != ""
        assert not markup or (raw[0] == "<" and (raw[-1] == ">" or stop == len(self.source)))
        assert [span.name for span in self.locator.attribute_spans()] == [*attributes]

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        super().start_tag(name, attrs)
        self.check([key for key, _ in attrs.pairs()])

    @override
    def end_tag(self, name: str) -> None:
        super().end_tag(name)
        self.check()

    @override
    def text(self, data: str) -> None:
        super().text(data)
        self.check(markup=False)

    @override
    def comment(self, data: str) -> None:
        super().comment(data)
        self.check()

    @override
    def doctype(self, doctype: Doctype) -> None:
        super().doctype(doctype)
        self.check()

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        super().processing_instruction(target, data)
        self.check()

    @override
    def parse_error(self, error: ParseError) -> None:
        super().parse_error(error)
        assert (self.locator.offset, self.locator.line, self.locator.column) == error[1:]
        assert self.locator.source == ""


def feed(parser: Parser, chunks: Iterable[str]) -> None:
    for chunk in chunks:
        parser.feed(chunk)
    parser.close()


def cuts(source: str) -> Iterator[list[str]]:
    """Yield the ways in which a case is fed."""
    yield [source]
    yield list(source)
    yield from every_split(source)


def line_and_column(source: str, offset: int) -> tuple[int, int]:
    """Return where an offset stands, counted without any of the parser's means."""
    begins = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", source))]
    line = max(number for number, begin in enumerate(begins, 1) if begin <= offset)
    return line, offset - begins[line - 1] + 1


def check(case: Case) -> None:
    """Run a case in every way; each must give its events, its errors if they are wanted, and the same spans."""
    spans: list[Span] | None = None
    # Else the lane would leave inputs as short as these to the states.
    with patch.object(_driver, "_SHORTEST", 1):
        for lane, errors, chunks in product((False, True), (True, False), cuts(case.source)):
            recorder = Recorder(case.source, errors=errors)
            feed(case.parser(recorder, lane=lane), chunks)
            way = f"lane={lane}, errors={errors}, {chunks}"
            assert recorder.events == case.events, way
            assert list(map(written, recorder.errors)) == (case.errors if errors else []), way
            if spans is None:
                spans = recorder.spans
                check_places(case.source, spans, recorder.errors)
            assert recorder.spans == spans, way
        for interest, lane in product(WITHOUT_TEXT, (False, True)):
            recorder = Recorder(case.source, errors=interest.parse_error, interest=interest)
            feed(case.parser(recorder, lane=lane), [case.source])
            assert recorder.events == [event for event in case.events if wanted(event, interest)], (interest, lane)
            assert list(map(written, recorder.errors)) == (case.errors if interest.parse_error else []), (interest, lane)


def written(error: ParseError) -> str:
    return f"{error.line}:{error.column} {error.code}"


def check_places(source: str, spans: list[Span], errors: list[ParseError]) -> None:
    last = 0
    for span in spans:
        assert last <= span.offset < span.end_offset, span
        assert line_and_column(source, span.offset) == (span.line, span.column)
        last = span.end_offset
    for error in errors:
        assert line_and_column(source, error.offset) == (error.line, error.column)


def each(*tables: dict[str, Case]) -> pytest.MarkDecorator:
    """Run a test with each ``case`` of some tables."""
    table = {name: case for table in tables for name, case in table.items()}
    assert len(table) == sum(map(len, tables))
    return pytest.mark.parametrize("case", table.values(), ids=table.keys())

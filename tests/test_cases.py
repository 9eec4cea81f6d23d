"""Problem inputs from bug reports about comparable tools.

First the token cases of ``shared/cases``, then the properties that are put in words there, as far as they are the parser's.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.errors import ParseError, StopParsing, UsageError
from saxhtml.handler import Handler
from saxhtml.parser import Parser
from saxhtml.testing import EventRecorder, every_split


def record(chunks: Iterable[str], *, scripting: bool = True, lane: bool = True) -> EventRecorder:
    recorder = EventRecorder(join_text=True)
    parser = Parser(recorder, scripting=scripting, lane=lane)
    for chunk in chunks:
        parser.feed(chunk)
    parser.close()
    return recorder


# The token cases of shared/cases.


def uncut(case: dict[str, Any]) -> Iterator[list[str]]:
    yield [case["input"]]


def as_listed(case: dict[str, Any]) -> Iterator[list[str]]:
    if "chunks" in case:
        yield case["chunks"]


def in_two_and_one_at_a_time(case: dict[str, Any]) -> Iterator[list[str]]:
    yield from every_split(case["input"])
    yield list(case["input"])


WAYS: Final = {"whole": uncut, "as listed": as_listed, "in two and per character": in_two_and_one_at_a_time}


def token_cases(shared: Path) -> list[dict[str, Any]]:
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    return [case for case in cases if "input" in case and isinstance(case["expect"], list)]


def folded(events: Iterable[Any]) -> list[Any]:
    return [[event[0], event[1].lower(), *event[2:]] if event[0] in ("start", "end") else event for event in events]


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("way", WAYS)
def test_every_token_case_gives_its_events(way: str, lane: bool, shared: Path, ran: Counter[str]) -> None:
    cases = token_cases(shared)
    assert len(cases) >= 76
    failures = []
    for case in cases:
        # Through JSON, so that tuples and lists compare equal.
        expected = case["expect"]
        scripting = case.get("options", {}).get("scripting", True)
        for chunks in WAYS[way](case):
            events = json.loads(json.dumps(record(chunks, scripting=scripting, lane=lane).events))
            if case.get("casefold_names"):
                events, expected = folded(events), folded(expected)
            if events != expected:
                failures.append(f"{case['id']} fed {chunks}\n  expected {expected}\n  got      {events}")
                break
    if way == "whole" and lane:
        ran["token cases of cases/"] += len(cases)
    assert not failures, "\n".join(failures)


class AttributeRecorder(EventRecorder):
    """Also keeps where each attribute stands, under ``tag.attribute.name`` and ``tag.attribute.value``."""

    def __init__(self) -> None:
        super().__init__(join_text=True)
        self.attributes: dict[str, tuple[int, int]] = {}

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        super().start_tag(name, attrs)
        for span in self.locator.attribute_spans():
            self.attributes[f"{name}.{span.name}.name"] = span.name_start, span.name_end
            self.attributes[f"{name}.{span.name}.value"] = span.value_start, span.value_end


def place(recorder: AttributeRecorder, key: str) -> dict[str, list[int]]:
    """Return the place of an attribute, or of the first event of a name, as the cases write it."""
    if key in recorder.attributes:
        return {"offset": list(recorder.attributes[key])}
    kind, name = ("end", key[1:]) if key.startswith("/") else ("start", key)
    index = next(i for i, event in enumerate(recorder.events) if event[0] == key or event[:2] == (kind, name))
    span = recorder.spans[index]
    found = {"offset": [span.offset, span.end_offset], "start": [span.line, span.column - 1]}
    if index + 1 < len(recorder.spans):
        after = recorder.spans[index + 1]
        found["end"] = [after.line, after.column - 1]
    return found


def test_every_token_case_with_positions_has_them(shared: Path) -> None:
    cases = [case for case in token_cases(shared) if "positions" in case]
    assert len(cases) >= 5
    for case in cases:
        for chunks in chain(uncut(case), in_two_and_one_at_a_time(case)):
            recorder = AttributeRecorder()
            parser = Parser(recorder)
            for chunk in chunks:
                parser.feed(chunk)
            parser.close()
            for key, expected in case["positions"].items():
                found = place(recorder, key)
                expected = {"offset": expected} if isinstance(expected, list) else expected
                for field, value in expected.items():
                    if "bytes" not in field:
                        assert found[field.removesuffix("_codepoints")] == value, (case["id"], chunks, key, field)


# Properties.


@pytest.mark.parametrize("size", [1, 1000, 200_000])
@pytest.mark.parametrize(
    ("source", "text"),
    [
        pytest.param("&#" + "9" * 5000 + ";x", "\ufffdx", id="decimal"),
        pytest.param("&#x" + "f" * 100_000 + ";x", "\ufffdx", id="hexadecimal"),
        pytest.param("&#" + "0" * 100_000 + "65;", "A", id="leading zeros"),
        pytest.param("&#x" + "0" * 5000 + "41", "A", id="leading zeros, no semicolon"),
    ],
)
def test_numeric_references_may_have_any_number_of_digits(source: str, text: str, size: int) -> None:
    chunks = [source[at : at + size] for at in range(0, len(source), size)]
    assert record(chunks).events == [("text", text)]


def test_text_is_one_event_across_references_and_what_makes_no_event() -> None:
    assert record(["AB&a", "mp;C", "D</", ">E&", "lt;<i>"]).events == [("text", "AB&CDE<"), ("start", "i", [], False)]
    pieces = EventRecorder()
    Parser(pieces).feed("AB&amp;CD</>E&lt;<i>")
    assert pieces.events == [("text", "AB&CDE<"), ("start", "i", [], False)]


@pytest.mark.parametrize("before", ["", "<p>", "<script>", "<style>", "<title>", "<plaintext>", "<svg><![CDATA["])
def test_text_is_delivered_at_the_end_of_each_feed(before: str) -> None:
    recorder = EventRecorder()
    parser = Parser(recorder)
    parser.feed(before)
    parser.feed("ab")
    assert recorder.events[-1] == ("text", "ab")
    parser.feed("cd")
    assert recorder.events[-1] == ("text", "cd")


def test_a_page_swallowed_by_an_open_quote_is_reported() -> None:
    source = '<div x=">hello</div>'
    recorder = record([source])
    assert recorder.events == []
    assert recorder.errors == [ParseError("eof-in-tag", len(source), 1, len(source) + 1)]


def test_errors_and_their_places_are_the_same_for_every_cut() -> None:
    source = "<u z z>\r\n<i"
    errors = [ParseError("duplicate-attribute", 6, 1, 7), ParseError("eof-in-tag", 11, 2, 3)]
    for chunks in chain([[source], list(source)], every_split(source, 2), every_split(source, 3)):
        assert record(chunks).errors == errors, chunks


@pytest.mark.parametrize("power", range(10, 18))
def test_nothing_is_lost_at_round_sizes(power: int) -> None:
    for pad in range(2**power - 3, 2**power + 4):
        source = "<p>" + "a" * pad + '<img src="x' + "b" * 40 + '">&amp;</p>'
        events = [
            ("start", "p", [], False),
            ("text", "a" * pad),
            ("start", "img", [("src", "x" + "b" * 40)], False),
            ("text", "&"),
            ("end", "p"),
        ]
        assert record([source]).events == events
        assert record([source[:pad], source[pad:]]).events == events


FRAGMENTS: Final = (
    *"<>/!-?[]='\"& \n\r\0aCDATA\u0130\ud800",
    *("<!--", "-->", "--!>", "</", "<b ", "script", "style", "title", "<svg", "<desc>", "<![CDATA[", "]]>", "<!DOCTYPE", "<?"),
    *("&amp", "&notin;", "&#", "x41", ";", "PUBLIC", "\r\n", "</p>", "math", "<mi>"),
)


def test_random_nonsense_raises_nothing_and_gives_the_same_for_every_cut_in_two(seed: int) -> None:
    random = Random(seed)
    for index in range(300):
        source = "".join(random.choices(FRAGMENTS, k=random.randrange(12)))[:40]
        whole = record([source])
        for chunks in chain([list(source)], every_split(source)):
            found = record(chunks, lane=index % 2 == 0)
            assert (found.events, found.spans, found.errors) == (whole.events, whole.spans, whole.errors), (seed, chunks)


class Does(Handler):
    """Does something at the first start tag, and writes down the names of tags."""

    def __init__(self, action: Callable[[], object]) -> None:
        self.action = action
        self.names: list[str] = []
        self.ends = 0

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.names.append(name)
        if len(self.names) == 1:
            self.action()

    @override
    def end_tag(self, name: str) -> None:
        self.names.append("/" + name)

    @override
    def end_document(self) -> None:
        self.ends += 1


def stop() -> None:
    raise StopParsing


def test_after_a_handler_has_stopped_the_parse_nothing_more_comes() -> None:
    handler = Does(stop)
    parser = Parser(handler)
    parser.feed("<m/><n>t</n>")
    assert parser.stopped
    parser.feed("<o>")
    parser.close()
    assert handler.names == ["m"]


def test_feeding_from_inside_a_handler_is_a_usage_error_and_the_parser_works_again_after_reset() -> None:
    parser: Parser
    handler = Does(lambda: parser.feed("<x>"))
    parser = Parser(handler)
    with pytest.raises(UsageError):
        parser.feed("<a><b>")
    parser.reset()
    parser.feed("<c></c>")
    parser.close()
    assert handler.names == ["a", "c", "/c"]


def test_closing_twice_ends_the_document_once() -> None:
    handler = Does(lambda: None)
    parser = Parser(handler)
    parser.feed("a")
    parser.close()
    parser.close()
    assert handler.ends == 1


def test_positions_begin_again_after_reset() -> None:
    recorder = EventRecorder()
    parser = Parser(recorder)
    for _ in range(2):
        parser.feed("a\n<b>")
        parser.close()
        parser.reset()
    assert recorder.spans[:2] == recorder.spans[2:]
    assert recorder.spans[1] == (2, 5, 2, 1)

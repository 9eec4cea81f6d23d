"""The room ``events``: events as values, and the queue that holds them until they are taken."""

from __future__ import annotations

import copy
import gc
import pickle
from collections.abc import Callable
from typing import Any, Final
from weakref import ref

import pytest

from saxhtml import Attributes, Doctype, Interest, LimitExceeded, Limits, ParseError, Parser, StrictParseError, parse
from saxhtml.events import (
    ALL_BUT_ERRORS,
    Comment,
    EndTag,
    Event,
    EventQueue,
    ProcessingInstruction,
    Span,
    StartTag,
    Text,
)
from saxhtml.testing import EventRecorder

PAGE: Final = "<!DOCTYPE html>\n<p class=x>a&amp;b</p\n><!--c--><?php d?>\x01"

DOCTYPE: Final = Doctype("html", None, None, force_quirks=False)

EVENTS: Final[list[Event]] = [
    DOCTYPE,
    Text("\n"),
    StartTag("p", Attributes(" class=x")),
    Text("a&b"),
    EndTag("p"),
    Comment("c"),
    ProcessingInstruction("php", "d"),
    Text("\x01"),
]

SPANS: Final = [
    Span(0, 15, 1, 1),
    Span(15, 16, 1, 16),
    Span(16, 27, 2, 1),
    Span(27, 34, 2, 12),
    Span(34, 39, 2, 19),
    Span(39, 47, 3, 2),
    Span(47, 56, 3, 10),
    Span(56, 57, 3, 19),
]

CONTROL: Final = ParseError("control-character-in-input-stream", 56, 3, 19)


def test_a_page_becomes_events_in_order() -> None:
    assert list(parse(PAGE, EventQueue()).events) == EVENTS


def test_with_positions_each_event_comes_with_its_span() -> None:
    queue = parse(PAGE, EventQueue(positions=True))
    assert list(queue.events) == list(zip(EVENTS, SPANS, strict=True))


def test_spans_are_those_that_the_recorder_of_the_testing_room_notes() -> None:
    queue = parse(PAGE, EventQueue(positions=True))
    assert [tuple(span) for _, span in queue.events] == [tuple(span) for span in parse(PAGE, EventRecorder()).spans]


def test_parse_errors_are_collected_only_where_they_are_wanted() -> None:
    assert not [event for event in parse(PAGE, EventQueue()).events if isinstance(event, ParseError)]
    queue = parse(PAGE, EventQueue(interest=Interest.everything()))
    assert list(queue.events) == [*EVENTS[:7], CONTROL, EVENTS[7]]


def test_the_span_of_a_parse_error_is_the_empty_one_at_its_place() -> None:
    queue = parse("<p>\n<p a a>", EventQueue(interest=Interest(parse_error=True), positions=True))
    assert list(queue.events) == [(ParseError("duplicate-attribute", 10, 2, 7), Span(10, 10, 2, 7))]


@pytest.mark.parametrize(
    ("interest", "expected"),
    [
        pytest.param(ALL_BUT_ERRORS, EVENTS, id="all but errors"),
        pytest.param(Interest(start={"P"}, end={"b"}), EVENTS[2:3], id="some tags"),
        pytest.param(Interest(text=True), [EVENTS[1], EVENTS[3], EVENTS[7]], id="text"),
        pytest.param(Interest(comment=True, doctype=True), [EVENTS[0], EVENTS[5]], id="comments and doctype"),
        pytest.param(Interest(), [], id="nothing"),
    ],
)
def test_only_events_of_interest_are_collected(interest: Interest, expected: list[Event]) -> None:
    queue = EventQueue(interest=interest)
    assert queue.interest() == interest
    assert list(parse(PAGE, queue).events) == expected


def describe(event: Event) -> str:
    match event:
        case StartTag("p", attrs):
            return f"paragraph of class {attrs['class']}"
        case StartTag(name):
            return f"start of {name}"
        case EndTag(name):
            return f"end of {name}"
        case Text(data):
            return f"text {data!r}"
        case Comment(data):
            return f"comment {data!r}"
        case Doctype(name=name, force_quirks=False):
            return f"doctype {name}"
        case ProcessingInstruction(target, data):
            return f"for {target}: {data}"
        case ParseError(code):
            return code
    raise AssertionError(event)


def test_match_works_on_events() -> None:
    queue = parse(PAGE + "<br>", EventQueue(interest=Interest.everything()))
    assert [describe(event) for event in queue.events] == [
        "doctype html",
        "text '\\n'",
        "paragraph of class x",
        "text 'a&b'",
        "end of p",
        "comment 'c'",
        "for php: d",
        "control-character-in-input-stream",
        "text '\\x01'",
        "start of br",
    ]


def test_events_of_different_kinds_are_never_equal() -> None:
    alike: list[Event] = [EndTag("b"), Text("b"), Comment("b"), StartTag("b", Attributes()), ProcessingInstruction("b", "")]
    assert [(one, other) for one in alike for other in alike if one == other and one is not other] == []


@pytest.mark.parametrize("remake", [copy.deepcopy, lambda event: pickle.loads(pickle.dumps(event))], ids=["copy", "pickle"])
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_survives_being_copied_and_pickled(event: Event, remake: Callable[[Event], Event]) -> None:
    remade = remake(event)
    assert remade == event
    assert type(remade) is type(event)


def test_an_event_reads_like_what_made_it() -> None:
    assert repr(parse("<p a=1>", EventQueue()).events[0]) == "StartTag(name='p', attrs={'a': '1'})"


def test_an_event_has_no_room_for_more_than_its_fields() -> None:
    assert [event for event in EVENTS if hasattr(event, "__dict__")] == []


def test_events_are_taken_while_the_page_arrives() -> None:
    queue = EventQueue()
    parser = Parser(queue)
    taken: list[list[Event]] = []
    for piece in ["<p>a&am", "p;b<i", ">c"]:
        parser.feed(piece)
        taken.append([queue.events.popleft() for _ in range(len(queue.events))])
    parser.close()
    assert taken == [[StartTag("p", Attributes()), Text("a")], [Text("&b")], [StartTag("i", Attributes()), Text("c")]]
    assert not queue.events


@pytest.mark.parametrize("positions", [False, True], ids=["events", "events and spans"])
def test_a_queue_goes_on_with_the_next_document_behind_what_was_not_taken(positions: bool) -> None:
    queue = EventQueue[Any](positions=positions)
    parser = Parser(queue)
    for page in ["\n\n<p>", "<b>"]:
        parser.feed(page)
        parser.close()
        parser.reset()
    expected = [Text("\n\n"), StartTag("p", Attributes()), StartTag("b", Attributes())]
    spans = [Span(0, 2, 1, 1), Span(2, 5, 3, 1), Span(0, 3, 1, 1)]
    assert list(queue.events) == (list(zip(expected, spans, strict=True)) if positions else expected)


def test_what_came_before_an_exception_is_in_the_queue() -> None:
    queue = EventQueue()
    with pytest.raises(LimitExceeded):
        parse("a<b><!--" + "x" * 20, queue, limits=Limits(max_token=10))
    assert list(queue.events) == [Text("a"), StartTag("b", Attributes())]
    with pytest.raises(StrictParseError):
        parse("<i></>", queue, strict=True)
    assert StartTag("i", Attributes()) in queue.events


@pytest.mark.parametrize("positions", [False, True], ids=["events", "events and spans"])
def test_a_queue_is_collected_without_the_cycle_collector(positions: bool) -> None:
    queue = EventQueue[Any](positions=positions)
    parse(PAGE, queue)
    gone = ref(queue)
    gc.disable()
    try:
        del queue
        assert gone() is None
    finally:
        gc.enable()

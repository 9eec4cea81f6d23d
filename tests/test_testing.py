"""The public help for tests: what it records, cuts, measures and begins."""

from __future__ import annotations

import gc
from collections.abc import Callable
from math import comb
from typing import Final

import pytest

from saxhtml.errors import UsageError
from saxhtml.parser import Parser
from saxhtml.testing import Event, EventRecorder, assert_linear, every_split, parser_in_state, random_splits

PAGE: Final = "<!DOCTYPE a><!--b--><c d=1 D=2 e/>f&lt;g\n</c><?h i>\0"

EVENTS: Final[list[Event]] = [
    ("doctype", "a", None, None, False),
    ("comment", "b"),
    ("start", "c", [("d", "1"), ("e", "")], True),
    ("text", "f<g\n"),
    ("end", "c"),
    ("pi", "h", "i"),
    ("text", "\0"),
]


def feed(parser: Parser, *chunks: str) -> None:
    for chunk in chunks:
        parser.feed(chunk)
    parser.close()


def linear(numbers: range) -> None:
    sum(numbers)


def test_the_recorder_writes_down_every_event_where_it_stands() -> None:
    recorder = EventRecorder()
    feed(Parser(recorder), PAGE)
    assert recorder.events == EVENTS
    assert recorder.spans == [
        (0, 12, 1, 1),
        (12, 20, 1, 13),
        (20, 34, 1, 21),
        (34, 41, 1, 35),
        (41, 45, 2, 1),
        (45, 51, 2, 5),
        (51, 52, 2, 11),
    ]
    assert [(error.code, error.offset) for error in recorder.errors] == [
        ("duplicate-attribute", 28),
        ("unexpected-null-character", 51),
    ]


@pytest.mark.parametrize("chunks", [list(PAGE), [PAGE]], ids=["per character", "whole"])
def test_the_recorder_joins_adjacent_text_on_request(chunks: list[str]) -> None:
    whole, joined = EventRecorder(), EventRecorder(join_text=True)
    feed(Parser(whole), PAGE)
    feed(Parser(joined), *chunks)
    assert (joined.events, joined.spans, joined.errors) == (whole.events, whole.spans, whole.errors)


def test_without_joining_each_piece_of_text_stands_for_itself() -> None:
    recorder = EventRecorder()
    feed(Parser(recorder), "a", "b")
    assert recorder.events == [("text", "a"), ("text", "b")]
    assert recorder.spans == [(0, 1, 1, 1), (1, 2, 1, 2)]


def test_a_joined_text_may_be_looked_at_while_it_grows() -> None:
    recorder = EventRecorder(join_text=True)
    parser = Parser(recorder)
    for chunk, text in (("a", "a"), ("b", "ab"), ("c\0", "abc\0")):
        parser.feed(chunk)
        assert recorder.events == recorder.events == [("text", text)]
    assert recorder.spans == [(0, 4, 1, 1)]
    assert len(recorder.errors) == 1


def test_text_is_not_joined_across_documents() -> None:
    recorder = EventRecorder(join_text=True)
    parser = Parser(recorder)
    feed(parser, "a", "b")
    parser.reset()
    feed(parser, "c")
    assert recorder.events == [("text", "ab"), ("text", "c")]


@pytest.mark.parametrize("errors", [True, False])
def test_a_recorder_without_errors_does_not_ask_for_them(errors: bool) -> None:
    recorder = EventRecorder(errors=errors)
    assert recorder.interest().parse_error is errors
    feed(Parser(recorder), PAGE)
    assert recorder.events == EVENTS
    assert bool(recorder.errors) is errors


@pytest.mark.parametrize("parts", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("text", ["", "a", "abcde"])
def test_every_split_gives_all_cuts_into_pieces_that_are_not_empty(text: str, parts: int) -> None:
    cuts = list(every_split(text, parts))
    assert len(cuts) == len({tuple(pieces) for pieces in cuts}) == (comb(len(text) - 1, parts - 1) if text else 0)
    for pieces in cuts:
        assert len(pieces) == parts
        assert all(pieces)
        assert "".join(pieces) == text


def test_every_split_cuts_in_two_unless_told_and_takes_bytes() -> None:
    assert list(every_split(b"abc")) == [[b"a", b"bc"], [b"ab", b"c"]]


def test_random_splits_gives_as_many_cuts_as_asked_for_the_same_for_a_seed() -> None:
    text = "abcdefghij" * 50
    cuts = list(random_splits(text, 7, count=20, longest=9))
    assert len(cuts) == 20
    assert len({tuple(pieces) for pieces in cuts}) == 20
    assert {len(piece) for pieces in cuts for piece in pieces} == set(range(1, 10))
    assert {"".join(pieces) for pieces in cuts} == {text}
    assert cuts == list(random_splits(text, 7, count=20, longest=9))
    assert cuts != list(random_splits(text, 8, count=20, longest=9))


def test_random_splits_takes_bytes_names_as_seeds_and_nothing_at_all() -> None:
    assert list(random_splits(b"ab", "seed", longest=1)) == [[b"a", b"b"]]
    assert list(random_splits("", 1, count=2)) == [[], []]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        pytest.param(lambda: every_split("ab", 0), "parts=0", id="no parts"),
        pytest.param(lambda: random_splits("ab", 1, longest=0), "longest=0", id="empty pieces"),
        pytest.param(lambda: assert_linear(range, linear, n=0), "n=0", id="no input"),
        pytest.param(lambda: assert_linear(range, linear, rounds=0), "rounds=0", id="no rounds"),
        pytest.param(lambda: parser_in_state(EventRecorder(), "data"), "'Data state', 'RCDATA state'", id="unknown state"),
    ],
)
def test_wrong_use_says_what_to_do_instead(call: Callable[[], object], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        call()


def test_linear_work_passes_and_its_growth_is_returned() -> None:
    assert 2 < assert_linear(range, linear, seconds=0.001) < 6


def test_a_little_too_much_growth_is_measured_in_more_rounds_before_it_fails() -> None:
    with pytest.raises(AssertionError, match="not linear"):
        assert_linear(range, linear, growth=2.5, seconds=0.001, rounds=2)


def test_work_too_small_to_measure_ends_at_some_size() -> None:
    assert assert_linear(lambda n: n, abs, growth=1e9) > 0


def test_quadratic_work_fails_with_the_figures() -> None:
    def quadratic(n: int) -> None:
        for _ in range(n):
            sum(range(n))

    with pytest.raises(AssertionError, match=r"not linear: 4 times .* allowed 6 .* ms at n=\d+, .* ms at n=\d+"):
        assert_linear(lambda n: n, quadratic, n=16, seconds=0.001)


@pytest.mark.parametrize("collecting", [True, False])
def test_the_garbage_collector_rests_while_measuring_and_is_as_before_afterwards(collecting: bool) -> None:
    seen = set()

    def run(numbers: range) -> None:
        seen.add(gc.isenabled())
        sum(numbers)

    try:
        if not collecting:
            gc.disable()
        assert_linear(range, run, seconds=0.001)
        assert gc.isenabled() is collecting
    finally:
        gc.enable()
    assert seen == {False}


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize(
    ("state", "last_start_tag", "source", "events"),
    [
        ("Data state", None, "a&lt;<b>", [("text", "a<"), ("start", "b", [], False)]),
        ("RCDATA state", "title", "&lt;<b></title><b>", [("text", "<<b>"), ("end", "title"), ("start", "b", [], False)]),
        ("RCDATA state", None, "&lt;<b></title>", [("text", "<<b></title>")]),
        ("RAWTEXT state", "style", "&lt;<b></style><b>", [("text", "&lt;<b>"), ("end", "style"), ("start", "b", [], False)]),
        (
            "Script data state",
            "script",
            "<!--<script></script>--></script>",
            [("text", "<!--<script></script>-->"), ("end", "script")],
        ),
        ("PLAINTEXT state", "plaintext", "&lt;</plaintext>", [("text", "&lt;</plaintext>")]),
        ("CDATA section state", None, "<a>]]><b>", [("text", "<a>"), ("start", "b", [], False)]),
    ],
)
def test_a_parser_begins_in_the_state_asked_for(
    state: str, last_start_tag: str | None, source: str, events: list[Event], lane: bool
) -> None:
    for chunks in ([source], list(source)):
        recorder = EventRecorder(join_text=True)
        feed(parser_in_state(recorder, state, last_start_tag, lane=lane), *chunks)
        assert recorder.events == events

"""A handler that changes its mind: at each kind of event, at an error, between two pieces of input."""

from __future__ import annotations

from itertools import product
from typing import Final
from unittest.mock import patch

import pytest
from tokenizer_cases import comment, cuts, doctype, end, feed, pi, start, text
from tokenizer_interests import ALL, INTERESTS, NO_ERRORS, NOTHING, Switcher, Watcher, all_events, joined, run, switched
from typing_extensions import override

from saxhtml.errors import ErrorCode, ParseError
from saxhtml.handler import Handler, Interest
from saxhtml.parser import Parser
from saxhtml.testing import Event
from saxhtml.tokenizer import _driver

SOURCE: Final = (
    "<!DOCTYPE a>b<p c='d'>e\r\nf</p><!--g-->h<a>i</a><title>j&lt;</title>k<script l>m</script><style></style>n"
    "<a o>p</a><textarea>\rq</textarea>r<svg><title>s</title></svg><?t u?>v<a>w</a>"
)

AT: Final[dict[str, Event]] = {
    "a doctype": doctype("a"),
    "a start tag": start("p", ("c", "d")),
    "a text": text("e\nf"),
    "an end tag": end("p"),
    "a comment": comment("g"),
    "the start tag of rcdata": start("title"),
    "the text of rcdata": text("j<"),
    "the end tag of rcdata": end("title"),
    "the start tag of a script": start("script", ("l", "")),
    "the text of a script": text("m"),
    "the end tag of a script": end("script"),
    "the start tag of an empty element": start("style"),
    "the end tag of an empty element": end("style"),
    "the start tag of a textarea": start("textarea"),
    "the text of a textarea": text("\nq"),
    "the end tag of svg": end("svg"),
    "an instruction": pi("t", "u"),
}

TO: Final = {
    "nothing": NOTHING,
    "everything": ALL,
    "start tags": Interest(start=True),
    "text": Interest(text=True),
    "text and some tags": Interest(text=True, start={"a"}, end={"title", "script"}),
    "some tags and comments": Interest(start={"a", "textarea"}, end={"script", "style"}, comment=True),
}


@pytest.mark.parametrize("to", TO.values(), ids=TO.keys())
@pytest.mark.parametrize("at", AT.values(), ids=AT.keys())
def test_what_is_wanted_changes_at_any_event(at: Event, to: Interest) -> None:
    full = all_events(SOURCE).found
    for lane, first in product((True, False), INTERESTS.values()):
        # Back and forth: what is wanted after that is what was wanted at first.
        interests = [first, to]
        expected = switched(full, interests, lambda event, _: event == at)
        watcher = run(Switcher(interests, lambda event, _: event == at), [SOURCE], lane=lane)
        assert joined(watcher.found, SOURCE, full) == expected, (lane, first)


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_to_change_and_want_the_same_changes_nothing(lane: bool) -> None:
    for interest in INTERESTS.values():
        usual = run(Watcher(interest), [SOURCE], lane=lane)
        fickle = run(Switcher([interest], lambda event, offset: True), [SOURCE], lane=lane)
        assert fickle.found == usual.found
        assert fickle.errors == usual.errors


class Changer(Watcher):
    """Wants something else from one event or error on."""

    def __init__(self, first: Interest, then: Interest, at: Event | ErrorCode) -> None:
        super().__init__(first)
        self.then = then
        self.at = at

    @override
    def take(self, event: Event) -> None:
        super().take(event)
        if event == self.at:
            self.change()

    @override
    def parse_error(self, error: ParseError) -> None:
        super().parse_error(error)
        if error.code == self.at:
            self.change()

    def change(self) -> None:
        self.wants = self.then
        self.locator.interest_changed()


def outcome(changer: Changer, chunks: list[str], *, lane: bool) -> tuple[list[Event], list[tuple[ErrorCode, int]]]:
    with patch.object(_driver, "_SHORTEST", 1):
        feed(Parser(changer, lane=lane), chunks)
    return [found.event for found in changer.found], [(error.code, error.offset) for error in changer.errors]


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_errors_wanted_from_a_tag_on_are_reported_from_there_however_cut(lane: bool) -> None:
    source = "<\0a\x01><a>\x01<b \x02 'c>\0"
    events = [start("a"), text("\x01"), start("b", ("\x02", ""), ("'c", "")), text("\0")]
    errors = [
        ("control-character-in-input-stream", 8),
        ("control-character-in-input-stream", 12),
        ("unexpected-character-in-attribute-name", 14),
        ("unexpected-null-character", 17),
    ]
    for chunks in cuts(source):
        found = outcome(Changer(Interest(start=True), ALL, start("a")), chunks, lane=lane)
        assert (joined_text(found[0]), found[1]) == (events, errors), chunks


def joined_text(events: list[Event]) -> list[Event]:
    result: list[Event] = []
    for event in events:
        if event[0] == "text" and result and result[-1][0] == "text":
            result[-1] = ("text", result[-1][1] + event[1])
        else:
            result.append(event)
    return result


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_errors_not_wanted_any_more_are_not_reported(lane: bool) -> None:
    source = "<a \x02><b \0>\x01</b c>&lt"
    for chunks in cuts(source):
        changer = Changer(Interest(start=True, parse_error=True), Interest(start=True), start("a", ("\x02", "")))
        _, errors = outcome(changer, chunks, lane=lane)
        assert errors == [("control-character-in-input-stream", 3)], chunks


@pytest.mark.parametrize(
    "chunks",
    [["a<b x", "c c>"], ["a<b 'x", "' c>"], ["a<b c='", "&lt", "'>"], ["a<b c c", ">"], ["a<b/", "c>"], ["a<b\0", "\0>"]],
    ids=["in a name", "in an odd name", "in a value", "behind a name", "behind a slash", "in the tag's name"],
)
def test_errors_wanted_while_a_tag_is_half_read_are_none_that_the_whole_does_not_have(chunks: list[str]) -> None:
    whole = all_events("".join(chunks))
    real = [(error.code, error.offset) for error in whole.errors]
    events, errors = outcome(Changer(NO_ERRORS, ALL, text("a")), chunks, lane=True)
    assert events == [found.event for found in whole.found]
    assert set(errors) <= set(real)


AT_AN_ERROR: Final[dict[str, tuple[str, Interest, Interest, ErrorCode, list[Event]]]] = {
    "everything from a NUL on": (
        "<a>b\0<c>d</c>",
        Interest(parse_error=True),
        ALL,
        "unexpected-null-character",
        [start("c"), text("d"), end("c")],
    ),
    "the tag that an error stands in": (
        "a<b c'd>",
        Interest(parse_error=True),
        ALL,
        "unexpected-character-in-attribute-name",
        [start("b", ("c'd", ""))],
    ),
    "not the tag that an error stands in": (
        "<a><b c'd><e>",
        ALL,
        Interest(start={"e"}),
        "unexpected-character-in-attribute-name",
        [start("a"), start("e")],
    ),
    "everything from a bad character on": (
        "<a>\x02</a>",
        Interest(parse_error=True),
        ALL,
        "control-character-in-input-stream",
        [end("a")],
    ),
}


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize(("source", "first", "then", "at", "expected"), AT_AN_ERROR.values(), ids=AT_AN_ERROR.keys())
def test_what_is_wanted_changes_at_an_error(
    source: str, first: Interest, then: Interest, at: ErrorCode, expected: list[Event], lane: bool
) -> None:
    for chunks in cuts(source):
        events, _ = outcome(Changer(first, then, at), chunks, lane=lane)
        assert events[-len(expected) :] == expected, chunks


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_text_that_waits_when_it_is_not_wanted_any_more_is_not_delivered(lane: bool) -> None:
    changer = Changer(Interest(text=True, parse_error=True), Interest(start=True), "unexpected-null-character")
    assert outcome(changer, ["a\0b<c>d\0"], lane=lane) == ([start("c")], [("unexpected-null-character", 1)])


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_of_two_errors_at_a_place_the_second_may_be_unwanted_already(lane: bool) -> None:
    source = "<\x02a>"
    for chunks in cuts(source):
        changer = Changer(Interest(parse_error=True), NOTHING, "control-character-in-input-stream")
        assert outcome(changer, chunks, lane=lane) == ([], [("control-character-in-input-stream", 1)]), chunks


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("first", [NOTHING, Interest(start=True), Interest(text=True)], ids=["nothing", "tags", "text"])
def test_what_is_wanted_changes_between_two_pieces(first: Interest, lane: bool) -> None:
    changer = Changer(first, ALL, text(""))
    parser = Parser(changer, lane=lane)
    with patch.object(_driver, "_SHORTEST", 1):
        parser.feed("<a>b")
        before = len(changer.found)
        changer.change()
        parser.feed("</a>c<!--d--><e>")
        parser.close()
    assert [found.event for found in changer.found[before:]] == [end("a"), text("c"), comment("d"), start("e")]


def test_what_is_wanted_is_asked_when_the_document_begins_and_not_again_for_nothing() -> None:
    class Asked(Watcher):
        times = 0

        @override
        def interest(self) -> Interest:
            self.times += 1
            return super().interest()

    asked = run(Asked(ALL), [SOURCE], lane=True)
    assert asked.times == 1


def test_a_change_between_two_pieces_hides_no_error_of_the_second() -> None:
    class Errors(Handler):
        def __init__(self) -> None:
            self.codes: list[str] = []

        @override
        def parse_error(self, error: ParseError) -> None:
            self.codes.append(error.code)

    for lane in (True, False):
        handler = Errors()
        parser = Parser(handler, lane=lane)
        parser.feed("a\x01")
        parser.locator.interest_changed()
        parser.feed("b\x02" + "c" * 50 + "\0")
        parser.close()
        assert handler.codes == ["control-character-in-input-stream"] * 2 + ["unexpected-null-character"]

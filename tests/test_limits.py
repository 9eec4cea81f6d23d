"""Limits: what they take, what is refused and where, and that text, however long, is not."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Final

import pytest

from saxhtml.errors import LimitExceeded, UsageError
from saxhtml.handler import Handler
from saxhtml.limits import Limits
from saxhtml.parser import Parser
from saxhtml.testing import Event, EventRecorder, every_split

NAMES: Final = ["max_token", "max_attributes", "max_depth"]
WRONG: Final = {"zero": 0, "negative": -1, "text": "9", "none": None, "fraction": 1.5, "infinite": float("inf")}

P: Final[Event] = ("start", "p", [], False)

TEN: Final = Limits(max_token=10)

AT_THE_LIMIT: Final = {
    "start tag": "<p b='cd'>",
    "end tag": "</p      >",
    "attribute": "<p a=bcde>",
    "comment": "<!--abc-->",
    "bogus comment": "<!abcdefg>",
    "doctype": "<!doctype>",
    "instruction": "<?a bcdef>",
    "decimal reference": "&#0000065;",
    "hexadecimal reference": "&#x000041;",
    "named reference": "&thetasym;",
    "unknown reference": "&unknownn;",
    "tag that does not end": "<p abcdefg",
    "comment that does not end": "<!--abcdef",
    "doctype that does not end": "<!doctype ",
    "instruction that does not end": "<?abcdefgh",
    "reference that does not end": "&#00000065",
}
"""Tokens of ten characters: as many as allowed."""

PAST_THE_LIMIT: Final = {
    "start tag": "<p b='cde'>",
    "start tag's name": "<pppppppppp>",
    "end tag": "</p       >",
    "comment": "<!--abcd-->",
    "bogus comment": "<!abcdefgh>",
    "bogus comment of an end tag": "</!abcdefg>",
    "doctype": "<!doctype a>",
    "instruction": "<?a bcdefg>",
    "decimal reference": "&#00000065;",
    "hexadecimal reference": "&#x0000041;",
    "end of a title": "<title></title    >",
    "end of a script": "<script></script    >",
    "tag that does not end": "<p abcdefgh",
    "comment that does not end": "<!--abcdefg",
    "doctype that does not end": "<!doctype a",
    "instruction that does not end": "<?abcdefghi",
    "reference that does not end": "&#000000065",
}
"""Tokens of more."""


def run(handler: Handler, chunks: Iterable[str], limits: Limits) -> LimitExceeded | None:
    parser = Parser(handler, limits=limits)
    try:
        for chunk in chunks:
            parser.feed(chunk)
        parser.close()
    except LimitExceeded as error:
        with pytest.raises(UsageError, match=r"reset\(\)"):
            parser.feed("more")
        return error
    return None


def cuts(source: str) -> Iterator[list[str]]:
    yield [source]
    yield list(source)
    yield from every_split(source)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [1, 1 << 70])
def test_a_limit_is_a_positive_int(name: str, value: int) -> None:
    assert getattr(Limits(**{name: value}), name) == value


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", WRONG.values(), ids=WRONG)
def test_anything_else_is_refused_in_words(name: str, value: object) -> None:
    with pytest.raises(UsageError, match=rf"Limits\({name}=\.\.\.\) takes a positive int, not "):
        Limits(**{name: value})  # type: ignore[arg-type]


def test_limits_are_values() -> None:
    assert Limits(max_token=3) == Limits(max_token=3) != Limits()
    assert hash(Limits(max_token=3)) == hash(Limits(max_token=3))
    assert dataclasses.replace(Limits(max_token=3), max_depth=4) == Limits(max_token=3, max_depth=4)
    with pytest.raises(dataclasses.FrozenInstanceError):
        Limits().max_token = 3  # type: ignore[misc]
    with pytest.raises(UsageError):
        dataclasses.replace(Limits(), max_token=0)


def test_limits_are_given_by_name() -> None:
    with pytest.raises(TypeError):
        Limits(3)  # type: ignore[call-arg]


@pytest.mark.parametrize("source", AT_THE_LIMIT.values(), ids=AT_THE_LIMIT)
def test_a_token_of_the_greatest_length_passes_however_cut(source: str) -> None:
    assert len(source) == 10
    for chunks in cuts("<p>" + source):
        recorder = EventRecorder()
        assert run(recorder, chunks, TEN) is None, chunks
        assert recorder.events[0] == P


@pytest.mark.parametrize("source", ["&backepsilon;", "&CounterClockwiseContourIntegral;"])
def test_a_named_reference_is_never_too_long(source: str) -> None:
    for chunks in cuts("<p>" + source):
        recorder = EventRecorder(join_text=True)
        assert run(recorder, chunks, TEN) is None, chunks
        assert recorder.events[1] == ("text", unescape(source))


@pytest.mark.parametrize("source", PAST_THE_LIMIT.values(), ids=PAST_THE_LIMIT)
def test_a_longer_token_is_refused_at_its_start_however_cut(source: str) -> None:
    begin = source.rindex("</") if source.startswith(("<title", "<script")) else 0
    for chunks in cuts("<p>a\n" + source):
        recorder = EventRecorder(join_text=True)
        error = run(recorder, chunks, TEN)
        assert error is not None, chunks
        assert (error.limit, error.value) == ("max_token", 10)
        assert (error.offset, error.line, error.column) == (5 + begin, 2, 1 + begin), chunks
        assert recorder.events[:2] == [P, ("text", "a\n")], chunks


@pytest.mark.parametrize("source", PAST_THE_LIMIT.values(), ids=PAST_THE_LIMIT)
def test_what_nobody_wants_is_limited_all_the_same(source: str) -> None:
    for chunks in cuts("<p>a\n" + source):
        assert run(Handler(), chunks, TEN) is not None, chunks


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a" * 50, "a" * 50),
        ("a\r\n" * 50, "a\n" * 50),
        ("&lt" * 50, "<" * 50),
        ("&" * 50, "&" * 50),
        ("< " * 50, "< " * 50),
        ("&a" + "b" * 50 + ";", "&a" + "b" * 50 + ";"),
    ],
    ids=["letters", "lines", "references", "ampersands", "less-than signs", "a name that is none"],
)
@pytest.mark.parametrize("tag", ["", "title", "style", "script", "plaintext"])
def test_text_is_never_limited(source: str, text: str, tag: str) -> None:
    limits = Limits(max_token=12, max_attributes=1, max_depth=1)
    source = f"<{tag}>{source}" if tag else source
    for chunks in ([source], list(source)):
        recorder = EventRecorder(join_text=True)
        assert run(recorder, chunks, limits) is None
        raw = text if tag in {"", "title"} else source[len(tag) + 2 :].replace("\r\n", "\n")
        assert recorder.events[-1] == ("text", raw)


@pytest.mark.parametrize(
    ("source", "allowed"),
    [("<p a>", 1), ("<p a a>", 2), ("<p a=1 b='2' c>", 3), ("<p/a/b/c/d>", 4), ("<p =a='' =a>", 2), ("<p a='b'c='d'/>", 2)],
    ids=["one", "twice the same", "with values", "behind slashes", "names with equals signs", "no space between"],
)
def test_attributes_are_counted_as_they_stand(source: str, allowed: int) -> None:
    for chunks in cuts("a\n" + source):
        recorder = EventRecorder(join_text=True)
        assert run(recorder, chunks, Limits(max_attributes=allowed)) is None
        assert recorder.events[1][:2] == ("start", "p")
    for chunks in cuts("a\n" + source.replace(">", " z>")):
        recorder = EventRecorder(join_text=True)
        error = run(recorder, chunks, Limits(max_attributes=allowed))
        assert error is not None
        assert (error.limit, error.value, error.offset, error.line, error.column) == ("max_attributes", allowed, 2, 2, 1)
        assert recorder.events == [("text", "a\n")]


@pytest.mark.parametrize("root", ["svg", "math"])
def test_open_elements_of_svg_and_math_are_counted(root: str) -> None:
    names = [root, "g", "g"]
    source = "".join(f"<{name}>" for name in names)
    for chunks in cuts(source + "<g/></g><g></g><g></g></g><g>"):
        assert run(Handler(), chunks, Limits(max_depth=3)) is None
    for chunks in cuts(source + "\n<g>"):
        recorder = EventRecorder()
        error = run(recorder, chunks, Limits(max_depth=3))
        assert error is not None
        assert (error.limit, error.value, error.offset, error.line, error.column) == ("max_depth", 3, len(source) + 1, 2, 1)
        assert [event[1] for event in recorder.events if event[0] == "start"] == names


def test_open_elements_of_html_are_not() -> None:
    assert run(Handler(), ["<div>" * 100], Limits(max_depth=1)) is None


def test_after_reset_the_limits_are_the_same() -> None:
    parser = Parser(Handler(), limits=TEN)
    for _ in range(2):
        with pytest.raises(LimitExceeded):
            parser.feed("<p abcdefgh")
        parser.reset()
    parser.feed("<p>")
    parser.close()

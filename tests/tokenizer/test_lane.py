"""The lane: what it takes and what it leaves to the states gives the same events, at the same places, as the states alone."""

from __future__ import annotations

from itertools import product
from typing import Final
from unittest.mock import Mock, patch

import pytest
from tokenizer_cases import Case, check, comment, each, end, feed, start, text, wanted
from tokenizer_interests import ALL, INTERESTS, NO_ERRORS, Watcher, all_events, every, joined, run
from typing_extensions import override

from saxhtml.errors import LimitExceeded
from saxhtml.handler import Interest
from saxhtml.limits import Limits
from saxhtml.parser import Parser
from saxhtml.testing import Event, random_splits
from saxhtml.tokenizer import _driver, _lane
from saxhtml.tokenizer._machine import STATES
from saxhtml.tokenizer._patterns import MOST_SHAPES

WINDOW: Final = _lane.WINDOW

TEXT: Final = {
    "text and tags": Case("a<p>b</p>c", [text("a"), start("p"), text("b"), end("p"), text("c")]),
    "no text between tags": Case("<p></p><p>", [start("p"), end("p"), start("p")]),
    "references": Case("a&amp;&lt;b<p>&#65;", [text("a&<b"), start("p"), text("A")]),
    "line ends": Case("a\r\nb\r<p>\r\n</p>\r", [text("a\nb\n"), start("p"), text("\n"), end("p"), text("\n")]),
    "line ends and references": Case("a\r&amp;\r\n<p>", [text("a\n&\n"), start("p")]),
    "a carriage return written as a reference stays": Case(
        "\r&#13;<p>", [text("\n\r"), start("p")], "2:6 control-character-reference"
    ),
    "NUL": Case(
        "a\0b<p>\0", [text("a\0b"), start("p"), text("\0")], "1:2 unexpected-null-character", "1:7 unexpected-null-character"
    ),
    "no tag": Case("a<b<p", [text("a")], "1:6 eof-in-tag"),
    "a sign that is text": Case("a < b<p>c", [text("a < b"), start("p"), text("c")], "1:4 invalid-first-character-of-tag-name"),
}

TAGS: Final = {
    "capitals": Case("<P></P><Br>", [start("p"), end("p"), start("br")]),
    "NUL in a name": Case(
        "<p\0></p\0>", [start("p\ufffd"), end("p\ufffd")], "1:3 unexpected-null-character", "1:8 unexpected-null-character"
    ),
    "attributes": Case("<p a=b c='d' e=\"f\" g>", [start("p", ("a", "b"), ("c", "d"), ("e", "f"), ("g", ""))]),
    "the same attributes": Case("<p a=b></p><i a=b>", [start("p", ("a", "b")), end("p"), start("i", ("a", "b"))]),
    "signs in values": Case("<p a='<b c=\"d\">'>e", [start("p", ("a", '<b c="d">')), text("e")]),
    "spaces in it": Case("<p\r\na\r=\n'\r'\f>", [start("p", ("a", "\n"))]),
    "self-closing": Case(
        "<p/><p /><p a/><p a='b' />",
        [
            start("p", closed=True),
            start("p", closed=True),
            start("p", ("a", ""), closed=True),
            start("p", ("a", "b"), closed=True),
        ],
    ),
    "a slash of a bare value": Case("<p a=b/>", [start("p", ("a", "b/"))]),
    "an attribute twice": Case(
        "<p a=b A=c>d<p a='' a>",
        [start("p", ("a", "b")), text("d"), start("p", ("a", ""))],
        "1:9 duplicate-attribute",
        "1:22 duplicate-attribute",
    ),
    "an attribute twice in a raw element": Case(
        "a<style a a>b</style>c",
        [text("a"), start("style", ("a", "")), text("b"), end("style"), text("c")],
        "1:12 duplicate-attribute",
    ),
    "references in values": Case(
        "<p a='&lt;&lt' b=&amp;>", [start("p", ("a", "<<"), ("b", "&"))], "1:14 missing-semicolon-after-character-reference"
    ),
    "an end tag with space": Case("<p></p ><i>", [start("p"), end("p"), start("i")]),
    "an end tag with attributes": Case("<p></p a><i>", [start("p"), end("p"), start("i")], "1:9 end-tag-with-attributes"),
    "an equals sign first": Case(
        "<p =a><i>", [start("p", ("=a", "")), start("i")], "1:4 unexpected-equals-sign-before-attribute-name"
    ),
    "no space between": Case("<p a='b'c>", [start("p", ("a", "b"), ("c", ""))], "1:9 missing-whitespace-between-attributes"),
    "names that begin as raw ones": Case(
        "<styled><scripts><title-><b>", [start("styled"), start("scripts"), start("title-"), start("b")]
    ),
    "names that raw ones begin with": Case(
        "<s><t><tit><i><x><scrip><b>",
        [start("s"), start("t"), start("tit"), start("i"), start("x"), start("scrip"), start("b")],
    ),
}

OTHERS: Final = {
    "comment": Case("a<!--b\r\n-->c<!---->", [text("a"), comment("b\n"), text("c"), comment("")]),
    "dashes": Case("<!--a-b- -c-->", [comment("a-b- -c")]),
    "two dashes": Case("<!--a--b-->", [comment("a--b")]),
    "NUL in a comment": Case("<!--\0--><p>", [comment("\ufffd"), start("p")], "1:5 unexpected-null-character"),
    "signs in a comment": Case("<!--<p>--><!--<!a-->", [comment("<p>"), comment("<!a")]),
    "a comment too short": Case(
        "<!--><p><!---><p>",
        [comment(""), start("p"), comment(""), start("p")],
        "1:5 abrupt-closing-of-empty-comment",
        "1:14 abrupt-closing-of-empty-comment",
    ),
    "title": Case(
        "a<title>b&lt;\r\n\0</title>c",
        [text("a"), start("title"), text("b<\n\ufffd"), end("title"), text("c")],
        "2:1 unexpected-null-character",
    ),
    "style": Case("<STYLE a=b>c&lt;</style >d", [start("style", ("a", "b")), text("c&lt;"), end("style"), text("d")]),
    "style with nothing": Case("<style></STYLE\n>", [start("style"), end("style")]),
    "style that another end tag does not end": Case(
        "<style></styles></style>", [start("style"), text("</styles>"), end("style")]
    ),
    "style without its end": Case("a<style>b<p>", [text("a"), start("style"), text("b<p>")]),
    "style with a long s": Case("<style></\u017ftyle></style>", [start("style"), text("</\u017ftyle>"), end("style")]),
    "script": Case("<script>a<b</script>c", [start("script"), text("a<b"), end("script"), text("c")]),
    "script with what may escape": Case(
        "<script><!--<script></script></script>", [start("script"), text("<!--<script></script>"), end("script")]
    ),
    "plaintext": Case("a<plaintext>b<p>", [text("a"), start("plaintext"), text("b<p>")]),
    "svg": Case(
        "a<svg><title><p></title></svg><title><p></title>",
        [
            text("a"),
            start("svg"),
            start("title"),
            start("p"),
            end("title"),
            end("svg"),
            start("title"),
            text("<p>"),
            end("title"),
        ],
    ),
    "bad characters": Case(
        "a\x01<p>\ufdd0</p \x7f>b",
        [text("a\x01"), start("p"), text("\ufdd0"), end("p"), text("b")],
        "1:2 control-character-in-input-stream",
        "1:6 noncharacter-in-input-stream",
        "1:11 control-character-in-input-stream",
        "1:12 end-tag-with-attributes",
    ),
}


@each(TEXT)
def test_text(case: Case) -> None:
    check(case)


@each(TAGS)
def test_tags(case: Case) -> None:
    check(case)


@each(OTHERS)
def test_comments_raw_text_and_what_is_left_to_the_states(case: Case) -> None:
    check(case)


def check_all(source: str, interest: Interest) -> None:
    """Look whether the lane gives of all events of a piece those that are wanted."""
    full = all_events(source)
    expected = [found for found in full.found if wanted(found.event, interest)]
    watcher = run(Watcher(interest), [source], lane=True)
    assert joined(watcher.found, source, full.found) == expected
    assert watcher.errors == (full.errors if interest.parse_error else [])


TOKENS: Final = {
    "text": "abc\r\ndef&amp;gh",
    "start tag": "<p a='b>' c=d\r\n>",
    "end tag": "</abcdefghi>",
    "comment": "<!-- a - b -->",
    "doctype": "<!DOCTYPE a b>",
    "empty end tag": "a</>b</>c",
    "raw element": "<title>a&lt;\r\n</title>",
    "script": "<script>a</b</script>",
    "svg": "<svg><style><b></svg>",
    "NUL": "a\0b\0c",
    "bad character": "<a>b\x01c</a>",
    "an attribute twice": "<p a a>b",
}


@pytest.mark.parametrize("interest", [ALL, NO_ERRORS, Interest(start=True, end={"p"})], ids=["all", "no errors", "tags"])
@pytest.mark.parametrize("token", TOKENS.values(), ids=TOKENS.keys())
def test_a_token_across_the_edge_of_a_window_is_whole(token: str, interest: Interest) -> None:
    for before in range(WINDOW - len(token) - 1, WINDOW + 2, 3):
        source = "<i>" + "x" * (before - 3) + token + "<b>y"
        check_all(source, interest)


@pytest.mark.parametrize(
    "interest", [ALL, NO_ERRORS, Interest(comment=True, start={"p", "style"})], ids=["all", "no errors", "some"]
)
@pytest.mark.parametrize(
    "token",
    ["<p a='{}'>", "<p {}>", "<!--{}-->", "<style>{}</style>", "<script>{}</script>", "</{}>", "{}", "{}&amp;", "<!{}>"],
)
def test_a_token_longer_than_a_window_is_whole(token: str, interest: Interest) -> None:
    for size in (WINDOW - 9, WINDOW, 3 * WINDOW + 1):
        source = f"a<p>{token.format('x' * size)}</p>b<!--c-->"
        check_all(source, interest)


@pytest.mark.parametrize("interest", INTERESTS.values(), ids=INTERESTS.keys())
def test_windows_follow_each_other(interest: Interest) -> None:
    row = "a<p b=c>d&amp;</p>\r\n<br><!--e--><title>f</title><a href='g'>h</a><style></style><i>"
    with patch.object(_lane, "WINDOW", 500):
        check_all(row * 20, interest)


@pytest.mark.parametrize("interest", [ALL, NO_ERRORS, Interest(start=True)], ids=["all", "no errors", "tags"])
def test_attributes_are_right_however_many_windows_there_are(interest: Interest) -> None:
    source = "".join(f"<p a={number % 300} b='{number}'>" for number in range(400))
    with patch.object(_lane, "WINDOW", 200):
        check_all(source, interest)


DRAWING_PARTS: Final = (
    *("<path d='>'/>", "<G>", "</g>", "<path", "</path a='</svg>'>", "<title>", "</title>", "<p>", "</p>", "<a>", "</a>"),
    *("<svg>", "<svg/>", "<svg a=b/>", "</svg>", "</SVG >", "<![CDATA[", "]]>", "<style>", "<!--<a>-->", "c", "\0"),
)
NEITHER_SHAPES_NOR_TEXT: Final = {
    "some start tags": Interest(start={"a", "title"}),
    "some tags": Interest(start={"a"}, end={"p"}),
    "shapes too": Interest(start={"a", "g"}, end={"path"}),
    "svg too": Interest(end={"svg"}),
    "comments": Interest(comment=True),
}


@pytest.mark.parametrize("interest", NEITHER_SHAPES_NOR_TEXT.values(), ids=NEITHER_SHAPES_NOR_TEXT.keys())
def test_a_drawing_that_is_passed_over_ends_where_it_does_for_the_states(interest: Interest) -> None:
    with patch.object(_driver, "_SHORTEST", 1):
        for parts in product(DRAWING_PARTS, repeat=2):
            check_all(f"<svg>{''.join(parts)}</svg><title><a></title><a>", interest)
    for count in (MOST_SHAPES - 1, MOST_SHAPES, MOST_SHAPES + 1):
        check_all("<svg>" + "<g>" * count + "</svg><title><a></title><a>", interest)


def test_a_drawing_is_passed_over_up_to_a_number_of_shapes() -> None:
    tag_open = Mock(wraps=STATES["tag open"])
    with patch.dict(STATES, {"tag open": tag_open}):
        for count in (MOST_SHAPES, MOST_SHAPES + 1):
            run(Watcher(Interest(start={"a"})), ["<svg a='/'>" + "<path/>" * count + "</svg>" + "<p>" * 9], lane=True)
            assert tag_open.call_count == (0 if count == MOST_SHAPES else count + 2)


def test_a_drawing_that_is_too_deep_is_not_passed_over() -> None:
    handler = Watcher(Interest(start={"a"}))
    with pytest.raises(LimitExceeded, match="max_depth"):
        Parser(handler, limits=Limits(max_depth=MOST_SHAPES)).feed("<svg>" + "<g>" * MOST_SHAPES + "</svg>")


ROWS: Final = (
    "a<p b=c>d&amp;e</p><!--f-->\r\n<title>g&lt;</title><br/><style></style>h<a b b>\0<script>i</script>j</>k"
    "<!DOCTYPE l><svg>m</svg><textarea c c>n</textarea>\x01<u>o\x01</u><p>"
)


@pytest.mark.parametrize("interest", INTERESTS.values(), ids=INTERESTS.keys())
def test_windows_of_any_size_give_the_same(interest: Interest) -> None:
    for window in (1, 2, 3, 5, 8, 13, 21, 34, len(ROWS)):
        with patch.object(_lane, "WINDOW", window), patch.object(_driver, "_SHORTEST", 1):
            check_all(ROWS, interest)


@pytest.mark.parametrize("interest", INTERESTS.values(), ids=INTERESTS.keys())
def test_places_may_be_asked_for_at_any_of_the_events(interest: Interest) -> None:
    expected = [found for found in all_events(ROWS).found if wanted(found.event, interest)]
    with patch.object(_driver, "_SHORTEST", 1):
        for step, first in product(range(1, 8), range(3)):
            watcher = run(Watcher(interest, asks=every(step, first)), [ROWS], lane=True)
            assert watcher.found == [
                found if count % step == first else found._replace(place=None) for count, found in enumerate(expected)
            ]


class Ends(Watcher):
    """Asks only where an event ends."""

    def __init__(self, interest: Interest) -> None:
        super().__init__(interest)
        self.ends: list[int] = []

    @override
    def take(self, event: Event) -> None:
        self.ends.append(self.locator.end_offset)


@pytest.mark.parametrize("interest", INTERESTS.values(), ids=INTERESTS.keys())
def test_it_may_be_asked_only_where_an_event_ends(interest: Interest) -> None:
    expected = [found.span[1] for found in all_events(ROWS).found if wanted(found.event, interest)]
    for lane in (True, False):
        assert run(Ends(interest), [ROWS], lane=lane).ends == expected


def test_short_pieces_are_left_to_the_states_and_long_ones_go_through_the_lane() -> None:
    tokens = "<p>a</p>" * 20
    tag_open = Mock(wraps=STATES["tag open"])
    with patch.dict(STATES, {"tag open": tag_open}):
        for chunks, lane, count in (([tokens], True, 0), ([tokens], False, 40), (list(tokens), True, 40)):
            tag_open.reset_mock()
            run(Watcher(NO_ERRORS), chunks, lane=lane)
            assert tag_open.call_count == count


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_a_parser_that_is_reset_begins_anew(lane: bool, seed: int) -> None:
    full = all_events(ROWS)
    watcher = Watcher(ALL)
    parser = Parser(watcher, lane=lane)
    for chunks in random_splits(ROWS, seed, count=5, longest=60):
        watcher.found.clear()
        feed(parser, chunks)
        assert joined(watcher.found, ROWS, full.found) == full.found
        parser.reset()
        parser.feed(ROWS[: len(chunks)])
        parser.reset()

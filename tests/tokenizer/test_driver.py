"""What each piece of input gives at once, what is held of it, and what the limits refuse, however the input is cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final, NamedTuple

import pytest
from tokenizer_cases import Recorder, comment, doctype, end, feed, pi, start, text, wanted, written
from tokenizer_interests import INTERESTS, Watcher, all_events
from typing_extensions import override

from saxhtml.errors import LimitExceeded, StopParsing
from saxhtml.events import Span
from saxhtml.handler import Interest
from saxhtml.limits import Limits
from saxhtml.parser import Consumed, Parser
from saxhtml.testing import Event, EventRecorder, every_split, parser_in_state
from saxhtml.tokenizer._lane import WINDOW

Step = tuple[str, list[Event]]

PROMPT: Final[dict[str, list[Step]]] = {
    "text": [("a", [text("a")]), ("", []), ("b", [text("b")])],
    "tag": [("a<", [text("a")]), ("b", []), (" c='>", []), ("'", []), (">", [start("b", ("c", ">"))])],
    "end tag": [("<", []), ("/", []), ("a", []), (">b", [end("a"), text("b")])],
    "no tag": [("<", []), (" ", [text("< ")])],
    "empty end tag": [("a</", [text("a")]), (">", []), ("b", [text("b")])],
    "carriage return": [("a\r", [text("a")]), ("\n", [text("\n")]), ("\r", []), ("b", [text("\nb")])],
    "carriage returns": [("\r", []), ("\r", [text("\n")]), ("\r\n", [text("\n\n")])],
    "tag behind a carriage return": [("<a>\r", [start("a")]), ("</a>", [text("\n"), end("a")])],
    "reference": [("a&", [text("a")]), ("am", []), ("p", []), (";b", [text("&b")])],
    "reference that cannot grow": [("&zz", [text("&zz")]), (";", [text(";")])],
    "reference that can": [("&no", []), ("ti", []), ("t", [text("\u00acit")])],
    "number": [("&", []), ("#", []), ("x", []), ("4", []), ("1", []), ("b", []), (";", [text("\u041b")])],
    "no number": [("&#", []), ("x", []), ("g", [text("&#xg")])],
    "rcdata": [("<title>a<", [start("title"), text("a")]), ("/ti", []), ("x", [text("</tix")])],
    "end of rcdata": [("<title>a</titl", [start("title"), text("a")]), ("e", []), (">", [end("title")])],
    "rawtext": [("<style><b></", [start("style"), text("<b>")]), ("b", [text("</b")]), (">", [text(">")])],
    "script": [("<script><!-", [start("script"), text("<!-")]), ("-<", [text("-")]), ("s", [text("<s")])],
    "plaintext": [("<plaintext></", [start("plaintext"), text("</")]), ("b>", [text("b>")])],
    "CDATA": [("<svg><![CDATA[a]", [start("svg"), text("a")]), ("]", []), ("]", [text("]")]), (">b", [text("b")])],
    "comment": [("a<!-", [text("a")]), ("-b", []), ("--", []), (">c", [comment("b"), text("c")])],
    "bogus comment": [("<!a", []), (">", [comment("a")])],
    "doctype": [("<!doc", []), ("type a pub", []), ("lic 'b", []), ("'", []), (">", [doctype("a", "b")])],
    "instruction": [("<?a", []), (" b?", []), (">c", [pi("a", "b"), text("c")])],
}


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("steps", PROMPT.values(), ids=PROMPT.keys())
def test_each_piece_gives_at_once_what_is_certain_after_it(steps: list[Step], lane: bool) -> None:
    recorder = EventRecorder()
    parser = Parser(recorder, lane=lane)
    seen = 0
    for piece, events in steps:
        parser.feed(piece)
        assert recorder.events[seen:] == events, piece
        seen = len(recorder.events)


AT_THE_END: Final[dict[str, tuple[str, list[Event]]]] = {
    "nothing": ("a", []),
    "carriage return": ("a\r", [text("\n")]),
    "ampersand": ("a&", [text("&")]),
    "reference": ("&lt", [text("<")]),
    "sign": ("a<", [text("<")]),
    "tag": ("a<b c", []),
    "start of an end tag": ("<title></tit", [text("</tit")]),
    "bracket": ("<svg><![CDATA[]", [text("]")]),
    "comment": ("<!--a", [comment("a")]),
    "doctype": ("<!DOCTYPE a", [doctype("a", quirks=True)]),
    "instruction": ("<?a", []),
}


@pytest.mark.parametrize(("source", "events"), AT_THE_END.values(), ids=AT_THE_END.keys())
def test_the_end_gives_what_was_held(source: str, events: list[Event]) -> None:
    recorder = EventRecorder()
    parser = Parser(recorder)
    parser.feed(source)
    seen = len(recorder.events)
    parser.close()
    assert recorder.events[seen:] == events


class Ends(Recorder):
    """Writes down where the document ends."""

    place: tuple[int, ...] = ()

    @override
    def end_document(self) -> None:
        locator = self.locator
        self.place = locator.offset, locator.end_offset, locator.line, locator.column
        assert locator.source == ""


@pytest.mark.parametrize(
    ("source", "place"),
    [("", (0, 0, 1, 1)), ("a\r\nb", (4, 4, 2, 2)), ("a\r", (2, 2, 2, 1)), ("<a b\n", (5, 5, 2, 1)), ("<!--\n-", (6, 6, 2, 2))],
    ids=["nothing", "text", "carriage return", "tag cut off", "comment cut off"],
)
def test_the_document_ends_behind_its_last_character(source: str, place: tuple[int, ...]) -> None:
    for chunks in ([source], list(source)):
        ends = Ends(source, errors=True)
        feed(Parser(ends), chunks)
        assert ends.place == place


def test_all_names_are_right_however_many_there_are() -> None:
    names = [f"a{number:x}" for number in range(2100)]
    for lane in (True, False):
        recorder = EventRecorder(errors=False)
        feed(Parser(recorder, lane=lane), ["".join(f"<{name.upper()}></{name}>" for name in names)])
        assert recorder.events == [event for name in names for event in (start(name), end(name))]


def test_what_is_used_is_counted_in_characters() -> None:
    parser = Parser(EventRecorder())
    for piece, used in (("ab", 2), ("\r", 3), ("\n", 4), ("<a", 6)):
        parser.feed(piece)
        assert parser.consumed == Consumed(used, None)


@pytest.mark.parametrize("chunks", [["a</b>"], list("a</b>")], ids=["whole", "per character"])
def test_a_parser_may_begin_in_another_state(chunks: list[str]) -> None:
    recorder = EventRecorder(join_text=True)
    feed(parser_in_state(recorder, "RCDATA state", "b"), chunks)
    assert recorder.events == [text("a"), end("b")]


# Limits


class Refusal(NamedTuple):
    """What is delivered of an input before a limit refuses it, and what the exception says."""

    limits: Limits
    source: str
    events: list[Event]
    limit: str
    offset: int
    line: int = 1
    errors: tuple[str, ...] = ()


TOKEN: Final = Limits(max_token=8)
ATTRIBUTES: Final = Limits(max_attributes=2)
DEPTH: Final = Limits(max_depth=2)

REFUSED: Final = {
    "start tag": Refusal(TOKEN, "a<bcdefgh>i", [text("a")], "max_token", 1),
    "start tag with a value": Refusal(TOKEN, "<a>\n<b c='d'>", [start("a"), text("\n")], "max_token", 4, 2),
    "end tag": Refusal(TOKEN, "</abcdef>", [], "max_token", 0),
    "tag cut off": Refusal(TOKEN, "a\r\nb<c      d", [text("a\nb")], "max_token", 4, 2),
    "comment": Refusal(TOKEN, "a<!--bc-->", [text("a")], "max_token", 1),
    "comment cut off": Refusal(TOKEN, "<a><!--bcdef", [start("a")], "max_token", 3),
    "bogus comment": Refusal(TOKEN, "<!abcdef>", [], "max_token", 0, errors=("1:3 incorrectly-opened-comment",)),
    "doctype": Refusal(TOKEN, "<!DOCTYPE a>", [], "max_token", 0),
    "instruction": Refusal(TOKEN, "a<?b cde?>", [text("a")], "max_token", 1),
    "instruction cut off": Refusal(TOKEN, "<?abcdefg", [], "max_token", 0),
    "reference": Refusal(TOKEN, "a&#0000065;", [text("a")], "max_token", 1),
    "reference without a semicolon": Refusal(TOKEN, "&#x000041 b", [], "max_token", 0),
    "reference in rcdata": Refusal(TOKEN, "<title>&#0000065;", [start("title")], "max_token", 7),
    "end tag of rcdata": Refusal(TOKEN, "<title>a</title  >", [start("title"), text("a")], "max_token", 8),
    "reference in a value, cut off": Refusal(TOKEN, "<a b=cdefgh&", [], "max_token", 0),
    "name of a reference in a value, cut off": Refusal(TOKEN, "<a b='&lt", [], "max_token", 0),
    "errors beyond the limit": Refusal(
        TOKEN, "<a b=`ccccc`>", [], "max_token", 0, errors=("1:6 unexpected-character-in-unquoted-attribute-value",)
    ),
    "bad characters beyond the limit": Refusal(
        TOKEN, "<a \x02bcde\x03>", [], "max_token", 0, errors=("1:4 control-character-in-input-stream",)
    ),
    "attributes": Refusal(ATTRIBUTES, "a<b c d e>f", [text("a")], "max_attributes", 1),
    "attributes all alike": Refusal(
        ATTRIBUTES, "\n<a b b b>", [text("\n")], "max_attributes", 1, 2, ("2:7 duplicate-attribute", "2:9 duplicate-attribute")
    ),
    "depth": Refusal(DEPTH, "<svg><g>a<g>", [start("svg"), start("g"), text("a")], "max_depth", 9),
    "depth of HTML in svg": Refusal(DEPTH, "<svg><desc><p>", [start("svg"), start("desc")], "max_depth", 11),
    "depth of svg in HTML in svg": Refusal(
        Limits(max_depth=3), "<svg><desc><p><svg>", [start("svg"), start("desc"), start("p")], "max_depth", 14
    ),
    "depth of math": Refusal(
        DEPTH, "<math><mi></mi><mi>\n<b>", [start("math"), start("mi"), end("mi"), start("mi"), text("\n")], "max_depth", 20, 2
    ),
}

ALLOWED: Final = {
    "tokens as long as may be": (TOKEN, "<bcdefg></bcdef><!--b--><?b cd?>&#00065;<!bcdef>"),
    "text longer than a token": (TOKEN, "abcdefghijkl<title>abcdefghijkl</title>"),
    "text longer than a token behind an end tag that is none": (TOKEN, "</>abcdefghijkl"),
    "CDATA longer than a token": (Limits(max_token=10), "<svg><![CDATA[abcdefghijkl]]]]]]]]]]]]]>"),
    "a named reference longer than a token": (TOKEN, "&CounterClockwiseContourIntegral;"),
    "an unknown reference longer than a token": (TOKEN, "&zzzzzzzzzzzz;"),
    "end tags that are none": (TOKEN, "<title></titl></titlexyz></title>"),
    "what turns out to be text": (Limits(max_token=1), "&#x;&#;&tt&am;&lt&#X\x01</><\x02</"),
    "what turns out to be a section": (Limits(max_token=5), "<svg><![CDATA[a]]b]]]>"),
    "what turns out to be raw text": (Limits(max_token=5), "<xmp></xm></XM x</xmpp"),
    "attributes": (ATTRIBUTES, "<a b c><a  b =  'c d e f' >"),
    "attributes of an end tag, which nobody keeps": (ATTRIBUTES, "</a b c d e>"),
    "depth": (DEPTH, "<svg><g/><g></g><g></g></svg><svg><g></svg><b><b><b>"),
    "depth that an end tag takes back": (DEPTH, "<svg><desc></svg><svg><desc><br><br></desc><g>"),
    "depth that a breakout takes back": (DEPTH, "<svg><g><p><svg><g></p><svg><g>"),
}


def ways(source: str) -> Iterator[list[str]]:
    yield [source]
    yield list(source)
    yield from every_split(source)


@pytest.mark.parametrize("refusal", REFUSED.values(), ids=REFUSED.keys())
def test_a_limit_refuses_the_same_however_the_input_is_cut(refusal: Refusal) -> None:
    for chunks, lane, errors in product(ways(refusal.source), (True, False), (True, False)):
        recorder = Recorder(refusal.source, errors=errors)
        parser = Parser(recorder, limits=refusal.limits, lane=lane)
        with pytest.raises(LimitExceeded) as caught:
            feed(parser, chunks)
        what = f"lane={lane}, errors={errors}, {chunks}"
        value = getattr(refusal.limits, refusal.limit)
        column = refusal.offset - refusal.source.rfind("\n", 0, refusal.offset)
        assert recorder.events == refusal.events, what
        assert caught.value.args == (refusal.limit, value, refusal.offset, refusal.line, column), what
        assert [*map(written, recorder.errors)] == ([*refusal.errors] if errors else []), what


@pytest.mark.parametrize(("limits", "source"), ALLOWED.values(), ids=ALLOWED.keys())
def test_up_to_a_limit_nothing_is_refused(limits: Limits, source: str) -> None:
    without = Recorder(source, errors=False)
    feed(Parser(without, lane=False), [source])
    for chunks, lane, errors in product(ways(source), (True, False), (True, False)):
        recorder = Recorder(source, errors=errors)
        feed(Parser(recorder, limits=limits, lane=lane), chunks)
        assert recorder.events == without.events
        assert recorder.spans == without.spans


@pytest.mark.parametrize("more", [0, 1], ids=["as long as the limit", "one character more"])
@pytest.mark.parametrize("limit", [WINDOW - 1, WINDOW, WINDOW + 1])
@pytest.mark.parametrize(
    ("begin", "stop"), [("<a b='", "'>"), ("<!--", "-->"), ("</a", ">")], ids=["tag", "comment", "end tag"]
)
def test_a_limit_near_the_window_of_the_lane_holds(begin: str, stop: str, limit: int, more: int) -> None:
    token = begin + "x" * (limit + more - len(begin) - len(stop)) + stop
    source = f"<i>{token}z"
    for lane in (True, False):
        recorder = EventRecorder(errors=False)
        parser = Parser(recorder, limits=Limits(max_token=limit), lane=lane)
        if more:
            with pytest.raises(LimitExceeded):
                parser.feed(source)
            assert recorder.events == [start("i")]
        else:
            parser.feed(source)
            assert recorder.spans == [Span(0, 3, 1, 1), Span(3, 3 + limit, 1, 4), Span(3 + limit, 4 + limit, 1, 4 + limit)]


# A handler that ends the parse

STOPPED: Final = (
    "<!DOCTYPE a>\r\n<p b='c'>d&amp;e</p><!-- f --><br><title>g</title h=i>\n<script>j</script><style></style>"
    "<svg><k/>l</svg><?m n?>o<textarea>\rp</textarea>q\0<r>s\x01<t u u>v<w x"
)


class Stopper(Watcher):
    """Ends the parse at its event of some number."""

    def __init__(self, interest: Interest, stop: int) -> None:
        super().__init__(interest)
        self.stop = stop

    @override
    def take(self, event: Event) -> None:
        super().take(event)
        if len(self.found) > self.stop:
            raise StopParsing


def stopped(interest: Interest, stop: int, chunks: Iterable[str], *, lane: bool) -> tuple[Stopper, Parser]:
    stopper = Stopper(interest, stop)
    parser = Parser(stopper, lane=lane)
    feed(parser, chunks)
    return stopper, parser


@pytest.mark.parametrize("interest", INTERESTS.values(), ids=INTERESTS.keys())
def test_a_handler_may_stop_at_any_event(interest: Interest) -> None:
    full = all_events(STOPPED).found
    expected = [found for found in full if wanted(found.event, interest)]
    for stop, lane in product(range(len(expected) + 1), (True, False)):
        stopper, parser = stopped(interest, stop, [STOPPED], lane=lane)
        assert stopper.found == expected[: stop + 1], (stop, lane)
        assert parser.stopped is (stop < len(expected))
        assert parser.consumed.characters == (expected[stop].span[1] if parser.stopped else len(STOPPED))

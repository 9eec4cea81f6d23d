"""What may be called when: stopping, exceptions, reset, reentrance, the kinds of input, and that nothing is left behind."""

from __future__ import annotations

import gc
import mmap
import weakref
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, product
from typing import Any, Final

import pytest
from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.errors import LimitExceeded, ParseError, StopParsing, UsageError
from saxhtml.handler import Doctype, Handler, Interest
from saxhtml.limits import Limits
from saxhtml.parser import Consumed, Parser
from saxhtml.position import Locator
from saxhtml.testing import EventRecorder, every_split, random_splits

PAGE: Final = (
    "<!doctype a>\u00e9<p b='\u00e9'>c&amp;d\r\n</p><!--\u00e9--><?f g?><m/><title>h\u00e9</title><i j j>k</i>" + "<u>l</u>" * 9
)

CALLBACKS: Final = [
    "start_document",
    "interest",
    "start_tag",
    "end_tag",
    "text",
    "comment",
    "doctype",
    "processing_instruction",
    "parse_error",
    "end_document",
]


class Log(Handler):
    """Writes down the name and the place of every call, and does ``act`` at the call number ``count`` of ``callback``."""

    def __init__(self, callback: str = "", act: Callable[[], object] = lambda: None, *, count: int = 1) -> None:
        self.calls: list[tuple[str, int]] = []
        self.callback = callback
        self.act = act
        self.count = count

    def log(self, callback: str) -> None:
        self.calls.append((callback, self.locator.end_offset))
        if callback == self.callback:
            self.count -= 1
            if self.count == 0:
                self.act()

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        self.log("start_document")

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.log("start_tag")

    @override
    def end_tag(self, name: str) -> None:
        self.log("end_tag")

    @override
    def text(self, data: str) -> None:
        self.log("text")

    @override
    def comment(self, data: str) -> None:
        self.log("comment")

    @override
    def doctype(self, doctype: Doctype) -> None:
        self.log("doctype")

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self.log("processing_instruction")

    @override
    def parse_error(self, error: ParseError) -> None:
        self.log("parse_error")

    @override
    def end_document(self) -> None:
        self.log("end_document")

    @override
    def interest(self) -> Interest:
        self.log("interest")
        return Interest.everything()


class Mine(Exception):
    """An exception that only the handler knows."""


def throw(error: BaseException) -> None:
    raise error


def stop() -> None:
    raise StopParsing


def recorded(chunks: Iterable[Any], **options: Any) -> EventRecorder:
    recorder = EventRecorder(join_text=True)
    parser = Parser(recorder, **options)
    for chunk in chunks:
        parser.feed(chunk)
    parser.close()
    return recorder


WHOLE: Final = Log()
_whole_parser = Parser(WHOLE)
_whole_parser.feed(PAGE)
_whole_parser.close()

WAYS: Final[dict[str, Callable[[], list[str]]]] = {"whole": lambda: [PAGE], "by character": lambda: list(PAGE)}


# Stopping


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("callback", CALLBACKS)
def test_after_stopping_there_is_no_event_more(callback: str, way: Callable[[], list[str]], lane: bool) -> None:
    handler = Log(callback, stop)
    parser = Parser(handler, lane=lane)
    assert not parser.stopped
    for chunk in way():
        parser.feed(chunk)
    parser.close()
    assert parser.stopped
    assert [name for name, _ in handler.calls].count(callback) == 1
    assert handler.calls[-1][0] == callback
    calls = list(handler.calls)
    parser.close()
    assert handler.calls == calls


@pytest.mark.parametrize("callback", [name for name in CALLBACKS if name != "end_document"])
def test_later_chunks_are_ignored(callback: str) -> None:
    handler = Log(callback, stop)
    parser = Parser(handler)
    parser.feed(PAGE)
    assert parser.stopped
    calls, consumed = list(handler.calls), parser.consumed
    parser.feed("")
    parser.feed("<p>more</p>")
    parser.feed_from(["<p>", "more"])
    assert (handler.calls, parser.consumed) == (calls, consumed)
    parser.close()
    parser.close()
    assert (handler.calls, parser.consumed) == (calls, consumed)
    with pytest.raises(UsageError, match=r"close\(\)"):
        parser.feed("more")


def test_a_stop_at_a_self_closing_tag_leaves_out_all_that_follows() -> None:
    handler = Log("start_tag", stop)
    parser = Parser(handler)
    parser.feed("<m/><n>t</n>")
    assert [name for name, _ in handler.calls] == ["start_document", "interest", "start_tag"]
    assert parser.consumed == (4, None)


def test_a_kind_of_stop_of_ones_own_stops_as_well() -> None:
    class Found(StopParsing):
        """Says what was found."""

    parser = Parser(Log("text", lambda: throw(Found("it"))))
    parser.feed(PAGE)
    assert parser.stopped


def test_a_stop_outside_a_handler_is_the_callers_own() -> None:
    def chunks() -> Iterator[str]:
        yield "a"
        raise StopParsing

    parser = Parser(Handler())
    with pytest.raises(StopParsing):
        parser.feed_from(chunks())
    assert not parser.stopped
    parser.feed("b")
    parser.close()


# What has been consumed


def test_all_that_was_fed_is_consumed() -> None:
    parser = Parser(Handler())
    for chunk, characters in (("", 0), ("ab", 2), ("\u00e9<", 4), ("a b='", 9), ("c\r", 11), ("\n", 12), ("&am", 15)):
        parser.feed(chunk)
        assert parser.consumed == (characters, None)
    parser.close()
    assert parser.consumed == (15, None)


@pytest.mark.parametrize("source", ["", "a", "a\r", "\r\r", "a\r\n", "<p", "&amp", "<title>a\r"])
def test_after_the_end_nothing_more_is_consumed(source: str) -> None:
    for chunks in ([source], list(source)):
        parser = Parser(Handler())
        for chunk in chunks:
            parser.feed(chunk)
        parser.close()
        assert parser.consumed.characters == len(source)
        bytes_parser = Parser(Handler(), encoding="utf-8")
        for chunk in chunks:
            bytes_parser.feed(chunk.encode())
        bytes_parser.close()
        assert bytes_parser.consumed == (len(source), len(source))


def test_bytes_are_consumed_before_they_are_characters() -> None:
    parser = Parser(Handler(), encoding="utf-8")
    parser.feed(b"\xef\xbb\xbf")
    assert parser.consumed == (0, 3)
    parser.feed(memoryview(array("H", [0x6161, 0x6161])))
    assert parser.consumed == (4, 7)
    parser.feed(b"\xe2\x82")
    assert parser.consumed == (4, 9)
    parser.close()
    assert parser.consumed == (5, 9)


ENCODINGS: Final = {
    "utf-8": (b"", "utf-8", "utf-8"),
    "utf-8 with mark": (b"\xef\xbb\xbf", "utf-8", None),
    "utf-16 with mark": (b"\xff\xfe", "utf-16-le", None),
    "windows-1252": (b"", "cp1252", "latin1"),
    "windows-1252, unsaid": (b"", "cp1252", None),
    "shift_jis": (b"", "cp932", "shift_jis"),
}


MARKUP: Final = ["start_tag", "end_tag", "comment", "doctype", "processing_instruction"]


@pytest.mark.parametrize("callback", ["start_document", *MARKUP])
@pytest.mark.parametrize(("mark", "codec", "label"), ENCODINGS.values(), ids=ENCODINGS)
def test_the_rest_of_a_stream_can_be_read_for_something_else(mark: bytes, codec: str, label: str | None, callback: str) -> None:
    page = PAGE.replace("\u00e9", "\u65e5\uff8a") if codec == "cp932" else PAGE
    whole = Log()
    Parser(whole).feed(page)
    rest = b"\r\nHTTP/1.1 \xff\0 and so on"
    stream = mark + page.encode(codec) + rest
    ends = [end for name, end in whole.calls if name == callback]
    for count, end in enumerate(ends[:4], start=1):
        ways = [[stream], *random_splits(stream, 41, count=3, longest=60)]
        for chunks, lane in product(ways, (True, False)):
            handler = Log(callback, stop, count=count)
            parser = Parser(handler, encoding=label, lane=lane)
            source = iter(chunks)
            taken = []
            while not parser.stopped and (chunk := next(source, None)) is not None:
                taken.append(chunk)
                parser.feed(chunk)
            parser.close()
            characters, size = parser.consumed
            assert (characters, handler.calls[-1]) == (end, (callback, end))
            left = b"".join(taken)[size:] + b"".join(source)
            assert left == (page[end:].encode(codec) + rest if end else stream), (end, chunks)


@pytest.mark.parametrize(("mark", "codec", "label"), ENCODINGS.values(), ids=ENCODINGS)
def test_a_stop_at_the_end_has_consumed_everything(mark: bytes, codec: str, label: str | None) -> None:
    page = PAGE.replace("\u00e9", "\u65e5\uff8a") if codec == "cp932" else PAGE
    data = mark + page.encode(codec)
    for chunks in chain([[data]], random_splits(data, 42, count=4)):
        parser = Parser(Log("end_document", stop), encoding=label)
        parser.feed_from(chunks)
        assert not parser.stopped
        parser.close()
        assert parser.stopped
        assert parser.consumed == (len(page), len(data))


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_a_text_is_consumed_to_its_end(lane: bool) -> None:
    parser = Parser(Log("text", stop), encoding="utf-8", lane=lane)
    parser.feed("<p>\u00e9&amp;\r\n\u20ac<p>and so on".encode())
    assert parser.consumed == (12, 15)


def test_a_stop_at_an_error_consumes_no_more_than_was_read() -> None:
    source = "<p>\u00e9\r\n</p><i a a>"
    data = source.encode()
    for chunks in chain([[data]], every_split(data)):
        parser = Parser(Log("parse_error", stop), encoding="utf-8")
        parser.feed_from(chunks)
        assert parser.stopped
        characters, size = parser.consumed
        assert characters <= source.index(" a>") + 2
        assert size == len(source[:characters].encode())


# Exceptions


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("callback", CALLBACKS)
def test_an_exception_of_the_handler_comes_out_as_it_is(callback: str, way: Callable[[], list[str]], lane: bool) -> None:
    error = Mine("as it is")
    handler = Log(callback, lambda: throw(error))
    parser = Parser(handler, lane=lane)
    with pytest.raises(Mine) as caught:  # noqa: PT012  where it comes is not the same for all
        for chunk in way():
            parser.feed(chunk)
        parser.close()
    assert caught.value is error
    assert error.__cause__ is error.__context__ is None
    assert not hasattr(error, "__notes__")
    assert handler.calls[-1][0] == callback
    assert not parser.stopped


@pytest.mark.parametrize(
    "error",
    [
        Mine(),
        KeyboardInterrupt(),
        SystemExit(),
        GeneratorExit(),
        StopIteration(),
        UsageError("own"),
        LimitExceeded("own", 1, 2, 3, 4),
    ],
    ids=lambda error: type(error).__name__,
)
def test_after_an_exception_the_parser_refuses_until_reset(error: BaseException) -> None:
    parser = Parser(Log("text", lambda: throw(error)))
    with pytest.raises(type(error)) as caught:
        parser.feed(PAGE)
    assert caught.value is error
    for _ in range(2):
        with pytest.raises(UsageError, match=r"feed\(\) was called after an exception; call reset\(\)"):
            parser.feed("a")
        with pytest.raises(UsageError, match=r"feed\(\) was called after an exception; call reset\(\)"):
            parser.feed_from(["a"])
        with pytest.raises(UsageError, match=r"close\(\) was called after an exception; call reset\(\)"):
            parser.close()
    recorder = EventRecorder(join_text=True)
    parser.reset(recorder)
    parser.feed(PAGE)
    parser.close()
    assert recorder.events == recorded([PAGE]).events


def test_after_an_exception_at_the_end_the_parser_refuses_until_reset() -> None:
    parser = Parser(Log("end_document", lambda: throw(Mine())))
    with pytest.raises(Mine):
        parser.close()
    with pytest.raises(UsageError, match=r"reset\(\)"):
        parser.close()
    parser.reset()
    parser.close()


@pytest.mark.parametrize(
    "page", ["", "a", "\x00<&\r", "<", "</", "<a b", "<!--", "<!doctype", "<?", "&", "<svg><![CDATA[", "\ud800"]
)
def test_nothing_else_is_raised_whatever_the_page(page: str) -> None:
    for source in (page, page * 50):
        assert recorded([source]).events == recorded(list(source)).events


# Reset


HALF_WAYS: Final[dict[str, list[Any]]] = {
    "nothing": [],
    "text": ["abc"],
    "line end": ["a\r"],
    "reference": ["a&am"],
    "number": ["a&#12"],
    "tag": ["\n\n<p a='"],
    "title": ["<title>a"],
    "end of a title": ["<title>a</tit"],
    "script": ["<script><!--<script>"],
    "plaintext": ["<plaintext>"],
    "svg": ["<svg><g><g>"],
    "section": ["<svg><![CDATA[a]"],
    "comment": ["<!--a-"],
    "doctype": ["<!doctype a public 'b"],
    "instruction": ["<?a b"],
    "bytes": [b"<p>a"],
    "bytes of a mark": [b"\xef\xbb"],
    "bytes of another encoding": [b"\xff\xfe<\0p\0>"],
    "bytes of a character": [b"\xef\xbb\xbfa\xe2"],
}


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize("before", HALF_WAYS.values(), ids=HALF_WAYS)
def test_reset_forgets_all_of_the_page(before: list[Any], closed: bool, lane: bool) -> None:
    for page in (PAGE, PAGE.encode(), b"<meta charset=utf-8>" + PAGE.encode()):
        expected = recorded([page], lane=lane)
        parser = Parser(Handler(), lane=lane)
        for chunk in before:
            parser.feed(chunk)
        if closed:
            parser.close()
        recorder = EventRecorder(join_text=True)
        parser.reset(recorder)
        assert (parser.stopped, parser.encoding) == (False, None)
        assert parser.consumed.characters == 0
        parser.feed(page)
        parser.close()
        assert recorder.events == expected.events
        assert recorder.spans == expected.spans
        assert recorder.errors == expected.errors


def test_reset_keeps_the_handler_or_takes_another() -> None:
    one, other = Log(), Log()
    parser = Parser(one)
    parser.feed("<p>")
    parser.reset()
    parser.feed("<p>")
    assert [name for name, _ in one.calls] == ["start_document", "interest", "start_tag"] * 2
    parser.reset(other)
    parser.feed("<i>")
    parser.reset()
    parser.feed("<i>")
    assert [name for name, _ in other.calls] == ["start_document", "interest", "start_tag"] * 2
    assert len(one.calls) == 6


def test_reset_keeps_the_options() -> None:
    recorder = EventRecorder()
    parser = Parser(recorder, scripting=True, encoding="koi8-r", limits=Limits(max_token=20))
    for _ in range(2):
        parser.feed(b"<noscript><b>\xc1")
        assert recorder.events[-1] == ("text", "<b>\u0430")
        with pytest.raises(LimitExceeded):
            parser.feed(b"</noscript><p a='aaaaaaaaaaaaaaaaaaaaaaa")
        parser.reset()


def test_reset_after_a_stop() -> None:
    log = Log("text", stop)
    parser = Parser(log)
    parser.feed("<p>a<b>")
    assert parser.stopped
    parser.reset()
    assert (parser.stopped, parser.consumed.characters) == (False, 0)
    parser.feed("<p>a<b>")
    assert [name for name, _ in log.calls][-4:] == ["interest", "start_tag", "text", "start_tag"]
    assert parser.consumed == Consumed(7, None)


def test_a_locator_of_the_page_before_is_left_alone() -> None:
    handler = Log()
    parser = Parser(handler)
    parser.feed("a\n<p>")
    before = parser.locator
    assert (before.offset, before.source) == (2, "<p>")
    parser.reset()
    assert parser.locator is not before
    assert (before.offset, before.source) == (2, "<p>")


# From inside a handler


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("method", ["feed", "close", "reset", "feed_from"])
@pytest.mark.parametrize("callback", CALLBACKS)
def test_a_handler_cannot_drive_its_own_parser(callback: str, method: str, lane: bool) -> None:
    arguments: dict[str, tuple[Any, ...]] = {"feed": ("<i>",), "feed_from": (["<i>"],)}
    said: list[str] = []

    def drive() -> None:
        with pytest.raises(UsageError) as caught:
            getattr(parser, method)(*arguments.get(method, ()))
        said.append(str(caught.value))

    handler = Log(callback, drive)
    parser = Parser(handler, lane=lane)
    parser.feed(PAGE)
    parser.close()
    assert len(said) == 1
    assert said[0].startswith(f"{'feed' if method == 'feed_from' else method}() was called from inside a handler; ")
    # A handler that survives it loses nothing by it.
    assert handler.calls == WHOLE.calls


def test_a_handler_that_does_not_survive_it_can_be_reset() -> None:
    handler = Log("start_tag", lambda: parser.feed("<i>"))
    parser = Parser(handler)
    with pytest.raises(UsageError, match="inside a handler"):
        parser.feed("<a><b>")
    with pytest.raises(UsageError, match="after an exception"):
        parser.feed("<b>")
    parser.reset()
    parser.feed("<a><b>")
    assert [name for name, _ in handler.calls].count("start_tag") == 3


# The end


def test_the_end_is_told_once() -> None:
    handler = Log()
    parser = Parser(handler)
    parser.feed("a")
    for _ in range(3):
        parser.close()
    assert [name for name, _ in handler.calls] == ["start_document", "interest", "text", "end_document"]


def test_an_empty_page_begins_and_ends() -> None:
    handler = Log()
    Parser(handler).close()
    assert [name for name, _ in handler.calls] == ["start_document", "interest", "end_document"]


@pytest.mark.parametrize("chunk", ["", b"", "a", b"a"], ids=repr)
def test_nothing_can_be_fed_after_the_end(chunk: Any) -> None:
    parser = Parser(Handler())
    parser.close()
    with pytest.raises(UsageError, match=r"feed\(\) was called after close\(\); call reset\(\)"):
        parser.feed(chunk)
    parser.close()
    parser.reset()
    parser.feed(chunk)


# Kinds of input


@pytest.mark.parametrize(
    ("first", "second"), [("<p>", b"<i>"), (b"<p>", "<i>"), ("", b"<i>"), (b"", ""), ("<p>", bytearray(b"<i>"))]
)
def test_a_page_is_str_or_bytes(first: Any, second: Any) -> None:
    recorder = EventRecorder()
    parser = Parser(recorder, encoding="utf-8")
    parser.feed(first)
    events = list(recorder.events)
    kinds = ("str", "bytes") if isinstance(first, str) else ("bytes", "str")
    with pytest.raises(UsageError, match="begun as {} and cannot go on as {}".format(*kinds)):
        parser.feed(second)
    # Nothing has happened, and the page can go on.
    assert recorder.events == events
    parser.feed(first)
    parser.feed("<i>" if isinstance(first, str) else b"<i>")
    parser.close()
    assert recorder.events[-1] == ("start", "i", [], False)
    parser.reset()
    parser.feed(second)


@pytest.mark.parametrize(
    "data", [None, 1, ["a"], ("a",), object(), array("B", b"a"), iter("a")], ids=lambda data: type(data).__name__
)
def test_anything_else_is_refused_in_words(data: Any) -> None:
    recorder = EventRecorder()
    parser = Parser(recorder)
    for _ in range(2):
        with pytest.raises(UsageError, match=rf"feed\(\) takes str or bytes, not {type(data).__name__}$"):
            parser.feed(data)
    parser.feed("a")
    parser.close()
    assert recorder.events == [("text", "a")]


DATA: Final = "<p title='\u00e9'>\u20ac\r\n<b>".encode()


def every_other(data: bytes) -> memoryview:
    """Return a view of bytes that do not stand side by side."""
    return memoryview(bytes(chain.from_iterable(zip(data, data[::-1], strict=True))))[::2]


def in_memory(data: bytes) -> memoryview:
    shared = mmap.mmap(-1, len(data))
    shared.write(data)
    return memoryview(shared)


@pytest.mark.parametrize(
    "kind",
    [bytes, bytearray, memoryview, every_other, in_memory, lambda data: memoryview(array("B", data)), type("B", (bytes,), {})],
    ids=["bytes", "bytearray", "memoryview", "strided", "mmap", "array", "subclass"],
)
def test_bytes_may_come_in_any_kind(kind: Callable[[bytes], Any]) -> None:
    expected = recorded([DATA], encoding="utf-8").events
    assert recorded([kind(DATA)], encoding="utf-8").events == expected
    assert recorded([kind(DATA[at : at + 1]) for at in range(len(DATA))], encoding="utf-8").events == expected
    assert recorded([DATA[:9], kind(DATA[9:])], encoding="utf-8").events == expected


@pytest.mark.parametrize("encoding", ["utf-8", None])
def test_a_buffer_may_be_used_again(encoding: str | None) -> None:
    buffer = bytearray(4)
    recorder = EventRecorder(join_text=True)
    parser = Parser(recorder, encoding=encoding)
    page = b"<meta charset=utf-8>" + DATA
    for at in range(0, len(page), 4):
        chunk = page[at : at + 4]
        buffer[: len(chunk)] = chunk
        parser.feed(memoryview(buffer)[: len(chunk)])
    buffer.extend(b"not held")
    parser.close()
    assert recorder.events == recorded([page]).events


def test_a_subclass_of_str_is_a_str() -> None:
    class Text(str):
        __slots__ = ()

    assert recorded([Text("<p>a"), "b", Text("</p>")]).events == recorded(["<p>ab</p>"]).events


@pytest.mark.parametrize("page", [PAGE, PAGE.encode()], ids=["str", "bytes"])
def test_empty_chunks_are_nothing(page: Any) -> None:
    empty = page[:0]
    pieces = chain.from_iterable((empty, page[at : at + 1], empty) for at in range(len(page)))
    found = recorded([empty, *pieces, empty], encoding="utf-8")
    expected = recorded([page], encoding="utf-8")
    assert (found.events, found.spans, found.errors) == (expected.events, expected.spans, expected.errors)


# What is left behind


@contextmanager
def without_cycle_collector() -> Iterator[None]:
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def fail() -> None:
    raise Mine


def used(parser: Parser, way: str) -> None:
    """Use a parser in some way, and leave it."""
    page: Any = PAGE.encode() if "bytes" in way else PAGE
    if way == "made":
        return
    with suppress(Exception):
        if way.startswith("cut off"):
            parser.feed(page[: len(page) // 2] + page[:14])
        elif way == "read from":
            parser.feed_from(iter([page, page]))
        else:
            parser.feed(page)
        if "closed" in way:
            parser.close()
    if way == "reset":
        parser.reset()


LEAVINGS: Final = ["made", "fed", "fed bytes", "cut off", "cut off bytes", "closed", "closed bytes", "read from", "reset"]

ACTS: Final[dict[str, Callable[[], Log]]] = {
    "listening": Log,
    "stopping at a tag": lambda: Log("start_tag", stop),
    "stopping at a text": lambda: Log("text", stop, count=3),
    "raising at a tag": lambda: Log("start_tag", fail),
    "raising at a text": lambda: Log("text", fail, count=3),
    "raising at an error": lambda: Log("parse_error", fail),
    "raising at the start": lambda: Log("start_document", fail),
}

OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "plain": {},
    "machine": {"lane": False},
    "strict": {"strict": True},
    "late meta": {"late_meta": "raise"},
    "label": {"encoding": "utf-8"},
    "small limits": {"limits": Limits(max_token=5)},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_a_parser_goes_with_its_last_reference(options: dict[str, Any]) -> None:
    with without_cycle_collector():
        for (acting, act), way in product(ACTS.items(), LEAVINGS):
            handler = act()
            gone = weakref.ref(handler)
            parser = Parser(handler, **options)
            used(parser, way)
            del handler, parser
            assert gone() is None, (acting, way)
        # Nor is anything left that knows nothing of the handler.
        assert gc.collect() == 0


def test_a_handler_left_by_reset_goes_at_once() -> None:
    with without_cycle_collector():
        handler = Log()
        gone = weakref.ref(handler)
        parser = Parser(handler)
        parser.feed(PAGE)
        del handler
        parser.reset(Log())
        assert gone() is None


def test_a_handler_that_is_kept_keeps_what_it_has() -> None:
    handler = Log()
    parser = Parser(handler)
    parser.feed("a\n<p>")
    del parser
    assert (handler.locator.offset, handler.locator.source) == (2, "<p>")

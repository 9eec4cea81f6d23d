"""The front door: events as soon as they are certain, and the options."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import Any, Final

import pytest
from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.errors import EncodingChanged, LimitExceeded, ParseError, StrictParseError, UsageError
from saxhtml.handler import Handler, Interest
from saxhtml.limits import Limits
from saxhtml.parser import Parser
from saxhtml.testing import Event, EventRecorder, every_split, random_splits


def start(name: str) -> Event:
    return ("start", name, [], False)


def end(name: str) -> Event:
    return ("end", name)


def text(data: str) -> Event:
    return ("text", data)


def comment(data: str) -> Event:
    return ("comment", data)


Steps = list[tuple[str, list[Event]]]

PROMPT: Final[dict[str, Steps]] = {
    "text": [("a", [text("a")]), ("b", [text("b")]), ("", [])],
    "text before a tag that begins": [("ab<", [text("ab")]), ("i", []), (">", [start("i")])],
    "tag in pieces": [("<p a='", []), (">'", []), (" /", []), (">", [("start", "p", [("a", ">")], True)])],
    "tags in one piece": [("<p>a</p>b", [start("p"), text("a"), end("p"), text("b")])],
    "end tag": [("</", []), ("p", []), (">", [end("p")])],
    "sign that begins no tag": [("a<", [text("a")]), ("1", [text("<1")])],
    "reference": [("a&am", [text("a")]), ("p;b", [text("&b")])],
    "reference that may grow": [("&no", []), ("t", []), ("i", []), ("n", []), (";", [text("\u2209")])],
    "reference that does not grow": [("&noti", []), ("t", [text("\u00acit")])],
    "reference that is none": [("&", []), (" ", [text("& ")]), ("&zz", [text("&zz")]), (";", [text(";")])],
    "number": [("&#6", []), ("5", []), ("a", [text("Aa")])],
    "line end": [("a\r", [text("a")]), ("\nb", [text("\nb")]), ("\r", []), ("\r", [text("\n")]), ("c", [text("\nc")])],
    "comment": [("<!--a-", []), ("-", []), (">b", [comment("a"), text("b")])],
    "bogus comment": [("<!a", []), (">", [comment("a")])],
    "doctype": [("<!doc", []), ("type a", []), (">", [("doctype", "a", None, None, False)])],
    "instruction": [("<?a", []), (" b?", []), (">", [("pi", "a", "b")])],
    "text of a script": [
        ("<script>a", [start("script"), text("a")]),
        ("b</scr", [text("b")]),
        ("ipt", []),
        (">", [end("script")]),
    ],
    "no end of a script": [("<script></scr", [start("script")]), ("o", [text("</scro")]), ("<", []), ("x", [text("<x")])],
    "text of a title": [("<title>a&l", [start("title"), text("a")]), ("t;</ti", [text("<")]), ("tle>", [end("title")])],
    "text of plaintext": [("<plaintext></pl", [start("plaintext"), text("</pl")]), ("<", [text("<")])],
    "section": [("<svg><![CD", [start("svg")]), ("ATA[a]", [text("a")]), ("]", []), (">b", [text("b")])],
    "section with brackets": [("<svg><![CDATA[]]", [start("svg")]), ("]", [text("]")]), ("a", [text("]]a")])],
    "what makes no event": [("a</", [text("a")]), (">", []), ("b", [text("b")])],
}

AT_THE_END: Final[dict[str, tuple[str, list[Event]]]] = {
    "nothing": ("", []),
    "text": ("a", []),
    "reference": ("&amp", [text("&")]),
    "part of a reference": ("&noti", [text("\u00aci")]),
    "sign": ("&", [text("&")]),
    "line end": ("\r", [text("\n")]),
    "less-than sign": ("<", [text("<")]),
    "solidus": ("</", [text("</")]),
    "start tag": ("<p a='b", []),
    "end tag": ("</p", []),
    "comment": ("<!--a--", [comment("a")]),
    "bogus comment": ("<!a", [comment("a")]),
    "doctype": ("<!doctype a", [("doctype", "a", None, None, True)]),
    "instruction": ("<?a b", []),
    "part of the end of a script": ("<script></scri", [text("</scri")]),
    "part of the end of a section": ("<svg><![CDATA[]]", [text("]]")]),
}


@pytest.mark.parametrize("errors", [True, False], ids=["with errors", "without"])
@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("steps", PROMPT.values(), ids=PROMPT)
def test_an_event_comes_with_the_chunk_that_completes_it(steps: Steps, lane: bool, errors: bool) -> None:
    for lead in ("", "<b c=d>" * 8):
        recorder = EventRecorder(errors=errors)
        parser = Parser(recorder, lane=lane)
        parser.feed(lead)
        for chunk, expected in steps:
            before = len(recorder.events)
            parser.feed(chunk)
            assert recorder.events[before:] == expected, chunk


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize(("source", "expected"), AT_THE_END.values(), ids=AT_THE_END)
def test_what_waits_comes_at_the_end(source: str, expected: list[Event], lane: bool) -> None:
    for chunks in chain([[source], list(source)], every_split(source)):
        recorder = EventRecorder()
        parser = Parser(recorder, lane=lane)
        for chunk in chunks:
            parser.feed(chunk)
        before = len(recorder.events)
        parser.close()
        assert recorder.events[before:] == expected, chunks


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_text_between_two_tags_is_one_call(lane: bool) -> None:
    data = "a&amp;b\r\nc</>d\0e&#x41;f < g & h &notit; i"
    recorder = EventRecorder()
    Parser(recorder, lane=lane).feed(f"<p>{data}</p>{data}<p>{data}")
    assert [event[0] for event in recorder.events] == ["start", "text", "end", "text", "start", "text"]


def test_bytes_wait_for_their_encoding_and_no_longer() -> None:
    recorder = EventRecorder()
    parser = Parser(recorder)
    parser.feed(b"<p>")
    assert (recorder.events, parser.encoding) == ([], None)
    parser.feed(b"<meta charset=utf-8")
    assert (recorder.events, parser.encoding) == ([], None)
    parser.feed(b">")
    assert recorder.events == [start("p"), ("start", "meta", [("charset", "utf-8")], False)]
    assert parser.encoding == "UTF-8"
    parser.feed(b"\xc3")
    assert len(recorder.events) == 2
    parser.feed(b"\xa9")
    assert recorder.events[2:] == [text("\u00e9")]


@pytest.mark.parametrize("byte", [b"<", b"a", b"\xc3"])
def test_with_a_label_nothing_waits_but_a_possible_mark(byte: bytes) -> None:
    recorder = EventRecorder()
    parser = Parser(recorder, encoding="utf-8")
    parser.feed(byte)
    parser.feed(b"\xa9a<p>")
    assert recorder.events[-1] == start("p")


# Options


def events(source: str | bytes, **options: Any) -> list[Event]:
    recorder = EventRecorder(join_text=True)
    parser = Parser(recorder, **options)
    parser.feed(source)
    parser.close()
    return recorder.events


def test_options_are_given_by_name() -> None:
    with pytest.raises(TypeError):
        Parser(Handler(), "utf-8")  # type: ignore[call-arg]


def test_scripting_decides_what_noscript_holds() -> None:
    source = "<noscript><b>a</b></noscript>" + "<i>" * 10
    markup = [start("noscript"), start("b"), text("a"), end("b"), end("noscript")]
    raw = [start("noscript"), text("<b>a</b>"), end("noscript")]
    for lane in (True, False):
        assert events(source, lane=lane)[:-10] == events(source, scripting=False, lane=lane)[:-10] == markup
        assert events(source, scripting=True, lane=lane)[:-10] == raw


@pytest.mark.parametrize(
    ("data", "options", "encoding", "expected"),
    [
        (b"\xe9", {}, "windows-1252", "\u00e9"),
        (b"\xe9", {"fallback_encoding": "iso-8859-5"}, "ISO-8859-5", "\u0449"),
        (b"\xc3\xa9", {"encoding": "utf-8"}, "UTF-8", "\u00e9"),
        (b"\xc3\xa9", {"encoding": " UTF8\n"}, "UTF-8", "\u00e9"),
        (b"\xe9", {"encoding": "iso-8859-1"}, "windows-1252", "\u00e9"),
        (b"\xef\xbb\xbf\xc3\xa9", {"encoding": "koi8-r"}, "UTF-8", "\u00e9"),
        (b"<!--<meta charset=koi8-r>-->\xe9", {}, "windows-1252", "\u00e9"),
        ("\u00e9", {"encoding": "koi8-r"}, None, "\u00e9"),
    ],
    ids=["fallback", "other fallback", "label", "sloppy label", "label of old", "mark", "comment", "str"],
)
def test_the_encoding_is_found_and_told(
    data: str | bytes, options: dict[str, str], encoding: str | None, expected: str
) -> None:
    assert events(data, **options)[-1] == text(expected)
    parser = Parser(Handler(), **options)  # type: ignore[arg-type]
    assert parser.encoding is None
    parser.feed(data)
    parser.close()
    assert parser.encoding == parser.locator.encoding == encoding
    parser.reset()
    assert parser.encoding is None


@pytest.mark.parametrize("option", ["encoding", "fallback_encoding"])
@pytest.mark.parametrize("label", ["utf-7", "utf-32", "nonsense", "", "utf\u20138"])
def test_an_unknown_label_is_refused_in_words(option: str, label: str) -> None:
    options: Any = {option: label}
    with pytest.raises(UsageError, match="is no label of the WHATWG Encoding Standard: pass one that is"):
        Parser(Handler(), **options)


@pytest.mark.parametrize("value", ["", "Raise", "warn", None, True], ids=repr)
def test_an_unknown_policy_is_refused_in_words(value: Any) -> None:
    with pytest.raises(UsageError, match=r'late_meta=\.\.\.\) takes "ignore" or "raise", not '):
        Parser(Handler(), late_meta=value)


@pytest.mark.parametrize(
    ("handler", "said"),
    [
        (None, "not NoneType"),
        (print, "not builtin_function_or_method"),
        (Handler, r"not its class: Parser\(Handler\(\)\)"),
    ],
    ids=["nothing", "a function", "a class"],
)
def test_what_is_no_handler_is_refused(handler: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        Parser(handler)
    if handler is not None:
        with pytest.raises(UsageError, match=said):
            Parser(Handler()).reset(handler)


# Strict


class Errors(Handler):
    def __init__(self) -> None:
        self.errors: list[ParseError] = []

    @override
    def parse_error(self, error: ParseError) -> None:
        self.errors.append(error)


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("as_bytes", [False, True], ids=["str", "bytes"])
def test_strict_raises_the_first_error(as_bytes: bool, lane: bool) -> None:
    source = "<p>\u00e9\r\n<i a=1 a=2>b</i c></p>"
    data = source.encode()
    for chunks in every_split(data) if as_bytes else every_split(source):
        recorder = EventRecorder(join_text=True)
        parser = Parser(recorder, strict=True, lane=lane, encoding="utf-8" if as_bytes else None)
        with pytest.raises(StrictParseError) as caught:
            parser.feed_from(chunks)
        assert caught.value.error == ("duplicate-attribute", 14, 2, 9)
        assert str(caught.value) == "line 2, column 9: duplicate-attribute"
        with pytest.raises(UsageError, match=r"reset\(\)"):
            parser.feed(b"" if as_bytes else "")


@pytest.mark.parametrize(
    "handler", [Handler(), Errors(), EventRecorder(errors=False)], ids=lambda handler: type(handler).__name__
)
@pytest.mark.parametrize("source", ["<p>\x01", "<p></>", "&zz;", "<p a a>", "<!-->"])
def test_strict_raises_whatever_the_handler_wants(source: str, handler: Handler) -> None:
    with pytest.raises(StrictParseError):
        Parser(handler, strict=True).feed(source + "<b>" * 20)


@pytest.mark.parametrize("source", ["a<", "<p", "<!--", "<?a", "<!doctype", "&lt", "<svg><![CDATA["])
def test_strict_raises_at_the_end_too(source: str) -> None:
    parser = Parser(Handler(), strict=True)
    parser.feed(source)
    with pytest.raises(StrictParseError):
        parser.close()


def test_strict_says_nothing_about_what_is_right() -> None:
    source = "<!DOCTYPE html><title>a&amp;b</title>\n<p class='a' id=b>c<br/><!-- d --></p><?e f?><svg><g/><![CDATA[h]]></svg>"
    assert events(source, strict=True) == events(source)
    handler = Errors()
    Parser(handler, strict=True).feed(source)
    assert handler.errors == []


def test_strict_is_still_so_after_reset() -> None:
    parser = Parser(Handler(), strict=True)
    for _ in range(2):
        with pytest.raises(StrictParseError):
            parser.feed("</>")
        parser.reset()


# Declarations that come late


LATE: Final = b"<p>" + b" " * 1100 + b"<i>\xe9</i><META Charset='ISO-8859-2'><b>\xe8"

DECLARATIONS: Final[dict[str, tuple[bytes, dict[str, str], str | None]]] = {
    "charset": (b"<meta charset=iso-8859-2>", {}, "ISO-8859-2"),
    "http-equiv": (b"<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>", {}, "KOI8-R"),
    "a label of the same": (b"<meta charset=latin1>", {}, None),
    "no label": (b"<meta charset=nonsense>", {}, None),
    "utf-16 cannot be": (b"<meta charset=utf-16>", {}, "UTF-8"),
    "after the transport's word": (b"<meta charset=iso-8859-2>", {"encoding": "utf-8"}, None),
    "another meta": (b"<meta name=charset content=utf-8>", {}, None),
    "in a comment": (b"<!--<meta charset=utf-8>-->", {}, None),
    "in a script": (b"<script><meta charset=utf-8></script>", {}, None),
    "an end tag": (b"</meta charset=utf-8>", {}, None),
}


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize(("tag", "options", "changed"), DECLARATIONS.values(), ids=DECLARATIONS)
def test_a_late_declaration_raises_if_that_is_wanted(
    tag: bytes, options: dict[str, str], changed: str | None, lane: bool
) -> None:
    data = b"<p>" + b"a" * 1100 + tag + b"<b>"
    for chunks in chain([[data]], random_splits(data, 31, count=5, longest=200)):
        recorder = EventRecorder(join_text=True)
        parser = Parser(recorder, late_meta="raise", lane=lane, **options)  # type: ignore[arg-type]
        if changed is None:
            for chunk in chunks:
                parser.feed(chunk)
            assert recorder.events[-1] == start("b")
            continue
        with pytest.raises(EncodingChanged) as caught:
            parser.feed_from(chunks)
        assert caught.value.encoding == changed
        assert recorder.events == [start("p"), text("a" * 1100)]
        with pytest.raises(UsageError, match=r"reset\(\)"):
            parser.feed(b"")
        again = EventRecorder(join_text=True)
        other = Parser(again, late_meta="raise", encoding=changed)
        other.feed(data)
        assert other.encoding == changed
        assert again.events[-1] == start("b")


@pytest.mark.parametrize("late_meta", [{}, {"late_meta": "ignore"}], ids=["unsaid", "ignore"])
def test_a_late_declaration_changes_nothing_otherwise(late_meta: Any) -> None:
    for chunks in chain([[LATE]], random_splits(LATE, 32, count=5, longest=200)):
        recorder = EventRecorder(join_text=True)
        parser = Parser(recorder, **late_meta)
        for chunk in chunks:
            parser.feed(chunk)
        assert parser.encoding == "windows-1252"
        assert text("\u00e9") in recorder.events
        assert recorder.events[-1] == text("\u00e8")


@pytest.mark.parametrize("source", ["<meta charset=utf-8>", "<meta charset=koi8-r>a", LATE.decode("latin-1")])
def test_a_page_of_str_has_no_encoding_to_contradict(source: str) -> None:
    assert events(source, late_meta="raise") == events(source)


def test_an_early_declaration_is_no_late_one() -> None:
    data = b"<meta charset=koi8-r><meta charset=utf-8><p>\xc1"
    assert events(data, late_meta="raise")[-1] == text("\u0430")


@pytest.mark.parametrize(
    "wanted",
    [
        Interest(),
        Interest(start=True),
        Interest(start={"p", "b"}),
        Interest(text=True),
        Interest(end=True),
        Interest.everything(),
    ],
    ids=["nothing", "start tags", "some", "text", "end tags", "everything"],
)
@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_a_handler_is_not_told_of_the_meta_that_the_parser_looks_for(wanted: Interest, lane: bool) -> None:
    class Wanting(EventRecorder):
        @override
        def interest(self) -> Interest:
            return wanted

    data = b"<p>a<meta charset=iso-8859-1><b c>d</b><meta><i>"
    found = []
    for late_meta in ("raise", "ignore"):
        recorder = Wanting(join_text=True)
        parser = Parser(recorder, late_meta=late_meta, lane=lane)
        parser.feed(data)
        parser.close()
        found.append((recorder.events, recorder.spans, recorder.errors))
    assert found[0] == found[1]


def test_strict_and_late_meta_go_together() -> None:
    parser = Parser(Handler(), strict=True, late_meta="raise")
    with pytest.raises(EncodingChanged):
        parser.feed(LATE)
    parser.reset()
    with pytest.raises(StrictParseError):
        parser.feed(b"</>" + LATE)


# Together


def test_limits_are_those_given() -> None:
    parser = Parser(Handler(), limits=Limits(max_token=3))
    with pytest.raises(LimitExceeded, match="max_token of 3"):
        parser.feed("<abc>")


class Digest(Handler):
    """Keeps what a handler usually would: values, texts, places."""

    def __init__(self) -> None:
        self.seen: list[tuple[object, ...]] = []

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.seen.append((name, attrs.get("class"), attrs.get("id"), list(attrs.items()), self.locator.line))

    @override
    def end_tag(self, name: str) -> None:
        self.seen.append((name, self.locator.offset))

    @override
    def text(self, data: str) -> None:
        self.seen.append((data,))


def digest(data: bytes, size: int) -> list[tuple[object, ...]]:
    handler = Digest()
    parser = Parser(handler)
    for at in range(0, len(data), size):
        parser.feed(data[at : at + size])
    parser.close()
    return handler.seen


def test_many_threads_may_parse_at_once_with_a_parser_each() -> None:
    # More names than the shared caches hold, so that they are emptied meanwhile.
    page = "".join(f"<n{at} CLASS=c{at} id='\u00e9&amp;{at}' a{at}=1>t{at}&eacute;</n{at}>\n" for at in range(1100)).encode()
    sizes = [61, 4093, 65536]
    expected = [digest(page, size) for size in sizes]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(6) as pool:
            found = list(pool.map(lambda size: digest(page, size), sizes * 2))
    finally:
        sys.setswitchinterval(interval)
    assert found == expected * 2


def test_a_handler_may_use_another_parser_meanwhile() -> None:
    inner = EventRecorder()
    other = Parser(inner)

    class Outer(Handler):
        @override
        def text(self, data: str) -> None:
            other.feed(data)

    Parser(Outer()).feed("<p>&lt;a>&lt;b</p>")
    assert inner.events == [start("a")]

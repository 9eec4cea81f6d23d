"""Places: of every event, in characters, lines and bytes, in every encoding, however the page is cut and whoever asks when."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import chain
from random import Random
from typing import Final, NamedTuple

import pytest
from typing_extensions import override

from saxhtml.attributes import Attributes, AttributeSpan
from saxhtml.errors import ParseError, UsageError
from saxhtml.handler import Doctype, Handler, Interest
from saxhtml.parser import Parser
from saxhtml.position import Locator
from saxhtml.testing import every_split, random_splits

TEMPLATE: Final = (
    "<!DOCTYPE html>\r\n<p\r\nTITLE='X&amp;X\rX' X=\"a\" b c=X/d>aX&lt;b&#x58;\rXc\n\r</p\n>X<br/><!--X\r\n--X-->"
    "<title>X&amp;\r\n</title><?x X?><style>X<b></style ></>X</1X><svg><![CDATA[X]X]]></svg><script>\nX</script>"
    "&notX;&\r\n<img X src=X><!X><i>XX</i>&#88"
)


def page(letters: str) -> str:
    """Return a page with something of everything, in which letters of several bytes stand everywhere."""
    return re.sub("X", lambda _: letters, TEMPLATE)


class Sort(NamedTuple):
    """A kind of input: the page, its bytes before the first character, the codec of the rest, the label that comes with it."""

    page: str
    codec: str
    bom: bytes = b""
    label: str | None = None

    @property
    def data(self) -> bytes:
        return self.bom + self.page.encode(self.codec)

    def bytes_before(self, offset: int) -> int:
        return len(self.bom) + len(self.page[:offset].encode(self.codec))


SORTS: Final = {
    "utf-8": Sort(page("\u00e9\u20ac\U0001f600"), "utf-8", b"", "utf-8"),
    "utf-8 with mark": Sort(page("\u00e9\ufeff"), "utf-8", b"\xef\xbb\xbf"),
    "utf-16 with mark": Sort(page("\u00e9\U0001f600"), "utf-16-le", b"\xff\xfe"),
    "utf-16 the other way": Sort(page("\U0001f600"), "utf-16-be", b"\xfe\xff"),
    "utf-16 by label": Sort(page("\u20ac"), "utf-16-le", b"", "utf-16"),
    "shift_jis": Sort(page("\u65e5\uff8a\u8868"), "cp932", b"", "shift_jis"),
    "windows-1252": Sort(page("\u00e9\u20ac"), "cp1252", b"", "iso-8859-1"),
    "gb18030": Sort(page("\u00e9\u4e2d\U0001f600"), "gb18030", b"", "gb18030"),
    "declared in the page": Sort("<meta charset=utf-8>" + page("\u00e9"), "utf-8"),
    "nothing said": Sort(page("\u00e9"), "cp1252"),
}


class Place(NamedTuple):
    """An event and where it says to be; ``spans`` are those of a start tag's attributes."""

    kind: str
    what: object
    offset: int
    end_offset: int
    line: int
    column: int
    byte_offset: int | None
    byte_end_offset: int | None
    spans: tuple[AttributeSpan, ...] = ()


ASKED: Final = ("offset", "end_offset", "line", "column", "byte_offset", "byte_end_offset")


class Surveyor(Handler):
    """Writes down every event with its place, adjacent text joined; ``asks`` says of which events it wants to know."""

    def __init__(self, source: str, *, asks: Callable[[], bool] = lambda: True, order: tuple[str, ...] = ASKED) -> None:
        self.source = source
        self.asks = asks
        self.order = order
        self.places: list[Place | None] = []
        self.errors: list[ParseError] = []
        self.text_open = False

    def put(self, kind: str, what: object, spans: Iterable[AttributeSpan] = ()) -> None:
        self.text_open = False
        if not self.asks():
            self.places.append(None)
            return
        place = Place(kind, what, **{name: getattr(self.locator, name) for name in self.order}, spans=tuple(spans))
        assert self.locator.source == self.source[place.offset : place.end_offset]
        self.places.append(place)

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        assert [getattr(locator, name) for name in ASKED[:4]] == [0, 0, 1, 1]
        assert (locator.source, locator.implied) == ("", False)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.put("start", (name, attrs.pairs()), self.locator.attribute_spans() if self.asks() else ())

    @override
    def end_tag(self, name: str) -> None:
        self.put("end", name)

    @override
    def text(self, data: str) -> None:
        was_open = self.text_open
        self.put("text", data)
        self.text_open = True
        if was_open:
            second, first = self.places.pop(), self.places.pop()
            joined = None
            if first is not None and second is not None:
                joined = first._replace(
                    what=f"{first.what}{second.what}", end_offset=second.end_offset, byte_end_offset=second.byte_end_offset
                )
            self.places.append(joined)

    @override
    def comment(self, data: str) -> None:
        self.put("comment", data)

    @override
    def doctype(self, doctype: Doctype) -> None:
        self.put("doctype", doctype)

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self.put("pi", (target, data))

    @override
    def end_document(self) -> None:
        self.put("end of document", None)


class SurveyorOfErrors(Surveyor):
    @override
    def parse_error(self, error: ParseError) -> None:
        self.errors.append(error)


def survey(surveyor: Surveyor, chunks: Iterable[str] | Iterable[bytes], *, lane: bool = True, label: str | None = None) -> None:
    parser = Parser(surveyor, encoding=label, lane=lane)
    for chunk in chunks:
        parser.feed(chunk)
    parser.close()


def places(sort: Sort, chunks: Iterable[bytes], *, lane: bool = True, kind: type[Surveyor] = Surveyor) -> list[Place | None]:
    surveyor = kind(sort.page)
    survey(surveyor, chunks, lane=lane, label=sort.label)
    return surveyor.places


def slow_line_and_column(source: str, offset: int) -> tuple[int, int]:
    line = column = 1
    for at in range(offset):
        column += 1
        if source[at] == "\n" or (source[at] == "\r" and source[at + 1 : at + 2] != "\n"):
            line += 1
            column = 1
    return line, column


def assert_right(sort: Sort, found: list[Place | None]) -> None:
    """Check places against the page: what the offsets hold, and what lines, columns and bytes they are."""
    end = 0
    for place in found:
        assert place is not None
        assert place.offset >= end
        end = place.end_offset
        assert (place.line, place.column) == slow_line_and_column(sort.page, place.offset), place
        assert place.byte_offset == sort.bytes_before(place.offset), place
        assert place.byte_end_offset == sort.bytes_before(place.end_offset), place
        raw = sort.page[place.offset : place.end_offset]
        expected = {"start": "<[a-z].*>", "end": "</[a-z].*>", "text": ".+", "end of document": "", "pi": r"<\?.*>"}
        assert re.fullmatch(expected.get(place.kind, "<[!/].*>"), raw, re.DOTALL), place
        if place.kind == "start" and isinstance(place.what, tuple):
            name, pairs = place.what
            assert raw[1:].lower().startswith(name)
            assert len(pairs) == len(place.spans)
            for (attribute, value), span in zip(pairs, place.spans, strict=True):
                assert sort.page[span.name_start : span.name_end].lower() == attribute
                written = sort.page[span.value_start : span.value_end]
                assert written.replace("&amp;", "&").replace("\r", "\n") == value
                assert sort.page[span.value_start - 1] == (span.quote or "=") or not written
    assert end == len(sort.page)


@pytest.mark.parametrize("sort", SORTS.values(), ids=SORTS)
def test_every_event_stands_where_it_says(sort: Sort) -> None:
    found = places(sort, [sort.data])
    assert_right(sort, found)
    assert {place.kind for place in found if place} == {"doctype", "start", "end", "text", "comment", "pi", "end of document"}


@pytest.mark.parametrize("kind", [Surveyor, SurveyorOfErrors])
@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("sort", SORTS.values(), ids=SORTS)
def test_cuts_change_no_place(sort: Sort, lane: bool, kind: type[Surveyor]) -> None:
    data = sort.data
    whole = places(sort, [data])
    one_by_one = [data[at : at + 1] for at in range(len(data))]
    step = 1 if sort is SORTS["utf-8"] and lane and kind is Surveyor else 13
    in_two = ([data[:at], data[at:]] for at in range(1, len(data), step))
    for chunks in chain([one_by_one], in_two, random_splits(data, 11, count=8, longest=40)):
        assert places(sort, chunks, lane=lane, kind=kind) == whole, chunks


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_str_has_no_bytes(lane: bool) -> None:
    sort = SORTS["utf-8"]
    whole = [place._replace(byte_offset=None, byte_end_offset=None) for place in places(sort, [sort.data]) if place is not None]
    for chunks in chain([[sort.page], list(sort.page)], random_splits(sort.page, 12, count=20, longest=40)):
        surveyor = Surveyor(sort.page)
        survey(surveyor, chunks, lane=lane)
        assert surveyor.places == whole


BRACKETS: Final = Sort("<svg>\u00e9<![CDATA[\u00e9]]\u00e9]]]]\n]]]></svg>\u00e9", "utf-8", b"", "utf-8")


class Pieces(Surveyor):
    """Keeps each piece of a text apart."""

    @override
    def text(self, data: str) -> None:
        self.put("text", data)


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_brackets_that_end_no_section_are_where_they_stand(lane: bool) -> None:
    whole = places(BRACKETS, [BRACKETS.data])
    for chunks in chain(every_split(BRACKETS.data), random_splits(BRACKETS.data, 20, count=80, longest=9)):
        assert places(BRACKETS, chunks, lane=lane) == whole, chunks
        assert_right(BRACKETS, places(BRACKETS, chunks, lane=lane, kind=Pieces))


ORDERS: Final = {
    "ends first": tuple(reversed(ASKED)),
    "bytes first": ("byte_end_offset", "byte_offset", "column", "offset", "line", "end_offset"),
    "all twice": ASKED + ASKED,
}


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_it_does_not_matter_in_which_order_one_asks(order: tuple[str, ...]) -> None:
    sort = SORTS["utf-8"]
    whole = places(sort, [sort.data])
    for chunks in chain([[sort.data]], random_splits(sort.data, 13, count=12, longest=30)):
        surveyor = Surveyor(sort.page, order=order)
        survey(surveyor, chunks, label="utf-8")
        assert surveyor.places == whole


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("often", [0.02, 0.2, 0.8])
def test_it_does_not_matter_how_often_one_asks(often: float, lane: bool) -> None:
    sort = Sort(page("\u00e9") * 3, "utf-8", b"", "utf-8")
    whole = places(sort, [sort.data])
    random = Random(14)
    asked = 0
    for chunks in chain([[sort.data]] * 3, random_splits(sort.data, 14, count=25, longest=120)):
        surveyor = Surveyor(sort.page, asks=lambda: random.random() < often)
        survey(surveyor, chunks, lane=lane, label="utf-8")
        assert len(surveyor.places) == len(whole)
        for found, expected in zip(surveyor.places, whole, strict=True):
            if found is not None and expected is not None:
                asked += 1
                assert found[:8] == expected[:8]
    assert asked


class Some(Surveyor):
    """Wants only some of the events."""

    wanted: Interest

    @override
    def interest(self) -> Interest:
        return self.wanted


INTERESTS: Final = {
    "some start tags": Interest(start={"img", "p"}),
    "a raw element": Interest(start={"script"}, end={"style"}),
    "end tags": Interest(end=True),
    "comments": Interest(comment=True),
    "text": Interest(text=True),
    "text and some tags": Interest(text=True, start={"title"}, end={"p", "i"}),
    "doctype and instructions": Interest(doctype=True, processing_instruction=True),
}


def wants(interest: Interest, place: Place) -> bool:
    if place.kind in {"start", "end"}:
        names = interest.start if place.kind == "start" else interest.end
        name = place.what[0] if isinstance(place.what, tuple) else place.what
        return names if isinstance(names, bool) else name in names
    kind = {"pi": "processing_instruction"}.get(place.kind, place.kind)
    return kind == "end of document" or bool(getattr(interest, kind))


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("wanted", INTERESTS.values(), ids=INTERESTS)
def test_what_is_not_wanted_changes_no_place_of_the_rest(wanted: Interest, lane: bool) -> None:
    sort = SORTS["utf-8"]
    whole = [
        place for place in places(sort, [sort.data]) if place is not None and place.kind != "text" and wants(wanted, place)
    ]
    for chunks in chain([[sort.data]], random_splits(sort.data, 15, count=15, longest=90)):
        surveyor = Some(sort.page)
        surveyor.wanted = wanted
        survey(surveyor, chunks, lane=lane, label="utf-8")
        found = [place for place in surveyor.places if place is not None]
        assert [place for place in found if place.kind != "text"] == whole
        for place in found:
            # Texts are joined across what is not wanted, and so begin where one of them does.
            assert (place.line, place.column) == slow_line_and_column(sort.page, place.offset)
            assert place.byte_offset == sort.bytes_before(place.offset)
            assert place.byte_end_offset == sort.bytes_before(place.end_offset)


def test_lines_are_right_far_into_a_page_of_which_nobody_asked_before() -> None:
    line = "<p>\u00e9\r\n" + "a" * 990 + "\r<b>\n"
    source = line * 700 + "<i>"
    data = source.encode()
    seen: list[tuple[str, int, int, int | None]] = []

    class Last(Handler):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            if name == "i" or self.locator.offset == len(line) * 650:
                seen.append((name, self.locator.line, self.locator.column, self.locator.byte_offset))

    for size in (len(data), 4096, 65536, 300_000):
        seen.clear()
        survey_parser = Parser(Last(), encoding="utf-8")
        survey_parser.feed_from(data, chunk_size=size)
        survey_parser.close()
        assert seen == [("p", 1951, 1, len(line.encode()) * 650), ("i", 2101, 1, len(line.encode()) * 700)]


@pytest.mark.parametrize(
    ("parts", "label"),
    [
        ([(b"<p>", 3), (b"\xff", 1), (b"\xe2\x82", 1), (b"<b>", 3), (b"\xf0\x9f", 1), (b"\xc3\xa9", 1), (b"<i>", 3)], "utf-8"),
        ([(b"<\0p\0>\0", 3), (b"\x3d\xd8", 1), (b"<\0b\0>\0", 3), (b"\0\xde", 1), (b"<\0i\0>\0", 3)], "utf-16le"),
        ([(b"<p>", 3), (b"\x81", 1), (b"<b>", 3), (b"\x93\xfa", 1), (b"\xb1", 1), (b"\xff", 1), (b"<i>", 3)], "shift_jis"),
    ],
    ids=["utf-8", "utf-16", "shift_jis"],
)  # fmt: skip
def test_malformed_bytes_are_counted_as_they_came(parts: list[tuple[bytes, int]], label: str) -> None:
    data = b"".join(part for part, _ in parts)
    starts = {}
    characters = size = 0
    for part, count in parts:
        starts[characters] = size
        characters += count
        size += len(part)
    found: list[tuple[int, int | None]] = []

    class Bytes(Handler):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            found.append((self.locator.offset, self.locator.byte_offset))

        @override
        def text(self, data: str) -> None:
            found.append((self.locator.offset, self.locator.byte_offset))

    for chunks in chain([[data]], [[data[at : at + 1] for at in range(len(data))]], every_split(data)):
        found.clear()
        parser = Parser(Bytes(), encoding=label)
        for chunk in chunks:
            parser.feed(chunk)
        parser.close()
        assert len(found) >= 5
        assert all(byte_offset == starts[offset] for offset, byte_offset in found), (chunks, found)


class Ends(Handler):
    """Writes down where the document begins and ends, in bytes and characters, and in which encoding."""

    def __init__(self) -> None:
        self.ends: list[tuple[int, int, int | None, int | None, str | None]] = []

    def note(self) -> None:
        at = self.locator
        self.ends.append((at.offset, at.end_offset, at.byte_offset, at.byte_end_offset, at.encoding))

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        self.note()

    @override
    def end_document(self) -> None:
        self.note()


@pytest.mark.parametrize(
    ("data", "characters", "encoding"),
    [
        (b"a\xc3\xa9\r", 3, "UTF-8"),
        (b"<p>a<b", 6, "UTF-8"),
        (b"a\xe2\x82", 2, "UTF-8"),
        (b"\xef\xbb\xbfa", 1, "UTF-8"),
        (b"\xff\xfea\0", 1, "UTF-16LE"),
        (b"\xef\xbb\xbf", 0, "UTF-8"),
        (b"", 0, "UTF-8"),
    ],
    ids=["text", "cut off tag", "cut off character", "mark", "utf-16", "mark alone", "nothing"],
)
def test_the_document_ends_behind_its_last_byte(data: bytes, characters: int, encoding: str) -> None:
    for chunks in ([data], [data[at : at + 1] for at in range(len(data))] or [b""]):
        ends = Ends()
        parser = Parser(ends, encoding="utf-8")
        for chunk in chunks:
            parser.feed(chunk)
        parser.close()
        assert ends.ends[-1] == (characters, characters, len(data), len(data), encoding)


@pytest.mark.parametrize("data", [b"", b"a", b"\xef\xbb\xbfa"], ids=["nothing", "text", "mark"])
def test_the_document_begins_at_byte_0(data: bytes) -> None:
    ends = Ends()
    Parser(ends, encoding="utf-8").feed(data)
    assert ends.ends[0][:4] == (0, 0, 0, 0)


def test_a_document_of_str_has_no_bytes_and_no_encoding() -> None:
    ends = Ends()
    parser = Parser(ends)
    parser.feed("a\u00e9\r")
    parser.close()
    assert ends.ends == [(0, 0, None, None, None), (3, 3, None, None, None)]


def test_the_encoding_is_known_with_the_first_event() -> None:
    seen: list[str | None] = []

    class Names(Handler):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            seen.append(self.locator.encoding)

    parser = Parser(Names())
    for byte in b"<meta charset=latin2><p>":
        parser.feed(bytes([byte]))
    assert seen == ["ISO-8859-2", "ISO-8859-2"]
    assert parser.encoding == "ISO-8859-2"


# From outside


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_asking_between_two_feeds_changes_no_place(lane: bool) -> None:
    sort = SORTS["utf-8"]
    whole = places(sort, [sort.data])
    for chunks in random_splits(sort.data, 19, count=20, longest=60):
        surveyor = Surveyor(sort.page)
        parser = Parser(surveyor, encoding="utf-8", lane=lane)
        for chunk in chunks:
            parser.feed(chunk)
            assert parser.locator.line >= 1
            assert parser.locator.column >= 1
        parser.close()
        assert surveyor.places == whole, chunks


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
def test_between_two_feeds_the_last_event_is_still_where_it_was(lane: bool) -> None:
    source = "<p>\n\n<i>\r\n" + "<b>\n" * 10 + "<u\n"
    surveyor = Surveyor(source)
    parser = Parser(surveyor, lane=lane)
    parser.feed(source)
    last = surveyor.places[-1]
    assert last is not None
    assert tuple(getattr(parser.locator, name) for name in ASKED) == last[2:8]


@pytest.mark.parametrize("lane", [True, False], ids=["lane", "machine"])
@pytest.mark.parametrize("name", ["p", "i", "b", "u", "script"])
def test_after_an_exception_the_locator_says_where_it_came_from(name: str, lane: bool) -> None:
    source = "<p>\r\n\u00e9<i>\r<b><!--\n-->" + "<a>\n</a>" * 5 + "<script>\n</script><u a='\n'>\n<s>"

    class Fails(Handler):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            if name == wanted:
                raise ValueError(name)

    wanted = name
    offset = source.index(f"<{name}")
    data = source.encode()
    for chunks in chain([[data]], every_split(data)):
        parser = Parser(Fails(), encoding="utf-8", lane=lane)
        with pytest.raises(ValueError, match=name):
            parser.feed_from(chunks)
        at = parser.locator
        assert at.offset == offset
        assert (at.line, at.column) == slow_line_and_column(source, offset)
        assert at.byte_offset == len(source[:offset].encode())
        assert at.source.startswith(f"<{name}")


# Parse errors

BAD: Final = (
    "\u00e9<p a=1\r\na=2>\0\r<b c='&zz;\n'd>\x01\r\n&#0;\u00e9&lt </a b>\ufdd0<!--\n--!><!doctype>\n\n</><1></\r\r>"
    "<i x=\n'\u00e9'\ry=\"\"z/ >\u00e9<br =>&#xD800;\n<?xml?><a b='\0'><!DOCTYPE \u00e9\u20ac s\0 PUBLIC'\u00e9'x"
)


def test_errors_are_where_they_were_noticed_however_cut() -> None:
    whole = SurveyorOfErrors(BAD)
    survey(whole, [BAD])
    assert len(whole.errors) >= 20
    for error in whole.errors:
        assert (error.line, error.column) == slow_line_and_column(BAD, error.offset), error
    data = BAD.encode()
    for lane in (True, False):
        for chunks in chain([list(BAD)], every_split(BAD)):
            surveyor = SurveyorOfErrors(BAD)
            survey(surveyor, chunks, lane=lane)
            assert surveyor.errors == whole.errors, chunks
        for parts in chain([[data[at : at + 1] for at in range(len(data))]], random_splits(data, 16, count=30)):
            surveyor = SurveyorOfErrors(BAD)
            survey(surveyor, parts, lane=lane, label="utf-8")
            assert surveyor.errors == whole.errors, parts


def test_errors_are_where_they_were_noticed_when_nobody_asks_for_other_places() -> None:
    whole = SurveyorOfErrors(BAD)
    survey(whole, [BAD])

    class OnlyErrors(Handler):
        def __init__(self) -> None:
            self.errors: list[ParseError] = []

        @override
        def parse_error(self, error: ParseError) -> None:
            self.errors.append(error)

    for chunks in chain([[BAD]], [list(BAD)], random_splits(BAD, 17, count=30)):
        handler = OnlyErrors()
        parser = Parser(handler)
        for chunk in chunks:
            parser.feed(chunk)
        parser.close()
        assert handler.errors == whole.errors


def test_at_an_error_the_locator_says_where_it_was_noticed() -> None:
    class Located(Handler):
        def __init__(self) -> None:
            self.found: list[tuple[ParseError, int, int, int, int | None]] = []

        @override
        def parse_error(self, error: ParseError) -> None:
            at = self.locator
            self.found.append((error, at.offset, at.line, at.column, at.byte_offset))

    data = BAD.encode()
    every_byte = [data[at : at + 1] for at in range(len(data))]
    for chunks in chain([[data], every_byte], random_splits(data, 18, count=10)):
        handler = Located()
        parser = Parser(handler, encoding="utf-8")
        for chunk in chunks:
            parser.feed(chunk)
        parser.close()
        for error, *said in handler.found:
            assert said == [error.offset, error.line, error.column, len(BAD[: error.offset].encode())], (error, chunks)


# Attribute spans


def test_spans_are_offsets_in_the_whole_page() -> None:
    found: list[list[AttributeSpan]] = []

    class Spans(Handler):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            found.append(self.locator.attribute_spans())

    source = "<p>\U0001f98a\r\n<a href=\"\U0001f98a\" B = 'c' d e=f/><i/>"
    expected = [
        [],
        [
            AttributeSpan("href", 9, 13, 15, 16, '"'),
            AttributeSpan("b", 18, 19, 23, 24, "'"),
            AttributeSpan("d", 26, 27, 27, 27, ""),
            AttributeSpan("e", 28, 29, 30, 32, ""),
        ],
        [],
    ]
    for chunks in chain([[source]], [list(source)], every_split(source)):
        found.clear()
        parser = Parser(Spans())
        for chunk in chunks:
            parser.feed(chunk)
        assert found == expected


@pytest.mark.parametrize("source", ["text that is none", "</a b c='d'>", "<!--a b='c'-->", "<?a b='c'?>", "<!doctype a>"])
def test_what_is_no_start_tag_has_no_spans(source: str) -> None:
    found: list[object] = []

    handler = Handler()

    def ask(*_: object) -> None:
        try:
            found.append(handler.locator.attribute_spans())
        except UsageError:
            found.append([])

    for event in ("text", "end_tag", "comment", "processing_instruction", "doctype"):
        setattr(handler, event, ask)
    parser = Parser(handler)
    parser.feed(source)
    parser.close()
    assert found == [[]]


# Life cycle


def test_after_reset_places_begin_anew() -> None:
    sort = SORTS["utf-8 with mark"]
    whole = places(sort, [sort.data])
    parser = Parser(Handler())
    for data in (b"\xff\xfea\0\n\0b\0", sort.data[:-30], b"<p\n\n a='"):
        parser.feed(data)
        surveyor = Surveyor(sort.page)
        parser.reset(surveyor)
        assert parser.locator.offset == parser.locator.end_offset == 0
        assert (parser.locator.line, parser.locator.column) == (1, 1)
        parser.feed(sort.data)
        parser.close()
        assert surveyor.places == whole
        parser.reset(Handler())


def test_the_handler_and_the_parser_have_the_same_locator() -> None:
    handler = Handler()
    parser = Parser(handler)
    parser.feed("")
    assert handler.locator is parser.locator

"""The Reader: tags, text and characters, in any order."""

from __future__ import annotations

import gc
import io
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from weakref import ref

import pytest
from reader_tools import EVENTS, PAGE, Pieces, joined, line
from typing_extensions import override

from saxhtml import Attributes, Interest, UsageError
from saxhtml.events import Comment, EndTag, Event, Span, StartTag, Text
from saxhtml.reader import END, TAG, Reader, Tag
from saxhtml.testing import every_split

# Tags


@pytest.mark.parametrize(
    ("names", "found"),
    [
        pytest.param((), "<a HREF=1> <b> <img src=x/> <a>", id="none"),
        pytest.param(("*",), "<a HREF=1> <b> <img src=x/> <a>", id="any"),
        pytest.param(("/*",), "</b> </a> </x>", id="any end tag"),
        pytest.param(("*", "/a"), "<a HREF=1> <b> </a> <img src=x/> <a>", id="any, and an end tag"),
        pytest.param(("a",), "<a HREF=1> <a>", id="a name"),
        pytest.param(("IMG", "/B"), "</b> <img src=x/>", id="in capitals"),
        pytest.param(("/a", "b"), "<b> </a>", id="start and end"),
        pytest.param(("c",), "", id="what is not there"),
    ],
)
def test_next_tag_finds_tags_by_their_names(names: tuple[str, ...], found: str) -> None:
    page = "<A HREF=1>one <b>two</b></a><!-- <c> --><img src=x/></x>3<a>"
    for pieces in every_split(page):
        reader = Reader(pieces)
        tags = []
        while (tag := reader.next_tag(*names)) is not None:
            assert reader.tag is tag
            tags.append(str(tag))
        assert " ".join(tags) == found


def test_next_tag_finds_none_where_a_page_has_text_only() -> None:
    page = "<title><a></title><script>'<a>'</script><textarea><a></textarea><!--<a>--><p title='<a>'><svg><![CDATA[<a>]]></svg>"
    assert Reader(page).next_tag("a") is None


def test_a_tag_knows_its_attributes_whatever_their_case() -> None:
    tag = Reader("<IMG Src='tea.png' ALT />").next_tag()
    assert tag is not None
    assert (tag.name, tag["SRC"], tag["src"], tag.get("alt"), tag.get("TITLE"), tag.get("title", 3)) == (
        "img",
        "tea.png",
        "tea.png",
        "",
        None,
        3,
    )
    assert "sRc" in tag
    assert "title" not in tag
    assert tag.attrs == {"src": "tea.png", "alt": ""}
    assert tag.self_closing
    assert not tag.is_end
    with pytest.raises(KeyError):
        tag["title"]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("<p>", id="bare"),
        pytest.param("<a href='x' B=\"y\"\n c=z>", id="attributes"),
        pytest.param("<br/>", id="closed"),
        pytest.param("</p>", id="end"),
    ],
)
def test_a_tag_prints_as_a_tag(source: str) -> None:
    tag = Reader(source).next_tag("*", "/*")
    assert str(tag) == source
    assert tag == Reader(source).next_tag("*", "/*")


@pytest.mark.parametrize("names", [("",), ("/",), ("a", ""), (3,), (["a"],), (None,)], ids=repr)
def test_what_is_no_name_is_refused(names: tuple[Any, ...]) -> None:
    reader = Reader("<a>")
    with pytest.raises(UsageError, match='end tags as "/a"'):
        reader.next_tag(*names)
    with pytest.raises(UsageError, match='end tags as "/a"'):
        reader.get_text(until=names)
    assert str(reader.next_tag()) == "<a>"


# Text

MENU: Final = "<h1>Tea &amp; cake</h1>\n<ul><li>Green <b>tea</b><!--c--> hot<li>Cake</ul>"


@pytest.mark.parametrize(
    ("until", "texts"),
    [
        pytest.param((), ["", "Tea & cake", "\n", "", "Green ", "tea", " hot", "Cake", ""], id="any tag"),
        pytest.param("li", ["Tea & cake\n", "Green tea hot", "Cake"], id="a start tag"),
        pytest.param("/h1", ["Tea & cake", "\nGreen tea hotCake"], id="an end tag"),
        pytest.param(["B", "/UL"], ["Tea & cake\nGreen ", "tea hotCake", ""], id="several"),
        pytest.param("*", ["", "Tea & cake\n", "", "Green ", "tea hot", "Cake"], id="any start tag"),
        pytest.param("nosuch", ["Tea & cake\nGreen tea hotCake"], id="what is not there"),
    ],
)
def test_get_text_gives_the_text_before_a_tag(until: str | Iterable[str], texts: list[str]) -> None:
    for pieces in every_split(MENU):
        reader = Reader(pieces)
        found = []
        while True:
            found.append(reader.get_text(until=until))
            if next(reader, None) is None:
                break
        assert found == texts


def test_get_text_stops_before_the_tag_and_again() -> None:
    reader = Reader("one<b>two")
    assert [reader.get_text(), reader.get_text(), str(reader.next_tag()), reader.get_text(), reader.get_text()] == [
        "one",
        "",
        "<b>",
        "two",
        "",
    ]


def test_get_text_gives_the_text_before_an_error_first() -> None:
    reader = Reader(Pieces(["<p>one", "<b>two"], OSError("reset")))
    assert reader.get_text(until="nosuch") == "onetwo"
    assert not reader.eof
    with pytest.raises(OSError, match="reset"):
        reader.get_text()
    assert reader.eof
    assert reader.get_text() == ""


# Characters


def test_read_gives_characters_and_tags() -> None:
    for pieces in every_split("<!DOCTYPE html>a&lt;<b class=x>\r\n<!--c--></b>\U0001f375<br>"):
        reader = Reader(pieces)
        found: list[str] = []
        assert reader.tag is None
        while (read := reader.read()) != END:
            found.append(str(reader.tag) if read == TAG else str(read))
        assert found == ["a", "<", "<b class=x>", "\n", "</b>", "\U0001f375", "<br>"]
        assert (reader.read(), str(reader.tag)) == (-1, "<br>")


def test_what_read_has_left_is_there_for_all_others() -> None:
    def reader() -> Reader:
        reader = Reader("<p>text<b>more", positions=True)
        assert (reader.read(), reader.read(), reader.span) == (0, "t", Span(3, 7, 1, 4))
        return reader

    assert next(reader()) == Text("ext")
    assert reader().get_text() == "ext"
    assert str(reader().next_tag()) == "<b>"
    assert not reader().eof
    assert line(reader()) == "ext<b>more"


# Putting back


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(PAGE, id="one"),
        pytest.param([PAGE[:25], PAGE[25:]], id="cut"),
    ],
)
def test_what_is_put_back_is_read_again(page: Any) -> None:
    reader = Reader(page)
    found = list(reader)
    for event in reversed(found):
        reader.unread(event)
    assert list(reader) == found


UNREAD: Final[list[tuple[str, list[Event | Tag | str], str]]] = [
    ("the character", ["t"], "text<b>"),
    ("no text", [""], "ext<b>"),
    ("another character", ["x"], "xext<b>"),
    ("more than was read", ["at"], "atext<b>"),
    ("two characters", ["t", "o"], "otext<b>"),
    ("an end tag", [EndTag("i")], "</i>ext<b>"),
    ("a tag object", [Tag("i"), "t"], "t<i>ext<b>"),
    ("an end tag object", ["t", Tag("i", is_end=True)], "</i>text<b>"),
    ("what has no text", [Comment("c"), "t"], "text<b>"),
    ("empty text", [Text("")], "ext<b>"),
]


@pytest.mark.parametrize(("what", "rest"), [pytest.param(what, rest, id=name) for name, what, rest in UNREAD])
def test_anything_may_be_put_back(what: list[Event | Tag | str], rest: str) -> None:
    for read_it in (line, by_character):
        reader = Reader("<p>text<b>")
        assert (reader.read(), reader.read()) == (0, "t")
        for piece in what:
            reader.unread(piece)
        assert read_it(reader) == rest


def by_character(reader: Reader) -> str:
    return "".join(str(reader.tag) if read == TAG else str(read) for read in iter(reader.read, END))


def test_putting_back_goes_on_at_the_end() -> None:
    reader = Reader("a")
    assert (reader.read(), reader.read(), reader.eof) == ("a", -1, True)
    reader.unread("ab")
    assert (reader.eof, reader.read(), reader.eof, reader.read(), reader.eof) == (False, "a", False, "b", True)
    reader.unread("b")
    assert list(reader) == [Text("b")]


@pytest.mark.parametrize("what", [0, -1, None, b"a", ("start", "a")], ids=repr)
def test_what_cannot_be_put_back_is_refused(what: Any) -> None:
    with pytest.raises(UsageError, match="not " + repr(what)[:3].replace("(", r"\(")):
        Reader("a").unread(what)


# Skipping

SKIP: Final = [
    ("an element", "<div>a<b>c</b></div>d", "d"),
    ("one in another", "<div>a<div>b</div>c</div>d", "d"),
    ("its case", "<DIV>a</div>d", "d"),
    ("raw text", "<script>'<b></div>'</script>d", "d"),
    ("text with references", "<title><b>&amp;</title>d", "d"),
    ("void", "<img src=x>a</img>", "a</img>"),
    ("closed in svg", "<path d=x />a", "a"),
    ("closed in html", "<b/>a</b>d", "d"),
    ("svg", "<svg><title><b>a</b></title><g/></svg>d", "d"),
    ("ended by its like", "<li>a<li>b", "<li>b"),
    ("ended by its like, lists inside", "<li>a<ul><li>b</ul>c<li>d", "<li>d"),
    ("ended by the element around", "<li>a<b>c</ul>d", "</ul>d"),
    ("a paragraph ended by a block", "<p>a<b>c<div>d", "<div>d"),
    ("a cell ended by a row", "<td>a<table><tr><td>b</table>c<tr>d", "<tr>d"),
    ("a heading ended by another", "<h1>a</h2>d", "d"),
    ("ended together with one inside", "<a>b<li>c</a>d</li>e", "e"),
    ("a stray end tag inside", "<div>a</b></p></div>d", "d"),
    ("ended by the page", "<div>a<b>c", ""),
    ("plain text", "<plaintext>a</plaintext>b", ""),
    ("no element in a body", "<frame>a", "a"),
]


@pytest.mark.parametrize(("page", "rest"), [pytest.param(page, rest, id=name) for name, page, rest in SKIP])
def test_skip_element_goes_to_its_end(page: str, rest: str) -> None:
    for pieces in every_split(page):
        reader = Reader(pieces)
        reader.next_tag()
        reader.skip_element()
        assert line(reader) == rest


def test_skip_element_comes_after_any_way_to_read_the_tag() -> None:
    for read_it in (Reader.next_tag, Reader.read, Reader.__next__):
        reader = Reader("<p>a</p>b")
        read_it(reader)
        assert not reader.eof
        reader.skip_element()
        assert line(reader) == "b"


@pytest.mark.parametrize(
    "before",
    [
        pytest.param(lambda reader: None, id="nothing"),
        pytest.param(lambda reader: next(reader) and next(reader), id="text"),
        pytest.param(lambda reader: reader.next_tag("/p"), id="an end tag"),
        pytest.param(lambda reader: reader.next_tag("nosuch"), id="the end"),
        pytest.param(lambda reader: reader.unread(reader.next_tag()), id="a tag that was put back"),
        pytest.param(lambda reader: reader.get_text(until="p"), id="text up to the tag"),
        pytest.param(lambda reader: reader.next_tag() and reader.skip_element(), id="a skipped element"),
    ],
)
def test_skip_element_wants_a_start_tag_before_it(before: Callable[[Any], object]) -> None:
    reader = Reader("<p>a</p>b")
    before(reader)
    with pytest.raises(UsageError, match="right after a start tag"):
        reader.skip_element()


# Interest


def test_an_interest_is_all_that_will_be_asked_for() -> None:
    page = "<p>a<!--c--><i>b</i><a href=1>c</a>"
    assert line(Reader(page, interest=Interest(start={"a"}, text=True))) == "ab<a>c"
    links = Reader(page, interest=Interest(start={"a"}, end={"a"}))
    assert (str(links.next_tag()), str(links.next_tag("/*"))) == ("<a href=1>", "</a>")
    texts = Reader(page, interest=Interest(text=True))
    assert texts.get_text() == "abc"
    assert by_character(Reader(page, interest=Interest(text=True, end={"i"}))) == "ab</i>c"


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        pytest.param(lambda reader: reader.next_tag("b"), "leaves out what is asked for: 'b'", id="a start tag"),
        pytest.param(lambda reader: reader.next_tag("a", "/b", "/a"), "for: '/a', '/b'", id="end tags"),
        pytest.param(lambda reader: reader.next_tag("/*"), r"for: '/\*'", id="any end tag"),
        pytest.param(lambda reader: reader.get_text(), "get_text", id="text"),
        pytest.param(lambda reader: reader.next_tag() and reader.skip_element(), "skip_element", id="an element"),
    ],
)
def test_what_the_interest_leaves_out_cannot_be_asked_for(ask: Callable[[Any], object], says: str) -> None:
    reader = Reader("<a>b</a>", interest=Interest(start={"a"}))
    with pytest.raises(UsageError, match=says):
        ask(reader)


# Places


def test_a_reader_knows_where_what_it_read_stands() -> None:
    for pieces in every_split("ab<b>\nc<!--d-->\n</i>e<i>f"):
        reader = Reader(pieces, positions=True)
        reader.next_tag()
        assert reader.span == Span(2, 5, 1, 3)
        assert reader.get_text(until="/i") == "\nc\n"
        assert reader.span.end_offset == 16
        assert not reader.eof
        assert (next(reader), reader.span) == (EndTag("i"), Span(16, 20, 3, 1))
        assert (reader.read(), reader.span) == ("e", Span(20, 21, 3, 5))
        reader.unread("e")
        assert (next(reader), reader.span) == (Text("e"), Span(20, 21, 3, 5))
        assert (reader.get_text(), reader.span) == ("", Span(20, 21, 3, 5))
        assert (next(reader), reader.span) == (StartTag("i", Attributes("")), Span(21, 24, 3, 6))


def test_places_are_not_known_without_being_asked_for_nor_at_the_ends() -> None:
    reader = Reader("<p>")
    next(reader)
    with pytest.raises(UsageError, match="positions=True"):
        _ = reader.span
    reader = Reader("<p>", positions=True)
    for read in (lambda: None, reader.read, reader.read):
        read()
        if reader.tag is not None and not reader.eof:
            assert reader.span == Span(0, 3, 1, 1)
    with pytest.raises(UsageError, match="just been read"):
        _ = reader.span


# Starting over


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(lambda path: PAGE, id="str"),
        pytest.param(lambda path: PAGE.encode(), id="bytes"),
        pytest.param(lambda path: path, id="path"),
        pytest.param(lambda path: io.StringIO(PAGE), id="text file"),
        pytest.param(lambda path: io.BytesIO(PAGE.encode()), id="binary file"),
        pytest.param(lambda path: [PAGE[:30], PAGE[30:]], id="list of pieces"),
        pytest.param(lambda path: without_seekable(), id="a file that does not say that it can seek"),
    ],
)
def test_reset_goes_back_to_the_start(source: Callable[[Path], Any], tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(PAGE, newline="")
    reader = Reader(source(path), encoding="utf-8", chunk_size=30)
    for read_it in (Reader.read, Reader.next_tag, list):
        read_it(reader)
        reader.reset()
        assert reader.tag is None
    reader.unread("x")
    reader.reset()
    assert joined(reader) == EVENTS


def without_seekable() -> Any:
    file = io.BytesIO(PAGE.encode())
    return SimpleNamespace(read=file.read, seek=file.seek, tell=file.tell)


def test_reset_goes_back_to_where_the_reader_began() -> None:
    file = io.StringIO("<!-- before --><p>")
    file.read(15)
    reader = Reader(file)
    for _ in range(2):
        assert line(reader) == "<p>"
        reader.reset()


def test_reset_clears_an_error() -> None:
    reader = Reader("<!DOCTYPE><p>", strict=True)
    for _ in range(2):
        assert not reader.eof
        reader.reset()


def once_only() -> list[Any]:
    closed = io.StringIO(PAGE)
    closed.close()
    return [
        pytest.param(lambda: iter([PAGE]), id="iterator"),
        pytest.param(lambda: SimpleNamespace(recv=io.BytesIO(PAGE.encode()).read), id="socket"),
        pytest.param(lambda: SimpleNamespace(read=io.StringIO(PAGE).read), id="file without seek"),
        pytest.param(lambda: closed, id="closed file"),
        pytest.param(lambda: SimpleNamespace(read=io.StringIO(PAGE).read, seek=print, tell=refuse), id="file that cannot seek"),
        pytest.param(lambda: Unseekable(PAGE), id="file that says so"),
    ]


class Unseekable(io.StringIO):
    @override
    def seekable(self) -> bool:
        return False


def refuse() -> int:
    raise io.UnsupportedOperation


@pytest.mark.parametrize("source", once_only())
def test_reset_is_refused_where_a_source_is_read_once_only(source: Callable[[], Any]) -> None:
    reader = Reader(source())
    with pytest.raises(UsageError, match="cannot be read twice"):
        reader.reset()
    reader.reset("<p>")
    assert line(reader) == "<p>"
    reader.reset()
    assert line(reader) == "<p>"


def test_a_pipe_is_read_once_only() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"<p>")
    os.close(writing)
    with open(reading, "rb") as file:
        reader = Reader(file)
        assert line(reader) == "<p>"
        with pytest.raises(UsageError, match="cannot be read twice"):
            reader.reset()


def test_reset_takes_another_page_and_keeps_the_options() -> None:
    reader = Reader(b"<p>\xc1<br>", encoding="latin1", interest=Interest(text=True), positions=True)
    assert next(reader) == Text("\xc1")
    reader.reset(b"<i>\xc1</i>", encoding="koi8-r")
    for _ in range(2):
        assert (next(reader), reader.span) == (Text("\N{CYRILLIC SMALL LETTER A}"), Span(3, 4, 1, 4))
        reader.reset()
    reader.reset(encoding="latin1")
    assert list(reader) == [Text("\xc1")]


# Slow sources

SLOW: Final = ["<p>one ", "two<b", ">x</b>", "<i>y</i><i>z", "</i></p>", "rest"]


@pytest.mark.parametrize(
    ("ask", "answer", "given"),
    [
        pytest.param(lambda r: line([next(r)]), "<p>", 1, id="next"),
        pytest.param(lambda r: str(r.next_tag()), "<p>", 1, id="next_tag"),
        pytest.param(lambda r: str(r.next_tag("b")), "<b>", 3, id="next_tag of a name"),
        pytest.param(lambda r: str(r.next_tag("/b")), "</b>", 3, id="next_tag of an end tag"),
        pytest.param(lambda r: r.next_tag("nosuch"), None, 6, id="next_tag of what does not come"),
        pytest.param(lambda r: (r.read(), r.read(), r.read()), (TAG, "o", "n"), 1, id="read"),
        pytest.param(lambda r: (str(r.next_tag()), r.get_text()), ("<p>", "one two"), 3, id="get_text"),
        pytest.param(lambda r: r.get_text(until=["i", "/i"]), "one twox", 4, id="get_text until"),
        pytest.param(lambda r: (str(r.next_tag("i")), r.skip_element()), ("<i>", None), 4, id="skip_element"),
        pytest.param(lambda r: (r.next_tag("i"), r.next_tag("i"), r.skip_element())[2], None, 5, id="skip_element, cut"),
        pytest.param(lambda r: r.eof, False, 1, id="eof"),
        pytest.param(lambda r: (r.unread("x"), r.eof, r.read())[1:], (False, "x"), 0, id="what was put back"),
    ],
)
def test_a_slow_source_is_read_no_further_than_needed(ask: Callable[[Any], Any], answer: Any, given: int) -> None:
    source = Pieces(SLOW)
    reader = Reader(source)
    assert source.given == 0
    assert ask(reader) == answer
    assert source.given == given


@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda reader: None, id="new"),
        pytest.param(lambda reader: reader.next_tag("b"), id="sought"),
        pytest.param(lambda reader: reader.next_tag("nosuch"), id="sought to an error"),
        pytest.param(lambda reader: (next(reader), reader.skip_element()), id="skipped"),
        pytest.param(list, id="read to an error"),
    ],
)
def test_a_reader_is_freed_at_once(use: Callable[[Any], object]) -> None:
    reader = Reader(Pieces(SLOW, OSError))
    gc.disable()
    try:
        with suppress(OSError):
            use(reader)
        gone, queue_gone = ref(reader), ref(reader._queue)
        del reader
        assert (gone(), queue_gone()) == (None, None)
    finally:
        gc.enable()

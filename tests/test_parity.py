"""What four older systems did, row by row: a C# pull parser for spiders (A), a C# tag scanner (B), a Lisp parser generator (C)
and a .NET streaming parser (D). Each row is shown once, as a user of this package would have it; its room has the tests
proper."""

from __future__ import annotations

import io
import re
from threading import Thread
from typing import Any

import pytest
from typing_extensions import override

from saxhtml import Attributes, Doctype, Handler, LimitExceeded, Limits, Parser, parse
from saxhtml.attributes import clean_newlines
from saxhtml.balance import balance
from saxhtml.dtd import compile_dtd, for_doctype, load
from saxhtml.filters import PCDATA, UNKNOWN, chain, drop_comments, parse_html, skip_blank_text, with_tag_handler
from saxhtml.links import LinkFinder
from saxhtml.rewrite import rewrite
from saxhtml.testing import EventRecorder


def events(source: Any, **options: Any) -> list[tuple[Any, ...]]:
    """Return the events of a page, shortened: tags with attributes as a dict, and everything else as it is."""
    recorder = EventRecorder(join_text=True)
    parse(source, recorder, **options)
    return [(event[0], event[1], dict(event[2])) if event[0] == "start" else event for event in recorder.events]


class Show(Handler):
    """Writes tags and text down as a line."""

    def __init__(self) -> None:
        self.line: list[str] = []

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.line.append(f"<{name}>")

    @override
    def end_tag(self, name: str) -> None:
        self.line.append(f"</{name}>")

    @override
    def text(self, data: str) -> None:
        self.line.append(data)


# A. The C# pull parser for spiders


def test_a1_a_stream_is_read_only_as_far_as_needed() -> None:
    class Stream(io.BytesIO):
        read1 = None  # type: ignore[assignment]

        @override
        def read(self, size: int | None = -1, /) -> bytes:
            asked.append(size)
            return super().read(3)

    asked: list[int | None] = []

    class First(Handler):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            self.locator.interest_changed()
            seen.append((name, len(asked)))

    seen: list[tuple[str, int]] = []
    parse(Stream(b"<p><b><i>"), First(), encoding="utf-8")
    assert seen == [("p", 1), ("b", 2), ("i", 3)]


def test_a3_references_are_decoded_and_unknown_ones_left() -> None:
    assert events("&lt;&LT;&#65;&#x42;&nosuch;<a b='&amp;c&copy=1'>") == [
        ("text", "<<AB&nosuch;"),
        ("start", "a", {"b": "&c&copy=1"}),
    ]


def test_a4_values_in_any_quotes_or_none_and_names_without_value() -> None:
    assert events("<a b=\"1\" c='2' d=3 e>") == [("start", "a", {"b": "1", "c": "2", "d": "3", "e": ""})]
    assert events("<!DOCTYPE html PUBLIC \"-//a\" 'b'>") == [("doctype", "html", "-//a", "b", False)]


def test_a5_script_and_style_are_read_to_their_end_tag() -> None:
    assert events("<script>'<b>'</script><style>a>b</style>") == [
        ("start", "script", {}),
        ("text", "'<b>'"),
        ("end", "script"),
        ("start", "style", {}),
        ("text", "a>b"),
        ("end", "style"),
    ]


def test_a6_b2_a_tag_knows_that_it_was_written_closed() -> None:
    found: list[bool] = []

    class Slashes(Handler):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            found.append(attrs.self_closing)

    parse("<br/><br /><br><a href=x/>", Slashes())
    assert found == [True, True, False, False]


def test_a7_bad_html_is_no_error_and_a_value_that_is_too_long_meets_a_limit() -> None:
    assert events("<a b='c>d") == []
    with pytest.raises(LimitExceeded):
        events("<a b='" + "c" * 1000, limits=Limits(max_token=1000))


def test_a8_comments_are_passed_over() -> None:
    assert "".join(parse("a<!-- <b> -->c", Show()).line) == "ac"
    recorder = EventRecorder()
    parse("a<!-- <b> --><i>", chain(drop_comments(), recorder))
    assert [event[0] for event in recorder.events] == ["text", "start"]


# B. The C# tag scanner


def test_b3_a_missing_quote_costs_a_line_and_not_the_page() -> None:
    page = '<a href="/one>One</a>\n<a href="/two">Two</a>'
    links: list[str] = []
    parse(page, LinkFinder(lambda link: links.append(link.url)), unclosed_quotes="newline")
    assert links == ["/one", "/two"]


def test_b4_script_comments_and_doctype_are_skipped_as_they_should_be() -> None:
    found: list[str] = []
    page = "<!DOCTYPE a '<a>'><!-- <a> --><script>'<a>'</script><p title='<a>'><a href=x>"
    parse(page, with_tag_handler("a", lambda match: found.append(match.attrs["href"])))
    assert found == ["x"]


def test_b7_attributes_are_a_dictionary_and_repetitions_can_be_reached() -> None:
    attrs = Attributes(" a=1 b=2 a=3")
    assert attrs == {"a": "1", "b": "2"}
    assert attrs.pairs() == [("a", "1"), ("b", "2"), ("a", "3")]


# C. The Lisp parser generator


def test_c1_dtds_are_data_and_can_be_replaced() -> None:
    assert {load("HTML 2.0").name, load().name} == {"HTML 2.0", "HTML 3.2"}
    assert for_doctype(Doctype("html", "-//W3C//DTD HTML 3.2 Final//EN", None, False)) is load("HTML 3.2")
    own = compile_dtd("<!ENTITY % list 'ul|ol'><!ELEMENT doc - - (%list;)*><!ELEMENT (%list;) - O (#PCDATA)>", name="own")
    assert own.root == "doc"


def test_c3_names_have_no_case_and_references_do() -> None:
    assert events("<A HREF=x>&AMP;&Eacute;&eacute;") == [("start", "a", {"href": "x"}), ("text", "&Éé")]


def test_c4_a_tag_out_of_place_gets_its_container() -> None:
    show = Show()
    parse("<body><li>one<li>two<x>three", balance(show, model=load("HTML 3.2")))
    line = "".join(show.line)
    assert "<body><ul><li>one</li><li>two<x>three" in line
    assert line.endswith("</ul></body></html>")


def test_c10_handlers_nest_and_several_are_in_force_at_once() -> None:
    found: list[tuple[str, str | None]] = []

    def note(match: Any) -> None:
        found.append((match.name, match.text))

    page = "<p>a<a name=x>b</a><a href=y>c</a><blorb>d"
    with (
        with_tag_handler("a", note, with_attributes=["href"], capture="text"),
        with_tag_handler("a", note, without_attributes=["href"]),
        with_tag_handler(PCDATA, note, test=lambda match: match.text == "d"),
        with_tag_handler(UNKNOWN, note),
    ):
        parse_html(page)
    assert found == [("a", None), ("a", "c"), ("blorb", None), ("#text", "d")]


def test_c18_links_of_a_page_are_collected() -> None:
    links: list[tuple[str, str]] = []
    page = "<base href=/m/><link href=s.css><a href=cake>Cake</a><img src=tea.png>"
    parse(page, LinkFinder(lambda link: links.append((link.element, link.url)), base_url="https://tea.example/"))
    assert ("a", "https://tea.example/m/cake") in links
    assert {element for element, _ in links} >= {"link", "a", "img"}


def test_c19_parsers_run_in_threads_side_by_side() -> None:
    shows = [Show() for _ in range(4)]
    threads = [Thread(target=parse, args=(f"<p>{number}" * 200, show)) for number, show in enumerate(shows)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ["".join(show.line) for show in shows] == [f"<p>{number}" * 200 for number in range(4)]


def test_c20_space_is_what_html_says_it_is() -> None:
    show = parse("<p> \t\n\f\r</p><p>\xa0</p>", chain(skip_blank_text(), Show()))
    assert show is not None
    assert clean_newlines("a\r\nb\rc") == "a\nb\nc"


# D. The .NET streaming parser


@pytest.mark.parametrize("source", ["<p>é</p>", "<p>é</p>".encode()], ids=["str", "bytes"])
def test_d1_a_page_comes_as_str_bytes_or_a_stream(source: Any) -> None:
    expected = [("start", "p", {}), ("text", "é"), ("end", "p")]
    stream = io.StringIO(source) if isinstance(source, str) else io.BytesIO(source)
    assert events(source, encoding="utf-8") == events(stream, encoding="utf-8", chunk_size=3) == expected


def test_d2_every_event_knows_its_place_across_pieces_in_bytes() -> None:
    class Places(Handler):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            at = self.locator
            found.append((at.offset, at.end_offset, at.byte_offset, at.byte_end_offset))

    found: list[tuple[int, int, int | None, int | None]] = []
    page = "é<p a='é'>é<b>".encode()
    parser = Parser(Places(), encoding="utf-8")
    for at in range(len(page)):
        parser.feed(page[at : at + 1])
    parser.close()
    assert found == [(1, 10, 2, 12), (11, 14, 14, 17)]


def test_d5_blank_text_goes_but_not_in_script() -> None:
    class Texts(Handler):
        @override
        def text(self, data: str) -> None:
            found.append(data)

    found: list[str] = []
    parse("<ul> <li>a</li> </ul><script> </script>", chain(skip_blank_text(), Texts()))
    assert found == ["a", " "]


def test_d6_script_and_style_are_kept_whole() -> None:
    assert ("text", "if (a < b) '</b>'") in events("<script>if (a < b) '</b>'</script>")


def test_d7_all_kinds_of_attributes_and_of_slashes() -> None:
    recorder = EventRecorder()
    parse("<a b c=d e='f'/><a />", recorder)
    assert [(list(event[2]), event[3]) for event in recorder.events] == [
        ([("b", ""), ("c", "d"), ("e", "f")], True),
        ([], True),
    ]


def test_d9_errors_have_places_and_an_edit_changes_nothing_else() -> None:
    recorder = EventRecorder()
    parse("<p>\n<a b b>", recorder)
    assert [str(error) for error in recorder.errors] == ["line 2, column 7: duplicate-attribute"]
    page = "<P  class=x\n>a</P ><B>c</b>"
    edited = "".join(rewrite(page, {"p": lambda found: found.set_attribute("class", "y")}))
    assert edited == re.sub("class=x", 'class="y"', page)

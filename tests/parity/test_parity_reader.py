"""Rows A: what a C# pull parser for spiders did."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from parity_tools import Show, events
from typing_extensions import override

from saxhtml import Attributes, Handler, LimitExceeded, Limits, parse
from saxhtml.filters import chain, drop_comments
from saxhtml.reader import END, TAG, Reader
from saxhtml.testing import EventRecorder
from saxhtml.text import get_text
from saxhtml.tree import parse_tree


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


def test_a1_a_reader_reads_no_further_than_what_it_is_asked_for() -> None:
    def stream() -> Iterator[str]:
        for piece in ("<p>one", " two<", "b>", "three"):
            given.append(piece)
            yield piece

    given: list[str] = []
    reader = Reader(stream())
    assert (str(reader.next_tag()), len(given)) == ("<p>", 1)
    assert (reader.get_text(), len(given)) == ("one two", 3)


def test_a2_characters_are_pulled_and_tags_are_at_hand() -> None:
    reader = Reader("a&lt;<p class=x>\nb</P><!-- c --><br>")
    found: list[str] = []
    while (read := reader.read()) != END:
        found.append(str(reader.tag) if read == TAG else read)
    assert found == ["a", "<", "<p class=x>", "\n", "b", "</p>", "<br>"]
    assert (TAG, END) == (0, -1)
    assert reader.read() == END


def test_a3_references_are_decoded_and_unknown_ones_left() -> None:
    assert events("&lt;&LT;&#65;&#x42;&#X43;&nosuch;<a b='&amp;c&copy=1'>") == [
        ("text", "<<ABC&nosuch;"),
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


def test_a6_a_tag_knows_that_it_was_written_closed() -> None:
    found: list[bool] = []

    class Slashes(Handler):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            found.append(attrs.self_closing)

    parse("<br/><br /><br>", Slashes())
    assert found == [True, True, False]


def test_a7_bad_html_is_no_error_and_a_value_that_is_too_long_meets_a_limit() -> None:
    assert events("<a b='c>d") == []
    with pytest.raises(LimitExceeded):
        events("<a b='" + "c" * 1000, limits=Limits(max_token=1000))


def test_a8_comments_are_passed_over() -> None:
    assert parse("a<!-- <b> -->c", Show()).line == Reader("a<!-- <b> -->c").get_text() == "ac"
    recorder = EventRecorder()
    parse("a<!-- <b> --><i>", chain(drop_comments(), recorder))
    assert [event[0] for event in recorder.events] == ["text", "start"]


def test_a9_a_tag_has_a_name_and_attributes_whatever_their_case_and_prints_as_one() -> None:
    tag = Reader("<IMG Src='tea.png' ALT>").next_tag()
    assert tag is not None
    assert (tag.name, tag["SRC"], tag["src"], tag.get("Alt"), tag.get("width", "0")) == ("img", "tea.png", "tea.png", "", "0")
    assert ("Alt" in tag, "width" in tag, dict(tag.attrs)) == (True, False, {"src": "tea.png", "alt": ""})
    assert str(tag) == "<img Src='tea.png' ALT>"
    assert events(str(tag)) == [("start", "img", {"src": "tea.png", "alt": ""})]


def test_a10_all_the_text_of_a_page_without_tags() -> None:
    page = "<title>Menu</title><h1>Tea &amp; cake</h1><script>'<b>'</script><p>One\n cup<br>or <b>t</b>wo"
    assert get_text(page) == "Tea & cake\n\nOne cup\nor two"
    assert parse_tree(page).text() == "MenuTea & cake'<b>'One\n cupor two"

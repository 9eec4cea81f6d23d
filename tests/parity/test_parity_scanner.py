"""Rows B: what a C# tag scanner did."""

from __future__ import annotations

import io

import pytest
from parity_tools import events
from typing_extensions import override

from saxhtml import Attributes, Handler, UsageError, parse
from saxhtml.filters import with_tag_handler
from saxhtml.links import LinkFinder, backlinks
from saxhtml.reader import Reader


def test_b1_the_next_tag_of_a_name_or_of_any_is_sought() -> None:
    page = "<ul><li><a href=1>One</a><li title='<a href=2>'><!-- <a href=3> --><A href=4>Four</A></ul>"
    reader = Reader(page)
    assert [tag["href"] for tag in iter(lambda: reader.next_tag("a"), None)] == ["1", "4"]
    reader = Reader(page)
    assert [tag.name for tag in iter(lambda: reader.next_tag("*"), None)] == ["ul", "li", "a", "li", "a"]
    reader = Reader(page)
    assert [str(tag) for tag in iter(lambda: reader.next_tag("li", "/a"), None)][:2] == ["<li>", "</a>"]


def test_b2_a_slash_at_the_end_of_a_tag_is_known() -> None:
    found: list[tuple[str, bool]] = []

    class Slashes(Handler):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            found.append((attrs.get("src", ""), attrs.self_closing))

    parse("<img src=a /><img src='b'/><img src=c><img src=d/>", Slashes())
    assert found == [("a", True), ("b", True), ("c", False), ("d/", False)]


def test_b3_a_missing_quote_costs_a_line_and_not_the_page() -> None:
    page = '<a href="/one>One</a>\n<a href="/two">Two</a>'
    links: list[str] = []
    parse(page, LinkFinder(lambda link: links.append(link.url)), unclosed_quotes="newline")
    assert links == ["/one", "/two"]
    assert events("<a b='c\nd>e", unclosed_quotes="newline") == [("start", "a", {"b": "c", "d": ""}), ("text", "e")]


def test_b4_script_comments_and_doctype_are_skipped_as_they_should_be() -> None:
    found: list[str] = []
    page = "<!DOCTYPE a '<a>'><!-- <a> --><script>'<a>'</script><p title='<a>'><a href=x>"
    parse(page, with_tag_handler("a", lambda match: found.append(match.attrs["href"])))
    assert found == ["x"]


def test_b5_a_reader_goes_back_to_the_start_or_to_another_page() -> None:
    reader = Reader(io.BytesIO(b"<a href=1><b>"))

    def names() -> list[str]:
        found: list[str] = []
        while not reader.eof:
            found += [tag.name] if (tag := reader.next_tag()) else []
        return found

    assert names() == ["a", "b"]
    reader.reset()
    assert names() == ["a", "b"]
    reader.reset("<i>")
    assert (reader.eof, names(), reader.eof) == (False, ["i"], True)
    reader.reset(iter(["<u>"]))
    with pytest.raises(UsageError, match="cannot be read twice"):
        reader.reset()


def test_b6_a_page_is_asked_whether_it_links_to_a_site() -> None:
    # So does the example ``scan_for_backlink``, tag by tag.
    page = """<!-- <a href="https://tea.example/">No</a> -->
    <a href="//cake.example>Cake</a>
    <a href="http://www.tea.example/menu" rel="nofollow">Good <b>tea</b></a>"""
    [link] = backlinks(page, "tea.example", base_url="https://blog.example/", unclosed_quotes="newline")
    assert (link.url, link.text, link.nofollow, link.line) == ("http://www.tea.example/menu", "Good tea", True, 3)
    assert backlinks(page, "coffee.example", unclosed_quotes="newline") == []


def test_b7_attributes_are_a_dictionary_and_repetitions_can_be_reached() -> None:
    attrs = Attributes(" a=1 b=2 A=3")
    assert attrs == {"a": "1", "b": "2"}
    assert attrs.pairs() == [("a", "1"), ("b", "2"), ("a", "3")]
    assert dict(attrs.pairs()) == {"a": "3", "b": "2"}  # where the last one is to win

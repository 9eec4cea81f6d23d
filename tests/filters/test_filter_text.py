"""coalesce_text, collapse_whitespace, skip_blank_text and drop_comments: however the input is cut."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from typing_extensions import override

from saxhtml import parse
from saxhtml.attributes import NO_ATTRIBUTES
from saxhtml.errors import UsageError
from saxhtml.filters import coalesce_text, collapse_whitespace, drop_comments, skip_blank_text
from saxhtml.handler import Filter, Handler, Interest
from saxhtml.position import Locator
from saxhtml.testing import EventRecorder, every_split

ALL_BUT_TEXT: Final = Interest(start=True, end=True, comment=True, doctype=True, processing_instruction=True)


class Texts(Handler):
    """Wants text and nothing else."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    @override
    def text(self, data: str) -> None:
        self.heard.append(data)


def texts(make: Callable[..., Filter], source: str | list[str], **options: Any) -> list[str]:
    end = Texts()
    parse(source, make(then=end, **options))
    return end.heard


NODES: Final = {
    "one": ("abc", ["abc"]),
    "between tags": ("<p>a<b>b</b>c", ["a", "b", "c"]),
    "with references": ("a&amp;b&lt", ["a&b<"]),
    "ended by a comment": ("a<!-- -->b", ["a", "b"]),
    "ended by a doctype": ("a<!DOCTYPE>b", ["a", "b"]),
    "ended by a processing instruction": ("a<?x y>b", ["a", "b"]),
    "raw": ("<script>a<b>c</script>d", ["a<b>c", "d"]),
    "blank": ("<p> </p>\n", [" ", "\n"]),
    "none": ("<p></p>", []),
}


@pytest.mark.parametrize(("source", "expected"), NODES.values(), ids=NODES)
def test_text_comes_node_by_node(source: str, expected: list[str]) -> None:
    for pieces in every_split(source):
        assert texts(coalesce_text, pieces) == expected
    assert texts(coalesce_text, list(source)) == expected


def test_a_node_that_is_too_large_comes_in_pieces() -> None:
    assert texts(coalesce_text, list("12345<b>67"), limit=2) == ["12", "34", "5", "67"]
    assert texts(coalesce_text, ["12345", "6"], limit=2) == ["12345", "6"]


@pytest.mark.parametrize("limit", [0, -3, "5", None])
def test_a_limit_that_is_none_is_refused(limit: Any) -> None:
    with pytest.raises(UsageError, match="positive number of characters"):
        coalesce_text(limit=limit)


COLLAPSED: Final = {
    "a run": ("a \t\n\f b", ["a b"]),
    "around": ("\n a \n", [" a "]),
    "nothing else": (" \n ", [" "]),
    "each node": ("a <b> b </b> c", ["a ", " b ", " c"]),
    "a comment parts": ("a <!-- --> b", ["a ", " b"]),
    "no other spaces": ("a\xa0\u2003 b\v\v", ["a\xa0\u2003 b\v\v"]),
    "pre": ("a  b<pre>c  d<b>  e</b></pre>f  g", ["a b", "c  d", "  e", "f g"]),
    "pre that its parent ends": ("<div><pre>c  d</div>f  g", ["c  d", "f g"]),
    "script and style": ("<script>a  b</script><style>c  d</style>", ["a  b", "c  d"]),
    "textarea": ("<textarea>a  b</textarea>  c", ["a  b", " c"]),
    "title": ("<title>a  b</title>", ["a b"]),
    "plaintext": ("<plaintext>a  b", ["a  b"]),
}


@pytest.mark.parametrize(("source", "expected"), COLLAPSED.values(), ids=COLLAPSED)
def test_runs_of_whitespace_become_one_space(source: str, expected: list[str]) -> None:
    assert texts(collapse_whitespace, source) == expected
    for pieces in every_split(source):
        assert "".join(texts(collapse_whitespace, pieces)) == "".join(expected)


SKIPPED: Final = {
    "blank": (" <p>\n</p>\t", []),
    "not blank": (" a <b>b", [" a ", "b"]),
    "no other spaces": ("\xa0<b>\v", ["\xa0", "\v"]),
    "blank nodes around a comment": ("a <!-- --> <b>b", ["a ", "b"]),
    "in pre": ("<pre> <b>\n</b> </pre> ", [" ", "\n", " "]),
    "in script and style": ("<script> </script> <style>\n</style>", [" ", "\n"]),
    "in textarea": ("<textarea> </textarea>", [" "]),
    "in title": ("<title> </title>", []),
}


@pytest.mark.parametrize(("source", "expected"), SKIPPED.values(), ids=SKIPPED)
def test_blank_nodes_are_left_out(source: str, expected: list[str]) -> None:
    assert texts(skip_blank_text, source) == expected
    for pieces in every_split(source):
        assert "".join(texts(skip_blank_text, pieces)) == "".join(expected)


def test_more_blank_than_can_be_held_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saxhtml.filters._text.LIMIT", 3)
    assert texts(skip_blank_text, [*"    ", "<b>", *"   "]) == ["    "]


def test_comments_are_left_out() -> None:
    end = EventRecorder()
    handler = drop_comments(then=end)
    parse("a<!--b-->c<p>", handler)
    assert end.events == [("text", "a"), ("text", "c"), ("start", "p", [], False)]
    assert not handler.interest().comment
    handler.comment("x")
    assert len(end.events) == 3


FILTERS: Final = {"coalesce": coalesce_text, "collapse": collapse_whitespace, "skip": skip_blank_text}


@pytest.mark.parametrize("make", FILTERS.values(), ids=FILTERS)
def test_text_is_what_makes_the_filters_look_at_tags(make: Callable[..., Filter]) -> None:
    assert make(then=Texts()).interest() == ALL_BUT_TEXT | Interest(text=True)

    class Links(Handler):
        @override
        def interest(self) -> Interest:
            return Interest(start={"a"})

    assert make(then=Links()).interest() == Interest(start={"a"})


@pytest.mark.parametrize("make", FILTERS.values(), ids=FILTERS)
def test_all_other_events_are_passed_on(make: Callable[..., Filter]) -> None:
    source = "<!DOCTYPE html>a<p b=c>d<!--e--></p><?f g>h\0"
    alone = parse(source, EventRecorder())
    behind = EventRecorder()
    parse(source, make(then=behind))
    assert (behind.events, behind.errors) == (alone.events, alone.errors)


@pytest.mark.parametrize("make", FILTERS.values(), ids=FILTERS)
def test_a_filter_can_be_used_again(make: Callable[..., Filter]) -> None:
    end = Texts()
    handler = make(then=end)
    for _ in range(2):
        handler.start_document(Locator())
        handler.start_tag("pre", NO_ATTRIBUTES)
        handler.text("a ")
    parse(" b", handler)
    assert end.heard[-1] == " b"


def test_text_that_nobody_wants_is_not_passed_on() -> None:
    class Tags(Texts):
        @override
        def interest(self) -> Interest:
            return Interest(start=True)

    for make in FILTERS.values():
        end = Tags()
        handler = make(then=end)
        handler.start_document(Locator())
        handler.interest()
        handler.text("x")
        handler.end_document()
        assert end.heard == []
